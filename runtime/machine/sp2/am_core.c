// Sends and polls that wait, over the protocol that does not (sp2_am.h).
#include <am_core.h>
#include <fail.h>
#include <sp2_am.h>
#include <sp2_internal.h>
#include <sp2_port.h>

int __xnet_holds;
struct sp2_endpoint __am_endpoint;

void __am_release_wrong(void) {
    xnet_fail_at(__builtin_return_address(0), "am_release() without am_hold()");
}

/// crt0 calls it where there are several nodes, and the first message that one node sends itself.
void __am_start(void) {
    sp2_start(&__am_endpoint, sp2_register(SP2_NODE), sp2_register(SP2_NODES),
              sp2_register(SP2_ENTRIES), sp2_register(SP2_LINE));
}

void sp2_wrong(struct sp2_endpoint *e, const char *what) {
    (void)e;
    xnet_fail("Active Messages: %s", what);
}

typedef void handler_t(uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t);

void sp2_run(struct sp2_endpoint *e, uint32_t handler, unsigned source, const uint32_t *w,
             unsigned count) {
    (void)e, (void)count;
    handler_t *const run = (handler_t *)(handler & ~3u);
    if (handler & 1)
        run(source, w[0], w[1], w[2], w[3], w[4]);
    else
        run(w[0], w[1], w[2], w[3], w[4], 0);
}

void __am_poll(void) {
    struct sp2_endpoint *e = &__am_endpoint;
    if (__builtin_expect(e->in_handler, 0)) return;
    sp2_poll(e);
    if (__builtin_expect(__am_gets_open, 0)) __am_serve_gets();
}

static __attribute__((noinline, cold)) _Noreturn void wrong(void *caller, const char *what,
                                                            int dest) {
    if ((unsigned)dest >= (unsigned)__xnet_nodes)
        xnet_fail_at(caller, "a %s to node %d, which there is not", what, dest);
    if (__am_endpoint.in_handler)
        xnet_fail_at(caller,
                     "a handler sends a %s: it may send replies only, and no more than "
                     "its node keeps until they have room",
                     what);
    xnet_fail_at(caller, "a %s to no handler", what);
}

void __am_request(int dest, uint32_t handler, unsigned count, uint32_t a, uint32_t b, uint32_t c,
                  uint32_t d) {
    struct sp2_endpoint *e = &__am_endpoint;
    if (__builtin_expect((unsigned)dest >= e->nodes || e->in_handler || handler < 4, 0)) {
        if (!e->nodes) __am_start();
        if ((unsigned)dest >= e->nodes || e->in_handler || handler < 4)
            wrong(__builtin_return_address(0), "request", dest);
    }
    const uint32_t words[] = {a, b, c, d};
    while (!sp2_send(e, SP2_REQUEST, (unsigned)dest, handler, words, count)) __am_poll();
    if (!__xnet_holds) __am_poll(); // "automatically polled" (2.2)
}

void __am_reply(int dest, uint32_t handler, unsigned count, uint32_t a, uint32_t b, uint32_t c,
                uint32_t d) {
    struct sp2_endpoint *e = &__am_endpoint;
    if (__builtin_expect((unsigned)dest >= e->nodes || handler < 4, 0)) {
        if (!e->nodes) __am_start();
        if ((unsigned)dest >= e->nodes || handler < 4)
            wrong(__builtin_return_address(0), "reply", dest);
    }
    const uint32_t words[] = {a, b, c, d};
    while (!sp2_send(e, SP2_REPLY, (unsigned)dest, handler, words, count)) {
        if (e->in_handler) wrong(__builtin_return_address(0), "reply", dest);
        __am_poll();
    }
}

/// The end of a program: nothing of this node's is left that might have to be sent again.
void __am_finish(void) {
    struct sp2_endpoint *e = &__am_endpoint;
    while (!sp2_all_acknowledged(e) || __am_gets_open) __am_poll();
}
