// Executes one instruction of the nCUBE/2.
#pragma once

#include "cpu/ncube/instruction.h"
#include "cpu/ncube/space.h"
#include "cpu/ncube/state.h"

#include <cstdint>
#include <string>

namespace inlet::ncube {

/// Cycles (machine file `ncube2`): base + memory for each access + prefetch_stall for what executes
/// in the prefetch unit.
struct Costs {
    std::uint32_t base = 2;
    std::uint32_t memory = 2;
    std::uint32_t prefetch_stall = 33;
    std::uint32_t interrupt_extra = 1; ///< accesses of an interrupt's entry beyond a trap's
    std::uint32_t multiply = 14, divide = 36;
};

/// What an instruction, or the entry of an interrupt, cost.
struct Cost {
    std::uint32_t accesses = 0;
    std::uint32_t base = 0, memory = 0, stall = 0, unit = 0; ///< cycles

    std::uint32_t cycles() const { return base + memory + stall + unit; }
    bool operator==(const Cost &) const = default;
};

/// What the instructions of the network interface reach: processor registers that are not the
/// processor's own, and the channels.
class Interface {
  public:
    enum class Answer : std::uint8_t {
        done,
        not_known, ///< the network must first be known up to `now`; nothing has happened
        error,     ///< error_text() says why; the run ends
    };

    virtual ~Interface() = default;
    virtual Answer load_register(std::uint64_t now, unsigned number, std::uint32_t value) = 0;
    virtual Answer store_register(std::uint64_t now, unsigned number, std::uint32_t &value) = 0;
    virtual Answer load_pointer(std::uint64_t now, std::uint32_t channel, std::uint32_t value) = 0;
    virtual Answer load_count(std::uint64_t now, std::uint32_t channel, std::uint32_t value) = 0;
    virtual void reset(std::uint64_t now) = 0;
    virtual const std::string &error_text() const = 0;
};

enum class Outcome : std::uint8_t {
    done,
    exception, ///< entered: Step::vector
    host,      ///< TRAP #31 is at pc, not executed
    wait,      ///< WAIT was executed: nothing goes on before an interrupt
    not_known, ///< nothing has happened
    error,     ///< the interface's; nothing has changed
    lost,      ///< an exception, and its handler cannot be entered: Step::vector
};

struct Step {
    Outcome outcome = Outcome::done;
    Instruction in;
    unsigned vector = 0;
    std::uint32_t address = 0; ///< of an address error
    std::uint32_t pc = 0;      ///< of the instruction
    std::uint64_t cycle = 0;   ///< when it began
    bool kernel = false;       ///< its mode
    bool stored = false;       ///< changed memory, a mode or the interface
    Cost cost;
};

/// The instruction at pc.
Step step(State &state, Space &space, Interface &interface, const Costs &costs);

/// Enters an interrupt between two instructions. False: the vector or the stack is no memory.
bool enter_interrupt(State &state, Space &space, unsigned number, const Costs &costs, Cost &cost);

} // namespace inlet::ncube
