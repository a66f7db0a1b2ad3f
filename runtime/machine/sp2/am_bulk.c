// Bulk transfers: chunks of the protocol, followed by a short request that runs the handler.
// Requests arrive in order, so all bytes are in place then.
#include <am_core.h>
#include <fail.h>
#include <sp2_am.h>
#include <sp2_internal.h>
#include <string.h>

/// Five words: the protocol adds the source.
static int send_five(int dest, uint32_t handler, uint32_t a, uint32_t b, uint32_t c, uint32_t d,
                     uint32_t five) {
    const uint32_t words[] = {a, b, c, d, five};
    return sp2_send(&__am_endpoint, SP2_REQUEST, (unsigned)dest, handler | 1, words, 5);
}

static void stored(unsigned source, void *to, unsigned bytes, am_bulk_handler_t h, unsigned arg) {
    h((int)source, to, bytes, arg);
}

static void check(void *caller, int dest) {
    if (!__am_endpoint.nodes) __am_start();
    if ((unsigned)dest >= (unsigned)__xnet_nodes)
        xnet_fail_at(caller,
                     "a bulk transfer to a node that is not there: %d (there are %d: 0 to %d)",
                     dest, __xnet_nodes, __xnet_nodes - 1);
    if (__am_endpoint.in_handler) xnet_fail_at(caller, "a handler begins a bulk transfer");
}

static void hand_over(struct sp2_transfer *t) {
    while (t->sent != t->bytes)
        if (!sp2_send_chunk(&__am_endpoint, t)) am_poll_in_send_();
}

static void announce(int dest, void *to, unsigned bytes, void *h, unsigned arg) {
    if (h)
        am_short_request_4_from(dest, stored, to, bytes, h, arg);
    else if (!__xnet_holds)
        am_poll_in_send_();
}

void am_bulk_request_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg) {
    check(__builtin_return_address(0), dest);
    if (dest == __xnet_node) {
        memmove(to, from, bytes);
    } else {
        struct sp2_transfer t = {
            .from = (uint32_t)from, .to = (uint32_t)to, .bytes = bytes, .dest = (uint16_t)dest};
        hand_over(&t);
        announce(dest, to, bytes, h, arg);
        while (t.chunks) am_poll_in_send_();
        return;
    }
    announce(dest, to, bytes, h, arg);
}

// --- asynchronous stores
// --------------------------------------------------------------------------

struct waiting {
    struct sp2_transfer transfer; // first: its address is the transfer's
    am_bulk_end_t end;            // 0: the entry is free
    void *arg;
};
static struct waiting waiting[16];

static void nothing(int dest, void *from, int bytes, void *arg) {
    (void)dest, (void)from, (void)bytes, (void)arg;
}

static void acknowledged(struct sp2_transfer *t) {
    struct waiting *const w = (struct waiting *)t;
    const am_bulk_end_t end = w->end;
    w->end = 0;
    ++__am_endpoint.in_handler; // it sends nothing
    end(t->dest, (void *)t->from, (int)t->bytes, w->arg);
    --__am_endpoint.in_handler;
}

void am_bulk_request_async(int dest, void *to, const void *from, unsigned bytes, void *h,
                           unsigned arg, am_bulk_end_t end, void *endarg) {
    check(__builtin_return_address(0), dest);
    if (dest == __xnet_node || !bytes) {
        am_bulk_request_(dest, to, from, bytes, h, arg);
        if (end) end(dest, (void *)from, (int)bytes, endarg);
        return;
    }
    struct waiting *w = 0;
    while (!w) {
        for (struct waiting *one = waiting; one < waiting + 16 && !w; ++one)
            if (!one->end) w = one;
        if (!w) am_poll_in_send_();
    }
    w->end = end ? end : nothing;
    w->arg = endarg;
    w->transfer = (struct sp2_transfer){.from = (uint32_t)from,
                                        .to = (uint32_t)to,
                                        .bytes = bytes,
                                        .dest = (uint16_t)dest,
                                        .done = acknowledged};
    hand_over(&w->transfer);
    announce(dest, to, bytes, h, arg);
}

// --- gets
// -----------------------------------------------------------------------------------------

/// The requests of other nodes for data, in their order.
struct get {
    struct sp2_transfer transfer; // `from` is here, `to` is there
    void *handler;
    unsigned arg;
    unsigned turn; ///< 0: the entry is free
    int handed_over;
};
static struct get gets[SP2_MOST_NODES * SP2_GETS];
static unsigned turns;
unsigned __am_gets_open, __am_ends;
static int asked[SP2_MOST_NODES]; ///< open gets of this node

/// Frees entries whose data have been handed over and acknowledged.
static void reap(unsigned source) {
    for (struct get *g = gets + source * SP2_GETS, *const end = g + SP2_GETS; g != end; ++g)
        if (g->turn && g->handed_over && !g->transfer.chunks) {
            g->turn = 0;
            --__am_gets_open;
        }
}

static void serve(unsigned source, void *to, const void *from, unsigned bytes, void *h,
                  unsigned arg) {
    reap(source);
    struct get *g = gets + source * SP2_GETS, *const end = g + SP2_GETS;
    while (g != end && g->turn) ++g;
    if (g == end) xnet_fail("node %u asks for more than %d transfers at a time", source, SP2_GETS);
    *g = (struct get){.transfer = {.from = (uint32_t)from,
                                   .to = (uint32_t)to,
                                   .bytes = bytes,
                                   .dest = (uint16_t)source},
                      .handler = h,
                      .arg = arg,
                      .turn = ++turns};
    ++__am_gets_open;
}

static void got(unsigned source, void *to, unsigned bytes, am_bulk_handler_t h, unsigned arg) {
    --asked[source];
    if (h) h((int)source, to, bytes, arg);
}

/// The oldest open request of a node.
static struct get *oldest(unsigned source) {
    struct get *found = 0;
    for (unsigned i = 0; i < SP2_GETS; ++i) {
        struct get *g = &gets[source * SP2_GETS + i];
        if (g->turn && !g->handed_over && (!found || g->turn < found->turn)) found = g;
    }
    return found;
}

void __am_serve_gets(void) {
    for (unsigned source = 0; __am_gets_open > __am_ends && source < __am_endpoint.nodes;
         ++source) {
        for (struct get *g; (g = oldest(source));) {
            struct sp2_transfer *const t = &g->transfer;
            while (t->sent != t->bytes && sp2_send_chunk(&__am_endpoint, t)) {
            }
            if (t->sent != t->bytes || !send_five((int)source, (uint32_t)got, t->to, t->bytes,
                                                  (uint32_t)g->handler, g->arg, 0))
                break;
            g->handed_over = 1;
        }
        reap(source);
    }
    if (__am_ends) sp2_acknowledge(&__am_endpoint);
}

void am_bulk_get_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg) {
    check(__builtin_return_address(0), dest);
    while (asked[dest] == SP2_GETS) am_poll_in_send_();
    ++asked[dest];
    while (!send_five(dest, (uint32_t)serve, (uint32_t)to, (uint32_t)from, bytes, (uint32_t)h, arg))
        am_poll_in_send_();
    if (!__xnet_holds) am_poll_in_send_();
}
