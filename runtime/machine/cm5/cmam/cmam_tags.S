! Handlers of tags. CMAM_start copies each into its place in the tables of both networks, so they are
! at most 64 instructions long and contain no relative address beyond themselves (000 4.3.5.3).
#include "cm5_ni.h"
#include "cmam_window.h"
#include "tag_handler.h"

        .text

! An Active Message: load it into the registers of arguments and go to its handler, which returns
! into the dispatch of tags (000 4.3.5.4, Figure 4-23). Weak: in programs with threads in_handler.S has
! the handlers of Active Messages.
        .macro  handle name, recv
        tag_handler \name, weak
        ld      [Rnibase + \recv], Rtmp                         !  2
        ldd     [Rnibase + \recv], %o0                          !  3
        jmp     Rtmp                                            !  4
        ldd     [Rnibase + \recv], %o2                          !  5
        end_tag_handler \name
        .endm
        handle  CMAM_handle_req, NI_LDR_RECV_O
        handle  CMAM_handle_rep, NI_RDR_RECV_O

! An Active Message of <am.h>: the first word has the source in its upper ten bits and the handler's
! address by words below; the handler gets the source as its first argument.
        .macro  handle_from name, recv
        tag_handler \name, weak
        ld      [Rnibase + \recv], %o0
        ld      [Rnibase + \recv], %o1
        sll     %o0, 32 - NI_AM_SOURCE_P, Rtmp
        srl     Rtmp, 30 - NI_AM_SOURCE_P, Rtmp
        ldd     [Rnibase + \recv], %o2
        srl     %o0, NI_AM_SOURCE_P, %o0
        jmp     Rtmp
        ld      [Rnibase + \recv], %o4
        end_tag_handler \name
        .endm
        handle_from CMAM_handle_req_from, NI_LDR_RECV_O
        handle_from CMAM_handle_rep_from, NI_RDR_RECV_O

! Two double words for a segment. The handler polls itself, and keeps the segment's address and count
! in registers while messages are for the same segment (000 4.3.5.5).
!   %o0 segment and offset   %o1 address   %o2 %o3 data   %o4 base   %o5 bytes left
!   Rtmp number of the segment   %l6 its descriptor (struct CMAM_segment, cmam_segments.c)
        .macro  handle_xfer name, status, recv
        tag_handler \name
        ld      [Rnibase + \recv], %o0
1:      srl     %o0, 24, Rtmp                                   ! another segment
        sll     Rtmp, 4, %l6
        sethi   %hi(CMAM_segments), %o4
        add     %o4, %l6, %l6                                   ! the table is at a multiple of 4096
        ld      [%l6], %o4
        ld      [%l6 + 4], %o5
        sll     %o0, 8, %o1
2:      srl     %o1, 8, %o1                                     ! the same segment
        ldd     [Rnibase + \recv], %o2
        add     %o4, %o1, %o1
        std     %o2, [%o1]
        ldd     [Rnibase + \recv], %o2
        subcc   %o5, 16, %o5
        ble     4f
        std     %o2, [%o1 + 8]
        ld      [Rnibase + \status], %o3
        andcc   %o3, 1 << NI_REC_OK_P, %g0
        be      3f
        srl     %o3, NI_DR_REC_TAG_P, %o3
        subcc   %o3, NI_TAG_XFER, %g0
        be,a    5f
        ld      [Rnibase + \recv], %o0
3:      jmp     %o7 + 8                                         ! the dispatch checks again
        st      %o5, [%l6 + 4]
5:      srl     %o0, 24, %o3
        subcc   %o3, Rtmp, %g0
        be      2b
        sll     %o0, 8, %o1
        ba      1b
        st      %o5, [%l6 + 4]
4:      st      %o5, [%l6 + 4]                                  ! all bytes are there
        sethi   %hi(CMAM_segment_ends), Rtmp
        or      Rtmp, %lo(CMAM_segment_ends), Rtmp
        mov     %o7, %l7
        jmpl    Rtmp, %o7
        mov     %l6, %o0
        jmp     %l7 + 8
        nop
        end_tag_handler \name
        .endm
        handle_xfer CMAM_handle_xfer_req, NI_LDR_STATUS_O, NI_LDR_RECV_O
        handle_xfer CMAM_handle_xfer_rep, NI_RDR_STATUS_O, NI_RDR_RECV_O

! Up to 8 bytes for a segment, at any address: the ends of a block.
        .macro  handle_bytes name, recv
        tag_handler \name
        ld      [Rnibase + \recv], %o0
        ld      [Rnibase + \recv], %o1                          ! their number
        ldd     [Rnibase + \recv], %o2
        ld      [Rnibase + \recv], %o4                          ! fills the message
        sethi   %hi(CMAM_segment_bytes), Rtmp
        or      Rtmp, %lo(CMAM_segment_bytes), Rtmp
        jmp     Rtmp                                            ! returns into the dispatch
        nop
        end_tag_handler \name
        .endm
        handle_bytes CMAM_handle_bytes_req, NI_LDR_RECV_O
        handle_bytes CMAM_handle_bytes_rep, NI_RDR_RECV_O

! A tag of the kernel: its interrupt takes the message, so nothing is read (000 4.3.5.3).
        tag_handler CMAM_handle_kernel
        jmp     %o7 + 8
        nop
        end_tag_handler CMAM_handle_kernel

! The tables of the copied handlers: an entry of 64 instructions for each of 16 tags. Empty entries
! are no instruction (UNIMP 0), so a message with an unknown tag causes an illegal instruction there.
        .bss
        .align  4096
        .globl  CMAM_left_htab, CMAM_right_htab
        .type   CMAM_left_htab, @object
        .type   CMAM_right_htab, @object
! Each entry is a function by name, so that reports and debuggers name the code that is copied there.
        .macro  entries side
        .irp    tag, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        .type   CMAM_\side\()_tag_\tag, @function
CMAM_\side\()_tag_\tag:
        .space  1 << NI_TAB_SHIFT
        .size   CMAM_\side\()_tag_\tag, 1 << NI_TAB_SHIFT
        .endr
        .endm
CMAM_left_htab:
        entries left
        .size   CMAM_left_htab, 16 << NI_TAB_SHIFT
CMAM_right_htab:
        entries right
        .size   CMAM_right_htab, 16 << NI_TAB_SHIFT

! Before every constructor: constructors may send.
        .section .init_array.00000, "aw"
        .align  4
        .word   CMAM_start
