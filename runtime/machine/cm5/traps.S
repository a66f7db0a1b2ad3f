! The trap table, and the handlers of register windows. They cost the cycles of the instructions that
! they execute. An entry that begins with UNIMP means that the program has no handler: the emulator
! ends the run and names the instruction that trapped (docs/cm5-abi.md, "Traps").
!
! Every handler runs with traps off in the window below the one that trapped, and uses that window's
! locals only: %l0 PSR, %l1 pc, %l2 npc.
#include "psr.h"
#ifdef __sparc_xnet
#include "xnet/xnet_sparc.h"
#endif

        .macro  none
        unimp   0
        unimp   0
        unimp   0
        unimp   0
        .endm

        .section .cm5.traps, "ax"
        .align  4096
        .globl  __cm5_traps
        .type   __cm5_traps, @function
__cm5_traps:
        .rept   4                               ! 0 to 3
        none
        .endr
        ! 4: fp_disabled, in handlers
#ifdef __sparc_xnet
        rd      %psr, %l0
        XNET_RDNI(XNET_NI_NISTAT, 19)           ! %l3
        ba      __xnet_float
        nop
#else
        none
#endif
        ! 5: window_overflow
        rd      %wim, %l3
        mov     %g1, %l7
        ba      overflow
        srl     %l3, 1, %g1
        ! 6: window_underflow
        rd      %wim, %l3
        sll     %l3, 1, %l4
        ba      underflow
        srl     %l3, WINDOWS - 1, %l5
        .rept   0x83 - 7
        none
        .endr
        ! 0x83: ta 3, flush windows
        rd      %psr, %l0
        rd      %wim, %l3
        ba      flush
        mov     %g1, %l4
        .rept   0x100 - 0x84
        none
        .endr
        .size   __cm5_traps, . - __cm5_traps

! SAVE found no free window. The oldest frame, in the window below this one, goes to its stack, and the
! end of the ring moves there.
        .type   overflow, @function
overflow:
        sll     %l3, WINDOWS - 1, %l4
        or      %l4, %g1, %g1                   ! WIM, rotated to the right
        save                                    ! to the oldest frame
        wr      %g1, %wim
        std     %l0, [%sp]
        std     %l2, [%sp + 8]
        std     %l4, [%sp + 16]
        std     %l6, [%sp + 24]
        std     %i0, [%sp + 32]
        std     %i2, [%sp + 40]
        std     %i4, [%sp + 48]
        std     %i6, [%sp + 56]
        restore
        mov     %l7, %g1
        jmp     %l1                             ! SAVE again
        rett    %l2
        .size   overflow, . - overflow

! RESTORE needs a frame that is on its stack. It is reloaded, and the end of the ring moves up.
        .type   underflow, @function
underflow:
        or      %l4, %l5, %l4                   ! WIM, rotated to the left
        wr      %l4, %wim
        nop                                     ! WIM is relied on three instructions later (V8 B.29)
        nop
        nop
        restore                                 ! to the window that trapped
        restore                                 ! to the frame that it needs
        ldd     [%sp], %l0
        ldd     [%sp + 8], %l2
        ldd     [%sp + 16], %l4
        ldd     [%sp + 24], %l6
        ldd     [%sp + 32], %i0
        ldd     [%sp + 40], %i2
        ldd     [%sp + 48], %i4
        ldd     [%sp + 56], %i6
        save
        save
        jmp     %l1                             ! RESTORE again
        rett    %l2
        .size   underflow, . - underflow

! ta 3: all frames except the current one go to their stacks (setjmp, debuggers, unwinders).
        .type   flush, @function
flush:
        mov     %g2, %l5
        mov     %g3, %l6
        mov     %g4, %l7
        mov     %l3, %g1                        ! WIM: the end of the ring
        add     %l0, 1, %g2                     ! the window that trapped
        and     %g2, WINDOWS - 1, %g2
        mov     1, %g3
        sll     %g3, %g2, %g2                   ! its bit
        mov     %l0, %g4
        wr      %g0, %wim                       ! no instruction here traps
        nop
        nop
        nop
        restore                                 ! to the window that trapped
        sll     %g2, 1, %g3                     ! the bit of the one above
        srl     %g2, WINDOWS - 1, %g2
        or      %g2, %g3, %g2
        and     %g2, (1 << WINDOWS) - 1, %g2
        mov     %g2, %g3
1:      andcc   %g3, %g1, %g0
        bne     2f
        nop
        restore
        std     %l0, [%sp]
        std     %l2, [%sp + 8]
        std     %l4, [%sp + 16]
        std     %l6, [%sp + 24]
        std     %i0, [%sp + 32]
        std     %i2, [%sp + 40]
        std     %i4, [%sp + 48]
        std     %i6, [%sp + 56]
        srl     %g3, WINDOWS - 1, %l0           ! the bit of the next one; this frame's locals are free
        sll     %g3, 1, %g3
        or      %g3, %l0, %g3
        ba      1b
        and     %g3, (1 << WINDOWS) - 1, %g3
2:      wr      %g4, %psr                       ! back, with icc as it was
        nop
        nop
        nop
        wr      %g2, %wim                       ! only the window that trapped is left
        nop
        nop
        nop
        mov     %l4, %g1
        mov     %l5, %g2
        mov     %l6, %g3
        mov     %l7, %g4
        jmp     %l2                             ! behind ta
        rett    %l2 + 4
        .size   flush, . - flush
