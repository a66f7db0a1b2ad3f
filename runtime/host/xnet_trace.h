// Names for parts of the code, for `inlet report --section categories`: instructions and memory
// accesses by what they are for, as Tables 4-4 and 4-5 of "Active Messages: an Efficient
// Communication Architecture for Multiprocessors" (T. von Eicken, 1993) have them.
//
//     xnet_trace_begin("check destination");
//     ...
//     xnet_trace_end("check destination");
//
// Neither is an instruction: each leaves the address at which it stands and the name in a section
// of its own (.xnet_trace), which is not loaded. Where the compiler inlines or unrolls the code,
// each copy leaves its own. What is executed between begin and end belongs to the name; in between
// another name may begin and end. A handler that comes in between belongs to its own names.
//
// xnet_trace_off() and xnet_trace_on() say in the same way which code a trace shows: each node's
// records end where it comes to an off and begin again where it comes to an on, handlers that come
// in between included. A program that has an on anywhere begins with off.
//
// They are volatile to the compiler: it keeps their order among each other, network instructions
// and volatile accesses, and may move other instructions across, or leave the slot of a branch
// right behind one empty. NAME is a string literal without quotes and backslashes.
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
