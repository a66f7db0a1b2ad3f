// Bulk transfers of every alignment and many sizes, 0 bytes to 1 MB, to another node and to
// oneself: every byte is right, and those beside are unchanged. Below 256 bytes they are Basic
// messages, else DMA. Node 0 stores into its partner and fetches back; the source changes when
// am_bulk_request has returned. On any even number of nodes; partners differ in their highest bit.
// With an argument: only transfers whose source and target overlap.
#include <am.h>
#include <am_core.h>
#include <stdio.h>
#include <string.h>

enum { most = 1 << 20, margin = 64 };
static unsigned char source[most + 2 * margin], target[most + 2 * margin], own[most + 2 * margin],
    back[most + 2 * margin];
static volatile int acknowledged, fetched, ready, wrong;

static unsigned char byte_of(unsigned seed, unsigned i) {
    return (unsigned char)(seed * 37 + i * 11 + (i >> 8) * 5);
}

static void acknowledged_h(int src) { (void)src, ++acknowledged; }
static void ready_h(int src) { (void)src, ++ready; }

static void stored_h(int src, void *to, unsigned bytes, unsigned seed) {
    const unsigned char *const at = to;
    for (unsigned i = 0; i < bytes; ++i) wrong += at[i] != byte_of(seed, i);
    for (int i = 1; i <= 8; ++i) wrong += at[-i] != 0xEE || at[(int)bytes + i - 1] != 0xEE;
    memset(to, 0xEE, bytes);
    am_reply_0(src, acknowledged_h);
}
static void got_h(int src, void *to, unsigned bytes, unsigned arg) {
    (void)src, (void)to, (void)bytes, (void)arg;
    ++fetched;
}

static void transfer(int dest, unsigned from, unsigned to, unsigned bytes) {
    const unsigned seed = from * 64 + to + bytes;
    for (unsigned i = 0; i < bytes; ++i) source[margin + from + i] = byte_of(seed, i);
    unsigned char *const where = dest == am_my_proc() ? own : target;
    am_bulk_request(dest, where + margin + to, source + margin + from, bytes, stored_h, seed);
    memset(source + margin + from, 0x11, bytes);
    am_wait(&acknowledged, 1);
}

static void fetch(int dest, unsigned from, unsigned to, unsigned bytes) {
    memset(back, 0xDD, bytes + 2 * margin);
    am_bulk_get(dest, back + margin + to, source + margin + from, bytes, got_h, 0);
    am_wait(&fetched, 1);
    // The other node's source is what its last transfer has left.
    for (unsigned i = 0; i < bytes; ++i) wrong += back[margin + to + i] != 0x11;
    for (unsigned i = 1; i <= 8; ++i)
        wrong += back[margin + to - i] != 0xDD || back[margin + to + bytes + i - 1] != 0xDD;
}

/// A transfer to oneself whose source and target overlap, with bytes beside the target that it must
/// leave. Returns how many bytes of the target are not the source's as it was.
static unsigned overlap(int me, unsigned char *from, unsigned char *to, unsigned seed) {
    const unsigned bytes = 5000, distance = to < from ? bytes : (unsigned)(to - from);
    memset(target, 0xEE, 9000);
    for (unsigned i = 0; i < bytes; ++i) from[i] = byte_of(seed, i);
    am_bulk_request(me, to, from, bytes, got_h, 0);
    am_wait(&fetched, 1);
    unsigned later = 0;
    for (unsigned i = 0; i < bytes; ++i) {
        if (to[i] == byte_of(seed, i)) continue;
        ++later;
        // What the transfer had already written there.
        wrong += i < distance || to[i] != to[i - distance];
    }
    for (int i = 1; i <= 8; ++i) {
        const unsigned char *const before = to < from ? to : from;
        const unsigned char *const end = to < from ? from + bytes : to + bytes;
        wrong += before[-i] != 0xEE || end[i - 1] != 0xEE;
    }
    // The part of the source that is no part of the target.
    for (unsigned i = 0; i < bytes; ++i)
        if (from + i < to || from + i >= to + bytes) wrong += from[i] != byte_of(seed, i);
    return later;
}

/// To lower addresses every byte is right. To higher ones a byte may be read when the transfer has
/// written it; returns how many.
static unsigned overlapping(int me) {
    static const unsigned distances[] = {1, 31, 32, 33, 63, 64, 65, 100, 900};
    unsigned char *const from = target + 1000;
    unsigned later = 0;
    for (unsigned k = 0; k < sizeof distances / sizeof *distances; ++k) {
        wrong += overlap(me, from, from - distances[k], 9 + k) != 0;
        later += overlap(me, from, from + distances[k], 9 + k);
    }
    return later;
}

/// Into the partner's memory and own memory, and back. Returns the number of stores.
static int of_every_alignment(int me, int partner) {
    int sent = 0;
    const unsigned sizes[] = {0, 1, 31, 255, 256, 257, 300, 1000, 4096, 65537, most};
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; ++k) {
        const unsigned step = sizes[k] > 5000 ? 23 : sizes[k] < 256 ? 13 : 5;
        for (unsigned align = 0; align < 32; align += step)
            for (int self = 0; self < 2; ++self) {
                transfer(self ? me : partner, align, (align * 7 + 3) % 33, sizes[k]);
                ++sent;
            }
    }
    am_request_0(partner, ready_h);
    am_wait(&ready, 1);
    for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; ++k) {
        fetch(partner, k, 2 * k + 1, sizes[k]);
        fetch(me, 2 * k, k, sizes[k]);
    }
    return sent;
}

int main(int argc, char **argv) {
    (void)argv;
    const int me = am_my_proc(), partner = am_procs() > 1 ? me ^ (am_procs() / 2) : 0;
    memset(source, 0x11, sizeof source);
    memset(target, 0xEE, sizeof target);
    memset(own, 0xEE, sizeof own);
    const int sent = argc > 1 ? 0 : of_every_alignment(me, partner);
    const unsigned read_later = overlapping(me);
    if (me == 0)
        printf("%d stores from each node: %d wrong, %u source bytes were overwritten before they "
               "were read\n",
               sent, wrong, read_later);
    am_request_0(partner, ready_h);
    am_wait(&ready, 1);
    return wrong != 0;
}
