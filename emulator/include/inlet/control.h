// Stops a run anywhere, inspects it, and steps it forwards and backwards.
#pragma once

#include "inlet/context.h"
#include "inlet/machine.h"
#include "inlet/register_info.h"
#include "inlet/state_dump.h"

#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace inlet {

/// A position in a run: all steps before `cycle` are done, and the first `steps` steps of that
/// cycle.
struct Position {
    std::uint64_t cycle = 0, steps = 0;
    auto operator<=>(const Position &) const = default;
};

/// Executes a machine step by step, in the order of cycles, then of cores: the first ones of all
/// nodes, then the second ones. A step is an instruction, a part of one, or an event. Functions
/// take the number of a core: N for the first one of node N, nodes() + N for its second one.
/// Control does not change the run unless the caller writes registers or memory. While a Control is
/// in use, only Machine::run() may run the machine otherwise, to finish the run.
class Machine::Control {
  public:
    /// The machine must outlive this object.
    explicit Control(Machine &machine);
    Control(const Control &) = delete;
    Control &operator=(const Control &) = delete;

    /// Gives node 0 of a machine without I/O nodes a standard input, before the run: a function
    /// that copies bytes from a position on, at most to the end of a line, and returns their
    /// number; 0: the input ends there. It gives the same each time.
    using Input = std::function<std::size_t(std::uint64_t position, std::span<std::uint8_t> to)>;
    static void set_standard_input(Machine &machine, Input input);

    std::uint32_t nodes() const;
    std::uint32_t cores() const; ///< of all nodes
    /// The core that executes the next step. Empty: the run has ended.
    std::optional<std::uint32_t> next();
    /// Whether that step begins the instruction at its pc.
    bool before_instruction(std::uint32_t node) const;
    /// Executes the step of next().
    void act();
    /// Runs at full speed until all nodes have reached `cycle`. False: the run ended earlier.
    bool run_until(std::uint64_t cycle);
    /// The positions of the last step and of the next one. A step has the same position in every
    /// run.
    Position position() const { return position_; }
    Position upcoming();
    /// How the run ends, and its fault. Valid after next() has returned no node.
    Outcome outcome() const;
    const std::optional<Fault> &fault() const;
    std::uint32_t status() const; ///< as RunResult::status

    /// Saves and restores the machine's state. Console lines that were printed are not printed
    /// again.
    struct Saved {
        Position position;
        std::uint64_t lines = 0;
        std::vector<std::uint8_t> state;
    };
    Saved save();
    void restore(const Saved &saved);

    /// Whether the node is inside the instruction at pc, which waits for the network or the host.
    bool in_instruction(std::uint32_t node) const;
    /// Whether the node has exited and runs no handler.
    bool exited(std::uint32_t node) const;
    std::uint64_t instructions(std::uint32_t node) const;
    std::uint64_t clock(std::uint32_t node) const; ///< cycles
    std::uint32_t pc(std::uint32_t node) const;
    Context context(std::uint32_t node) const; ///< the context whose registers are visible
    /// In a delay slot: the address at which execution continues after the slot.
    std::optional<std::uint32_t> behind_slot(std::uint32_t node) const;
    /// A node's registers by gdb's numbers: those of the processor, then those of the network
    /// interface.
    std::vector<RegisterInfo> registers(std::uint32_t node) const;
    /// The architecture's name for gdb.
    const char *architecture(std::uint32_t node) const;
    /// XML definitions of register types that gdb does not know.
    const char *register_types(std::uint32_t node) const;
    /// Reads a register by these numbers; 0 if there is no such register.
    std::uint32_t read(std::uint32_t node, std::uint32_t number) const;
    bool write(std::uint32_t node, std::uint32_t number, std::uint32_t value);
    /// Whether a debugger can write this register at all.
    bool writable(std::uint32_t node, std::uint32_t number) const;
    /// Reads a register of more than 32 bits (RegisterInfo::bits): its bytes, the lowest first.
    void read_wide(std::uint32_t node, std::uint32_t number, std::span<std::uint8_t> bytes) const;
    bool write_wide(std::uint32_t node, std::uint32_t number, std::span<const std::uint8_t> bytes);
    std::uint32_t stack_pointer(std::uint32_t node) const;
    /// Whether the processor is little-endian.
    bool little(std::uint32_t node) const;
    /// A word that unwind tables address outside of memory: a register of the code that the running
    /// handler has interrupted (emulator/ni/interrupted.h). Empty: no handler runs.
    std::optional<std::uint32_t> interrupted_word(std::uint32_t node, std::uint32_t address) const;
    /// Reads memory. False: a byte is not mapped. On SPARC, frames of register windows that are
    /// still in registers appear at their stack addresses; memory itself does not change.
    bool read(std::uint32_t node, std::uint32_t address, std::span<std::uint8_t> to) const;
    bool write(std::uint32_t node, std::uint32_t address, std::span<const std::uint8_t> from);
    /// A memory access of the instruction at pc.
    struct Access {
        std::uint32_t address = 0, bytes = 0;
        bool store = false;
    };
    std::vector<Access> accesses(std::uint32_t node) const;
    StateDump state_dump();

    struct Probe; ///< defined by tests that inspect the whole machine

  private:
    void catch_up();

    Machine::Impl *machine_;
    Position position_;
    /// Console lines printed up to this position and up to the latest one. The machine may outlive
    /// this object.
    struct Lines {
        std::uint64_t now = 0, shown = 0;
    };
    std::shared_ptr<Lines> lines_ = std::make_shared<Lines>();
};

} // namespace inlet
