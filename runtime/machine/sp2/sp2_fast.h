// The parts of the protocol that every message and every poll execute (sp2_am.h): inlined where the
// number of words is known.
#pragma once

#include <sp2_am.h>
#include <sp2_port.h>

#define INLINE static inline __attribute__((always_inline))
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

/// The distance of a sequence number behind another one; numbers wrap.
INLINE int ahead(uint16_t a, uint16_t b) { return (int16_t)(uint16_t)(a - b); }
INLINE uint16_t distance(uint16_t from, uint16_t to) { return (uint16_t)(to - from); }

INLINE unsigned window(unsigned class_) {
    return class_ == SP2_REQUEST ? SP2_REQUEST_WINDOW : SP2_REPLY_WINDOW;
}
INLINE struct sp2_slot *slot_of(struct sp2_sender *s, uint16_t number) {
    return &s->slot[number % SP2_RING];
}
/// The next entry of the send FIFO. Once every half a ring, checks that the adapter has fetched the
/// next half: it fetches in order, and reading a length is slow.
INLINE volatile uint32_t *next_entry(struct sp2_endpoint *e) {
    const uint32_t entry = e->send_entry;
    if (UNLIKELY(entry % (SP2_SEND_ENTRIES / 2) == 0))
        while (sp2_length(e, entry + SP2_SEND_ENTRIES / 2 - 1)) {
        }
    return sp2_send_entry(e, entry);
}

/// Both current acknowledgements. This packet delivers them to the peer.
INLINE uint32_t acknowledgements(struct sp2_peer *peer) {
    struct sp2_receiver *in = peer->in;
    in[SP2_REQUEST].told = in[SP2_REQUEST].expected;
    in[SP2_REPLY].told = in[SP2_REPLY].expected;
    in[SP2_REQUEST].again = in[SP2_REPLY].again = 0;
    return (uint32_t)in[SP2_REQUEST].expected << 16 | in[SP2_REPLY].expected;
}

/// One route for each pair, so that its packets stay in order.
INLINE uint32_t first_word(unsigned dest, unsigned type, unsigned length) {
    return dest << 23 | dest % 4 << 16 | type << 8 | length;
}

INLINE void ring(struct sp2_endpoint *e, volatile uint32_t *at, unsigned bytes) {
    sp2_flush(at);
    sp2_sync();
    sp2_ring(e, e->send_entry, bytes);
    e->send_entry = (e->send_entry + 1) % SP2_SEND_ENTRIES;
}

/// A short packet with this number, of `words` words behind the handler.
INLINE void transmit_words(struct sp2_endpoint *e, unsigned class_, unsigned dest, uint16_t number,
                           uint32_t handler, const uint32_t *word, unsigned words) {
    volatile uint32_t *at = next_entry(e);
    at[0] = first_word(dest, class_ == SP2_REQUEST ? SP2_IS_REQUEST : SP2_IS_REPLY, words);
    at[1] = (uint32_t)number << 16 | 1;
    at[2] = acknowledgements(&e->peer[dest]);
    at[3] = handler;
    for (unsigned i = 0; i < words; ++i) at[4 + i] = word[i];
    ring(e, at, SP2_SHORT_HEADER + 4 * words);
}

INLINE int fits(const struct sp2_sender *s, unsigned class_, unsigned count) {
    return distance(s->acked, s->next) + count <= window(class_);
}

/// A first message becomes unacknowledged: the timer starts.
INLINE void expects(struct sp2_endpoint *e, struct sp2_sender *s) {
    if (s->acked == s->next) s->deadline = e->polls + s->patience;
}

/// sp2_send().
INLINE int send_words(struct sp2_endpoint *e, unsigned class_, unsigned dest, uint32_t handler,
                      const uint32_t *words, unsigned count) {
    struct sp2_sender *s = &e->peer[dest].out[class_];
    const int now = s->sent == s->next && fits(s, class_, 1);
    if (UNLIKELY(!now)) {
        // A reply from a handler waits in the ring; other callers ask sp2_has_room() first.
        if (class_ == SP2_REQUEST || !e->in_handler || distance(s->acked, s->next) >= SP2_RING)
            return 0;
    }
    expects(e, s);
    struct sp2_slot *slot = slot_of(s, s->next);
    slot->words = (uint8_t)count;
    slot->count = 1;
    slot->bulk = 0;
    slot->u.word[0] = handler;
    for (unsigned i = 0; i < count; ++i) slot->u.word[1 + i] = words[i];
    const uint16_t number = s->next++;
    if (LIKELY(now)) {
        s->sent = s->next;
        transmit_words(e, class_, dest, number, handler, words, count);
    }
    return 1;
}

/// A poll: whether no message has arrived and no work is pending. Else the caller calls sp2_work().
INLINE int is_quiet(struct sp2_endpoint *e) {
    volatile uint32_t *at = sp2_receive_entry(e, e->receive_entry);
    if (UNLIKELY(++e->polls % 256 == 0 || *at)) return 0;
    sp2_flush(at); // else the entry would look empty forever
    sp2_sync();
    return 1;
}
