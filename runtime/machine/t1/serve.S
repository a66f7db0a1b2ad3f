// am_serve_() of <am_core.h>: in a hold, runs the handlers of what has arrived ("enable message
// reception, disable message reception": CSD-94-823 section 3.4). In: $2 = mask bits to open, $3 =
// return address. Uses $1 $24 $25.
//
// __am_serve opens for all handlers, which hold and release as if nobody else did.
// __am_serve_replies opens for those of replies only. The holds go on in them: were they counted
// from 0, the first release would open for requests, too, and a reply waits for nothing but replies.
#include <xnet_asm.h>

        .set    noreorder
        .set    noat

        .text
        .globl  __am_serve_begin, __am_serve_end        // to am_defer.c a hold
__am_serve_begin:
        .globl  __am_serve_replies
        .type   __am_serve_replies, @function
__am_serve_replies:
        lui     $1, %hi(__xnet_holds)
        cfc2    $24, $XNET_NI_NISTAT
        b       1f
        lw      $25, %lo(__xnet_holds)($1)
        .size   __am_serve_replies, . - __am_serve_replies

        .globl  __am_serve
        .type   __am_serve, @function
__am_serve:
        lui     $1, %hi(__xnet_holds)
        lw      $25, %lo(__xnet_holds)($1)
        cfc2    $24, $XNET_NI_NISTAT
        sw      $0, %lo(__xnet_holds)($1)
1:      or      $2, $2, $24
        ctc2    $2, $XNET_NI_NISTAT
        nop                                     // open from here at the latest (A.10, "Hazards");
        nop                                     // one handler after the other runs
        nop
        sw      $25, %lo(__xnet_holds)($1)      // before the mask closes, as in am_hold
        ctc2    $24, $XNET_NI_NISTAT
        nop
        jr      $3
        nop
        .size   __am_serve, . - __am_serve
__am_serve_end:
