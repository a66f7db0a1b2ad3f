! Sends of CMAM with the source, and sends in a hold, for <am_core.h>.
!
! _from: the first word has the source in its upper ten bits and the handler's address by words below
! (1024 nodes, text below 16 MiB), under a tag of its own.
! _held: checks for arrivals only when the network refuses, so that no handler runs in a critical
! section without need.
#include "cm5_ni.h"
#include "cmam_window.h"

        .macro  window_and_node
        save    %sp, -MINFRAME, %sp
        sethi   %hi(NI_BASE), Rnibase
        sethi   %hi(~0x8007ffff), Rtmp
        andn    %i0, Rtmp, %i0
        .endm

        .macro  add_source
        sethi   %hi(__xnet_node), Rtmp
        ld      [Rtmp + %lo(__xnet_node)], Rtmp
        srl     %i1, 2, %i1
        sll     Rtmp, NI_AM_SOURCE_P, Rtmp
        or      %i1, Rtmp, %i1
        .endm

#define FIRST(side, tag) NI_##side##_SEND_FIRST_O + (tag << NI_FIRST_TAG_P) + (5 << NI_FIRST_LENGTH_P)

        .text

! Sends, and serves both networks.
        .globl  CMAM_4_from
        .type   CMAM_4_from, @function
CMAM_4_from:
        window_and_node
        add_source
        or      Rnibase, FIRST(LDR, NI_TAG_AM), Rni1st
1:      ld      [Rnibase + NI_RDR_STATUS_O], Rstat2
        std     %i0, [Rni1st]
        std     %i2, [Rnibase + NI_LDR_SEND_O]
        std     %i4, [Rnibase + NI_LDR_SEND_O]
        andcc   Rstat2, 1 << NI_REC_OK_P, %g0
        bne     3f
        ld      [Rnibase + NI_LDR_STATUS_O], Rstat
2:      andcc   Rstat, 1 << NI_SEND_OK_P, %g0
        be      5f
        andcc   Rstat, 1 << NI_REC_OK_P, %g0
        bne,a   4f
        sethi   %hi(CMAM_left_htab), Rjtab
        ret
        restore
3:      sethi   %hi(CMAM_right_htab), Rjtab
        DISPATCH(Rstat2, NI_RDR_STATUS_O)
        ba      2b
        ld      [Rnibase + NI_LDR_STATUS_O], Rstat
4:      DISPATCH(Rstat, NI_LDR_STATUS_O)
        ret
        restore
5:      be      1b
        sethi   %hi(CMAM_left_htab), Rjtab
        DISPATCH(Rstat, NI_LDR_STATUS_O)
        ba      1b
        nop
        .size   CMAM_4_from, . - CMAM_4_from

! Sends, and serves the network of replies.
        .globl  CMAM_reply_4_from
        .type   CMAM_reply_4_from, @function
CMAM_reply_4_from:
        window_and_node
        add_source
        or      Rnibase, FIRST(RDR, NI_TAG_AM), Rni1st
1:      std     %i0, [Rni1st]
        std     %i2, [Rnibase + NI_RDR_SEND_O]
        std     %i4, [Rnibase + NI_RDR_SEND_O]
        ld      [Rnibase + NI_RDR_STATUS_O], Rstat
        andcc   Rstat, 1 << NI_SEND_OK_P, %g0
        be      3f
        andcc   Rstat, 1 << NI_REC_OK_P, %g0
        bne,a   2f
        sethi   %hi(CMAM_right_htab), Rjtab
        ret
        restore
2:      DISPATCH(Rstat, NI_RDR_STATUS_O)
        ret
        restore
3:      be      1b
        sethi   %hi(CMAM_right_htab), Rjtab
        DISPATCH(Rstat, NI_RDR_STATUS_O)
        ba      1b
        nop
        .size   CMAM_reply_4_from, . - CMAM_reply_4_from

! Sends, and serves when the network refuses: both networks for a request, that of replies for a
! reply.
        .macro  retry first, send, status, poll
        or      Rnibase, \first, Rni1st
1:      std     %i0, [Rni1st]
        std     %i2, [Rnibase + \send]
        std     %i4, [Rnibase + \send]
        ld      [Rnibase + \status], Rstat
        andcc   Rstat, 1 << NI_SEND_OK_P, %g0
        bne     2f
        nop
        call    \poll
        nop
        ba      1b
        nop
2:      ret
        restore
        .endm

        .globl  CMAM_4_held, CMAM_4_from_held, CMAM_reply_4_held, CMAM_reply_4_from_held
        .type   CMAM_4_held, @function
CMAM_4_held:
        window_and_node
        retry   FIRST(LDR, NI_TAG_CMAM), NI_LDR_SEND_O, NI_LDR_STATUS_O, CMAM_poll
        .size   CMAM_4_held, . - CMAM_4_held
        .type   CMAM_4_from_held, @function
CMAM_4_from_held:
        window_and_node
        add_source
        retry   FIRST(LDR, NI_TAG_AM), NI_LDR_SEND_O, NI_LDR_STATUS_O, CMAM_poll
        .size   CMAM_4_from_held, . - CMAM_4_from_held
        .type   CMAM_reply_4_held, @function
CMAM_reply_4_held:
        window_and_node
        retry   FIRST(RDR, NI_TAG_CMAM), NI_RDR_SEND_O, NI_RDR_STATUS_O, CMAM_reply_poll
        .size   CMAM_reply_4_held, . - CMAM_reply_4_held
        .type   CMAM_reply_4_from_held, @function
CMAM_reply_4_from_held:
        window_and_node
        add_source
        retry   FIRST(RDR, NI_TAG_AM), NI_RDR_SEND_O, NI_RDR_STATUS_O, CMAM_reply_poll
        .size   CMAM_reply_4_from_held, . - CMAM_reply_4_from_held
