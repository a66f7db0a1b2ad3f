// Bulk data over short messages, for a machine without a better method: no order, no vectors, and
// no word that identifies a message's transfer. After the segments of CMAM (von Eicken's thesis,
// 4.3.5.5): a table of transfers at the receiver; each message carries an index into it.
//
// A get opens the segment before it asks. A store makes the receiver open one, by a request and its
// reply, and then sends.
#include <am_core.h>

// Deferred functions do not interrupt the functions of this file (am_defer.c).
__asm__(".text\n"
        ".globl __am_bulk_begin, __am_bulk_end\n"
        "__am_bulk_begin:\n"
        ".text 1\n"
        "__am_bulk_end:\n"
        ".text 0\n");

enum { segments = 256, packet_bytes = 12, index_bits = 24, none = -1, asked = -2 };
// The most that one handler answers.
enum { part_packets = 8 };

struct segment {
    unsigned char *to;
    unsigned bytes;
    volatile unsigned left; ///< bytes still to come; 0: free
    int proc;
    am_bulk_handler_t h;
    unsigned arg;
};
// The first ones serve request handlers here; main opens the others, and reply handlers close them.
static struct segment sent[segments], asked_for[segments];

static int free_one(const struct segment *table) {
    for (int id = 0; id < segments; ++id)
        if (table[id].left == 0) return id;
    return none;
}

static void open_segment(struct segment *segment, int proc, void *to, unsigned bytes, void *h,
                         unsigned arg) {
    segment->to = to;
    segment->bytes = bytes;
    segment->proc = proc;
    segment->h = (am_bulk_handler_t)h;
    segment->arg = arg;
    segment->left = bytes;
}

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

/// Bytes of a packet: they fill its words in memory order.
static void copy(unsigned char *to, const unsigned char *from, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i) to[i] = from[i];
}

/// A packet has arrived. The last one ends the transfer.
static void take(struct segment *table, unsigned id_and_index, uint32_t a, uint32_t b, uint32_t c) {
    const uint32_t words[3] = {a, b, c};
    struct segment *const segment = &table[id_and_index >> index_bits];
    const unsigned at = (id_and_index & ((1u << index_bits) - 1)) * packet_bytes;
    const unsigned bytes = least(segment->bytes - at, packet_bytes);
    copy(segment->to + at, (const unsigned char *)words, bytes);
    const struct segment whole = *segment; // the handler may find it reopened
    segment->left = whole.left - bytes;
    if (whole.left == bytes && whole.h) whole.h(whole.proc, whole.to, whole.bytes, whole.arg);
}

// --- requests
// --------------------------------------------------------------------------------------

static volatile int opened;
static AM_SHORT void opened_rh(int id) { opened = id; }

static void open_h(int src, void *to, unsigned bytes, void *h, unsigned arg) {
    const int id = free_one(sent);
    if (id != none) open_segment(&sent[id], src, to, bytes, h, arg);
    am_short_reply_1(src, opened_rh, id);
}

static void data_h(int id_and_index, uint32_t a, uint32_t b, uint32_t c) {
    take(sent, (unsigned)id_and_index, a, b, c);
}

void am_bulk_request_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg) {
    if (bytes == 0) {
        if (h) am_short_request_3_from(dest, AM_ENTRY(h), to, bytes, arg);
        return;
    }
    do {
        opened = asked;
        am_short_request_4_from(dest, AM_ENTRY(open_h), to, bytes, h, arg);
        while (opened == asked) am_poll_in_send_();
    } while (opened == none); // all are in use on that node, and one becomes free
    const unsigned char *data = from;
    for (unsigned i = 0, id = (unsigned)opened << index_bits; i * packet_bytes < bytes; ++i) {
        uint32_t word[3] = {0, 0, 0};
        copy((unsigned char *)word, data + i * packet_bytes,
             least(bytes - i * packet_bytes, packet_bytes));
        am_short_request_4(dest, AM_ENTRY(data_h), id | i, word[0], word[1], word[2]);
    }
}

// --- gets
// ------------------------------------------------------------------------------------------

static void got_rh(int id_and_index, uint32_t a, uint32_t b, uint32_t c) {
    take(asked_for, (unsigned)id_and_index, a, b, c);
}

static void get_h(int src, int id_and_index, const unsigned char *from, unsigned bytes) {
    for (unsigned at = 0; at < bytes; at += packet_bytes, ++id_and_index) {
        uint32_t word[3] = {0, 0, 0};
        copy((unsigned char *)word, from + at, least(bytes - at, packet_bytes));
        am_short_reply_4(src, AM_ENTRY(got_rh), id_and_index, word[0], word[1], word[2]);
    }
}

static AM_SHORT void get_nothing_h(int src, void *h, void *to, unsigned arg) {
    am_short_answer_3_from(src, h, to, 0, arg);
}

void am_bulk_get_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg) {
    if (bytes == 0) {
        if (h) am_short_request_3_from(dest, get_nothing_h, AM_ENTRY(h), to, arg);
        return;
    }
    int id;
    while ((id = free_one(asked_for)) == none) am_poll_in_send_();
    open_segment(&asked_for[id], dest, to, bytes, h, arg);
    const unsigned char *const data = from;
    enum { part = part_packets * packet_bytes };
    for (unsigned at = 0; at < bytes; at += part)
        am_short_request_3_from(dest, AM_ENTRY(get_h),
                                (unsigned)id << index_bits | at / packet_bytes, data + at,
                                least(bytes - at, part));
}
