#include "inlet/fault.h"

namespace inlet {

const char *describe(FaultKind kind) {
    switch (kind) {
    case FaultKind::none: return "no fault";
    case FaultKind::unaligned: return "access to an unaligned address";
    case FaultKind::unmapped: return "access to an unmapped address";
    case FaultKind::main_stack: return "access to memory below the main stack, which is used up:";
    case FaultKind::low_stack:
        return "access to memory below the stack of low handlers, which is used up:";
    case FaultKind::high_stack:
        return "access to memory below the stack of high handlers, which is used up:";
    case FaultKind::thread_stack:
        return "access to memory below a thread's stack, which is used up:";
    case FaultKind::unallocated:
        return "access to memory between heap and stack that nobody has allocated:";
    case FaultKind::text_write: return "store into decoded instructions";
    case FaultKind::not_decoded: return "fetch of an instruction that is not decoded";
    case FaultKind::never_written: return "jump to memory in which nothing was ever stored";
    case FaultKind::kernel_memory: return "access to kernel memory in user mode";
    case FaultKind::illegal: return "illegal instruction";
    case FaultKind::overflow: return "signed overflow";
    case FaultKind::trap: return "trap instruction with its condition true";
    case FaultKind::float_exception: return "floating-point exception";
    case FaultKind::breakpoint: return "breakpoint instruction";
    case FaultKind::unusable: return "coprocessor unusable";
    case FaultKind::interrupt: return "software interrupt without a handler";
    case FaultKind::syscall: return "system call that is no host service";
    case FaultKind::bad_destination: return "SEND to a node that is not there";
    case FaultKind::handler_address: return "handler address that is not a multiple of four";
    case FaultKind::null_handler: return "message to a handler that is a null pointer";
    case FaultKind::io_handler:
        return "message to a handler of this program, but to an I/O node, which runs another";
    case FaultKind::hardwired_handler: return "no such hard-wired handler";
    case FaultKind::hardwired_request:
        return "a hard-wired handler cannot do what its message says";
    case FaultKind::hret_outside: return "HRET outside a handler";
    case FaultKind::hret_in_slot: return "HRET in a branch delay slot";
    case FaultKind::bad_register:
        return "access to a network interface register that does not exist";
    case FaultKind::bad_multicast: return "multicast to a node that no straight way leads to";
    case FaultKind::vector_length: return "vector length above 32";
    case FaultKind::bad_host_call: return "host service with arguments outside the node's memory";
    case FaultKind::program_failed: return "the program ended the run";
    case FaultKind::host_elsewhere: return "host service on a node that is no I/O node";
    case FaultKind::window_overflow: return "register window overflow without a handler";
    case FaultKind::window_underflow: return "register window underflow without a handler";
    case FaultKind::tag_overflow: return "tag overflow";
    case FaultKind::division_by_zero: return "division by zero";
    case FaultKind::unit_disabled: return "instruction that PSR does not allow";
    case FaultKind::privileged: return "instruction of the kernel in a user program";
    case FaultKind::bad_selector: return "IRET to a segment that does not exist";
    case FaultKind::port: return "instruction that the network interface refuses";
    case FaultKind::event_in_invalid_window:
        return "event in a register window that WIM says is not valid";
    case FaultKind::event_stack: return "event while %sp is not a stack pointer";
    case FaultKind::hret_traps_off: return "HRET with traps off";
    case FaultKind::hret_float_on: return "HRET with floating point on";
    case FaultKind::moved_text: return "code in a segment that is at another place in memory";
    case FaultKind::quotient: return "division whose quotient does not fit";
    case FaultKind::firmware_service: return "host service that firmware does not have";
    }
    return "unknown fault";
}

const char *advice(FaultKind kind) {
    switch (kind) {
    case FaultKind::none: return "nothing.";
    case FaultKind::unaligned:
        return "words lie at multiples of 4, halfwords at multiples of 2; look for a cast pointer, "
               "a packed "
               "structure or a damaged return address.";
    case FaultKind::unmapped:
        return "look for a null or wild pointer or a stack that is used up; a node's memory "
               "reaches from 0x00010000 "
               "to the machine's memory_bytes ('inlet machines' shows it).";
    case FaultKind::main_stack:
        return "look for a recursion without end and for large local arrays; a larger stack: link "
               "with -Wl,--defsym=__stack_size=BYTES (a multiple of 4096, docs/libc.md).";
    case FaultKind::low_stack:
    case FaultKind::high_stack:
        return "a handler has 64 KiB of stack: make large local arrays static, and leave recursion "
               "to main.";
    case FaultKind::thread_stack:
        return "look for a recursion without end and for large local arrays; a larger stack: the "
               "third "
               "argument of pan_thread_create (docs/panda.md).";
    case FaultKind::unallocated:
        return "look for a wild pointer or an index beyond its array; the heap grows by malloc "
               "(docs/libc.md).";
    case FaultKind::text_write:
    case FaultKind::not_decoded: break;
    case FaultKind::never_written:
        return "look for a wild function pointer or a damaged return address; code that a program "
               "makes must be stored before it is executed.";
    case FaultKind::kernel_memory:
        return "the kernel has set a write barrier (register Barrier); without an exception "
               "handler "
               "of its own this ends the run (docs/exceptions.md).";
    case FaultKind::illegal:
        return "compile with t1-clang (MIPS-II, big-endian, soft float); if the program did not "
               "mean to be here, "
               "look for a wild function pointer or handler address.";
    case FaultKind::overflow:
        return "ADD, ADDI and SUB trap on overflow; C code uses ADDU, ADDIU and SUBU, so look at "
               "hand-written "
               "assembly or -ftrapv.";
    case FaultKind::trap:
        return "compilers put such traps after a division (for a divisor of zero) and where "
               "-fsanitize-trap asks for "
               "them; look at the operands of this instruction.";
    case FaultKind::float_exception:
        return "the program enabled this exception in FCSR (feenableexcept); look at the operands "
               "of this instruction.";
    case FaultKind::breakpoint:
        return "__builtin_trap, abort and failed assertions end here; look at the caller.";
    case FaultKind::unusable:
        return "coprocessor 0 needs kernel mode or CU0 of Status, the network interface CU2; "
               "without "
               "an exception handler of the program's own this ends the run (docs/exceptions.md).";
    case FaultKind::interrupt:
        return "Cause and Status ask for an exception; install a handler first "
               "(docs/exceptions.md).";
    case FaultKind::syscall:
        return "the host services are SYSCALL 0x1F000 (exit) and 0x1F001 (write); link with "
               "t1-clang's own runtime, "
               "not with another libc.";
    case FaultKind::bad_destination:
        return "nodes are numbered from 0 to N-1; check the destination against am_procs(), and "
               "the number given "
               "with --nodes.";
    case FaultKind::handler_address:
        return "pass the address of a function; look for an integer or a damaged pointer used as "
               "handler.";
    case FaultKind::null_handler:
        return "look at what was given to am_request_*, am_reply_* or am_short_* as handler.";
    case FaultKind::io_handler:
        return "processors are numbered from 0 to am_procs() - 1, in Split-C PROCS - 1; the "
               "numbers behind that are the I/O nodes, and <io.h> asks them (docs/io.md).";
    case FaultKind::hardwired_handler:
        return "addresses from 0xffff0000 on are reserved for handlers in hardware (CSD-94-823 "
               "3.9); docs/hardwired.md says which there are, with how many words, and how a "
               "machine gets them (--machine t1-hardwired).";
    case FaultKind::hardwired_request:
        return "look at the sender: the address, a multiple of four in the node's memory, or the "
               "node and handler that the answer is to go to (docs/hardwired.md).";
    case FaultKind::hret_outside:
        return "HRET is legal only in a message handler (or with the registers of one made "
               "visible); do not call an "
               "XNET_HANDLER function like an ordinary one.";
    case FaultKind::hret_in_slot:
        return "move HRET out of the delay slot; T1's assembler does so by itself under '.set "
               "reorder'.";
    case FaultKind::bad_register:
        return "use the names of <xnet.h>; they are the registers that exist.";
    case FaultKind::bad_multicast:
        return "a multicast goes along the sender's row or column; to reach a patch, send it along "
               "one and from there along the other (docs/network.md); to itself a node sends it "
               "only where its row is a ring.";
    case FaultKind::vector_length:
        return "a vector register has 32 words; move longer data in pieces.";
    case FaultKind::window_overflow:
    case FaultKind::window_underflow:
        return "the trap table (TBR) has no handler for it, or traps were off (PSR.ET is 0): a "
               "trap handler must not use SAVE and RESTORE beyond the windows that it knows.";
    case FaultKind::tag_overflow:
        return "an operand of TADDccTV or TSUBccTV is not a multiple of 4, or the result does not "
               "fit, and the trap table has no handler.";
    case FaultKind::division_by_zero: return "look at the divisor of this instruction.";
    case FaultKind::unit_disabled:
        return "PSR.EF switches floating point on, PSR.EC the network interface of machines that "
               "have one in the coprocessor (start-up code does); the other machines have no "
               "coprocessor. PSR.S is clear in user mode, where state registers are not.";
    case FaultKind::privileged:
        return "LPTR, LCNT, LDPR, STPR, CLI, STI and HLT are the kernel's; a user program sends by "
               "its traps (docs/ncube2.md, docs/ncube2-x86.md).";
    case FaultKind::bad_selector:
        return "CS is 0x08 or 0x1b and SS 0x10 or 0x23 here; look for a stack that IRET does not "
               "stand right on.";
    case FaultKind::port:
        return "docs/ncube2.md and docs/ncube2-x86.md say which registers and channels there are.";
    case FaultKind::event_in_invalid_window:
        return "a trap handler that switches traps on first stores the frame whose window it is in "
               "(docs/cm5-xnet.md).";
    case FaultKind::event_stack:
        return "where traps are on, %sp is a multiple of 8 with 96 bytes of memory below it: a "
               "handler's frame goes there (docs/cm5-xnet.md).";
    case FaultKind::hret_traps_off: return "a handler switches traps on again before it ends.";
    case FaultKind::hret_float_on:
        return "no floating point in an XNET_HANDLER: its registers are the interrupted code's; a "
               "plain C function as handler of <am.h> may use it (docs/cm5-xnet.md).";
    case FaultKind::firmware_service:
        return "firmware may print and report failures; it does not exit, and has no heap or files";
    case FaultKind::quotient:
        return "the least integer divided by -1, or, in assembly, a dividend of two words that is "
               "too large; look at the operands of this instruction.";
    case FaultKind::moved_text:
        return "give the segment with the program its own address in memory (docs/ncube2.md).";
    case FaultKind::host_elsewhere:
        return "this machine has I/O nodes, and only they reach files and console: use <io.h>, or "
               "link with -Wl,-u,__io_console so that printf does (handlers: as long as main has "
               "not exited).";
    case FaultKind::program_failed:
        return "look at this place of the program: the message is its own or its runtime's "
               "(xnet_fail of <fail.h>).";
    case FaultKind::bad_host_call:
        return "the buffer given to write() must lie in mapped memory; look at its address and "
               "length.";
    }
    return "report this as a bug in inlet.";
}

} // namespace inlet
