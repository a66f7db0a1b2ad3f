// Bulk data over messages, for a machine without a better method: no order. Where messages have
// vectors (AM_VECTORS), the words of a transfer are vectors of up to 32; else each packet has three
// or four.
//
// A store needs no answer before its data go: each packet has its own address, and the source
// counts. The last message has the number of packets and the handler, which runs when all are in
// place, in whatever order they came. A node has one store open at each other node: the end of a
// store is told to its sender, which waits for that before the next one. Where requests of a pair
// come in the order of their sends (AM_REQUESTS_ORDERED), nothing is counted and nobody waits.
//
// A get opens a segment before it asks (von Eicken's thesis, 4.3.5.5: CMAM's segments): each packet
// carries an index into it.
#include <am_core.h>
#if AM_VECTORS
#include <am_core_vectors.h>
#endif

#ifndef AM_REQUESTS_ORDERED
#define AM_REQUESTS_ORDERED 0
#endif

// Deferred functions do not interrupt the functions of this file (am_defer.c).
__asm__(".text\n"
        ".globl __am_bulk_begin, __am_bulk_end\n"
        "__am_bulk_begin:\n"
        ".text 1\n"
        "__am_bulk_end:\n"
        ".text 0\n");

enum { segments = 256, packet_bytes = 12, index_bits = 24, none = -1 };
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
static struct segment asked_for[segments]; // main opens them, reply handlers close them

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

/// Bytes of a packet: they fill its words in memory order.
static void copy(unsigned char *to, const unsigned char *from, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i) to[i] = from[i];
}

/// The words of a whole packet.
AM_INLINE void get_words(uint32_t *words, const unsigned char *from, unsigned count) {
    if ((uintptr_t)from % 4 == 0)
        for (unsigned i = 0; i < count; ++i) words[i] = ((const uint32_t *)from)[i];
    else
        copy((unsigned char *)words, from, 4 * count);
}
AM_INLINE void put_words(unsigned char *to, const uint32_t *words, unsigned count) {
    if ((uintptr_t)to % 4 == 0)
        for (unsigned i = 0; i < count; ++i) ((uint32_t *)to)[i] = words[i];
    else
        copy(to, (const unsigned char *)words, 4 * count);
}

#if AM_VECTORS

enum { vector_words = 32, vector_bytes = 4 * vector_words };
/// The most that one handler answers.
enum { part_vectors = 8 };

struct packed_word {
    uint32_t word;
} __attribute__((packed, may_alias));

AM_INLINE void send_vector(int is_reply, int dest, void *handler, uint32_t a, uint32_t b) {
    if (is_reply)
        am_vector_reply_2_(dest, handler, a, b);
    else if (AM_REQUESTS_ORDERED) // no source
        am_vector_request_1_(dest, handler, b);
    else
        am_vector_request_2_(dest, handler, a, b);
}

/// Sends `words` words, at least one, as messages (a, b), or of an ordered request (b), where b
/// grows by the bytes sent. `vlr` is restored: all levels share it.
AM_INLINE void send_words(int is_reply, int dest, void *handler, uint32_t a, uint32_t b,
                          const unsigned char *from, unsigned words) {
    const unsigned kept = xnet_get_vlr(), aligned = (uintptr_t)from % 4 == 0;
    unsigned length = least(words, vector_words);
    for (xnet_set_vlr(length);;) {
        if (aligned) {
            xnet_lwv(1, from);
        } else {
            uint32_t copy[vector_words];
            for (unsigned i = 0; i < length; ++i)
                copy[i] = ((const struct packed_word *)from)[i].word;
            xnet_lwv(1, copy);
        }
        send_vector(is_reply, dest, handler, a, b);
        words -= length, b += 4 * length, from += 4 * length;
        if (words == 0) break;
        if (words < length) xnet_set_vlr(length = words);
    }
    xnet_set_vlr(kept);
}

static unsigned bytes_before(const void *to) { return -(uintptr_t)to & 3; }

#endif

// --- requests
// --------------------------------------------------------------------------------------

#if AM_REQUESTS_ORDERED

// Packets need no source, and the handler's own message is the last one.
enum { data_words = AM_MAX_WORDS - 1, data_bytes = 4 * data_words };

static void data_h(unsigned char *to, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    put_words(to, (const uint32_t[]){a, b, c, d}, data_words);
}
static void short_h(unsigned char *to, unsigned bytes, uint32_t a, uint32_t b, uint32_t c) {
    const uint32_t words[] = {a, b, c};
    copy(to, (const unsigned char *)words, bytes);
}

#if AM_VECTORS
static void vector_h(unsigned char *to) { xnet_store_vector(to); }
#endif

