! Sends of CMAM. 000 4.3.5.1; the lines of Figure 4-19 have its numbers, the others are this project's.
#include "cm5_ni.h"
#include "cmam_window.h"

        .text
        .globl  CMAM_4, CMAM_reply_4

! void CMAM_4(int node, void (*fun)(), ...): a request; serves both networks. The whole message is in
! %i0 to %i5, and stays there until it is sent.
        .type   CMAM_4, @function
CMAM_4:
        save    %sp, -MINFRAME, %sp                             !  2
        sethi   %hi(CMAM_NI_first), Rni1st                      !  3
        ld      [Rni1st + %lo(CMAM_NI_first)], Rni1st           !  4
        sethi   %hi(NI_BASE), Rnibase                           !  5
        sethi   %hi(~0x8007ffff), Rtmp                          !  destinations have these bits (NI bug)
        andn    %i0, Rtmp, %i0                                  !  7
s1:     ld      [Rnibase + NI_RDR_STATUS_O], Rstat2             !  8
        std     %i0, [Rni1st]                                   !  9
        std     %i2, [Rnibase + NI_LDR_SEND_O]                  ! 10
        std     %i4, [Rnibase + NI_LDR_SEND_O]                  ! 11
        andcc   Rstat2, 1 << NI_REC_OK_P, %g0                   ! 12 a reply has arrived?
        bne     s2r                                             ! 13
        ld      [Rnibase + NI_LDR_STATUS_O], Rstat              ! 14
s1c:    andcc   Rstat, 1 << NI_SEND_OK_P, %g0                   ! 15 sent?
        be      s4                                              ! 16
        andcc   Rstat, 1 << NI_REC_OK_P, %g0                    ! 17 a request has arrived?
        bne,a   s3                                              ! 18
        sethi   %hi(CMAM_left_htab), Rjtab                      ! 19
s2:     ret                                                     ! 20
        restore                                                 ! 21

! Replies have arrived. The message is in the interface, or was dropped; the status tells which after they
! have been handled.
s2r:    sethi   %hi(CMAM_right_htab), Rjtab
        DISPATCH(Rstat2, NI_RDR_STATUS_O)
        ba      s1c
        ld      [Rnibase + NI_LDR_STATUS_O], Rstat

! Sent, and requests have arrived.
s3:     DISPATCH(Rstat, NI_LDR_STATUS_O)
        ret
        restore

! The interface dropped the message: all words again, after handling the requests that have arrived.
s4:     be      s1
        sethi   %hi(CMAM_left_htab), Rjtab
        DISPATCH(Rstat, NI_LDR_STATUS_O)
        ba      s1
        nop
        .size   CMAM_4, . - CMAM_4

! void CMAM_reply_4(int node, void (*fun)(), ...): a reply; checks the right network only.
        .type   CMAM_reply_4, @function
CMAM_reply_4:
        save    %sp, -MINFRAME, %sp
        sethi   %hi(CMAM_NI_reply_first), Rni1st
        ld      [Rni1st + %lo(CMAM_NI_reply_first)], Rni1st
        sethi   %hi(NI_BASE), Rnibase
        sethi   %hi(~0x8007ffff), Rtmp
        andn    %i0, Rtmp, %i0
r1:     std     %i0, [Rni1st]
        std     %i2, [Rnibase + NI_RDR_SEND_O]
        std     %i4, [Rnibase + NI_RDR_SEND_O]
        ld      [Rnibase + NI_RDR_STATUS_O], Rstat
        andcc   Rstat, 1 << NI_SEND_OK_P, %g0
        be      r4
        andcc   Rstat, 1 << NI_REC_OK_P, %g0
        bne,a   r3
        sethi   %hi(CMAM_right_htab), Rjtab
        ret
        restore
r3:     DISPATCH(Rstat, NI_RDR_STATUS_O)
        ret
        restore
r4:     be      r1
        sethi   %hi(CMAM_right_htab), Rjtab
        DISPATCH(Rstat, NI_RDR_STATUS_O)
        ba      r1
        nop
        .size   CMAM_reply_4, . - CMAM_reply_4

! void CMAM_xfer_4i(int node, int segment, unsigned offset, int d1, int d2, int d3, int d4): as CMAM_4
! with a segment's message. Its words use the registers of CMAM_4's; the last one is on the stack.
        .macro  xfer first, loop
        save    %sp, -MINFRAME, %sp
        sethi   %hi(NI_BASE), Rnibase
        sethi   %hi(~0x8007ffff), Rtmp
        andn    %i0, Rtmp, %i0
        add     %i1, %i2, %i1
        mov     %i3, %i2
        mov     %i4, %i3
        mov     %i5, %i4
        ld      [%fp + 92], %i5
        ba      \loop
        or      Rnibase, \first, Rni1st
        .endm
#define FIRST(side) NI_##side##_SEND_FIRST_O + (NI_TAG_XFER << NI_FIRST_TAG_P) + (5 << NI_FIRST_LENGTH_P)

        .globl  CMAM_xfer_4i, CMAM_reply_xfer_4i
        .type   CMAM_xfer_4i, @function
CMAM_xfer_4i:
        xfer    FIRST(LDR), s1
        .size   CMAM_xfer_4i, . - CMAM_xfer_4i
        .type   CMAM_reply_xfer_4i, @function
CMAM_reply_xfer_4i:
        xfer    FIRST(RDR), r1
        .size   CMAM_reply_xfer_4i, . - CMAM_reply_xfer_4i

! The address for the first word of a message: it contains the tag, chosen at run time, so that other
! libraries may use other tags (000 4.3.5.1).
        .data
        .align  4
        .globl  CMAM_NI_first, CMAM_NI_reply_first
        .type   CMAM_NI_first, @object
        .type   CMAM_NI_reply_first, @object
CMAM_NI_first:
        .word   NI_BASE + NI_LDR_SEND_FIRST_O + (NI_TAG_CMAM << NI_FIRST_TAG_P) + (5 << NI_FIRST_LENGTH_P)
        .size   CMAM_NI_first, 4
CMAM_NI_reply_first:
        .word   NI_BASE + NI_RDR_SEND_FIRST_O + (NI_TAG_CMAM << NI_FIRST_TAG_P) + (5 << NI_FIRST_LENGTH_P)
        .size   CMAM_NI_reply_first, 4
