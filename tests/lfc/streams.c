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
static unsigned char out[longest], in[longest];
static pan_sap_p point, all;

static unsigned char byte(unsigned src, unsigned number, unsigned i) {
    return (unsigned char)(src * 11 + number * 3 + i * 7 + (i >> 8));
}

static struct {
    pan_msg_p message;
    struct header header;
} later[256];
static int later_count;

static void consume(pan_msg_p m, const struct header *h) {
    unsigned at = 0;
    CHECK(pan_msg_size(m) == h->size);
    if (h->size > 3000 && h->number % 2) {
        at += (unsigned)pan_msg_consume(m, in, 10);
        at += (unsigned)pan_msg_skip(m, 1234);
        CHECK(pan_msg_left(m) == h->size - at);
        const unsigned char first = in[0];
        CHECK(first == byte(h->src, h->number, 0));
    }
    if (h->size == 5000) {
        pan_msg_discard(m);
        return;
    }
    // Requests more bytes than there are.
    const unsigned got = (unsigned)pan_msg_consume(m, in, longest);
    CHECK(got == h->size - at);
    int good = 1;
    for (unsigned i = 0; i < got; ++i) good &= in[i] == byte(h->src, h->number, at + i);
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
        consume(m, &h);
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

static unsigned twice(pan_msg_p m, unsigned src, void *reply, unsigned room) {
    unsigned numbers[16], count = pan_msg_size(m) / 4;
    pan_msg_consume(m, numbers, sizeof numbers);
    for (unsigned i = 0; i < count; ++i) ((unsigned *)reply)[i] = 2 * numbers[i] + src;
    CHECK(room >= 4 * count);
    return 4 * count;
}

int main(void) {
    pan_init();
    me = pan_my_pid(), procs = pan_nr_processes();
    point = pan_sap_create(point_h);
    all = pan_sap_create(all_h);
    const int service = pan_rpc_register(twice);
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
        CHECK(pan_rpc(dest, service, &request, 1, reply, sizeof reply) == sizeof reply);
        CHECK(reply[0] == 2 + me && reply[1] == 40 + me && reply[2] == 600 + me);
    }
    for (int done = 0;
         handled < 2 * each || done < later_count || multicast < (int)(procs - 1) * (each / 2);) {
        pan_poll();
        if (done < later_count) {
            consume(later[done].message, &later[done].header);
            ++done;
        }
    }
    pan_end();
    printf("%u of %u: %d wrong\n", me, procs, wrong);
    return wrong != 0;
}