AM_INLINE void begin(int dest) { (void)dest; }
AM_INLINE void send_data(int dest, void *to, const unsigned char *from) {
    uint32_t w[data_words];
    get_words(w, from, data_words);
    am_short_request_5(dest, AM_ENTRY(data_h), to, w[0], w[1], w[2], w[3]);
}
enum { short_bytes = 12 };
AM_INLINE void send_short(int dest, void *to, unsigned bytes, const uint32_t *w) {
    am_short_request_5(dest, AM_ENTRY(short_h), to, bytes, w[0], w[1], w[2]);
}
AM_INLINE void send_end(int dest, void *to, unsigned bytes, void *h, unsigned arg) {
    if (h) am_short_request_3_from(dest, AM_ENTRY(h), to, bytes, arg);
}

#else

enum { most_nodes = 2048, data_words = 3, data_bytes = 4 * data_words, short_bytes = 8 };

/// The open store of another node. Its messages come in any order. Of 32 bytes, since a SPARC V7
/// calls a function to multiply an index by 24.
struct store {
    unsigned come __attribute__((aligned(32))); ///< packets
    unsigned packets; ///< of the whole store; 0: the message that tells it has not come
    void *to;
    unsigned bytes;
    am_bulk_handler_t h;
    unsigned arg;
};
static struct store stores[most_nodes];
static volatile unsigned char busy[most_nodes]; ///< there: a store of this node

static AM_SHORT void ended_rh(int node) { busy[node] = 0; }

static void end(int src, struct store *store) {
    const struct store whole = *store; // the handler may find the next one
    store->come = store->packets = 0;
    am_short_reply_1(src, ended_rh, am_my_proc());
    if (whole.h) whole.h(src, whole.to, whole.bytes, whole.arg);
}
AM_INLINE void count(int src) {
    struct store *const store = &stores[src];
    if (++store->come == store->packets) end(src, store);
}

static void data_h(int src, unsigned char *to, uint32_t a, uint32_t b, uint32_t c) {
    put_words(to, (const uint32_t[]){a, b, c}, data_words);
    count(src);
}
static void short_h(int src, unsigned char *to, unsigned bytes, uint32_t a, uint32_t b) {
    const uint32_t words[] = {a, b};
    copy(to, (const unsigned char *)words, bytes);
    count(src);
}

#if AM_VECTORS

static void vector_h(int src, unsigned char *to) {
    xnet_store_vector(to);
    count(src);
}

#endif

/// Packets of a store: whole ones, of which the last two overlap, or short ones.
static unsigned packets_of(const void *to, unsigned bytes) {
#if AM_VECTORS
    if (bytes > data_bytes) {
        const unsigned head = bytes_before(to), left = bytes - head;
        return (head != 0) + (left / 4 + vector_words - 1) / vector_words + (left % 4 != 0);
    }
#endif
    (void)to;
    const unsigned most = bytes < data_bytes ? short_bytes : data_bytes;
    if (bytes > 8 * most) return (bytes + most - 1) / most;
    unsigned packets = 1; // not every machine divides
    for (unsigned left = bytes; left > most; left -= most) ++packets;
    return packets;
}

static void end_h(int src, void *to, unsigned bytes, void *h, unsigned arg) {
    struct store *const store = &stores[src];
    store->packets = packets_of(to, bytes);
    store->to = to;
    store->bytes = bytes;
    store->h = (am_bulk_handler_t)h;
    store->arg = arg;
    if (store->come == store->packets) end(src, store);
}

AM_INLINE void begin(int dest) {
    while (busy[dest]) am_poll_in_send_();
    busy[dest] = 1;
}
AM_INLINE void send_data(int dest, void *to, const unsigned char *from) {
    uint32_t w[data_words];
    get_words(w, from, data_words);
    am_short_request_4_from(dest, AM_ENTRY(data_h), to, w[0], w[1], w[2]);
}
AM_INLINE void send_short(int dest, void *to, unsigned bytes, const uint32_t *w) {
    am_short_request_4_from(dest, AM_ENTRY(short_h), to, bytes, w[0], w[1]);
}
AM_INLINE void send_end(int dest, void *to, unsigned bytes, void *h, unsigned arg) {
    am_short_request_4_from(dest, AM_ENTRY(end_h), to, bytes, h, arg);
}

#endif

