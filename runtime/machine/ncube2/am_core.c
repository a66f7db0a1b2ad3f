// The slow paths of Active Messages: holds, messages that wait, channels that are busy.
#include <am_core.h>
#include <fail.h>

int __xnet_holds;

void __am_release_wrong(void) {
    xnet_fail_at(__builtin_return_address(0), "am_release() without am_hold()");
}

typedef void handler_t(uint32_t *buffer);

/// Runs *inbuf's handler. Nothing else interrupts meanwhile.
static void run(void) {
    uint32_t *const buffer = __ncube2_shared.inbuf;
    ((handler_t *)buffer[0])(buffer);
}

/// Within a handler: runs those of waiting messages, nested on this stack (000 4.2.2.4, AMrecv).
static void receive_nested(void) {
    while (ncube2_recv()) run();
    ncube2_set_flags(NCUBE2_IN_HANDLER);
}

void __am_defer_look(void) __attribute__((weak)); // where am_defer is linked

void __am_serve(void) {
    if (__ncube2_shared.flags & NCUBE2_IN_HANDLER) return;
    do {
        ncube2_set_flags(NCUBE2_IN_HANDLER);
        if (!ncube2_recv()) {
            if (__am_defer_look) __am_defer_look();
            return;
        }
        run();
        ncube2_clear_flags(NCUBE2_IN_HANDLER);
    } while (__ncube2_shared.flags & NCUBE2_MSG_PENDING);
}

/// In a hold, where the kernel accepts no messages: they are handled here, else no node could make
/// progress. The buffer is unchanged: handlers send from another one.
void __am_send_again(int dest, unsigned bytes) {
    do {
        if (__ncube2_shared.flags & NCUBE2_IN_HANDLER)
            xnet_fail_at(__builtin_return_address(0), "a handler sends a request");
        if (__ncube2_shared.flags & NCUBE2_MSG_PENDING) __am_serve();
    } while (ncube2_send(dest, bytes));
}

int __am_reply_failed(void) {
    receive_nested();
    return 1;
}

/// The program ends in main or in a handler: messages that it has held back may come.
void __am_exit(void) {
    __xnet_holds = 0;
    ncube2_clear_flags(NCUBE2_IN_HANDLER | NCUBE2_IN_CRITICAL);
    am_poll();
}
