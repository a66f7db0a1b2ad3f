// Instructions of the DMA channels and of processor registers (docs/ncube2-x86.md), and numbers of
// these registers. For assembly and C of the kernel.
#pragma once

#define PR_ID 4     // this node's number
#define PR_OUTRDY 6 // bit p: output channel p has sent everything
#define PR_INRDY 7  // bit p: a message has come in channel p
#define PR_INEN 9   // bit p: channel p interrupts
#define PR_CYCLES 13
#define PR_KSP 14   // stack of the kernel
#define PR_VBASE 16 // vectors: 8 bytes each, the handler's address first
#define PR_ULOW 17  // first address of the user
#define PR_UHIGH 18 // behind the last

#define ALL_INPUTS 0x1fff
#define FIRST_OUTPUT 32 // register number of output channel 0; those of inputs start at 0

#define VECTOR_SEND 0x21
#define VECTOR_REPLY 0x22
#define VECTOR_RECV 0x23
#define VECTOR_INFO 0x24
#define VECTOR_INPUT 0x40

// Selectors of the flat segments.
#define USER_CS 0x1b
#define USER_SS 0x23
#define EFLAGS_IF 0x200

// Flags of the handshake (000 Figure 4-9).
#define IN_HANDLER 1
#define MSG_PENDING 2
#define IN_CRITICAL 4

#define BUFFER_BYTES 2048
#define LENGTH_MASK 0x7ff
#define SEGMENT_OFFSET 4 // offset to the user's view of a message, after the first word
#define CHANNELS 13
#define AM_BIT 0x40000000 // in a message's first word: it is an Active Message
#define NODE_MASK 0x1fff
#define REPLY_BIT 0x00010000 // the trap REPLY has sent it: for reports alone, nobody reads it

#ifndef __ASSEMBLER__
// The instructions in C: builtins of the compiler.
#define lptr(channel, address) __builtin_ncube2_lptr(channel, address)
#define lcnt(channel, count) __builtin_ncube2_lcnt(channel, count)
#define ldpr(number, value) __builtin_ncube2_ldpr(number, value)
#define stpr(number) __builtin_ncube2_stpr(number)
#endif
