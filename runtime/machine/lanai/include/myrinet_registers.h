/* The interface between a Myrinet machine and its software: the host's window (001 1.6.2, 3.3.2)
 * and the special registers of the network interface's processor. The host library, the control
 * program and the emulator include this file. Names and offsets of the special registers are those
 * of the LANai 4's public headers. A tick is 5 ns, a cycle of the host; a cycle of the interface is
 * 6 ticks. */
#ifndef MYRINET_REGISTERS_H
#define MYRINET_REGISTERS_H

/* --- The host's window on the PCI bus --- */

#define MYRINET_SRAM_BYTES 0x100000

/* SRAM, write-combined: stores stay in four buffers of 32 bytes until a buffer is full or is needed
 * for another line, until the fence, or until a load from the window. */
#define MYRINET_SRAM 0xE0000000
/* The same SRAM, uncached: each store is a transfer on the bus. Stores are posted. */
#define MYRINET_SRAM_UNCACHED 0xE0100000
/* What the driver does for a process. Aligned words; no transfer on the bus. */
#define MYRINET_DRIVER 0xE0200000
#define MYRINET_DRIVER_BYTES 0x2000

/* Offsets from MYRINET_DRIVER. */
#define MYRINET_OPEN 0x00      /* load: 0, the device is open now; 1: it was open already */
#define MYRINET_NODE 0x04      /* load: the number of this node */
#define MYRINET_NODES 0x08     /* load: the number of nodes */
#define MYRINET_PIN_FIRST 0x0C /* store: an address in memory */
#define MYRINET_PIN_BYTES 0x10 /* store: DMA may use so many bytes from there on */
/* store: the entry of the interrupt handler, or 0. The interrupt pushes EFLAGS, CS and EIP onto the
 * program's stack, clears IF and jumps there. IRET returns. Interrupts wait while IF is 0. */
#define MYRINET_HANDLER 0x14
/* store: acknowledges the interrupt, which would otherwise come again after IRET. */
#define MYRINET_SIGNAL 0x18
/* store: the fence (001 3.3.2 uses an atomic increment). Ends when all stores are in SRAM. */
#define MYRINET_FENCE 0x1C
/* store: the address of the function that observers take for the handler of packets, but for those
 * that name their own (LFC_ACTIVE in lfc_layout.h). Nothing else depends on it. */
#define MYRINET_UPCALL 0x20
/* store: observers learn that the library has dropped the packet that it takes from a buffer, and
 * why: LFC_DROPPED (lfc_layout.h). Nothing else depends on it. */
#define MYRINET_DROPPED 0x24
/* store: a fence that also tells observers that the host has handed a packet with so many bytes of
 * data over to the control program. The value is the address in SRAM at which its header begins
 * or will begin, plus the number of the destination << 20, and MYRINET_ACTIVE for a
 * packet that names its handler; or plus MYRINET_SEVERAL for several destinations and for packets
 * that are not a client's. */
#define MYRINET_HAND_OVER(bytes) (0x0400 + (bytes))
#define MYRINET_SEVERAL (0xFFFu << 20)
#define MYRINET_ACTIVE (0x800u << 20)
#define MYRINET_MOST_BYTES 0xBFF /* more are told as so many */
/* load: the number of bytes of the route to node n, then, in three words, 12 bytes that end with
 * the route. The words' bytes are those of the packet when they are stored as they are. */
#define MYRINET_ROUTE(n) (0x1000 + 16 * (n))

/* --- Special registers of the network interface, words --- */

#define LANAI_REGISTERS 0xFFFFFF00

/* Offsets from LANAI_REGISTERS. */
#define LANAI_ISR 0x28     /* load: events; store: clears the bits that are 1; HOST_SIG */
#define LANAI_IT 0x30      /* counts down each 0.5 us; TIME is set when it becomes negative */
#define LANAI_RTC 0x34     /* counts up each 0.5 us */
#define LANAI_EAR 0x3C     /* host DMA: address in the host's memory */
#define LANAI_LAR 0x40     /* host DMA: address in SRAM */
#define LANAI_DMA_CTR 0x44 /* host DMA: bytes left; the store starts it, the end sets DMA */
#define LANAI_RMP 0x48     /* receive DMA: where the next word goes; a whole packet sets RECV */
#define LANAI_RML 0x4C     /* receive DMA: end of the buffer; the store arms it for one packet */
#define LANAI_SMP 0x50     /* send DMA: first byte, at any address */
#define LANAI_SMLT 0x58    /* send DMA: end; the store sends the packet, the end sets SEND */
#define LANAI_DMA_DIR 0x80 /* host DMA: 1, SRAM to host; 0, host to SRAM */
#define LANAI_TIMEOUT 0x88 /* period of NRES in units of 0.5 us */
#define LANAI_MYRINET 0x8C /* LANAI_NRES_ON, LANAI_CRC_ON, LANAI_CRC_STOPS */
/* No register of a LANai: the same as MYRINET_DROPPED for the control program, which may tell it of
 * the packet that it has received last, or the one before. */
#define LANAI_DROPPED 0xF0

/* LANAI_ISR. RECV, SEND, DMA and TIME stay until the program clears them. */
#define LANAI_RECV (1u << 1)
#define LANAI_BUFF (1u << 2) /* the receive DMA is not armed */
#define LANAI_SEND (1u << 3)
#define LANAI_DMA (1u << 4)
#define LANAI_TIME (1u << 5)
#define LANAI_NRES (1u << 11)     /* a packet has waited for the receive DMA for TIMEOUT */
#define LANAI_HOST_SIG (1u << 30) /* store: interrupts the host; loads read 0 */

/* LANAI_MYRINET. */
#define LANAI_NRES_ON 1u
/* A word behind each received packet, at the next word boundary: 0 if its checksum was right, else
 * 1. RMP is behind it. Without it corrupt packets are received like others. */
#define LANAI_CRC_ON 2u
/* A packet with a wrong checksum ends the run with an error that names its source and the link. */
#define LANAI_CRC_STOPS 4u

#endif
