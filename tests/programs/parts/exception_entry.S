// Passes exceptions of normal code to `void exception(struct frame *)` (exceptions.c): saves the registers, calls it, and
// continues with the frame's values.
#include <cop0.h>
        .set    noreorder
        .set    noat

#define FRAME (16 + 4 * 36)

        .text
        .globl  exception_entry
        .type   exception_entry, @function
exception_entry:
        lui     $27, %hi(exception_stack + 4096 - FRAME)
        addiu   $27, $27, %lo(exception_stack + 4096 - FRAME)
        .irp    n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 28, 29, 30, 31
        sw      $\n, 16 + 4 * \n($27)
        .endr
        sw      $0, 16($27)
        mfhi    $2
        mflo    $3
        sw      $2, 16 + 4 * 32($27)
        sw      $3, 16 + 4 * 33($27)
        mfc0    $2, $COP0_EPC
        mfc0    $3, $COP0_CAUSE
        sw      $2, 16 + 4 * 34($27)
        sw      $3, 16 + 4 * 35($27)
        move    $29, $27
        jal     exception
        addiu   $4, $27, 16
        move    $27, $29
        lw      $2, 16 + 4 * 32($27)
        lw      $3, 16 + 4 * 33($27)
        mthi    $2
        mtlo    $3
        lw      $26, 16 + 4 * 34($27)
        .irp    n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 28, 29, 30, 31
        lw      $\n, 16 + 4 * \n($27)
        .endr
        jr      $26
        rfe
        .size   exception_entry, . - exception_entry

        .bss
        .balign 8
exception_stack:
        .space  4096
