! Every trap that an instruction raises, by itself and in the slot of a branch, with its number, pc and npc worked out by hand (V8 7.4 and
! table 7-1). `tried` runs with a trap table that records these three and continues at npc; `expected` is the list.
#define PSR_S 0x80
#define PSR_EF 0x1000

        .macro  trap tt, pc, npc
        .pushsection .rodata.expected, "a"
        .word   \tt, \pc, \npc
        .popsection
        .endm
        ! The following instruction traps by itself.
        .macro  traps tt
        trap    \tt, 9f, 9f + 4
9:
        .endm
        ! It is in the slot of a taken branch: npc is the target of the branch.
        .macro  traps_in_slot tt
        ba      8f
        trap    \tt, 9f, 8f
9:
        .endm

        .section .rodata.expected, "a"
        .align  4
        .globl  expected
expected:
        .section .text.table, "ax"
        .align  4096
table:
        .rept   256
        rd      %tbr, %l3
        ba      note
        rd      %psr, %l0
        nop
        .endr
        ! Only locals are free. Number, pc, npc; icc is preserved.
note:   srl     %l3, 4, %l3
        and     %l3, 0xff, %l3
        sethi   %hi(noted_count), %l4
        ld      [%l4 + %lo(noted_count)], %l5
        add     %l5, 1, %l6
        st      %l6, [%l4 + %lo(noted_count)]
        sll     %l5, 3, %l6
        sll     %l5, 2, %l5
        add     %l5, %l6, %l5                   ! 12 bytes each
        sethi   %hi(noted), %l4
        or      %l4, %lo(noted), %l4
        add     %l4, %l5, %l4
        st      %l3, [%l4]
        st      %l1, [%l4 + 4]
        st      %l2, [%l4 + 8]
        xor     %l3, 1, %l5                     ! 1: there is no instruction after which to continue
        addcc   %l5, -1, %g0                    ! carry, if it is not 0
        bcs     1f
        xor     %l3, 0x89, %l5                  ! ta 9: back to supervisor mode
        b       2f
        mov     %g4, %l2
1:      addcc   %l5, -1, %g0
        bcs     2f
        nop
        or      %l0, 0x40, %l0                  ! PS
2:      wr      %l0, %psr                       ! icc, and PS
        nop
        nop
        nop
        jmp     %l2
        rett    %l2 + 4

        .text
        .globl  tried
        .type   tried, @function
tried:
        mov     %o7, %g3
        rd      %tbr, %g2
        sethi   %hi(table), %o0
        wr      %o0, %tbr
        sethi   %hi(words), %o1
        or      %o1, %lo(words), %o1

        ! 2, illegal_instruction
        traps   0x02
        unimp   0
        traps_in_slot 0x02
        unimp   0
        unimp   0                               ! jumped over
8:      bn      8f                              ! not taken, not annulled
        traps   0x02
        unimp   0
8:      bn,a    8f
        unimp   0                               ! annulled
8:      ba,a    8f
        unimp   0                               ! annulled
8:
        ! 7, mem_address_not_aligned; nothing is loaded
        mov     77, %o2
        traps   0x07
        ld      [%o1 + 2], %o2
        traps   0x07
        lduh    [%o1 + 1], %o2
        traps   0x07
        ldd     [%o1 + 4], %o2
        traps   0x07
        std     %o2, [%o1 + 4]
        traps   0x07
        sth     %o2, [%o1 + 3]
        traps   0x07
        ld      [%o1 + 1], %f2
        traps_in_slot 0x07
        st      %o2, [%o1 + 2]
        nop
8:      traps   0x07
        jmpl    %o1 + 2, %o2                    ! the JMPL itself traps, and sets no register
        cmp     %o2, 77
        bne     wrong
        nop
        ! 9, data_access_exception; 1, instruction_access_exception
        traps   0x09
        ld      [%g0], %o2
        traps   0x09
        st      %o2, [%g0 + 8]
        traps_in_slot 0x09
        ldub    [%g0 + 3], %o2
        nop
8:      set     8f, %g4
        set     0x7ffffff0, %o3
        trap    0x01, 0x7ffffff0, 0x7ffffff4
        jmp     %o3
        nop
