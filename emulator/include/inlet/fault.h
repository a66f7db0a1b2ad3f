// A fault stops a node permanently: one cause, the place, and advice.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace inlet {

/// Why a node cannot go on: inlet/faults.def says what each is.
enum class FaultKind : std::uint8_t {
    none,
#define INLET_FAULT(id, ...) id,
#include "inlet/faults.def"
    count
};

/// The last kind.
inline constexpr auto last_fault_kind =
    static_cast<FaultKind>(static_cast<std::uint8_t>(FaultKind::count) - 1);

/// What messages say of a fault besides its phrase.
enum class FaultShown : std::uint8_t {
    nothing,
    access,      ///< which access of which address
    word,        ///< the value in hexadecimal
    code,        ///< the same, as a code
    node,        ///< the value is a node
    no_node,     ///< the value is no node: which there are
    ni_register, ///< the value is the number of a register
    request,     ///< the value, and the node that sent it
    message,     ///< the program's message, and nothing else
    reason,      ///< RunResult::message, if there is one
    trap,        ///< which trap of which processor
};

/// POSIX signals by their numbers, as gdb is told them.
enum class FaultSignal : std::uint8_t { ill = 4, trap = 5, abrt = 6, fpe = 8, bus = 10, segv = 11 };

/// A row of inlet/faults.def.
struct FaultRow {
    const char *phrase; ///< without place or value, such as "load from an unmapped address"
    const char *advice; ///< one sentence on what the user can do
    FaultShown shown;
    FaultSignal signal;
};
const FaultRow &row_of(FaultKind kind);

/// A fault at an exact place. `pc` is the faulting instruction; `cycle` is the node's clock at
/// which it would have issued, after all its waits.
struct Fault {
    FaultKind kind = FaultKind::none;
    std::uint32_t node = 0;
    std::uint64_t cycle = 0;               ///< cycles
    std::uint32_t pc = 0;                  ///< byte address
    std::uint32_t value = 0;               ///< the wrong address, word or node number
    std::uint32_t size = 0;                ///< bytes of the access, if there is one
    std::optional<std::uint32_t> word{};   ///< the word at `pc`, if mapped
    std::optional<std::uint32_t> source{}; ///< node whose message is at fault
    std::uint8_t core = 0;                 ///< of the node

    bool operator==(const Fault &) const = default;
};

inline const char *describe(FaultKind kind) { return row_of(kind).phrase; }
inline const char *advice(FaultKind kind) { return row_of(kind).advice; }

} // namespace inlet
