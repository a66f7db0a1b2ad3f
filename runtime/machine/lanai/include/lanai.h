/* For control programs: the special registers of the interface's processor. A load or store of one
 * takes one cycle of SRAM, that of its instruction. */
#ifndef LANAI_H
#define LANAI_H

#include <myrinet_registers.h>
#include <stdint.h>

/* The offsets are constants: `ld -216[%r0]` is one instruction. */
static inline uint32_t lanai_load(uint32_t offset) {
    return *(volatile uint32_t *)(LANAI_REGISTERS + offset);
}
static inline void lanai_store(uint32_t offset, uint32_t value) {
    *(volatile uint32_t *)(LANAI_REGISTERS + offset) = value;
}

/* The variable that a program declares with LANAI_SHARE has this address: the host finds it. */
#define LANAI_SHARED 0x1000
#define LANAI_SHARE __attribute__((section(".bss.shared"), used))

#endif