void am_bulk_request_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg) {
    if (bytes == 0) {
        if (h) am_short_request_3_from(dest, AM_ENTRY(h), to, bytes, arg);
        return;
    }
    begin(dest);
    const unsigned char *data = from;
    unsigned char *there = to;
    unsigned left = bytes;
#if AM_VECTORS
    // Vectors, and bytes before and behind them.
    if (bytes > data_bytes) {
        uint32_t words[short_bytes / 4] = {0};
        const unsigned head = bytes_before(to);
        if (head) {
            copy((unsigned char *)words, data, head);
            send_short(dest, there, head, words);
            data += head, there += head, left -= head;
        }
        send_words(0, dest, AM_ENTRY(vector_h), AM_WORD_(am_my_proc()), AM_WORD_(there), data,
                   left / 4);
        data += left & ~3u, there += left & ~3u, left &= 3;
        if (left) {
            copy((unsigned char *)words, data, left);
            send_short(dest, there, left, words);
        }
        send_end(dest, to, bytes, h, arg);
        return;
    }
#endif
    for (; left >= data_bytes; left -= data_bytes) {
        send_data(dest, there, data);
        data += data_bytes, there += data_bytes;
    }
    if (left && bytes >= data_bytes) {
        send_data(dest, there + left - data_bytes, data + left - data_bytes);
    } else {
        for (unsigned now; left; left -= now) {
            uint32_t words[short_bytes / 4] = {0};
            now = least(left, short_bytes);
            copy((unsigned char *)words, data, now);
            send_short(dest, there, now, words);
            data += now, there += now;
        }
    }
    send_end(dest, to, bytes, h, arg);
}

// --- gets
// ------------------------------------------------------------------------------------------

static int free_one(void) {
    for (int id = 0; id < segments; ++id)
        if (asked_for[id].left == 0) return id;
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

/// A packet has arrived. The last one ends the transfer.
static void got_rh(unsigned id_and_index, uint32_t a, uint32_t b, uint32_t c) {
    struct segment *const segment = &asked_for[id_and_index >> index_bits];
    const unsigned at = (id_and_index & ((1u << index_bits) - 1)) * packet_bytes;
    const unsigned bytes = least(segment->bytes - at, packet_bytes);
    const uint32_t words[] = {a, b, c};
    if (bytes == packet_bytes)
        put_words(segment->to + at, words, 3);
    else
        copy(segment->to + at, (const unsigned char *)words, bytes);
    const struct segment whole = *segment; // the handler may find it reopened
    segment->left = whole.left - bytes;
    if (whole.left == bytes && whole.h) whole.h(whole.proc, whole.to, whole.bytes, whole.arg);
}

#if AM_VECTORS

/// Part of a transfer has arrived: `bytes` of it. The last one ends the transfer.
AM_INLINE void arrived(struct segment *segment, unsigned bytes) {
    const struct segment whole = *segment; // the handler may find it reopened
    segment->left = whole.left - bytes;
    if (whole.left == bytes && whole.h) whole.h(whole.proc, whole.to, whole.bytes, whole.arg);
}
static void got_vector_rh(unsigned id, unsigned at) {
    struct segment *const segment = &asked_for[id];
    arrived(segment, 4 * xnet_store_vector(segment->to + at));
}
static void got_rest_rh(unsigned id, unsigned at, unsigned bytes, uint32_t word) {
    struct segment *const segment = &asked_for[id];
    copy(segment->to + at, (const unsigned char *)&word, bytes);
    arrived(segment, bytes);
}

/// A part whose place at the asker is a word's.
static void get_vectors_h(int src, unsigned id_and_part, const unsigned char *from,
                          unsigned bytes) {
    const unsigned id = id_and_part >> index_bits;
    const unsigned at = (id_and_part & ((1u << index_bits) - 1)) * part_vectors * vector_bytes;
    if (bytes >= 4) send_words(1, src, AM_ENTRY(got_vector_rh), id, at, from, bytes / 4);
    if (bytes % 4) {
        uint32_t word = 0;
        copy((unsigned char *)&word, from + (bytes & ~3u), bytes % 4);
        am_short_reply_4(src, AM_ENTRY(got_rest_rh), id, at + (bytes & ~3u), bytes % 4, word);
    }
}

#endif

static void get_h(int src, int id_and_index, const unsigned char *from, unsigned bytes) {
    for (unsigned at = 0; at < bytes; at += packet_bytes, ++id_and_index) {
        uint32_t word[3] = {0, 0, 0};
        if (bytes - at >= packet_bytes)
            get_words(word, from + at, 3);
        else
            copy((unsigned char *)word, from + at, bytes - at);
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
    while ((id = free_one()) == none) am_poll_in_send_();
    open_segment(&asked_for[id], dest, to, bytes, h, arg);
    const unsigned char *const data = from;
    unsigned id_and_index = (unsigned)id << index_bits;
#if AM_VECTORS
    if ((uintptr_t)to % 4 == 0 && bytes > packet_bytes) {
        enum { most = part_vectors * vector_bytes };
        for (unsigned at = 0; at < bytes; at += most, ++id_and_index)
            am_short_request_3_from(dest, AM_ENTRY(get_vectors_h), id_and_index, data + at,
                                    least(bytes - at, most));
        return;
    }
#endif
    enum { part = part_packets * packet_bytes };
    for (unsigned at = 0; at < bytes; at += part, id_and_index += part_packets)
        am_short_request_3_from(dest, AM_ENTRY(get_h), id_and_index, data + at,
                                least(bytes - at, part));
}
