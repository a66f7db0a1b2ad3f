// A run that is stopped anywhere, looked at, taken further thing by thing, and back.
#pragma once

#include "inlet/context.h"
#include "inlet/look.h"
#include "inlet/machine.h"
#include "inlet/register_info.h"

#include <compare>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace inlet {

/// Where in a run: all that happens before `cycle` has happened, and the first `things` of it.
struct Moment {
    std::uint64_t cycle = 0, things = 0;
    auto operator<=>(const Moment &) const = default;
};

/// Takes a machine thing by thing, in the order of cycles, then of nodes. A thing is an instruction
/// or a part of it, or an event. Whatever is done here, as long as nothing is written, the run is
/// the same. A machine in these hands is not to be run by others, but for its end by
/// Machine::run().
class Machine::Control {
  public:
    /// Lives as long as the machine runs.
    explicit Control(Machine &machine);
    Control(const Control &) = delete;
    Control &operator=(const Control &) = delete;

    std::uint32_t nodes() const;
    /// The node that does the next thing; none: the run is over.
    std::optional<std::uint32_t> next();
    /// Whether it begins an instruction then: the one at its pc.
    bool before_instruction(std::uint32_t node) const;
    /// next() does that thing.
    void act();
    /// Runs, quickly, until all nodes have reached that cycle. False: the run is over before.
    bool run_until(std::uint64_t cycle);
    /// The last thing that was done, and the next one: the names that things always have.
    Moment moment() const { return moment_; }
    Moment upcoming();
    /// next() gave none: how the run ends, and with which fault.
    Outcome outcome() const;
    const std::optional<Fault> &fault() const;
    std::uint32_t status() const; ///< as RunResult::status

    /// The machine as it is, and back to it. Lines that were printed are not printed again.
    struct Saved {
        Moment moment;
        std::uint64_t lines = 0;
        std::vector<std::uint8_t> state;
    };
    Saved save();
    void restore(const Saved &saved);

    /// Has begun the instruction at pc, which asks the network or the host.
    bool in_instruction(std::uint32_t node) const;
    /// Has exited, and is not in a handler.
    bool exited(std::uint32_t node) const;
    std::uint64_t instructions(std::uint32_t node) const;
    std::uint64_t clock(std::uint32_t node) const; ///< cycles
    std::uint32_t pc(std::uint32_t node) const;
    Context context(std::uint32_t node) const; ///< whose registers are visible
    /// In a slot: where its branch leads behind it.
    std::optional<std::uint32_t> behind_slot(std::uint32_t node) const;
    /// A node's registers, by gdb's numbers: the processor's, then the network interface's; none: a
    /// MIPS's, and T1's interface's (inlet/t1/control_register.h).
    std::vector<RegisterInfo> registers(std::uint32_t node) const;
    /// The architecture's name for gdb.
    const char *architecture(std::uint32_t node) const;
    /// Definitions of types of its registers that gdb does not know.
    const char *register_types(std::uint32_t node) const;
    /// By these numbers; 0 for one that there is not.
    std::uint32_t read(std::uint32_t node, std::uint32_t number) const;
    bool write(std::uint32_t node, std::uint32_t number, std::uint32_t value);
    /// Those of more than 32 bits (RegisterInfo::bits): their bytes, the lowest first.
    void read_wide(std::uint32_t node, std::uint32_t number, std::span<std::uint8_t> bytes) const;
    bool write_wide(std::uint32_t node, std::uint32_t number, std::span<const std::uint8_t> bytes);
    std::uint32_t stack_pointer(std::uint32_t node) const;
    /// Words have their low byte first.
    bool little(std::uint32_t node) const;
    /// The word at an address that is no node's memory: what the code had in its registers that the
    /// running handler has interrupted (emulator/ni/interrupted.h). Nothing: it is in no handler.
    std::optional<std::uint32_t> interrupted_word(std::uint32_t node, std::uint32_t address) const;
    /// False: a byte is not mapped. Frames of windows that are still in registers are where they
    /// would be stored (SPARC); the node's memory stays as it is.
    bool read(std::uint32_t node, std::uint32_t address, std::span<std::uint8_t> to) const;
    bool write(std::uint32_t node, std::uint32_t address, std::span<const std::uint8_t> from);
    /// What the instruction at pc would access: address and bytes.
    struct Access {
        std::uint32_t address = 0, bytes = 0;
        bool store = false;
    };
    std::vector<Access> accesses(std::uint32_t node) const;
    Look look();

    struct Probe; ///< not here: tests that look at all of a machine define it

  private:
    void catch_up();

    Machine::Impl *machine_;
    Moment moment_;
    /// Of the console: at this moment, at the latest one. The machine may outlive this object.
    struct Lines {
        std::uint64_t now = 0, shown = 0;
    };
    std::shared_ptr<Lines> lines_ = std::make_shared<Lines>();
};

} // namespace inlet
