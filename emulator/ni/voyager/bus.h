// A processor's bus with the operations that it and the network endpoint (NES) have asked for.
//
// One operation at a time. An uncached access keeps its order among uncached accesses, and passes
// written lines and the NES's operations that have not begun: a launch may reach the bus before the
// message (004 3.1). All others are done in the order of their requests. The phase of the bus clock
// and the overlap of address and data are not modelled.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace inlet {
class Archive;
}

namespace inlet::voyager {

class Bus {
  public:
    static constexpr std::uint32_t line_bytes = 32;

    /// What happens when an operation ends.
    enum class Effect : std::uint8_t {
        none,      ///< a line was fetched
        store,     ///< uncached
        load,      ///< uncached; the processor waits for it
        take,      ///< the place of a message that a load took is free
        line,      ///< written by the processor
        dma_read,  ///< by the DMA engine that sends
        dma_write, ///< by the one that receives
        copy,      ///< started by the sP: copies lines between its SRAM and the aP's memory
        snoop,     ///< of NES Reclaim
        write_back ///< the dirty line of a snoop
    };
    struct Operation {
        std::uint64_t begin = 0, end = 0;
        Effect effect = Effect::none;
        std::uint8_t bytes = 0;    ///< of a load
        std::uint32_t address = 0; ///< take: queue; line, snoop: offset in the window
        std::uint64_t value = 0;   ///< store: value; snoop: which reclaim
        std::array<std::uint8_t, line_bytes> data{};
        bool uncached() const {
            return effect == Effect::store || effect == Effect::load || effect == Effect::take;
        }
        bool posted() const { return effect == Effect::store || effect == Effect::line; }
        void archive(Archive &ar);
    };

    /// Adds an operation of so many processor cycles. Returns its end.
    std::uint64_t add(std::uint64_t now, std::uint32_t cycles, Operation operation);
    /// Repeats the operation that has just ended, before all others, after `pause` cycles.
    void again(std::uint64_t now, std::uint32_t pause, const Operation &operation);

    bool idle() const { return operations_.empty(); }
    std::uint64_t next() const {
        return operations_.empty() ? ~std::uint64_t{0} : operations_.front().end;
    }
    Operation take_first() {
        const Operation first = operations_.front();
        operations_.erase(operations_.begin());
        return first;
    }
    /// Whether uncached stores of the processor are under way.
    bool stores() const;
    /// When at most `limit` posted operations are under way, unless one is repeated; 0: now.
    std::uint64_t room(std::uint32_t limit) const;
    /// When all posted operations have ended, unless one is repeated; 0: now.
    std::uint64_t barrier() const { return room(0); }
    /// The last written line at this offset that has not reached the SRAM, or nullptr.
    const Operation *written(std::uint32_t offset) const;

    void archive(Archive &ar);

  private:
    std::vector<Operation> operations_; ///< in the order of their ends
};

} // namespace inlet::voyager
