// The entries of the resident kernel: start, exceptions, and messages from other kernels. No event occurs while it works
// (Status.KD), so it needs one stack, and $26 and $27 are its own.
#include <cop0.h>
#include <kernel.h>
#include <kernel_frame.h>
#include <xnet_asm.h>

        .set    noreorder
        .set    noat
        .weak   __kernel_base   // of t1-kernel.ld

#define STACK 4096

// All registers but $0, $26, $27.
        .macro  each instruction
        .irp    n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 28, 29, 30, 31
        \instruction $\n, FRAME_REGISTERS + 4 * \n($27)
        .endr
        .endm

        .text

// A node starts here, in kernel mode, with the register values of docs/t1-abi.md.
        .globl  __kernel_start
        .type   __kernel_start, @function
__kernel_start:
        la      $2, kernel_entry
        mtc0    $2, $COP0_VECTOR
        la      $2, __kernel_base
        mtc0    $2, $COP0_BARRIER
        move    $16, $4
        move    $17, $6
        move    $18, $7
        la      $29, kernel_stack + STACK - 16
        jal     kernel_arguments        // (argc, argv): argv where the program may write
        nop
        move    $4, $16
        move    $5, $2
        move    $6, $17
        move    $7, $18
        addiu   $29, $2, -16            // o32: room for four arguments
        li      $3, COP0_STATUS_KD | COP0_STATUS_CU2 | COP0_STATUS_KUP
        mtc0    $3, $COP0_STATUS
        la      $26, _start
        jr      $26
        rfe
        .size   __kernel_start, . - __kernel_start

// Every exception: saves the registers, calls kernel_exception(frame), and continues with the state that is then in the
// frame.
        .globl  kernel_entry
        .type   kernel_entry, @function
kernel_entry:
        la      $27, kernel_stack + STACK - FRAME_BYTES
        each    sw
        mfhi    $8
        mflo    $9
        mfc0    $10, $COP0_EPC
        mfc0    $11, $COP0_CAUSE
        cfc2    $12, $XNET_NI_NISTAT
        sw      $8, FRAME_HI($27)
        sw      $9, FRAME_LO($27)
        sw      $10, FRAME_EPC($27)
        sw      $11, FRAME_CAUSE($27)
        sw      $12, FRAME_NISTAT($27)
        move    $29, $27
        jal     kernel_exception
        addiu   $4, $27, FRAME_REGISTERS
        move    $27, $29
        lw      $8, FRAME_HI($27)
        lw      $9, FRAME_LO($27)
        mthi    $8
        mtlo    $9
        each    lw
        lw      $26, FRAME_NISTAT($27)
        lw      $27, FRAME_EPC($27)
        ctc2    $26, $XNET_NI_NISTAT    // seen from the third instruction on (A.10)
        nop
        jr      $27
        rfe
        .size   kernel_entry, . - kernel_entry

// A low message that interrupts, in as few instructions as possible: it accesses no memory, and the handler's HRET returns
// directly. Cause is IP2 alone then.
        .globl  kernel_entry_tuned
        .type   kernel_entry_tuned, @function
kernel_entry_tuned:
        mfc0    $26, $COP0_CAUSE
        cfc2    $27, $XNET_NI_NISTAT
        andi    $26, $26, COP0_CAUSE_IP2 | 0x7C
        addiu   $26, $26, -COP0_CAUSE_IP2
        bnez    $26, kernel_entry
        lui     $26, XNET_NISTAT_LPEE >> 16
        xor     $27, $27, $26           // LPEE is set: no low message interrupts a low handler
        ctc2    $27, $XNET_NI_NISTAT    // the message's registers, from the third instruction on
        mfc0    $26, $COP0_EPC
        ctc2    $26, $XNET_NI_LPEPC     // the target of HRET
        cfc2    $26, $XNET_NI_INH
        nop
        jr      $26
        rfe
        .size   kernel_entry_tuned, . - kernel_entry_tuned

// unsigned kernel_handler(unsigned nistat, unsigned visible): the handler of the message whose registers `visible`, a value
// for nistat, makes visible. $4-$9 and $29 are saved and restored.
        .globl  kernel_handler
        .type   kernel_handler, @function
kernel_handler:
        move    $2, $4
        ctc2    $5, $XNET_NI_NISTAT
        nop
        nop
        cfc2    $3, $XNET_NI_INH
        ctc2    $2, $XNET_NI_NISTAT
        nop
        nop
        jr      $31
        move    $2, $3
        .size   kernel_handler, . - kernel_handler

// A message of another kernel: kernel_console(source and bytes, three words). Only kernels name it.
        .globl  kernel_console_entry
        .type   kernel_console_entry, @function
kernel_console_entry:
        la      $27, kernel_stack + STACK - FRAME_BYTES
        each    sw
        mfhi    $8
        mflo    $10
        sw      $8, FRAME_HI($27)
        sw      $10, FRAME_LO($27)
        jal     kernel_console
        move    $29, $27
        move    $27, $29
        lw      $8, FRAME_HI($27)
        lw      $10, FRAME_LO($27)
        mthi    $8
        mtlo    $10
        each    lw
        hret
        .size   kernel_console_entry, . - kernel_console_entry

        .bss
        .balign 16
kernel_stack:
        .space  STACK
