// Bulk transfers and blocks: messages of up to a kilobyte, whose handlers copy them (000 4.2.4:
// bulk messages are no separate kind). The first word is a function of this file.
#include <am_core.h>
#include <fail.h>
#include <string.h>

enum {
    head_words = 3,                     ///< function, and two words of its own
    store_words = head_words + 1,       ///< the same, and where to count
    part_bytes = 1024 - head_words * 4, ///< data of one message: 256 words in all
    gets = 64                           ///< open gets of this node
};

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }
/// Size of a message: a channel counts halfwords (P1 4.6).
static unsigned whole(unsigned bytes) { return head_words * 4 + ((bytes + 3) & ~3u); }
static unsigned whole_store(unsigned bytes) { return 4 + whole(bytes); }

/// Sends the message in *outbuf.
static void send(int dest, unsigned bytes) {
    if (ncube2_send(dest, bytes)) __am_send_again(dest, bytes);
}

// --- transfers
// ------------------------------------------------------------------------------------

static void data(uint32_t *m) { memcpy((void *)m[1], m + head_words, m[2]); }

static void check(void *caller, int dest) {
    if ((unsigned)dest >= (unsigned)__xnet_nodes)
        xnet_fail_at(caller,
                     "a bulk transfer to a node that is not there: %d (there are %d: 0 to %d)",
                     dest, __xnet_nodes, __xnet_nodes - 1);
}

void am_bulk_data_(int dest, void *to, const void *from, unsigned bytes) {
    check(__builtin_return_address(0), dest);
    for (unsigned at = 0; at < bytes;) {
        const unsigned now = least(bytes - at, part_bytes);
        uint32_t *const m = __ncube2_shared.outbuf;
        m[0] = (uint32_t)data;
        m[1] = (uint32_t)((char *)to + at);
        m[2] = now;
        memcpy(m + head_words, (const char *)from + at, now);
        send(dest, whole(now));
        at += now;
    }
}

/// A store is one message: it has the address, and its handler counts the bytes (000 4.2.6.2).
static void store(uint32_t *m) {
    memcpy((void *)m[1], m + store_words, m[2]);
    *(volatile unsigned *)m[3] += m[2];
}

void am_bulk_store_(int dest, void *to, const void *from, unsigned bytes,
                    volatile unsigned *counter) {
    check(__builtin_return_address(0), dest);
    for (unsigned at = 0; at < bytes;) {
        const unsigned now = least(bytes - at, part_bytes - 4);
        uint32_t *const m = __ncube2_shared.outbuf;
        m[0] = (uint32_t)store;
        m[1] = (uint32_t)((char *)to + at);
        m[2] = now;
        m[3] = (uint32_t)counter;
        memcpy(m + store_words, (const char *)from + at, now);
        send(dest, whole_store(now));
        at += now;
    }
}

/// A get of this node. Parts may come in any order: on the other node, handlers that wait for the
/// channel run nested within each other.
static struct get {
    volatile unsigned left; ///< bytes still to come; 0: free
    int proc;
    void *to;
    unsigned bytes;
    am_bulk_handler_t h;
    unsigned arg;
} open[gets];

static void got(uint32_t *m) {
    const unsigned id = m[1] & 0xff, at = m[2], bytes = m[1] >> 8;
    struct get *const get = &open[id];
    memcpy((char *)get->to + at, m + head_words, bytes);
    const struct get all = *get; // the handler may find it reopened
    get->left = all.left - bytes;
    if (all.left == bytes && all.h) all.h(all.proc, all.to, all.bytes, all.arg);
}

/// A part of a get. The reply leaves in the buffer of the request, which is read before.
static void ask(int src, unsigned id_and_bytes, const char *from, unsigned at) {
    do {
        uint32_t *const m = __ncube2_shared.inbuf;
        m[0] = (uint32_t)got;
        m[1] = id_and_bytes;
        m[2] = at;
        memcpy(m + head_words, from + at, id_and_bytes >> 8);
    } while (ncube2_reply(src, whole(id_and_bytes >> 8)) && __am_reply_failed());
}

static void ask_for_nothing(int src, void *h, void *to, unsigned arg) {
    am_short_answer_3_from(src, h, to, 0, arg);
}

void am_bulk_get_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg) {
    check(__builtin_return_address(0), dest);
    if (!bytes) {
        if (h) am_short_request_3_from(dest, ask_for_nothing, h, to, arg);
        return;
    }
    unsigned id = 0;
    while (open[id].left)
        if (++id == gets) {
            am_poll();
            id = 0;
        }
    open[id].proc = dest;
    open[id].to = to;
    open[id].bytes = bytes;
    open[id].h = (am_bulk_handler_t)h;
    open[id].arg = arg;
    open[id].left = bytes;
    for (unsigned at = 0; at < bytes; at += part_bytes)
        am_short_request_3_from(dest, ask, least(bytes - at, part_bytes) << 8 | id, from, at);
}

// --- blocks
// ---------------------------------------------------------------------------------------

/// The handler may send replies; they leave in the buffer of the message.
static void block(uint32_t *m) {
    uint32_t words[AM_BLOCK_WORDS];
    const int count = (int)m[2];
    const am_block_handler_t handler = (am_block_handler_t)m[1];
    for (int i = 0; i < count; ++i) words[i] = m[head_words + i];
    handler(words, count);
}

static void compose(uint32_t *m, am_block_handler_t handler, const uint32_t *words, int count) {
    m[0] = (uint32_t)block;
    m[1] = (uint32_t)handler;
    m[2] = (unsigned)count;
    for (int i = 0; i < count; ++i) m[head_words + i] = words[i];
}

void am_block_request(int dest, am_block_handler_t handler, const uint32_t *words, int count) {
    compose(__ncube2_shared.outbuf, handler, words, count);
    send(dest, (unsigned)(head_words + count) * 4);
}

void am_block_reply(int dest, am_block_handler_t handler, const uint32_t *words, int count) {
    if (!(__ncube2_shared.flags & NCUBE2_IN_HANDLER)) {
        am_block_request(dest, handler, words, count);
        return;
    }
    do compose(__ncube2_shared.inbuf, handler, words, count);
    while (ncube2_reply(dest, (unsigned)(head_words + count) * 4) && __am_reply_failed());
}
