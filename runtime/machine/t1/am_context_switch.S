// Contexts (am_context.h of lib/threads): the registers that a callee preserves (o32), and the vector
// length. Handlers run on stacks of their own, so the stack pointer may change at any instruction.
#include <xnet_asm.h>

        .set    noreorder

#define FRAME 48
#define LENGTH 40
#define BELOW 16        /* of the last 16 bytes of a stack: the stack pointer of what lies below */

        .macro  preserve
        addiu   $29, $29, -FRAME
        .irp    n, 16, 17, 18, 19, 20, 21, 22, 23
        sw      $\n, 4 * (\n - 16)($29)
        .endr
        cfc2    $2, $XNET_NI_VLR
        sw      $30, 32($29)
        sw      $31, 36($29)
        sw      $2, LENGTH($29)
        .endm

        .text
        .globl  am_context_switch
        .type   am_context_switch, @function
am_context_switch:
        preserve
        sw      $29, 0($4)
        lw      $29, 0($5)
        lw      $3, LENGTH($29)
        .irp    n, 16, 17, 18, 19, 20, 21, 22, 23
        lw      $\n, 4 * (\n - 16)($29)
        .endr
        lw      $30, 32($29)
        lw      $31, 36($29)
        ctc2    $3, $XNET_NI_VLR
        move    $2, $0                          // of am_upcall: left
        jr      $31
        addiu   $29, $29, FRAME
        .size   am_context_switch, . - am_context_switch

        .globl  am_upcall
        .type   am_upcall, @function
am_upcall:                                      // (top, f, arg)
        preserve
        addiu   $4, $4, -BELOW
        sw      $29, 0($4)
        addiu   $29, $4, -16                    // o32: room for four arguments
        jalr    $5
        move    $4, $6
        lw      $3, 16($29)
        li      $2, 1
        beqz    $3, 1f
        nop
        move    $29, $3
        lw      $31, 36($29)
        jr      $31
        addiu   $29, $29, FRAME
1:      jal     __am_upcall_end
        nop
        .size   am_upcall, . - am_upcall

        .globl  __am_context_begin              // $16: f, $17: arg
        .type   __am_context_begin, @function
__am_context_begin:
        move    $31, $0
        addiu   $29, $29, -16
        move    $4, $17
        jr      $16
        nop
        .size   __am_context_begin, . - __am_context_begin
