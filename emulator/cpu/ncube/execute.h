// Executes one instruction of the nCUBE/2.
#pragma once

#include "cpu/ncube/instruction.h"
#include "cpu/ncube/space.h"
#include "cpu/ncube/state.h"

#include <cstdint>
#include <string>

namespace inlet::ncube {

/// Cycles: base + memory for each access + prefetch_stall for what executes in the prefetch unit.
struct Costs {
    std::uint32_t base = 1;
    std::uint32_t memory = 0;
    std::uint32_t prefetch_stall = 0;
    std::uint32_t interrupt_extra = 0; ///< accesses of an interrupt's entry beyond a trap's
    std::uint32_t multiply = 0, divide = 0;

    bool operator==(const Costs &) const = default;
};

/// What an instruction, or the entry of an interrupt, costs.
struct Cost {
    std::uint32_t accesses = 0;
    std::uint32_t base = 0, memory = 0, stall = 0, unit = 0; ///< cycles

    std::uint32_t cycles() const { return base + memory + stall + unit; }
    bool operator==(const Cost &) const = default;
};

/// Of an instruction that is executed.
Cost cost_of(const Instruction &in, const Costs &costs);

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
    exception, ///< Step::vector; nothing has happened
    host,      ///< TRAP #31 is at pc, not executed
    wait,      ///< WAIT: nothing goes on before an interrupt
    not_known, ///< nothing has happened
    error,     ///< the interface's; nothing has changed
    watched,   ///< a store to decoded code at Step::address; nothing has happened
};

struct Step {
    Outcome outcome = Outcome::done;
    unsigned vector = 0;       ///< exception; done: of the handler that it has entered, or 0
    std::uint32_t address = 0; ///< of an address error
    Cost cost;
};

/// Executes the instruction `in`, which is at pc and not bad. An overflow that is enabled is
/// stored, and then enters its handler (P1 4.5.1); other exceptions are the caller's. Without an
/// interface, an instruction of it is an error.
Step execute(State &state, Space &space, Interface *interface, const Costs &costs,
             const Instruction &in);

/// What the entry of a trap or an exception costs: four accesses, and the prefetch unit stops.
Cost entry_cost(const Costs &costs);
/// The vector of a bad instruction's exception.
unsigned vector_of(Bad bad);
/// What trap() and an interrupt write: PSW and PC on the kernel's stack.
inline constexpr unsigned frame_bytes = 8;

/// Enters a handler between two instructions. False: the vector is not set, or the stack is no
/// memory or is decoded code; nothing has changed.
bool enter(State &state, Space &space, unsigned number);

} // namespace inlet::ncube
