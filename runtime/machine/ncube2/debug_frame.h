/* clang-format off */
/* Unwind tables of code that a message interrupts, for debuggers. Written by hand, because in
 * this section the assembler emits no 'S': the interrupted code has made no call. */
#define EAX 0                           /* DWARF's numbers (System V, i386) */
#define ECX 1
#define EDX 2
#define ESP 4
#define EIP 8
#define EFLAGS 9

/* DW_CFA_advance_loc1, def_cfa, def_cfa_offset, offset, same_value, expression of an address, and of
 * an address above the CFA. Offsets are words below the CFA. */
        .macro  at from, to
        .byte   0x02, \to - \from
        .endm
        .macro  cfa register, offset
        .byte   0x0C, \register, \offset
        .endm
        .macro  cfa_offset offset
        .byte   0x0E, \offset
        .endm
        .macro  saved register, words
        .byte   0x80 | \register, \words
        .endm
        .macro  again register
        .byte   0x08, \register
        .endm
        .macro  in_memory register, address
        .byte   0x10, \register, 5, 0x03
        .4byte  \address
        .endm
        /* At the CFA + 0x80000000 + 4 * n: emulator/ni/interrupted.h. */
        .macro  interrupted register, n
        .byte   0x10, \register, 6, 0x23, 0x80 + 4 * \n, 0x80, 0x80, 0x80, 0x08
        .endm

        .macro  debug_frame begin, end
        .section .debug_frame, "", @progbits
.Lcie:  .4byte  .Lcie_end - .Lcie - 4, 0xFFFFFFFF
        .byte   1                       /* version */
        .asciz  "S"
        .byte   1, 0x7C, EIP            /* addresses in bytes, offsets in -4 bytes */
        .balign 4
.Lcie_end:
.Lfde:  .4byte  .Lfde_end - .Lfde - 4, .Lcie, \begin, \end - \begin
        .endm
        .macro  debug_frame_end
        .balign 4                       /* DW_CFA_nop is 0 */
.Lfde_end:
        .endm