8:
        ! 4, fp_disabled
        rd      %psr, %o4
        andn    %o4, PSR_EF, %o5
        wr      %o5, %psr
        nop
        nop
        nop
        traps   0x04
        fadds   %f0, %f1, %f2
        traps   0x04
        ld      [%o1], %f0
        traps   0x04
        st      %fsr, [%o1]
        traps   0x04
        fba     8f
        nop
8:      traps_in_slot 0x04
        fmovs   %f0, %f1
        nop
8:      wr      %o4, %psr
        nop
        nop
        nop
        ! 8, fp_exception: an operation that the unit does not have
        traps   0x08
        .word   0x81a00000 | 0x02b << 5         ! FSQRTq
        ! 0x24, cp_disabled
        traps   0x24
        .word   0x81b00000                      ! CPop1
        traps_in_slot 0x24
        .word   0xc1800000                      ! LDC [%g0], %c0
        nop
8:
        ! 5 and 6, window_overflow and window_underflow: the window below, or above, is invalid
        rd      %wim, %o4
        rd      %psr, %o5
        add     %o5, -1, %o3
        and     %o3, 7, %o3
        mov     1, %o2
        sll     %o2, %o3, %o3
        wr      %o3, %wim
        nop
        nop
        nop
        traps   0x05
        save    %sp, -96, %sp
        traps_in_slot 0x05
        save    %sp, -96, %sp
        nop
8:      add     %o5, 1, %o3
        and     %o3, 7, %o3
        sll     %o2, %o3, %o3
        wr      %o3, %wim
        nop
        nop
        nop
        traps   0x06
        restore
        traps_in_slot 0x06
        restore
        nop
8:      wr      %o4, %wim
        nop
        nop
        nop
        ! 10, tag_overflow; rd and icc are preserved
        mov     77, %o2
        cmp     %o2, 77
        traps   0x0a
        taddcctv %o1, 1, %o2
        traps   0x0a
        tsubcctv %o1, 2, %o2
        traps_in_slot 0x0a
        taddcctv %o1, 3, %o2
        nop
8:      bne     wrong
        nop
        cmp     %o2, 77
        bne     wrong
        mov     4, %o3
        taddcctv %o3, 4, %o2                    ! no tag, no overflow: no trap
#ifdef V8
        ! 0x2a, division_by_zero
        mov     77, %o2
        wr      %g0, %y
        nop
        nop
        nop
        traps   0x2a
        udiv    %o1, %g0, %o2
        traps   0x2a
        sdivcc  %o1, %g0, %o2
        cmp     %o2, 77
        bne     wrong
        nop
#endif
        ! 0x80 and up, Ticc: the sum's low seven bits
        traps   0x85
        ta      5
        traps   0xdf
        ta      0x5f
        mov     2, %o3
        traps   0x84
        ta      %o3 + 2
        cmp     %o3, 2
        tne     5
        tn      5
        traps   0x86
        te      6
        traps_in_slot 0x87
        ta      7
        nop
8:
        ! 3, privileged_instruction, in user mode
        rd      %psr, %o4
        andn    %o4, PSR_S, %o5
        wr      %o5, %psr
        nop
        nop
        nop
        traps   0x03
        rd      %psr, %o2
        traps   0x03
        rd      %wim, %o2
        traps   0x03
        wr      %g0, %tbr
        traps   0x03
        rett    %o7
        traps_in_slot 0x03
        wr      %g0, %psr
        nop
8:      traps   0x89
        ta      9
        rd      %psr, %o2                       ! supervisor again
        ! Out of order: an interrupt's number has no instruction, RETT with traps on is illegal
        traps   0x02
        rett    %o7

        wr      %g2, %tbr
        jmp     %g3 + 8
        mov     0, %o0
wrong:  wr      %g2, %tbr
        jmp     %g3 + 8
        mov     1, %o0
        .size   tried, . - tried

        .section .rodata.expected, "a"
        .globl  expected_end
expected_end:
        .bss
        .align  8
words:  .skip   16
        .globl  noted, noted_count
noted:  .skip   12 * 100
noted_count:
        .skip   4
