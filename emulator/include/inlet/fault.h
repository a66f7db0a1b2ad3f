// A fault stops a node permanently: one cause, the place, and advice.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace inlet {

/// Why a node cannot go on. The text of each kind is `describe(FaultKind)`.
enum class FaultKind : std::uint8_t {
    none,
    unaligned,         ///< load, store or jump to an address that is not a multiple of its size
    unmapped,          ///< load, store or fetch outside the node's memory
    main_stack,        ///< the same, below the main stack
    low_stack,         ///< the same, below the stack of low handlers
    high_stack,        ///< the same, below the stack of high handlers
    thread_stack,      ///< the same, below the stack of a thread
    unallocated,       ///< the same, between heap and main stack
    text_write,        ///< store into a watched page (Memory::watched); the node handles it and
                       ///< repeats the store
    not_decoded,       ///< fetch outside the program's text; the node decodes the code and repeats
                       ///< the fetch
    never_written,     ///< fetch from memory in which nothing was ever stored
    kernel_memory,     ///< user mode: store or fetch at or past the write barrier
    illegal,           ///< not an instruction of this machine
    overflow,          ///< ADD, ADDI, SUB: signed overflow
    trap,              ///< TEQ and its family
    float_exception,   ///< floating-point exception that FCSR enables
    breakpoint,        ///< BREAK
    unusable,          ///< instruction of a coprocessor that Status disables
    interrupt,         ///< software interrupt (cpu/mips/system.h)
    syscall,           ///< SYSCALL whose code is not a host service
    bad_destination,   ///< SEND to a node that does not exist
    handler_address,   ///< SEND: handler address not a multiple of four
    null_handler,      ///< SEND: the address that <am.h> computes from a null handler
    io_handler,        ///< SEND of a handler of this program to an I/O node, which runs another one
    hardwired_handler, ///< SEND: a reserved address (CSD-94-823 3.9) without a hard-wired handler,
                       ///< or fewer words than the handler needs
    hardwired_request, ///< a hard-wired handler cannot execute a message from `source`
    hret_outside,      ///< HRET with EE = LPEE = 1 (CSD-94-823 A.7: no handler is being exited)
    hret_in_slot,      ///< HRET in a branch delay slot (isa/decisions.md)
    bad_register,      ///< CFC2/CTC2 of a register that Table 1 does not list
    bad_multicast,     ///< MCST to a node in another row and column, or to itself without a ring
    vector_length,     ///< CTC2 of more than 32 into vlr
    bad_host_call,     ///< a host service whose arguments point outside memory
    program_failed,    ///< host service fail; RunResult::message has the program's text
    host_elsewhere,    ///< a host service on a node that is not an I/O node, on a machine with I/O
                       ///< nodes
    window_overflow,   ///< SPARC: SAVE into a window that is not free
    window_underflow,  ///< SPARC: RESTORE or RETT into a window whose frame is on its stack
    tag_overflow, ///< SPARC: TADDccTV, TSUBccTV: overflow, or an operand that is not a multiple of
                  ///< 4
    division_by_zero, ///< SPARC V8: UDIV, SDIV
    unit_disabled,    ///< SPARC: floating point, coprocessor or state registers that PSR disables
    privileged,       ///< x86: privileged instruction at CPL 3
    bad_selector,     ///< x86: IRET to a segment that does not exist
    port,             ///< nCUBE/2: the interface refuses the instruction and gives the reason
    event_in_invalid_window, ///< SPARC: an event while WIM has the current window, with traps on
    event_stack,             ///< SPARC: an event while %sp is not a valid stack pointer
    hret_traps_off,          ///< SPARC: HRET with PSR.ET = 0
    hret_float_on,           ///< SPARC: HRET with PSR.EF = 1
    moved_text,              ///< nCUBE/2: fetch in a segment that is not mapped to its own address
    quotient,                ///< x86: DIV, IDIV: the quotient does not fit into its register
    firmware_service,        ///< a host service that a node's second core lacks
};

/// The last kind.
inline constexpr FaultKind last_fault_kind = FaultKind::firmware_service;

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

/// One phrase without place or value, such as "load from an unmapped address".
const char *describe(FaultKind kind);
/// One sentence on what the user can do.
const char *advice(FaultKind kind);

} // namespace inlet
