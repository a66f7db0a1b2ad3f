// Coprocessor 0 of a T1 node, for C and for assembly: docs/exceptions.md describes it.
#pragma once

// Registers: mfc0 $2, $COP0_STATUS
#define COP0_BADVADDR 8
#define COP0_STATUS 12
#define COP0_CAUSE 13
#define COP0_EPC 14
#define COP0_PRID 15
#define COP0_BARRIER 21
#define COP0_VECTOR 22

// Status: the stack of modes, and which coprocessors may be used.
#define COP0_STATUS_IEC 0x01 // interrupts are enabled
#define COP0_STATUS_KUC 0x02 // user mode
#define COP0_STATUS_IEP 0x04 // the same before the exception
#define COP0_STATUS_KUP 0x08
#define COP0_STATUS_IEO 0x10 // and before that
#define COP0_STATUS_KUO 0x20
#define COP0_STATUS_IM0 0x00000100 // software interrupts 0 and 1
#define COP0_STATUS_IM1 0x00000200
#define COP0_STATUS_IM2 0x00000400 // arrivals of low and of high messages
#define COP0_STATUS_IM3 0x00000800
#define COP0_STATUS_KD 0x00010000 // no events in kernel mode
#define COP0_STATUS_CU0 0x10000000
#define COP0_STATUS_CU1 0x20000000
#define COP0_STATUS_CU2 0x40000000
#define COP0_STATUS_CU3 0x80000000

// Cause.
#define COP0_CAUSE_IP0 0x00000100
#define COP0_CAUSE_IP1 0x00000200
#define COP0_CAUSE_IP2 0x00000400 // this message arrived
#define COP0_CAUSE_IP3 0x00000800
#define COP0_CAUSE_BD 0x80000000 // in a delay slot: EPC is the branch
#define COP0_CAUSE_CODE(cause) ((cause) >> 2 & 31)
#define COP0_CAUSE_COPROCESSOR(cause) ((cause) >> 28 & 3) // of COP0_CPU; of COP0_C2E one of these:
#define COP0_C2E_HANDLER 0     // SEND: the handler address; BadVAddr has the bad value
#define COP0_C2E_DESTINATION 1 // SEND: the destination
#define COP0_C2E_REGISTER 2    // CFC2, CTC2: the register's number, or the value for it
#define COP0_C2E_HRET 3        // HRET outside a handler, or in a delay slot: its address
#define COP0_INT 0
#define COP0_ADEL 4
#define COP0_ADES 5
#define COP0_SYS 8
#define COP0_BP 9
#define COP0_RI 10
#define COP0_CPU 11
#define COP0_OV 12
#define COP0_TR 13
#define COP0_FPE 15
#define COP0_C2E 18

#ifdef __ASSEMBLER__

// Return from exception, in the slot of the jump back: jr $27 ; rfe. The assembler has no such
// instruction for MIPS-II.
// clang-format off
        .macro  rfe
        .word   0x42000010
        .endm
// clang-format on

#else

#include <stdint.h>

/// A register of coprocessor 0, by one of the numbers above.
#define cop0_read(number)                                                                          \
    __extension__({                                                                                \
        uint32_t cop0_value_;                                                                      \
        __asm__ volatile("mfc0 %0, $%1" : "=r"(cop0_value_) : "i"(number) : "memory");             \
        cop0_value_;                                                                               \
    })
#define cop0_write(number, value)                                                                  \
    __asm__ volatile("mtc0 %0, $%1" : : "r"((uint32_t)(value)), "i"(number) : "memory")

/// Sets the exception handler; 0: exceptions end the run with a message of inlet.
static inline void cop0_set_vector(void (*handler)(void)) {
    cop0_write(COP0_VECTOR, (uint32_t)(uintptr_t)handler);
}

#endif
