// The CM-5's network interface (docs/cm5-abi.md, "The network interface"), for programs in C and
// assembly and for the emulator (emulator/ni/cm5/registers.h): the only definition of its numbers.
// 000 names the registers without values; the base and the clock's place are from Paradyn's CM-5
// runtime, the others are this project's. They satisfy the listings of 000: `set NI_BASE` is one
// instruction, and masks and offsets fit in the 13 signed bits of an immediate.
#pragma once

#define NI_BASE 0x20000000

#define NI_INT_TAGS_O 0x040  /* a bit a tag whose arrival interrupts: left 15..0, right 31..16 */
#define NI_INT_CAUSE_O 0x044 /* causes; writing ones clears them */
#define NI_SELF_O 0x048      /* this node's number */
#define NI_PARTITION_O 0x04c /* number of nodes */
/* Of machines of kind loggp (docs/loggp.md), stores: bytes that the next message carries */
#define NI_BLOCK_FROM_O 0x050  /* their address here */
#define NI_BLOCK_TO_O 0x054    /* their address there */
#define NI_BLOCK_BYTES_O 0x058 /* how many, at most NI_BLOCK_MOST */
#define NI_BLOCK_MOST 0xf000
#define NI_TIME_O 0x070    /* cycles, low word */
#define NI_BARRIER_O 0x080 /* control network: a store enters, a load says how it is */
#define NI_BARRIER_COMPLETE 1
#define NI_BARRIER_NONE 2 /* machines of kind loggp: there is no control network */

/* Left data network: requests. Right data network: replies (000 4.3.2.1, footnote 10). */
#define NI_LDR_STATUS_O 0x100
#define NI_LDR_SEND_O 0x108 /* further words of the message that is being written */
#define NI_LDR_RECV_O 0x110 /* next word of the first received message */
#define NI_RDR_STATUS_O 0x140
#define NI_RDR_SEND_O 0x148
#define NI_RDR_RECV_O 0x150

/* A store here begins a message; the address has tag and length (000 4.3.5.1). */
#define NI_LDR_SEND_FIRST_O 0x800
#define NI_RDR_SEND_FIRST_O 0xc00
#define NI_FIRST_TAG_P 6
#define NI_FIRST_LENGTH_P 3

/* Status of a data network. */
#define NI_SEND_OK_P 0
#define NI_REC_OK_P 1
#define NI_REC_LENGTH_P 2 /* 3 bits: remaining words of the first message */
#define NI_SEND_SPACE_P 5
#define NI_DR_REC_TAG_P 12 /* 4 bits */

/* Tags. The kernel reserves eight (000 4.3.5.3). */
#define NI_TAG_CMAM 1  /* handler and four words */
#define NI_TAG_XFER 2  /* segment and offset, two double words */
#define NI_TAG_BYTES 3 /* the same with up to 8 bytes and their number, for the ends of a block */
#define NI_TAG_AM 4    /* source and handler in one word, four words: <am.h> */
#define NI_TAG_KERNEL 8
/* NI_TAG_AM's first word: the source above this bit, the handler's address by words below it. */
#define NI_AM_SOURCE_P 22

/* An entry of a table of tag handlers: 64 instructions (000 4.3.5.3). */
#define NI_TAB_SHIFT 8
