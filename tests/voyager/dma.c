// Bulk transfers of every alignment and many sizes, 0 bytes to 1 MB, to another node and to
// oneself: every byte is right, and those beside are unchanged. Below 256 bytes they are Basic
// messages, else DMA. Node 0 stores into its partner and fetches back; the source changes when
// am_bulk_request has returned. On any even number of nodes; partners differ in their highest bit.
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

int main(void) {
    const int me = am_my_proc(), partner = am_procs() > 1 ? me ^ (am_procs() / 2) : 0;
    memset(source, 0x11, sizeof source);
    memset(target, 0xEE, sizeof target);
    memset(own, 0xEE, sizeof own);
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
    // Overlapping, to lower addresses.
    static const unsigned distances[] = {1, 31, 32, 33, 63, 64, 65, 100, 900};
    for (unsigned k = 0; k < sizeof distances / sizeof *distances; ++k) {
        unsigned char *const from = target + 1000, *const to = from - distances[k];
        memset(target, 0xEE, 7000);
        for (unsigned i = 0; i < 5000; ++i) from[i] = byte_of(9 + k, i);
        am_bulk_request(me, to, from, 5000, got_h, 0);
        am_wait(&fetched, 1);
        for (unsigned i = 0; i < 5000; ++i) wrong += to[i] != byte_of(9 + k, i);
        for (unsigned i = 1; i <= 8; ++i) wrong += to[-(int)i] != 0xEE;
        for (unsigned i = 5000 - distances[k]; i < 5000; ++i) wrong += from[i] != byte_of(9 + k, i);
    }
    if (me == 0) printf("%d stores from each node: %d wrong\n", sent, wrong);
    am_request_0(partner, ready_h);
    am_wait(&ready, 1);
    return wrong != 0;
}
