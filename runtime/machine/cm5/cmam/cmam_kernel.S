! Arrivals as interrupts: the stubs of kernel and user (000 4.3.7). Two traps a message: the kernel
! identifies the arrival and returns to the user's stub, which handles all messages and traps back.
!
! The kernel's parts run with traps off in the window below the one that trapped, and use its locals
! only: %l0 PSR, %l1 pc, %l2 npc, %l3 NI_BASE. Kernel and user share supervisor mode here.
#include "../psr.h"
#include "cm5_ni.h"
#include "cmam_interrupt.h"
#include "cmam_window.h"

#define ICC 0x00f00000 /* of PSR */

        .text
        .globl  CMAM_kernel_arrival, CMAM_kernel_leave, CMAM_kernel_return, CMAM_kernel_float
        .globl  CMAM_user_stub, CMAM_user_stub_end, CMAM_kernel_second_look, CMAM_kernel_end

! A message under one of the user's tags has come.
        .type   CMAM_kernel_arrival, @function
CMAM_kernel_arrival:
        sethi   %hi(NI_BASE), %l3
        ld      [%l3 + NI_INT_CAUSE_O], %l4             ! the sources of this interrupt
        st      %l4, [%l3 + NI_INT_CAUSE_O]
        andcc   %g7, CMAM_IN_CRITICAL, %g0
        bne     2f
        ! The tag tells whether it is the user's; a poll may have taken the message meanwhile.
        ld      [%l3 + NI_LDR_STATUS_O], %l4
        andcc   %l4, 1 << NI_REC_OK_P, %g0
        be,a    1f
        ld      [%l3 + NI_RDR_STATUS_O], %l4
1:      andcc   %l4, 1 << NI_REC_OK_P, %g0
        be      resume_here
        sethi   %hi(NI_TAG_KERNEL << NI_DR_REC_TAG_P), %l5
        andcc   %l4, %l5, %g0
        bne     resume_here
        sethi   %hi(CMAM_interrupted), %l6
        or      %l6, %lo(CMAM_interrupted), %l6
        st      %g0, [%l3 + NI_INT_TAGS_O]
        mov     3, %l4                                  ! arrivals since the cause was cleared
        st      %l4, [%l3 + NI_INT_CAUSE_O]
to_user:
        std     %l0, [%l6]                              ! PSR, pc
        st      %l2, [%l6 + 8]
to_stub:
        sethi   %hi(PSR_EF), %l4                        ! the first use of floating point traps
        andn    %l0, %l4, %l0
        wr      %l0, %psr
        sethi   %hi(CMAM_user_stub), %l4
        or      %l4, %lo(CMAM_user_stub), %l4
        nop
        jmp     %l4
        rett    %l4 + 4
! In a critical section: its end will trap.
2:      st      %g0, [%l3 + NI_INT_TAGS_O]
        mov     3, %l4
        st      %l4, [%l3 + NI_INT_CAUSE_O]
        or      %g7, CMAM_MSG_PENDING, %g7
resume_here:
        wr      %l0, %psr
        nop
        nop
        nop
        jmp     %l1
        rett    %l2
        .size   CMAM_kernel_arrival, . - CMAM_kernel_arrival

! tsubcctv at the end of a critical section, while a message is pending: this completes the
! subtraction and continues after it (executed again, it would trap again).
        .type   CMAM_kernel_leave, @function
CMAM_kernel_leave:
        sub     %g7, CMAM_IN_CRITICAL + CMAM_MSG_PENDING, %g7
        sethi   %hi(CMAM_interrupted), %l6
        or      %l6, %lo(CMAM_interrupted), %l6
        sethi   %hi(NI_BASE), %l3
        mov     %l2, %l1
        ba      to_user
        add     %l2, 4, %l2
        .size   CMAM_kernel_leave, . - CMAM_kernel_leave

! Back from the user's stub: interrupts are on again. Arrivals while they were off were not recorded,
! so this checks once more.
        .type   CMAM_kernel_return, @function
CMAM_kernel_return:
        sethi   %hi(CMAM_interrupted), %l6
        or      %l6, %lo(CMAM_interrupted), %l6
        ld      [%l6 + 12], %l4                         ! tags that interrupt
        sethi   %hi(NI_BASE), %l3
        st      %l4, [%l3 + NI_INT_TAGS_O]
        ld      [%l3 + NI_LDR_STATUS_O], %l4
        ld      [%l3 + NI_RDR_STATUS_O], %l5
        or      %l4, %l5, %l4
        andcc   %l4, 1 << NI_REC_OK_P, %g0
CMAM_kernel_second_look:
        bne     again
        sethi   %hi(PSR_EF), %l5
        andcc   %l0, %l5, %g0
        be      3f
        ld      [%l6], %l4                              ! PSR of the interrupted code
        ! A handler has used floating point.
        .irp    n, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
        ldd     [%l6 + 16 + 4 * \n], %f\n
        .endr
        ld      [%l6 + 16 + 128], %fsr
3:      sethi   %hi(ICC + PSR_EF), %l5
        and     %l4, %l5, %l4                           ! its icc and EF
        andn    %l0, %l5, %l0
        wr      %l0, %l4, %psr                          ! exclusive or
        ld      [%l6 + 4], %l1
        ld      [%l6 + 8], %l2
        nop
        jmp     %l1
        rett    %l2
again:  st      %g0, [%l3 + NI_INT_TAGS_O]
        mov     3, %l4
        ba      to_stub_again
        st      %l4, [%l3 + NI_INT_CAUSE_O]
        .size   CMAM_kernel_return, . - CMAM_kernel_return

! Floating-point registers of the interrupted code are saved once: EF stays on until the return.
to_stub_again:
        sethi   %hi(CMAM_user_stub), %l4
        or      %l4, %lo(CMAM_user_stub), %l4
        wr      %l0, %psr
        nop
        nop
        nop
        jmp     %l4
        rett    %l4 + 4

! fp_disabled: the first floating-point instruction of the handlers.
        .type   CMAM_kernel_float, @function
CMAM_kernel_float:
        sethi   %hi(PSR_EF), %l4
        wr      %l0, %l4, %psr
        sethi   %hi(CMAM_interrupted + 16), %l6
        or      %l6, %lo(CMAM_interrupted + 16), %l6
        nop
        .irp    n, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
        std     %f\n, [%l6 + 4 * \n]
        .endr
        st      %fsr, [%l6 + 128]
        jmp     %l1
        rett    %l2
        .size   CMAM_kernel_float, . - CMAM_kernel_float
CMAM_kernel_end:

! The user's stub, in the window of the interrupted code. Handlers may change %g1 to %g4 and %y.
        .type   CMAM_user_stub, @function
CMAM_user_stub:
        save    %sp, -MINFRAME, %sp
        mov     %g1, %l0
        mov     %g2, %l1
        mov     %g3, %l2
        mov     %g4, %l3
        call    CMAM_poll
        rd      %y, %l4
        wr      %l4, %y
        mov     %l0, %g1
        mov     %l1, %g2
        mov     %l2, %g3
        mov     %l3, %g4
        restore
        ta      CMAM_RETURN_TRAP                        ! back to the kernel
CMAM_user_stub_end:
        .size   CMAM_user_stub, . - CMAM_user_stub

! PSR, pc and npc of the interrupted code; the tags that interrupt; floating point, 32 registers and
! FSR.
        .bss
        .align  8
        .globl  CMAM_interrupted
        .type   CMAM_interrupted, @object
CMAM_interrupted:
        .space  16 + 128 + 8
        .size   CMAM_interrupted, 16 + 128 + 8
