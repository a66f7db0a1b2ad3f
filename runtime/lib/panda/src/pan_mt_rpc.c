// Remote procedure calls (001 6.1.2): a request is a message to the service's access point, the
// reply one that wakes the caller.
#include "pan_mt_internal.h"

#include <fail.h>
#include <stdlib.h>

/// Where the client waits.
struct client {
    pan_msg_p reply;
    struct pan_thread *thread;
};

enum { answered = 0x616e7377, open_call = 0x6f70656e };
struct pan_call {
    unsigned state;
    unsigned src;
    uint32_t inner[2]; ///< what the request brought: names the client
    struct pan_call *next;
};
static struct pan_call *free_calls;
static unsigned open_calls;

int pan_rpc_register(pan_service_t *service) {
    struct pan_sap *const sap = __pan_sap_new(sap_service, 0, __builtin_return_address(0));
    sap->service = service;
    return (int)sap->number;
}

/// The upcall of a request.
void __pan_serve(struct pan_msg *m);
void __pan_serve(struct pan_msg *m) {
    pan_enter();
    struct pan_call *call = free_calls;
    if (call)
        free_calls = call->next;
    else
        call = __pan_get(sizeof *call);
    ++open_calls;
    *call = (struct pan_call){open_call, m->src, {m->proto[0], m->proto[1]}, 0};
    __pan_busy = 0;
    m->sap->service(m, pan_msg_proto(m), call, m->src);
}

void pan_rpc_reply(pan_call_p call, pan_iovec_p parts, int veclen, const void *proto,
                   int proto_size) {
    void *const caller = __builtin_return_address(0);
    if (call->state != open_call)
        xnet_fail_at(caller, "pan_rpc_reply: %s",
                     call->state == answered ? "the call has been answered" : "this is no call");
    const struct pan_sending s = {.dest = (int)call->src,
                                  .sap = sap_replies,
                                  .inner = call->inner,
                                  .parts = parts,
                                  .veclen = veclen,
                                  .proto = proto,
                                  .proto_size = proto_size};
    call->state = answered;
    __pan_send(&s, "pan_rpc_reply", caller);
    pan_enter();
    --open_calls;
    call->next = free_calls;
    free_calls = call;
    pan_leave();
}

void __pan_reply_came(struct pan_msg *m) {
    struct client *const c = (struct client *)m->proto[0];
    c->reply = m;
    if (c->thread) __pan_ready(c->thread);
    c->thread = 0;
}

pan_msg_p pan_rpc(unsigned dest, int service, pan_iovec_p parts, int veclen, const void *proto,
                  int proto_size) {
    void *const caller = __builtin_return_address(0);
    if (service < 0 || (unsigned)service >= __pan_sap_count ||
        __pan_saps[service].kind != sap_service)
        xnet_fail_at(caller, "pan_rpc: there is no service %d", service);
    __pan_check_handler("pan_rpc", caller);
    struct client c = {0, 0};
    const uint32_t inner[2] = {(uint32_t)&c, 0};
    const struct pan_sending s = {.dest = (int)dest,
                                  .sap = (unsigned)service,
                                  .needs_credit = 1,
                                  .inner = inner,
                                  .parts = parts,
                                  .veclen = veclen,
                                  .proto = proto,
                                  .proto_size = proto_size};
    if (s.dest < 0) xnet_fail_at(caller, "pan_rpc: there is no process %u", dest);
    __pan_send(&s, "pan_rpc", caller);
    pan_enter();
    while (!c.reply) {
        c.thread = __pan_current;
        __pan_block(thread_reply, (uintptr_t)caller);
    }
    pan_leave();
    return c.reply;
}

void __pan_rpc_ends(void) {
    if (open_calls) xnet_fail("pan_end: %u calls have no reply", open_calls);
}
