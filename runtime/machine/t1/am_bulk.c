// Bulk data on T1: messages with an address and a vector of up to 32 words (CSD-94-823 3.3). The
// sender arranges the words as the receiver's memory needs them, so the receiver only stores. This
// file needs order (AM_ORDERED): the handler's message follows the data.
#include <am_core.h>

enum { vector_words = 32, short_bytes = 12 };
// The most that one handler answers, so that no handler runs long.
enum { part_bytes = 1024, part_bytes_to_align = 512 };

struct packed_word {
    uint32_t word;
} __attribute__((packed, may_alias));

static inline uint32_t word_at(const unsigned char *from) {
    return ((const struct packed_word *)from)->word;
}

static AM_SHORT void put_vector(void *to) { xnet_store_vector(to); }

/// 0 to 12 bytes, which fill a, b and c from the left.
static AM_SHORT void put_bytes(unsigned char *to, unsigned count, uint32_t a, uint32_t b,
                               uint32_t c) {
    for (; count >= 4; count -= 4, to += 4) {
        ((struct packed_word *)to)->word = a;
        a = b, b = c;
    }
    if (count > 2) to[2] = (unsigned char)(a >> 8);
    if (count > 1) to[1] = (unsigned char)(a >> 16);
    if (count > 0) to[0] = (unsigned char)(a >> 24);
}

/// Up to three bytes, from the left.
static inline uint32_t rest_at(const unsigned char *from, unsigned count) {
    uint32_t word = 0;
    if (count > 0) word = (uint32_t)from[0] << 24;
    if (count > 1) word |= (uint32_t)from[1] << 16;
    if (count > 2) word |= (uint32_t)from[2] << 8;
    return word;
}

/// The kind of send: a request, a reply, or a reply from a handler, which need not open a hold.
enum { request, reply, answer };

// Always inlined: separate code for each kind.
AM_INLINE void send_bytes(int how, int dest, unsigned char *to, const unsigned char *from,
                          unsigned count) {
    uint32_t word[3] = {0, 0, 0};
    if (count < 4) {
        word[0] = rest_at(from, count);
    } else {
        word[0] = word_at(from);
        if (count < 8) {
            word[1] = rest_at(from + 4, count - 4);
        } else {
            word[1] = word_at(from + 4);
            word[2] = count < 12 ? rest_at(from + 8, count - 8) : word_at(from + 8);
        }
    }
    if (how == reply)
        am_short_reply_5(dest, put_bytes, to, count, word[0], word[1], word[2]);
    else
        am_short_request_5(dest, put_bytes, to, count, word[0], word[1], word[2]);
}

AM_INLINE void send_vector(int how, int dest, unsigned char *to) {
    if (how == answer)
        while (!__builtin_xnet_send1hv((uint32_t)dest, put_vector, 1, (uint32_t)to)) {
        }
    if (how == reply)
        while (!__builtin_xnet_send1hv((uint32_t)dest, put_vector, 1, (uint32_t)to))
            if (__xnet_holds) am_serve_(AM_HIGH_);
    if (how == request)
        while (!__builtin_xnet_send1v((uint32_t)dest, put_vector, 1, (uint32_t)to))
            if (__xnet_holds) am_serve_(AM_LOW_ | AM_HIGH_);
}

/// At least one word, both addresses of words. Each level has its own $vr1; vlr is restored.
AM_INLINE void send_words(int how, int dest, unsigned char *to, const unsigned char *from,
                          unsigned words) {
    const unsigned kept = xnet_get_vlr();
    unsigned length = words < vector_words ? words : vector_words;
    for (xnet_set_vlr(length);;) {
        xnet_lwv(1, from);
        send_vector(how, dest, to);
        words -= length, to += 4 * length, from += 4 * length;
        if (words == 0) break;
        if (words < length) xnet_set_vlr(length = words);
    }
    xnet_set_vlr(kept);
}

/// Copies words from an unaligned address (align.S).
extern void __am_align(uint32_t *to, const unsigned char *from, unsigned words);

/// More than short_bytes.
AM_INLINE void send_any(int how, int dest, unsigned char *to, const unsigned char *from,
                        unsigned bytes) {
    const unsigned head = -(unsigned)to & 3;
    if (head) {
        send_bytes(how, dest, to, from, head);
        to += head, from += head, bytes -= head;
    }
    if (((unsigned)from & 3) == 0) {
        send_words(how, dest, to, from, bytes / 4);
        to += bytes & ~3u, from += bytes & ~3u;
    } else {
        for (unsigned words = bytes / 4; words;) {
            uint32_t aligned[vector_words];
            const unsigned part = words < vector_words ? words : vector_words;
            __am_align(aligned, from, part);
            send_words(how, dest, to, (const unsigned char *)aligned, part);
            words -= part, to += 4 * part, from += 4 * part;
        }
    }
    if (bytes & 3) send_bytes(how, dest, to, from, bytes & 3);
}

/// The common cases need no frame, so they are separate from the others.
static int is_simple(const void *to, const void *from, unsigned bytes) {
    return (((unsigned)to | (unsigned)from | bytes) & 3) == 0 && bytes > short_bytes;
}

static __attribute__((noinline)) void request_any(int dest, void *to, const void *from,
                                                  unsigned bytes) {
    send_any(request, dest, to, from, bytes);
}

void am_bulk_data_(int dest, void *to, const void *from, unsigned bytes) {
    if (is_simple(to, from, bytes))
        send_words(request, dest, to, from, bytes / 4);
    else if (bytes > short_bytes)
        request_any(dest, to, from, bytes);
    else if (bytes)
        send_bytes(request, dest, to, from, bytes);
}

static __attribute__((noinline)) void reply_any(int dest, void *to, const void *from,
                                                unsigned bytes) {
    send_any(reply, dest, to, from, bytes);
}

static void reply_data(int dest, void *to, const void *from, unsigned bytes) {
    if (is_simple(to, from, bytes))
        send_words(reply, dest, to, from, bytes / 4);
    else if (bytes > short_bytes)
        reply_any(dest, to, from, bytes);
    else if (bytes)
        send_bytes(reply, dest, to, from, bytes);
}

// The caller knows which of the two to call.
static AM_SHORT void get_words(int src, unsigned char *to, const unsigned char *from,
                               unsigned words) {
    send_words(answer, src, to, from, words);
}

static void get_any(int src, unsigned char *to, const unsigned char *from, unsigned bytes) {
    reply_data(src, to, from, bytes);
}

// Follows the requests for the data; its reply follows the data.
static AM_SHORT void get_end(int src, void *h, void *to, unsigned bytes, unsigned arg) {
    am_short_answer_3_from(src, h, to, bytes, arg);
}

void am_get_all_(int src_and_bytes, void *from, void *to, void *h, unsigned arg) {
    const int src = src_and_bytes & ((1 << am_node_bits_) - 1);
    const unsigned bytes = (unsigned)src_and_bytes >> am_node_bits_;
    reply_data(src, to, from, bytes);
    am_short_reply_3_from(src, h, to, bytes, arg);
}

void am_get_parts_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg) {
    char *here = to;
    const char *there = from;
    const unsigned most = ((unsigned)to ^ (unsigned)from) & 3 ? part_bytes_to_align : part_bytes;
    for (unsigned left = bytes; left; here += most, there += most) {
        const unsigned part = left < most ? left : most;
        if (is_simple(here, there, part))
            am_short_request_3_from(dest, get_words, here, there, part / 4);
        else
            am_short_request_3_from(dest, AM_ENTRY(get_any), here, there, part);
        left -= part;
    }
    if (h) am_short_request_4_from(dest, get_end, h, to, bytes, arg);
}
