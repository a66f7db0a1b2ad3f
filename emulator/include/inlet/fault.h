// What stops a node for good: one cause, the place, and a sentence that helps.
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
    unallocated,       ///< the same, between heap and main stack
    text_write,        ///< store into a watched page (Memory::watched); the node makes it possible
    not_decoded,       ///< fetch where the program has nothing; the node decodes what is there
    never_written,     ///< fetch from memory in which nothing was ever stored
    kernel_memory,     ///< user mode: store or fetch at or past the write barrier
    illegal,           ///< a word that is no instruction of this machine
    overflow,          ///< ADD, ADDI, SUB: signed overflow
    trap,              ///< TEQ and its family
    float_exception,   ///< floating-point exception that FCSR enables
    breakpoint,        ///< BREAK
    unusable,          ///< instruction of a coprocessor that Status does not allow
    interrupt,         ///< software interrupt (cpu/mips/system.h)
    syscall,           ///< SYSCALL whose code is no host service
    bad_destination,   ///< SEND to a node that is not there
    handler_address,   ///< SEND: handler address not a multiple of four
    null_handler,      ///< SEND: what <am.h> makes of a handler that is a null pointer
    io_handler,        ///< SEND: to an I/O node, which runs another program, a handler of this one
    hardwired_handler, ///< SEND: reserved address (CSD-94-823 3.9) of no hard-wired handler, or
                       ///< fewer words than it needs
    hardwired_request, ///< a hard-wired handler cannot do what a message of `source` says
    hret_outside,      ///< HRET with EE = LPEE = 1 (CSD-94-823 A.7: no handler is being exited)
    hret_in_slot,      ///< HRET in a branch delay slot (isa/decisions.md)
    bad_register,      ///< CFC2/CTC2 of a register that Table 1 does not list
    bad_multicast,     ///< MCST to a node in another row and column, or to itself without a ring
    vector_length,     ///< CTC2 of more than 32 into vlr
    bad_host_call,     ///< a host service with arguments that are no memory of the node
    program_failed,    ///< host service fail: the program says why (RunResult::message)
    host_elsewhere,    ///< a host service on a node that is no I/O node, where there are such
    window_overflow,   ///< SPARC: SAVE into a window that is not free
    window_underflow,  ///< SPARC: RESTORE or RETT into a window whose frame is on its stack
    tag_overflow, ///< SPARC: TADDccTV, TSUBccTV: overflow, or an operand that is no multiple of 4
    division_by_zero, ///< SPARC V8: UDIV, SDIV
    unit_disabled,    ///< SPARC: floating point, coprocessor or state registers that PSR does not
                      ///< allow
    privileged,       ///< x86: instruction of the kernel at CPL 3
    bad_selector,     ///< x86: IRET to a segment that there is not
    port,             ///< nCUBE/2: the interface refuses the instruction; it says why
    event_in_invalid_window, ///< SPARC: an event while WIM has the current window, with traps on
    event_stack,             ///< SPARC: an event while %sp is no stack pointer
    hret_traps_off,          ///< SPARC: HRET with PSR.ET = 0
    hret_float_on,           ///< SPARC: HRET with PSR.EF = 1
    moved_text,              ///< nCUBE/2: fetch in a segment that is at another place in memory
};

/// The last of them.
inline constexpr FaultKind last_fault_kind = FaultKind::moved_text;

/// A fault at an exact place. `pc` is the faulting instruction, `cycle` the node's clock when it
/// would have issued: what it waited for is over.
struct Fault {
    FaultKind kind = FaultKind::none;
    std::uint32_t node = 0;
    std::uint64_t cycle = 0;               ///< cycles
    std::uint32_t pc = 0;                  ///< byte address
    std::uint32_t value = 0;               ///< address, word or node number that was wrong
    std::uint32_t size = 0;                ///< bytes of the access, where there is one
    std::optional<std::uint32_t> word{};   ///< what the node has at `pc`, where that is mapped
    std::optional<std::uint32_t> source{}; ///< node whose message is at fault

    bool operator==(const Fault &) const = default;
};

/// "load from an unmapped address" ... : one phrase without place or value.
const char *describe(FaultKind kind);
/// What the user can do about it, one sentence.
const char *advice(FaultKind kind);

} // namespace inlet
