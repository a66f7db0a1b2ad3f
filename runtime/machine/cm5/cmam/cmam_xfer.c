// Blocks of memory into segments of other nodes (000 4.3.3.2, 4.3.5.5). A message has a segment and
// an offset in its first word, and two double words; the ends of a block go in messages of up to 8
// bytes.
#include "cmam.h"

#include <stdint.h>

#define NI(offset) (*(volatile unsigned *)(NI_BASE + (offset)))
#define NI_PAIR(offset) (*(volatile uint64_t *)(NI_BASE + (offset)))
#define FIRST(network, tag)                                                                        \
    (NI_##network##_SEND_FIRST_O + ((tag) << NI_FIRST_TAG_P) + (5 << NI_FIRST_LENGTH_P))

enum { send_ok = 1 << NI_SEND_OK_P, rec_ok = 1 << NI_REC_OK_P };

// Destinations have these bits: 000 Figure 4-19, lines 6 and 7.
#define DESTINATION(node) ((unsigned)(node)&0x8007ffffu)

void CMAM_got_left(char *ni, unsigned status), CMAM_got_right(char *ni, unsigned status);

#define INLINE static inline __attribute__((always_inline))

// Sends one message until it is accepted; serves both networks, or only that of replies.
INLINE void request(unsigned first, uint64_t start, uint64_t a, uint64_t b) {
    for (;;) {
        const unsigned replies = NI(NI_RDR_STATUS_O);
        NI_PAIR(first) = start;
        NI_PAIR(NI_LDR_SEND_O) = a;
        NI_PAIR(NI_LDR_SEND_O) = b;
        if (__builtin_expect(replies & rec_ok, 0)) CMAM_got_right((char *)NI_BASE, replies);
        const unsigned status = NI(NI_LDR_STATUS_O);
        if (__builtin_expect(status & rec_ok, 0)) CMAM_got_left((char *)NI_BASE, status);
        if (__builtin_expect(status & send_ok, 1)) return;
    }
}
INLINE void reply(unsigned first, uint64_t start, uint64_t a, uint64_t b) {
    for (;;) {
        NI_PAIR(first) = start;
        NI_PAIR(NI_RDR_SEND_O) = a;
        NI_PAIR(NI_RDR_SEND_O) = b;
        const unsigned status = NI(NI_RDR_STATUS_O);
        if (__builtin_expect(status & rec_ok, 0)) CMAM_got_right((char *)NI_BASE, status);
        if (__builtin_expect(status & send_ok, 1)) return;
    }
}

INLINE uint64_t pair(unsigned high, unsigned low) { return (uint64_t)high << 32 | low; }

INLINE uint64_t gather(const unsigned char *from, int count) {
    uint64_t bytes = 0;
    for (int i = 0; i < 8; ++i) bytes = bytes << 8 | (i < count ? from[i] : 0);
    return bytes;
}

typedef void send(unsigned first, uint64_t start, uint64_t a, uint64_t b);

// `ends`, `body`: the first-word addresses for messages of bytes and of double words.
INLINE void block(send *put, unsigned ends, unsigned body, int node, unsigned to,
                  const unsigned char *from, int bytes) {
    const unsigned dest = DESTINATION(node);
    // A message of bytes has their number, the bytes, and a padding word.
#define ENDS(n)                                                                                    \
    do {                                                                                           \
        const uint64_t what = gather(from, n);                                                     \
        put(ends, pair(dest, to), pair((unsigned)(n), (unsigned)(what >> 32)),                     \
            pair((unsigned)what, 0));                                                              \
        to += (unsigned)(n), from += (n), bytes -= (n);                                            \
    } while (0)
    const int before = (int)(-to & 7);
    if (before && bytes) {
        const int n = before < bytes ? before : bytes;
        ENDS(n);
    }
    if (!((uintptr_t)from & 7)) {
        for (; bytes >= 16; to += 16, from += 16, bytes -= 16)
            put(body, pair(dest, to), ((const uint64_t *)from)[0], ((const uint64_t *)from)[1]);
    } else {
        for (; bytes >= 16; to += 16, from += 16, bytes -= 16)
            put(body, pair(dest, to), gather(from, 8), gather(from + 8, 8));
    }
    while (bytes > 0) {
        const int n = bytes < 8 ? bytes : 8;
        ENDS(n);
    }
#undef ENDS
}

void CMAM_xfer(int node, int segment_and_offset, const void *from, int bytes) {
    block(request, FIRST(LDR, NI_TAG_BYTES), FIRST(LDR, NI_TAG_XFER), node,
          (unsigned)segment_and_offset, from, bytes);
}
void CMAM_reply_xfer(int node, int segment_and_offset, const void *from, int bytes) {
    block(reply, FIRST(RDR, NI_TAG_BYTES), FIRST(RDR, NI_TAG_XFER), node,
          (unsigned)segment_and_offset, from, bytes);
}
