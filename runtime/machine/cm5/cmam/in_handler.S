! Active Messages of programs with threads: a word tells whether a handler is running, so that a call
! of threads in a handler ends the run with a message (lib/threads/src/scheduler.c). In other programs
! cmam_tags.S has these tag handlers, as weak symbols: only __am_is_handling brings this file.
#include "cmam_window.h"
#include "tag_handler.h"

        .bss
        .p2align 2
running:
        .skip   4

        .text
        .globl  __am_is_handling
        .type   __am_is_handling, @function
__am_is_handling:
        sethi   %hi(running), %o0
        retl
        ld      [%o0 + %lo(running)], %o0
        .size   __am_is_handling, . - __am_is_handling

! Reply handlers interrupt request handlers in their sends, so the word's former value is kept. A
! handler preserves %l6 and %l7, in whose window the tag handler runs.
        .macro  enter
        mov     %o7, %l6
        sethi   %hi(running), Rtmp
        ld      [Rtmp + %lo(running)], %l7
        st      Rnibase, [Rtmp + %lo(running)]
        .endm
        .macro  leave
        sethi   %hi(running), Rtmp
        jmp     %l6 + 8
        st      %l7, [Rtmp + %lo(running)]
        .endm

        .macro  handle name, recv
        tag_handler \name
        enter
        ld      [Rnibase + \recv], Rtmp
        ldd     [Rnibase + \recv], %o0
        jmpl    Rtmp, %o7
        ldd     [Rnibase + \recv], %o2
        leave
        end_tag_handler \name
        .endm
        handle  CMAM_handle_req, NI_LDR_RECV_O
        handle  CMAM_handle_rep, NI_RDR_RECV_O

        .macro  handle_from name, recv
        tag_handler \name
        enter
        ld      [Rnibase + \recv], %o0
        ld      [Rnibase + \recv], %o1
        sll     %o0, 32 - NI_AM_SOURCE_P, Rtmp
        srl     Rtmp, 30 - NI_AM_SOURCE_P, Rtmp
        ldd     [Rnibase + \recv], %o2
        srl     %o0, NI_AM_SOURCE_P, %o0
        jmpl    Rtmp, %o7
        ld      [Rnibase + \recv], %o4
        leave
        end_tag_handler \name
        .endm
        handle_from CMAM_handle_req_from, NI_LDR_RECV_O
        handle_from CMAM_handle_rep_from, NI_RDR_RECV_O
