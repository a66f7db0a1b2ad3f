// The way into every AM handler. A message to `void h(int src, ...)` carries h - 8, where the
// compiler put (docs/t1-abi.md, "Handlers")
//         j __xnet_am_entry ; cfc2 $8, $25
// Here: $4-$7 and $29 are the message, $8 = h - 8, $9 = top of this level's stack. Of what a C
// function may clobber, $4-$9 and $29 belong to the event set; the rest is the interrupted code's
// and is saved.
        .set    noreorder
        .set    noat

#define FRAME 80        /* 16 home of four arguments, 4 fifth argument, 14 registers, 4 to align */

        .text
        .globl  __xnet_am_entry
        .type   __xnet_am_entry, @function
__xnet_am_entry:
        sw      $29, 16 - FRAME($9)     // the fifth word is o32's fifth argument
        addiu   $29, $9, -FRAME
        sw      $10, 20($29)
        sw      $11, 24($29)
        mfhi    $10
        mflo    $11
        sw      $1, 28($29)
        sw      $2, 32($29)
        sw      $3, 36($29)
        sw      $12, 40($29)
        sw      $13, 44($29)
        sw      $14, 48($29)
        sw      $15, 52($29)
        sw      $24, 56($29)
        sw      $25, 60($29)
        sw      $31, 64($29)
        sw      $10, 68($29)
        addiu   $8, $8, 8
        jalr    $8
        sw      $11, 72($29)

        lw      $10, 68($29)
        lw      $11, 72($29)
        lw      $1, 28($29)
        mthi    $10
        mtlo    $11
        lw      $2, 32($29)
        lw      $3, 36($29)
        lw      $10, 20($29)
        lw      $11, 24($29)
        lw      $12, 40($29)
        lw      $13, 44($29)
        lw      $14, 48($29)
        lw      $15, 52($29)
        lw      $24, 56($29)
        lw      $25, 60($29)
        lw      $31, 64($29)
        addiu   $9, $29, FRAME          // the handler may have used $9; $29 it gave back
        hret
        .size   __xnet_am_entry, . - __xnet_am_entry
