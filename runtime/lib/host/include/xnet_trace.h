// Names for parts of the code, for `inlet report --section categories`: instructions and memory
// accesses by purpose, as in Tables 4-4 and 4-5 of "Active Messages: an Efficient Communication
// Architecture for Multiprocessors" (T. von Eicken, 1993).
//
//     xnet_trace_begin("check destination");
//     ...
//     xnet_trace_end("check destination");
//
// Neither is an instruction: each records its address and the name in a section of its own
// (.xnet_trace), which is not loaded. Where the compiler inlines or unrolls the code, each copy
// records its own. Instructions executed between begin and end belong to the name; another name may
// begin and end in between. A handler that interrupts belongs to its own names.
//
// xnet_trace_off() and xnet_trace_on() select in the same way which code a trace shows: each node's
// records end where it reaches an off and begin again where it reaches an on, including handlers
// that interrupt. A program that contains an on begins with off.
//
// They are volatile to the compiler: it keeps their order among each other, network instructions
// and volatile accesses, and may move other instructions across them, or leave empty the delay slot
// of a branch directly after one. NAME is a string literal without quotes and backslashes.
#pragma once

#define xnet_trace_begin(name) XNET_TRACE_LABEL("1", name)
#define xnet_trace_end(name) XNET_TRACE_LABEL("0", name)
#define xnet_trace_off() XNET_TRACE_LABEL("2", "")
#define xnet_trace_on() XNET_TRACE_LABEL("3", "")

// An entry: address, kind (0 end, 1 begin, 2 off, 3 on), name with a 0, filled up to a word.
#define XNET_TRACE_LABEL(kind, name)                                                               \
    __asm__ volatile("7391:\n\t"                                                                   \
                     ".pushsection .xnet_trace,\"\",@progbits\n\t"                                 \
                     ".p2align 2\n\t"                                                              \
                     ".4byte 7391b\n\t"                                                            \
                     ".byte " kind "\n\t"                                                          \
                     ".asciz \"" name "\"\n\t"                                                     \
                     ".p2align 2\n\t"                                                              \
                     ".popsection")
