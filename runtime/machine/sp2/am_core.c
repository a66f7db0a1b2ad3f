// Sends and polls that wait, over the protocol, which does not wait (sp2_am.h).
#include <am_core.h>
#include <am_sends.h>
#include <fail.h>
#include <sp2_am.h>
#include <sp2_fast.h>
#include <sp2_internal.h>
#include <sp2_port.h>

int __xnet_holds;
struct sp2_endpoint __am_endpoint;

void __am_release_wrong(void) {
    xnet_fail_at(__builtin_return_address(0), "am_release() without am_hold()");
}

/// crt0 calls it if there are several nodes, and the first message of a node to itself calls it.
void __am_start(void) {
    sp2_start(&__am_endpoint, sp2_register(SP2_NODE), sp2_register(SP2_NODES),
              sp2_register(SP2_ENTRIES), sp2_register(SP2_LINE));
}

void __am_work(void);

void sp2_wrong(struct sp2_endpoint *e, const char *what) {
    (void)e;
    xnet_fail("Active Messages: %s", what);
}

/// The part of a poll that has found work.
__attribute__((used)) void __am_work(void) {
    struct sp2_endpoint *e = &__am_endpoint;
    if (e->in_handler) { // a handler that waits here waits in vain
        if (UNLIKELY(e->polls % SP2_QUIET_POLLS == 0)) sp2_say_quiet(e, 0);
        return;
    }
    sp2_work(e);
    if (__am_gets_open) __am_serve_gets(); // continues if a message was acknowledged
}

/// A poll that finds nothing saves no registers. The compiler does not turn calls of other
/// functions into jumps (the ABI's PLT), and gives a function with a call a frame on every path;
/// this one has no frame (machine.sh checks), so it may leave by a jump.
__attribute__((noinline)) void __am_poll(void) {
    if (LIKELY(is_quiet(&__am_endpoint))) return;
    __asm__ volatile("b __am_work");
    __builtin_unreachable();
}

// am_poll; poll_deferring.c replaces it.
__asm__(".weak __am_poll_main\n"
        ".set __am_poll_main, __am_poll\n"
        ".size __am_poll_main, 0\n");

static __attribute__((noinline, cold)) _Noreturn void wrong(void *caller, const char *what,
                                                            int dest, uint32_t handler) {
    if ((unsigned)dest >= (unsigned)__xnet_nodes)
        xnet_fail_at(caller, "a %s to a node that is not there: %d (there are %d: 0 to %d)", what,
                     dest, __xnet_nodes, __xnet_nodes - 1);
    if (handler < 4) xnet_fail_at(caller, "a %s to a handler that is a null pointer", what);
    xnet_fail_at(caller,
                 "a handler sends a %s: it may send replies only, and no more than its node keeps "
                 "until they have room",
                 what);
}

static inline __attribute__((always_inline)) void request(int dest, uint32_t handler,
                                                          const uint32_t *words, unsigned count) {
    struct sp2_endpoint *e = &__am_endpoint;
    if (UNLIKELY((unsigned)dest >= e->nodes || e->in_handler || handler < 4)) {
        if (!e->nodes) __am_start();
        if ((unsigned)dest >= e->nodes || e->in_handler || handler < 4)
            wrong(__builtin_return_address(0), "request", dest, handler);
    }
    while (UNLIKELY(!send_words(e, SP2_REQUEST, (unsigned)dest, handler, words, count)))
        __am_poll();
    if (!__xnet_holds) __am_poll(); // "automatically polled" (2.2)
}

static inline __attribute__((always_inline)) void reply(int dest, uint32_t handler,
                                                        const uint32_t *words, unsigned count) {
    struct sp2_endpoint *e = &__am_endpoint;
    if (UNLIKELY((unsigned)dest >= e->nodes || handler < 4)) {
        if (!e->nodes) __am_start();
        if ((unsigned)dest >= e->nodes || handler < 4)
            wrong(__builtin_return_address(0), "reply", dest, handler);
    }
    while (UNLIKELY(!send_words(e, SP2_REPLY, (unsigned)dest, handler, words, count))) {
        if (e->in_handler) wrong(__builtin_return_address(0), "reply", dest, handler);
        __am_poll();
    }
}

SENDS(request)
SENDS(reply)

/// The end of a program: waits until no message of this node might have to be sent again. From here
/// on, no message of this node carries acknowledgements, so each poll that finds messages sends
/// them (am_bulk.c): else their senders would end only when their probes are answered.
void __am_finish(void) {
    struct sp2_endpoint *e = &__am_endpoint;
    if (!__am_ends) {
        __am_ends = 1;
        ++__am_gets_open; // the end counts as one that stays open: other polls test nothing more
        sp2_acknowledge(e);
    }
    while (!sp2_all_acknowledged(e) || __am_gets_open > __am_ends) __am_poll();
}
