// Panda-ST's messages (001 6.3): in parts and with a header, of no bytes up to many packets;
// consumed piece by piece, past the end, skipped, dropped, kept and consumed later; unicast and
// multicast from one process together; remote procedure calls, also while messages arrive.
#include "check.h"

#include <pan.h>
#include <string.h>

static unsigned me, procs;
static int handled, multicast, open_handlers;

struct header {
    unsigned src, number, size;
    char text[20];
};
enum { longest = 9000, each = 9 };
static const unsigned sizes[each] = {0, 1, 5, 980, 1000, 1024, 2100, 5000, longest};
static unsigned char out[longest];
static unsigned char in[longest];   // the handler's
static unsigned char mine[longest]; // main's: while it waits in a call, handlers run
static pan_sap_p point, all;

static unsigned char byte(unsigned src, unsigned number, unsigned i) {
    return (unsigned char)(src * 11 + number * 3 + i * 7 + (i >> 8));
}

static struct {
    pan_msg_p message;
    struct header header;
} later[256];
static int later_count;

static void consume(pan_msg_p m, const struct header *h, unsigned char *to) {
    unsigned at = 0;
    CHECK(pan_msg_size(m) == h->size);
    if (h->size > 3000 && h->number % 2) {
        at += (unsigned)pan_msg_consume(m, to, 10);
        at += (unsigned)pan_msg_skip(m, 1234);
        CHECK(pan_msg_left(m) == h->size - at);
        const unsigned char first = to[0];
        CHECK(first == byte(h->src, h->number, 0));
    }
    if (h->size == 5000) {
        pan_msg_discard(m);
        return;
    }
    // Requests more bytes than there are.
    const unsigned got = (unsigned)pan_msg_consume(m, to, longest);
    CHECK(got == h->size - at);
    int good = 1;
    for (unsigned i = 0; i < got; ++i) good &= to[i] == byte(h->src, h->number, at + i);
    CHECK(good);
}

static void point_h(pan_msg_p m, void *proto, unsigned src) {
    const struct header h = *(struct header *)proto;
    CHECK(++open_handlers == 1);
    CHECK(h.src == src && !strcmp(h.text, "header"));
    ++handled;
    if (h.number % 3 == 0) {
        later[later_count].message = m;
        later[later_count++].header = h;
    } else {
        consume(m, &h, in);
    }
    --open_handlers;
}

static void all_h(pan_msg_p m, void *proto, unsigned src) {
    const struct header h = *(struct header *)proto;
    static unsigned char bytes[longest];
    CHECK(h.src == src);
    CHECK((unsigned)pan_msg_consume(m, bytes, h.size) == h.size);
    for (unsigned i = 0; i < h.size; i += 97) CHECK(bytes[i] == byte(src, h.number, i));
    ++multicast;
}

/// Replies in another handler, later: a message to this process wakes it.
static struct {
    pan_call_p call;
    unsigned numbers[16], count;
} calls[64];
static unsigned first_call, next_call;
static pan_sap_p wake;

static void wake_h(pan_msg_p m, void *proto, unsigned src) {
    (void)proto, (void)src;
    pan_msg_discard(m);
    const unsigned c = first_call++ % 64;
    pan_iovec_t part = {calls[c].numbers, 4 * calls[c].count};
    pan_rpc_reply(calls[c].call, &part, 1, 0, 0);
}

static void twice(pan_msg_p m, void *proto, pan_call_p call, unsigned src) {
    const unsigned c = next_call++ % 64, factor = *(unsigned *)proto;
    calls[c].call = call;
    calls[c].count = pan_msg_size(m) / 4;
    pan_msg_consume(m, calls[c].numbers, sizeof calls[c].numbers);
    for (unsigned i = 0; i < calls[c].count; ++i)
        calls[c].numbers[i] = factor * calls[c].numbers[i] + src;
    pan_unicast(me, wake, 0, 0, 0, 0);
}

/// As many bytes as the request wants, now.
static void many(pan_msg_p m, void *proto, pan_call_p call, unsigned src) {
    static unsigned char bytes[longest];
    const unsigned size = *(unsigned *)proto;
    pan_msg_discard(m);
    for (unsigned i = 0; i < size; ++i) bytes[i] = byte(src, 5, i);
    pan_iovec_t part = {bytes, size};
    pan_rpc_reply(call, &part, 1, 0, 0);
}

int main(void) {
    pan_init();
    me = pan_my_pid(), procs = pan_nr_processes();
    point = pan_sap_create(point_h);
    all = pan_sap_create(all_h);
    wake = pan_sap_create(wake_h);
    const int service = pan_rpc_register(twice), long_service = pan_rpc_register(many);
    const unsigned numbers[3] = {1, 20, 300};
    unsigned reply[3];
    pan_iovec_t request = {numbers, sizeof numbers};

    for (unsigned k = 0; k < each; ++k) {
        struct header h = {me, k, sizes[k], "header"};
        for (unsigned i = 0; i < sizes[k]; ++i) out[i] = byte(me, k, i);
        pan_iovec_t parts[3] = {{out, sizes[k] / 3},
                                {out + sizes[k] / 3, 0},
                                {out + sizes[k] / 3, sizes[k] - sizes[k] / 3}};
        pan_unicast((me + k) % procs, point, parts, 3, &h, sizeof h);
        pan_unicast((me + procs - k % procs) % procs, point, parts, 3, &h, sizeof h);
        if (k % 2) pan_multicast(&pan_all, all, parts, 3, &h, sizeof h);
        const unsigned dest = (me + 1) % procs;
        const unsigned factor = 2;
        pan_msg_p answer = pan_rpc(dest, service, &request, 1, &factor, sizeof factor);
        CHECK(pan_msg_consume(answer, reply, sizeof reply) == sizeof reply);
        CHECK(reply[0] == 2 + me && reply[1] == 40 + me && reply[2] == 600 + me);
        answer = pan_rpc(dest, long_service, 0, 0, &sizes[k], sizeof sizes[k]);
        CHECK(pan_msg_size(answer) == sizes[k]);
        CHECK((unsigned)pan_msg_consume(answer, mine, sizes[k]) == sizes[k]);
        for (unsigned i = 0; i < sizes[k]; i += 97) CHECK(mine[i] == byte(me, 5, i));
    }
    for (int done = 0;
         handled < 2 * each || done < later_count || multicast < (int)(procs - 1) * (each / 2);) {
        pan_poll();
        if (done < later_count) {
            consume(later[done].message, &later[done].header, mine);
            ++done;
        }
    }
    pan_end();
    printf("%u of %u: %d wrong\n", me, procs, wrong);
    return wrong != 0;
}
