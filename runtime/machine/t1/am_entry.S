// The way into every AM handler. A message to `void h(int src, ...)` carries h - 8, where the
// compiler put (docs/t1-abi.md, "Handlers")
//         j __xnet_am_entry ; cfc2 $8, $25
// Here: $4-$7 and $29 are the message, $8 = h - 8, $9 = top of this level's stack. Of the registers
// that a C function may clobber, $4-$9 and $29 belong to the event set; the others are the
// interrupted code's and are saved.
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
.Lcall: jalr    $8
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
.Lend:

// The unwind table, for debuggers: the caller of this frame is the code that the message interrupts.
// Its pc, $4-$9 and $29 are in LPEPC or HPEPC and in a register set that is not visible, which DWARF
// cannot name. A debugger at inlet finds them as words at `the top of this level's stack +
// 0x80000000 + n` (emulator/ni/interrupted.h). Written by hand, because in this section the
// assembler emits no 'S': the interrupted code has made no call.
#define PC 72 /* the pc's column is no register of a MIPS: $31 is one of the saved registers */

        .macro  interrupted column, n   // DW_CFA_expression: DW_OP_plus_uconst 0x80000000 + n
        .byte   0x10, \column, 6, 0x23, 0x80 + \n, 0x80, 0x80, 0x80, 0x08
        .endm
        .macro  saved   register, at    // DW_CFA_offset: at($29)
        .byte   0x80 | \register, (FRAME - \at) / 4
        .endm

        .section .debug_frame, "", @progbits
.Lcie:  .4byte  .Lcie_end - .Lcie - 4, 0xFFFFFFFF
        .byte   1                       // version
        .asciz  "S"
        .byte   1, 0x7C, PC             // addresses in bytes, offsets in -4 bytes
        .balign 4
.Lcie_end:
.Lfde:  .4byte  .Lfde_end - .Lfde - 4, .Lcie, __xnet_am_entry, .Lend - __xnet_am_entry
        .byte   0x0C, 9, 0              // DW_CFA_def_cfa: $9, the top of the stack
        interrupted PC, 0
        interrupted 4, 1
        interrupted 5, 2
        interrupted 6, 3
        interrupted 7, 4
        interrupted 8, 5
        interrupted 9, 6
        interrupted 29, 7
        .byte   0x40 | 8                // DW_CFA_advance_loc: $29 is set
        .byte   0x0C, 29, FRAME
        .byte   0x02, .Lcall - __xnet_am_entry - 8
        saved   1, 28
        saved   2, 32
        saved   3, 36
        saved   10, 20
        saved   11, 24
        saved   12, 40
        saved   13, 44
        saved   14, 48
        saved   15, 52
        saved   24, 56
        saved   25, 60
        saved   31, 64
        .balign 4                       // DW_CFA_nop is 0
.Lfde_end:
