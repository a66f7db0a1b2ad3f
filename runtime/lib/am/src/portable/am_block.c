// Blocks over short messages, for a machine without a better method. A block travels in packets of
// three words, in any order and interleaved with other blocks, and is assembled in a pool.
#include <am_core.h>
#include <fail.h>

enum { packet_words = 3, all_words = AM_BLOCK_WORDS + 1, pool = 256 }; // the handler is also a word

struct partial {
    int source;
    unsigned number;  ///< number of the block at its source
    unsigned missing; ///< packets to come; 0: free
    uint32_t words[(all_words + packet_words - 1) / packet_words * packet_words];
};
// Reply handlers may interrupt request handlers.
static struct partial requests[pool], replies[pool];

// The header of a packet: 16 bits number, 8 bits index, 8 bits words of all packets.
enum { number_bits = 16, byte = 0xff };

static struct partial *find(struct partial *table, int source, unsigned number, unsigned packets) {
    struct partial *unused = 0;
    for (struct partial *p = table; p < table + pool; ++p) {
        if (p->missing == 0)
            unused = unused ? unused : p;
        else if (p->source == source && p->number == number)
            return p;
    }
    if (!unused) xnet_fail("am_block: parts of more than %d blocks have come to this node", pool);
    unused->source = source;
    unused->number = number;
    unused->missing = packets;
    return unused;
}

static void take(struct partial *table, int source, unsigned about, uint32_t a, uint32_t b,
                 uint32_t c) {
    const unsigned words = about & byte;
    struct partial *const p =
        find(table, source, about >> (32 - number_bits), (words + packet_words - 1) / packet_words);
    uint32_t *const to = p->words + (about >> 8 & byte) * packet_words;
    to[0] = a, to[1] = b, to[2] = c;
    if (p->missing > 1) {
        --p->missing;
        return;
    }
    ((am_block_handler_t)p->words[0])(p->words + 1, (int)words - 1);
    p->missing = 0;
}

static void request_h(int src, unsigned about, uint32_t a, uint32_t b, uint32_t c) {
    take(requests, src, about, a, b, c);
}
static void reply_h(int src, unsigned about, uint32_t a, uint32_t b, uint32_t c) {
    take(replies, src, about, a, b, c);
}

AM_INLINE void send(int is_reply, int dest, am_block_handler_t handler, const uint32_t *words,
                    int count) {
    static volatile int blocks; // for main and for request handlers
    const unsigned number = (unsigned)am_atomic_add(&blocks, 1), all = (unsigned)count + 1;
    for (unsigned i = 0; i * packet_words < all; ++i) {
        uint32_t word[packet_words];
        for (unsigned k = 0; k < packet_words; ++k) {
            const unsigned at = i * packet_words + k;
            word[k] = at == 0 ? (uint32_t)handler : at < all ? words[at - 1] : 0;
        }
        const unsigned about = number << (32 - number_bits) | i << 8 | all;
        if (is_reply)
            am_short_reply_4_from(dest, AM_ENTRY(reply_h), about, word[0], word[1], word[2]);
        else
            am_short_request_4_from(dest, AM_ENTRY(request_h), about, word[0], word[1], word[2]);
    }
}

void am_block_request(int dest, am_block_handler_t handler, const uint32_t *words, int count) {
    send(0, dest, handler, words, count);
}

void am_block_reply(int dest, am_block_handler_t handler, const uint32_t *words, int count) {
    send(1, dest, handler, words, count);
}
