// Interrupts on and off, and the kernel's entries in the trap table, which is text.
#include "cmam_interrupt.h"

#include "cmam.h"

#include <stdint.h>

#define NI(offset) (*(volatile unsigned *)(NI_BASE + (offset)))

enum {
    fp_disabled = 4,
    tag_overflow = 0x0A,
    level_10 = 0x1A,
    first_software = 0x80,
    all_of_users = ((1 << NI_TAG_KERNEL) - 1) * 0x10001 // on both networks
};

extern char __cm5_traps[];
extern const char CMAM_kernel_arrival[], CMAM_kernel_leave[], CMAM_kernel_return[],
    CMAM_kernel_float[];
extern struct { unsigned psr, pc, npc, tags; } CMAM_interrupted;

static void enter_at(unsigned trap, const char *handler) {
    volatile uint32_t *entry = (volatile uint32_t *)(__cm5_traps + 16 * trap);
    const uint32_t to = (uint32_t)(uintptr_t)handler;
    entry[0] = 0xA1480000;                // rd %psr, %l0
    entry[1] = 0x29000000 | to >> 10;     // sethi %hi(handler), %l4
    entry[2] = 0x81C52000 | (to & 0x3FF); // jmp %l4 + %lo(handler)
    entry[3] = 0x01000000;                // nop
    __asm__ volatile("flush %0\n\tflush %0 + 8" : : "r"(entry) : "memory");
}

void CMAM_enable_interrupts(void) {
    enter_at(fp_disabled, CMAM_kernel_float);
    enter_at(tag_overflow, CMAM_kernel_leave);
    enter_at(level_10, CMAM_kernel_arrival);
    enter_at(first_software + CMAM_RETURN_TRAP, CMAM_kernel_return);
    CMAM_poll();
    // In a section, so that arrivals between the lines are handled at its end.
    CMAM_enter();
    CMAM_interrupted.tags = all_of_users;
    NI(NI_INT_TAGS_O) = all_of_users;
    CMAM_poll();
    CMAM_leave();
}

void CMAM_disable_interrupts(void) {
    CMAM_enter();
    CMAM_interrupted.tags = 0; // for the kernel, which may still be returning
    NI(NI_INT_TAGS_O) = 0;
    NI(NI_INT_CAUSE_O) = 3;
    CMAM_leave();
}
