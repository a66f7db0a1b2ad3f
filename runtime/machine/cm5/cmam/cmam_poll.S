! Polls of CMAM: 000 4.3.5.2, Figure 4-21, and tag dispatch: 4.3.5.3, Figure 4-22.
!
! The figure shows what a compiler made of an inline function. As a function it would lose its
! return address to its two calls: it is kept in %o2, only on the path where a message has arrived.
#include "cm5_ni.h"
#include "cmam_window.h"

        .text
        .globl  CMAM_poll, CMAM_request_poll, CMAM_reply_poll, CMAM_got_left, CMAM_got_right

        .type   CMAM_poll, @function
CMAM_poll:
        sethi   %hi(NI_BASE), %o0                               !  2
        ld      [%o0 + NI_LDR_STATUS_O], %o1                    !  3
        andcc   %o1, 1 << NI_REC_OK_P, %g0                      !  4 a request has arrived?
        be,a    p1                                              !  5
        ld      [%o0 + NI_RDR_STATUS_O], %o1                    !  6
        mov     %o7, %o2
        call    CMAM_got_left                                   !  7
        nop                                                     !  8
        mov     %o2, %o7
        ld      [%o0 + NI_RDR_STATUS_O], %o1                    !  9
p1:     andcc   %o1, 1 << NI_REC_OK_P, %g0                      ! 10 a reply has arrived?
        be,a    p2                                              ! 11
        nop                                                     ! 12
        mov     %o7, %o2
        call    CMAM_got_right                                  ! 13
        nop                                                     ! 14
        mov     %o2, %o7
p2:     retl                                                    ! 15
        nop                                                     ! 16
        .size   CMAM_poll, . - CMAM_poll
        .weak   __am_poll_main                  ! am_poll; poll_deferring.c replaces it
        .set    __am_poll_main, CMAM_poll
        .size   __am_poll_main, 0

        .type   CMAM_request_poll, @function
CMAM_request_poll:
        sethi   %hi(NI_BASE), %o0
        ld      [%o0 + NI_LDR_STATUS_O], %o1
        andcc   %o1, 1 << NI_REC_OK_P, %g0
        be      1f
        mov     %o7, %o2
        call    CMAM_got_left
        nop
        mov     %o2, %o7
1:      retl
        nop
        .size   CMAM_request_poll, . - CMAM_request_poll

        .type   CMAM_reply_poll, @function
CMAM_reply_poll:
        sethi   %hi(NI_BASE), %o0
        ld      [%o0 + NI_RDR_STATUS_O], %o1
        andcc   %o1, 1 << NI_REC_OK_P, %g0
        be      1f
        mov     %o7, %o2
        call    CMAM_got_right
        nop
        mov     %o2, %o7
1:      retl
        nop
        .size   CMAM_reply_poll, . - CMAM_reply_poll

! void CMAM_got_left(int *ni, int status): a poll found a message; dispatch on its tag.
        .type   CMAM_got_left, @function
CMAM_got_left:
        save    %sp, -MINFRAME, %sp                             !  2
        sethi   %hi(CMAM_left_htab), Rjtab                      !  3
        srl     %i1, NI_DR_REC_TAG_P - NI_TAB_SHIFT, %i1        !  4
g1:     and     %i1, TAG_MASK, %i1                              !  5
        jmpl    Rjtab + %i1, %o7                                !  6
        mov     %i0, Rnibase                                    !  7
        ld      [%i0 + NI_LDR_STATUS_O], %i1                    !  8
        andcc   %i1, 1 << NI_REC_OK_P, %g0                      !  9
        bne,a   g1                                              ! 10
        srl     %i1, NI_DR_REC_TAG_P - NI_TAB_SHIFT, %i1        ! 11
        ret                                                     ! 12
        restore                                                 ! 13
        .size   CMAM_got_left, . - CMAM_got_left

        .type   CMAM_got_right, @function
CMAM_got_right:
        save    %sp, -MINFRAME, %sp
        sethi   %hi(CMAM_right_htab), Rjtab
        srl     %i1, NI_DR_REC_TAG_P - NI_TAB_SHIFT, %i1
h1:     and     %i1, TAG_MASK, %i1
        jmpl    Rjtab + %i1, %o7
        mov     %i0, Rnibase
        ld      [%i0 + NI_RDR_STATUS_O], %i1
        andcc   %i1, 1 << NI_REC_OK_P, %g0
        bne,a   h1
        srl     %i1, NI_DR_REC_TAG_P - NI_TAB_SHIFT, %i1
        ret
        restore
        .size   CMAM_got_right, . - CMAM_got_right
