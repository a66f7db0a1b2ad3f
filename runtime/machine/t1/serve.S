// am_serve_() of <am_core.h>: in a hold, runs the handlers of the messages that have arrived
// ("enable message reception, disable message reception": CSD-94-823 section 3.4). In: $2 = mask
// bits to open, $3 = return address. Uses $1 $24 $25.
//
// __am_serve opens for all handlers, which hold and release independently of the caller.
// __am_serve_replies opens only for reply handlers. Open holds still count in these: from a count of
// 0, their first release would open for requests too, and a reply waits for nothing but replies.
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
        nop                                     // handlers run one after the other
        nop
        sw      $25, %lo(__xnet_holds)($1)      // before the mask closes, as in am_hold
        ctc2    $24, $XNET_NI_NISTAT
        nop
        jr      $3
        nop
        .size   __am_serve, . - __am_serve
__am_serve_end:
