// Remote procedure calls (001 6.1.2). A request is a message to the service's access point, and the
// reply is a message that wakes the caller. The header of this module precedes the program's header
// in the message (001 6.1.3). Included by both builds (pan_internal.h).

/// A client that waits for a reply. Its address travels in the request and in the reply.
struct caller {
    pan_msg_p reply;
#if PAN_MT
    struct pan_thread *thread;
#endif
};

enum { answered = 0x616e7377, open_call = 0x6f70656e };
struct pan_call {
    unsigned state;
    unsigned src;
    uint32_t client; ///< the first word of the request's header: the address of struct caller
    struct pan_call *next;
};
static struct pan_call *free_calls;
static unsigned open_calls;

enum { services = 64 };
static struct {
    pan_service_t *serve;
    struct pan_sap *sap;
} service_table[services];
static int service_count;

/// Moves the program's header to the beginning, over the header of this module.
static void strip_header(struct pan_msg *m) {
    memmove(m->proto, m->proto + rpc_header / 4, PAN_RPC_PROTO);
}

/// Sends a message whose header is this module's two words and the program's header.
static void send_rpc(unsigned dest, pan_sap_p sap, const uint32_t words[2], pan_iovec_p parts,
                     int veclen, const void *proto, int proto_size PAN_CALL_PARAMETERS) {
    check_header(proto_size, PAN_RPC_PROTO PAN_CALL_ARGUMENTS);
    uint32_t header[(rpc_header + PAN_RPC_PROTO) / 4];
    header[0] = words[0], header[1] = words[1];
    if (proto_size) memcpy(header + rpc_header / 4, proto, (size_t)proto_size);
    send((int)dest, sap, parts, veclen, header, rpc_header + proto_size PAN_CALL_ARGUMENTS);
}

/// Handles a request.
static void serve(pan_msg_p m, void *proto, unsigned src) {
    const uint32_t client = m->proto[0], service = m->proto[1];
    if (service >= (uint32_t)service_count)
        xnet_fail("panda: process %u calls service %u, which is not there: all processes register "
                  "the same ones, before they call",
                  src, (unsigned)service);
    enter();
    struct pan_call *call = free_calls;
    if (call)
        free_calls = call->next;
    else
        call = get(sizeof *call);
    ++open_calls;
    *call = (struct pan_call){open_call, src, client, 0};
    leave();
    strip_header(m);
    service_table[service].serve(m, proto, call, src);
}

int pan_rpc_register(pan_service_t *service) {
    if (service_count == services) xnet_fail("panda: more than %d services", services);
    service_table[service_count].serve = service;
    service_table[service_count].sap = service_point(serve, service, __builtin_return_address(0));
    return service_count++;
}

void pan_rpc_reply(pan_call_p call, pan_iovec_p parts, int veclen, const void *proto,
                   int proto_size) {
    if (call->state != open_call)
        xnet_fail_at(__builtin_return_address(0), "pan_rpc_reply: %s",
                     call->state == answered ? "the call has been answered" : "this is no call");
    call->state = answered;
    const uint32_t header[2] = {call->client, 0};
    send_rpc(call->src, reply_point(), header, parts, veclen, proto,
             proto_size PAN_CALL("pan_rpc_reply"));
    enter();
    --open_calls;
    call->next = free_calls;
    free_calls = call;
    leave();
}

/// Called when the first packet of a reply has arrived.
static void reply_came(struct pan_msg *m) {
    struct caller *const c = (struct caller *)m->proto[0];
    strip_header(m);
    c->reply = m;
#if PAN_MT
    if (c->thread) __pan_ready(c->thread);
    c->thread = 0;
#endif
}

pan_msg_p pan_rpc(unsigned dest, int service, pan_iovec_p parts, int veclen, const void *proto,
                  int proto_size) {
    if (service < 0 || service >= service_count)
        xnet_fail_at(__builtin_return_address(0), "pan_rpc: there is no service %d", service);
    check_caller(0 PAN_CALL("pan_rpc"));
    struct caller c = {0};
    const uint32_t header[2] = {(uint32_t)&c, (uint32_t)service};
    send_rpc((unsigned)process(dest PAN_CALL("pan_rpc")), service_table[service].sap, header, parts,
             veclen, proto, proto_size PAN_CALL("pan_rpc"));
    wait_for_reply(&c, __builtin_return_address(0));
    return c.reply;
}

static void rpc_ends(void) {
    if (open_calls) xnet_fail("pan_end: %u calls have no reply", open_calls);
}
