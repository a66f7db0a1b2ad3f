// Bulk data on T1: messages with an address and a vector of up to 32 words (CSD-94-823 3.3). The
// sender lays the words out as the receiver's memory wants them, so the receiver only stores.
#include <am_core.h>

enum { vector_words = 32, short_bytes = 12 };

struct packed_word {
    uint32_t word;
} __attribute__((packed, may_alias));

static AM_SHORT void put_vector(void *to) { xnet_store_vector(to); }

// `count` bytes of a, b, c, as they stand in memory.
static AM_SHORT void put_bytes(unsigned char *to, unsigned count, uint32_t a, uint32_t b,
                               uint32_t c) {
    while (count--) {
        *to++ = (unsigned char)(a >> 24);
        a = a << 8 | b >> 24, b = b << 8 | c >> 24, c <<= 8;
    }
}

// A big-endian machine's word of the bytes from[0] to from[count - 1], at most four.
static uint32_t word_of(const unsigned char *from, int count) {
    uint32_t word = 0;
    for (int i = 0; i < 4; ++i) word = word << 8 | (i < count ? from[i] : 0u);
    return word;
}

// Without calls, so that both priorities have code of their own.
AM_INLINE void bytes_(int high, int dest, unsigned char *to, const unsigned char *from,
                      unsigned count) {
    const int n = (int)count;
    const uint32_t a = word_of(from, n), b = word_of(from + 4, n - 4), c = word_of(from + 8, n - 8);
    if (high)
        am_short_reply_5(dest, put_bytes, to, count, a, b, c);
    else
        am_short_request_5(dest, put_bytes, to, count, a, b, c);
}

AM_INLINE void bulk_(int high, int dest, unsigned char *to, const unsigned char *from,
                     unsigned bytes) {
    if (bytes <= short_bytes) {
        if (bytes) bytes_(high, dest, to, from, bytes);
        return;
    }
    const unsigned head = -(unsigned)to & 3;
    if (head) {
        bytes_(high, dest, to, from, head);
        to += head, from += head, bytes -= head;
    }
    const unsigned kept = xnet_get_vlr();
    for (unsigned words = bytes / 4; words;) {
        const unsigned length = words < vector_words ? words : vector_words;
        xnet_set_vlr(length);
        if (((unsigned)from & 3) == 0) {
            xnet_lwv(1, from);
        } else {
            uint32_t aligned[vector_words];
            for (unsigned i = 0; i < length; ++i)
                aligned[i] = ((const struct packed_word *)from)[i].word;
            xnet_lwv(1, aligned);
        }
        if (high)
            while (!xnet_send1hv(dest, put_vector, 1, (uint32_t)to))
                if (__xnet_holds) am_serve_(AM_HIGH_);
        if (!high)
            while (!xnet_send1v(dest, put_vector, 1, (uint32_t)to))
                if (__xnet_holds) am_serve_(AM_LOW_ | AM_HIGH_);
        words -= length, to += 4 * length, from += 4 * length;
    }
    xnet_set_vlr(kept);
    bytes &= 3;
    if (bytes) bytes_(high, dest, to, from, bytes);
}

void am_bulk_request(int dest, void *to, const void *from, unsigned bytes) {
    bulk_(0, dest, to, from, bytes);
}

void am_bulk_reply(int dest, void *to, const void *from, unsigned bytes) {
    bulk_(1, dest, to, from, bytes);
}
