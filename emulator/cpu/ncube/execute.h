// Executes one instruction of the nCUBE/2.
#pragma once

#include "cpu/ncube/instruction.h"
#include "cpu/ncube/space.h"
#include "cpu/ncube/state.h"

#include <cstdint>
#include <string>

namespace inlet::ncube {

/// An instruction takes base + memory * accesses cycles, and prefetch_stall more if the prefetch
/// unit executes it.
struct Costs {
    std::uint32_t base = 1;
    std::uint32_t memory = 0;
    std::uint32_t prefetch_stall = 0;
    std::uint32_t interrupt_extra = 0; ///< accesses of an interrupt's entry in addition to those of
                                       ///< a trap
    std::uint32_t multiply = 0, divide = 0;

    bool operator==(const Costs &) const = default;
};

/// The cost of an instruction or of an interrupt's entry.
struct Cost {
    std::uint32_t accesses = 0;
    std::uint32_t base = 0, memory = 0, stall = 0, unit = 0; ///< cycles

    std::uint32_t cycles() const { return base + memory + stall + unit; }
    bool operator==(const Cost &) const = default;
};

/// The cost of an instruction that executes.
Cost cost_of(const Instruction &in, const Costs &costs);

/// The network interface as its instructions reach it: the channels, and the processor registers
/// outside the processor proper.
class Interface {
  public:
    enum class Answer : std::uint8_t {
        done,
        not_known, ///< the network must first be simulated up to `now`; the state is unchanged
        error,     ///< the run ends with error_text()
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
    exception, ///< raises Step::vector; the state is unchanged
    host,      ///< TRAP #31 at pc calls the host; not executed
    wait,      ///< WAIT: the processor waits for an interrupt
    not_known, ///< nothing has happened
    error,     ///< the interface failed; the state is unchanged
    watched,   ///< a store would hit decoded code at Step::address; the state is unchanged
};

struct Step {
    Outcome outcome = Outcome::done;
    unsigned vector = 0;       ///< exception: its vector; done: the vector of the handler entered,
                               ///< or 0
    std::uint32_t address = 0; ///< address of an address error
    Cost cost;
};

/// Executes `in`, the valid instruction at pc. An enabled overflow stores the result and then
/// enters its handler (P1 4.5.1); the caller handles other exceptions. Without an interface, an
/// interface instruction is an error.
Step execute(State &state, Space &space, Interface *interface, const Costs &costs,
             const Instruction &in);

/// The cost of entering a trap or an exception: four accesses and a stall of the prefetch unit.
Cost entry_cost(const Costs &costs);
/// The vector of the exception that a bad instruction raises.
unsigned vector_of(Bad bad);
/// Bytes that a trap or an interrupt pushes on the kernel's stack: PSW and PC.
inline constexpr unsigned frame_bytes = 8;

/// Enters a handler between two instructions. False: the vector is not set, or the stack is outside
/// memory or holds decoded code; the state is unchanged.
bool enter(State &state, Space &space, unsigned number);

} // namespace inlet::ncube
