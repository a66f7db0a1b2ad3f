#include <sp2_am.h>
#include <sp2_fast.h>
#include <sp2_port.h>

INLINE unsigned packets_of(unsigned bytes) {
    return (bytes + SP2_PACKET_DATA - 1) / SP2_PACKET_DATA;
}

void sp2_start(struct sp2_endpoint *e, uint32_t node, uint32_t nodes, uint32_t entries,
               uint32_t line) {
    e->node = node;
    e->nodes = nodes;
    e->entries = entries;
    e->line = line;
    for (unsigned n = 0; n < nodes; ++n)
        for (unsigned c = 0; c < SP2_CLASSES; ++c) e->peer[n].out[c].patience = SP2_KEEP_ALIVE;
}

// --- packets
// --------------------------------------------------------------------------------------

/// A packet without a sequence number of its own.
static void send_control(struct sp2_endpoint *e, unsigned dest, unsigned type, uint16_t number,
                         unsigned missing) {
    volatile uint32_t *at = next_entry(e);
    at[0] = first_word(dest, type, 0);
    at[1] = (uint32_t)number << 16;
    at[2] = acknowledgements(&e->peer[dest]);
    at[3] = missing;
    ring(e, at, SP2_SHORT_HEADER);
}

/// Copies a full packet's data from an address that is a multiple of 8 to another one, 32 bytes at
/// a time.
#define COPY_DOUBLES(to, from, bytes)                                                              \
    for (unsigned n_ = (bytes) / 32; n_; --n_, (to) += 4, (from) += 4) {                           \
        const double a_ = (from)[0], b_ = (from)[1], c_ = (from)[2], d_ = (from)[3];               \
        (to)[0] = a_;                                                                              \
        (to)[1] = b_;                                                                              \
        (to)[2] = c_;                                                                              \
        (to)[3] = d_;                                                                              \
    }

/// Copies bytes to an address that is a multiple of 8.
INLINE void copy_out(volatile uint32_t *to, uintptr_t from, unsigned bytes) {
    if (LIKELY(from % 8 == 0)) {
        volatile double *t = (volatile double *)to;
        const double *f = (const double *)from;
        if (LIKELY(bytes == SP2_PACKET_DATA)) {
            COPY_DOUBLES(t, f, SP2_PACKET_DATA)
            return;
        }
        COPY_DOUBLES(t, f, bytes)
        bytes %= 32;
        to = (volatile uint32_t *)t;
        from = (uintptr_t)f;
    }
    if (from % 4 == 0) {
        const uint32_t *f = (const uint32_t *)from;
        for (; bytes >= 4; bytes -= 4) *to++ = *f++;
        from = (uintptr_t)f;
    }
    volatile uint8_t *t = (volatile uint8_t *)to;
    const uint8_t *f = (const uint8_t *)from;
    while (bytes--) *t++ = *f++;
}

INLINE void copy_in(uintptr_t to, volatile uint32_t *from, unsigned bytes) {
    if (LIKELY(to % 8 == 0)) {
        double *t = (double *)to;
        volatile double *f = (volatile double *)from;
        if (LIKELY(bytes == SP2_PACKET_DATA)) {
            COPY_DOUBLES(t, f, SP2_PACKET_DATA)
            return;
        }
        COPY_DOUBLES(t, f, bytes)
        bytes %= 32;
        to = (uintptr_t)t;
        from = (volatile uint32_t *)f;
    }
    if (to % 4 == 0) {
        uint32_t *t = (uint32_t *)to;
        for (; bytes >= 4; bytes -= 4) *t++ = *from++;
        to = (uintptr_t)t;
    }
    uint8_t *t = (uint8_t *)to;
    volatile uint8_t *f = (volatile uint8_t *)from;
    while (bytes--) *t++ = *f++;
}

/// Writes the lengths of `waiting` entries from `group` on, the last one in the lowest byte.
INLINE void ring_group(struct sp2_endpoint *e, uint32_t group, unsigned waiting, uint32_t lengths) {
    sp2_sync();
    if (LIKELY(waiting == 4)) {
        sp2_ring_four(e, group, lengths);
        return;
    }
    for (unsigned k = 0; k < waiting; ++k)
        sp2_ring(e, group + k, lengths >> 8 * (waiting - 1 - k) & 0xFF);
}

/// Sends the packets of a chunk from `first` on, all with the chunk's number. Stores lengths four
/// at a time where a group is whole (003 2.1).
INLINE void transmit_packets(struct sp2_endpoint *e, unsigned dest, uint16_t number,
                             const struct sp2_slot *slot, unsigned first, int again) {
    const struct sp2_transfer *const transfer = slot->u.chunk.transfer;
    const uint32_t line = e->line, to = transfer->to;
    const uint32_t numbers = (uint32_t)number << 16 | slot->count;
    const uint32_t acks = acknowledgements(&e->peer[dest]);
    uint32_t offset = slot->u.chunk.offset + first * SP2_PACKET_DATA;
    uint32_t from = transfer->from + offset;
    unsigned left = slot->bulk - first * SP2_PACKET_DATA, waiting = 0;
    uint32_t lengths = 0, entry = e->send_entry; // the first entry that has not been rung
    while (left) {
        const unsigned bytes = left < SP2_PACKET_DATA ? left : (unsigned)SP2_PACKET_DATA;
        if (again) sp2_begins("sent again");
        volatile uint32_t *at = next_entry(e);
        volatile uint8_t *const begin = (volatile uint8_t *)at;
        volatile uint8_t *const end = begin + SP2_BULK_HEADER + bytes;
        for (volatile uint8_t *l = begin; l < end; l += line) sp2_zero(l);
        at[0] = first_word(dest, SP2_BULK, bytes);
        at[1] = numbers;
        at[2] = acks;
        at[3] = to;
        at[4] = offset;
        at[5] = from;
        copy_out(at + SP2_BULK_HEADER / 4, from, bytes);
        for (volatile uint8_t *l = begin; l < end; l += line) sp2_flush(l);
        ++waiting;
        lengths = lengths << 8 | (SP2_BULK_HEADER + bytes);
        left -= bytes;
        offset += bytes;
        from += bytes;
        e->send_entry = (entry + 1) % SP2_SEND_ENTRIES;
        if (entry % 4 == 3 || !left) {
            ring_group(e, entry + 1 - waiting, waiting, lengths);
            waiting = 0;
        }
        if (again) sp2_ends("sent again");
        entry = e->send_entry;
    }
}

static __attribute__((noinline)) void transmit_chunk(struct sp2_endpoint *e, unsigned dest,
                                                     uint16_t number, const struct sp2_slot *slot) {
    transmit_packets(e, dest, number, slot, 0, 0);
}

static void transmit_again(struct sp2_endpoint *e, unsigned class_, unsigned dest, uint16_t number,
                           unsigned first) {
    const struct sp2_slot *slot = slot_of(&e->peer[dest].out[class_], number);
    if (slot->bulk) {
        transmit_packets(e, dest, number, slot, first, 1);
        return;
    }
    sp2_begins("sent again");
    transmit_words(e, class_, dest, number, slot->u.word[0], slot->u.word + 1, slot->words);
    sp2_ends("sent again");
}

// --- sending
// --------------------------------------------------------------------------------------

int sp2_has_room(const struct sp2_endpoint *e, unsigned class_, unsigned dest) {
    return fits(&e->peer[dest].out[class_], class_, 1);
}

int sp2_send(struct sp2_endpoint *e, unsigned class_, unsigned dest, uint32_t handler,
             const uint32_t *words, unsigned count) {
    return send_words(e, class_, dest, handler, words, count);
}

int sp2_send_chunk(struct sp2_endpoint *e, struct sp2_transfer *transfer) {
    const unsigned dest = transfer->dest;
    struct sp2_sender *s = &e->peer[dest].out[SP2_REQUEST];
    uint32_t bytes = transfer->bytes - transfer->sent;
    if (!bytes) return 0;
    if (bytes > SP2_CHUNK) bytes = SP2_CHUNK;
    const unsigned packets = packets_of(bytes);
    // Two chunks at first, and chunk N when chunk N - 2 is acknowledged (003 2.2).
    if (transfer->chunks >= 2 || !fits(s, SP2_REQUEST, packets)) return 0;
    // For transfers shorter than a chunk, at most one chunk of data is under way (003 2.2).
    if (transfer->bytes < SP2_CHUNK && s->bulk + packets > SP2_CHUNK_PACKETS) return 0;
    expects(e, s);
    struct sp2_slot *slot = slot_of(s, s->next);
    slot->words = 0;
    slot->count = (uint8_t)packets;
    slot->bulk = (uint16_t)bytes;
    slot->u.chunk.transfer = transfer;
    slot->u.chunk.offset = transfer->sent;
    transfer->sent += bytes;
    ++transfer->chunks;
    s->bulk = (uint16_t)(s->bulk + packets);
    transmit_chunk(e, dest, s->next, slot);
    s->next = (uint16_t)(s->next + packets);
    s->sent = s->next;
    return 1;
}

/// Sends replies that have waited for the window.
static void send_waiting(struct sp2_endpoint *e, unsigned dest) {
    struct sp2_sender *s = &e->peer[dest].out[SP2_REPLY];
    while (s->sent != s->next && distance(s->acked, s->sent) < SP2_REPLY_WINDOW) {
        const struct sp2_slot *slot = slot_of(s, s->sent);
        transmit_words(e, SP2_REPLY, dest, s->sent, slot->u.word[0], slot->u.word + 1, slot->words);
        ++s->sent;
    }
}

/// All messages below `number` have arrived there.
static __attribute__((noinline)) void acknowledged(struct sp2_endpoint *e, unsigned class_,
                                                   unsigned dest, uint16_t number) {
    struct sp2_sender *s = &e->peer[dest].out[class_];
    // An old packet, or one that acknowledges a number that was never sent.
    if (ahead(number, s->acked) <= 0 || ahead(number, s->sent) > 0) return;
    while (ahead(number, s->acked) > 0) {
        struct sp2_slot *slot = slot_of(s, s->acked);
        s->acked = (uint16_t)(s->acked + slot->count);
        if (!slot->bulk) continue;
        s->bulk = (uint16_t)(s->bulk - slot->count);
        struct sp2_transfer *transfer = slot->u.chunk.transfer;
        if (--transfer->chunks == 0 && transfer->sent == transfer->bytes && transfer->done)
            transfer->done(transfer);
    }
    s->patience = SP2_KEEP_ALIVE;
    s->deadline = e->polls + s->patience;
    if (UNLIKELY(s->sent != s->next)) send_waiting(e, dest);
}

/// As above, optimized for a single unacknowledged short message.
INLINE void acknowledged_to(struct sp2_endpoint *e, unsigned class_, unsigned dest,
                            uint16_t number) {
    struct sp2_sender *s = &e->peer[dest].out[class_];
    if (number == s->acked) return;
    const struct sp2_slot *slot = slot_of(s, s->acked);
    if (number == s->next && distance(s->acked, number) == 1 && s->sent == number && !slot->bulk) {
        s->acked = number;
        s->patience = SP2_KEEP_ALIVE;
        return;
    }
    acknowledged(e, class_, dest, number);
}

/// The peer expects `number` and, of a chunk, lacks the packet `missing`: resends that packet and
/// all later ones.
static __attribute__((noinline)) void repeat(struct sp2_endpoint *e, unsigned class_, unsigned dest,
                                             uint16_t number, unsigned missing) {
    struct sp2_sender *s = &e->peer[dest].out[class_];
    if (ahead(number, s->acked) < 0 || ahead(number, s->sent) > 0) return;
    acknowledged(e, class_, dest, number);
    for (uint16_t at = number; at != s->sent;) {
        const struct sp2_slot *slot = slot_of(s, at);
        if (missing < slot->count) e->counts.repeated += slot->count - missing;
        transmit_again(e, class_, dest, at, missing);
        at = (uint16_t)(at + slot->count);
        missing = 0;
    }
}

// --- receiving
// ------------------------------------------------------------------------------------

/// The first missing packet of the expected chunk.
static unsigned missing_of(const struct sp2_receiver *in) {
    const unsigned low = (unsigned)__builtin_ctzll(~((uint64_t)in->have[1] << 32 | in->have[0]));
    return in->have_count ? low : 0;
}

static void send_nack(struct sp2_endpoint *e, unsigned class_, unsigned source) {
    struct sp2_receiver *in = &e->peer[source].in[class_];
    in->nacked = 1;
    ++e->counts.nacks;
    send_control(e, source, SP2_NACK | class_ << 7, in->expected, missing_of(in));
}

/// A packet with a number other than the expected one. It is dropped here too (003 2.2).
static __attribute__((noinline)) void out_of_turn(struct sp2_endpoint *e, unsigned class_,
                                                  unsigned source, uint16_t number) {
    struct sp2_receiver *in = &e->peer[source].in[class_];
    if (ahead(number, in->expected) < 0) {
        ++e->counts.doubles;
        in->again = 1;
        return;
    }
    ++e->counts.gaps;
    if (!in->nacked) send_nack(e, class_, source); // one for each gap
}

/// A number is accepted: a later mismatch is another gap.
INLINE void accept(struct sp2_receiver *in, unsigned count) {
    in->expected = (uint16_t)(in->expected + count);
    in->nacked = 0;
}

static __attribute__((noinline)) void explicit_ack(struct sp2_endpoint *e, unsigned source) {
    ++e->counts.acks;
    send_control(e, source, SP2_ACK, 0, 0);
}

INLINE void receive_short(struct sp2_endpoint *e, unsigned class_, unsigned source,
                          volatile uint32_t *at, unsigned count) {
    struct sp2_peer *peer = &e->peer[source];
    struct sp2_receiver *in = &peer->in[class_];
    const uint16_t number = (uint16_t)(at[1] >> 16);
    if (UNLIKELY(number != in->expected || in->have_count)) {
        out_of_turn(e, class_, source, number);
        return;
    }
    if (class_ == SP2_REQUEST) {
        // Each request may be answered: without room for that reply, it is treated as lost.
        const struct sp2_sender *replies = &peer->out[SP2_REPLY];
        if (UNLIKELY(replies->sent != replies->next || !fits(replies, SP2_REPLY, 1))) {
            sp2_begins("refused");
            ++e->counts.refused;
            sp2_ends("refused");
            return;
        }
    }
    accept(in, 1);
    uint32_t words[SP2_WORDS];
    if (count > SP2_WORDS) sp2_wrong(e, "a packet with too many words");
    for (unsigned i = 0; i < SP2_WORDS; ++i) words[i] = at[4 + i]; // all of them are in one line
    ++e->in_handler;
    sp2_run(e, at[3], source, words, count);
    --e->in_handler;
}

INLINE void receive_bulk(struct sp2_endpoint *e, unsigned source, volatile uint32_t *at,
                         unsigned bytes) {
    struct sp2_receiver *in = &e->peer[source].in[SP2_REQUEST];
    const uint16_t number = (uint16_t)(at[1] >> 16);
    const unsigned count = at[1] & 0xFFFF;
    if (UNLIKELY(number != in->expected)) {
        out_of_turn(e, SP2_REQUEST, source, number);
        return;
    }
    const uint32_t offset = at[4];
    const unsigned packet = offset % SP2_CHUNK / SP2_PACKET_DATA;
    const uint32_t bit = 1u << packet % 32;
    uint32_t *have = &in->have[packet / 32];
    if (UNLIKELY(*have & bit)) { // repeated: data that is in place must not be written again
        ++e->counts.doubles;
        return;
    }
    if (UNLIKELY(packet != in->have_count && packet > missing_of(in))) {
        ++e->counts.gaps;
        if (!in->nacked) send_nack(e, SP2_REQUEST, source);
    } else {
        in->nacked = 0;
    }
    *have |= bit;
    copy_in((uintptr_t)at[3] + offset, at + SP2_BULK_HEADER / 4, bytes);
    if (++in->have_count < count) return;
    in->have[0] = in->have[1] = 0;
    in->have_count = 0;
    accept(in, count);
    explicit_ack(e, source); // each chunk (003 2.2): its sender may wait for the acknowledgement
}

INLINE void receive(struct sp2_endpoint *e, uint32_t first, volatile uint32_t *at) {
    const unsigned source = first >> 23, type = first >> 8 & 0xFF, length = first & 0xFF;
    struct sp2_peer *peer = &e->peer[source];
    const uint32_t acks = at[2];
    acknowledged_to(e, SP2_REQUEST, source, (uint16_t)(acks >> 16));
    acknowledged_to(e, SP2_REPLY, source, (uint16_t)acks);
    switch (type) {
    case SP2_IS_REQUEST: receive_short(e, SP2_REQUEST, source, at, length); break;
    case SP2_IS_REPLY: receive_short(e, SP2_REPLY, source, at, length); break;
    case SP2_BULK: receive_bulk(e, source, at, length); return; // it acknowledges whole chunks
    case SP2_ACK: return;
    case SP2_NACK:
    case SP2_NACK | 1 << 7: repeat(e, type >> 7, source, (uint16_t)(at[1] >> 16), at[3]); return;
    case SP2_PROBE:
    case SP2_PROBE | 1 << 7: // always answered: the retransmission may be lost again
        send_nack(e, type >> 7, source);
        return;
    default: sp2_wrong(e, "a packet of no type");
    }
    const struct sp2_receiver *in = peer->in;
    if (distance(in[SP2_REQUEST].told, in[SP2_REQUEST].expected) >= SP2_QUARTER ||
        distance(in[SP2_REPLY].told, in[SP2_REPLY].expected) >= SP2_QUARTER)
        explicit_ack(e, source);
}

/// Probes peers that have been silent for a long time. It looks at a few of them, so that a poll
/// costs the same on any number of nodes; the others' turn comes in later calls.
static __attribute__((noinline)) void keep_alive(struct sp2_endpoint *e) {
    const unsigned peers = e->nodes < SP2_PROBED ? e->nodes : (unsigned)SP2_PROBED;
    for (unsigned i = 0; i < peers; ++i) {
        const unsigned dest = e->probed;
        e->probed = dest + 1 < e->nodes ? dest + 1 : 0;
        for (unsigned c = 0; c < SP2_CLASSES; ++c) {
            struct sp2_sender *s = &e->peer[dest].out[c];
            if (s->acked == s->next || (int32_t)(e->polls - s->deadline) < 0) continue;
            ++e->counts.probes;
            send_control(e, dest, SP2_PROBE | c << 7, s->acked, 0);
            if (s->patience < 64 * SP2_KEEP_ALIVE) s->patience *= 2;
            s->deadline = e->polls + s->patience;
        }
    }
}

/// A node that has only polled for this many polls reports it: if all nodes do, the run has
/// stalled.
static __attribute__((noinline)) void say_quiet(struct sp2_endpoint *e) {
    uint32_t progress = 0;
    for (unsigned n = 0; n < e->nodes; ++n)
        for (unsigned c = 0; c < SP2_CLASSES; ++c)
            progress += e->peer[n].in[c].expected + e->peer[n].out[c].next;
    if (progress == e->progress) sp2_say_quiet(e, sp2_all_acknowledged(e));
    e->progress = progress;
}

/// Acknowledges duplicate packets, once in a poll.
static __attribute__((noinline)) void acknowledge_again(struct sp2_endpoint *e) {
    for (unsigned n = 0; n < e->nodes; ++n)
        if (e->peer[n].in[SP2_REQUEST].again || e->peer[n].in[SP2_REPLY].again) explicit_ack(e, n);
}

INLINE unsigned drain(struct sp2_endpoint *e, volatile uint32_t *at, uint32_t first) {
    unsigned packets = 0;
    const uint32_t doubles = e->counts.doubles, line = e->line;
    do {
        receive(e, first, at);
        // Empties the entry for the next round, and leaves nothing of it in the cache.
        const unsigned type = first >> 8 & 0xFF, length = first & 0xFF;
        const unsigned bytes =
            type == SP2_BULK ? SP2_BULK_HEADER + length : SP2_SHORT_HEADER + 4 * length;
        at[0] = 0;
        for (unsigned i = 0; i < bytes; i += line) sp2_flush((volatile uint8_t *)at + i);
        if (++e->receive_entry == e->entries) e->receive_entry = 0;
        if (++e->read == SP2_POP_BATCH) {
            e->read = 0;
            sp2_sync();
            sp2_pop(e, SP2_POP_BATCH);
        }
        ++packets;
        at = sp2_receive_entry(e, e->receive_entry);
    } while ((first = *at));
    sp2_flush(at);
    if (e->counts.doubles != doubles) acknowledge_again(e);
    return packets;
}

unsigned sp2_work(struct sp2_endpoint *e) {
    volatile uint32_t *at = sp2_receive_entry(e, e->receive_entry);
    if (UNLIKELY(e->polls % 256 == 0)) keep_alive(e);
    if (UNLIKELY(e->polls % SP2_QUIET_POLLS == 0)) say_quiet(e);
    const uint32_t first = *at;
    if (first) return drain(e, at, first);
    sp2_flush(at);
    sp2_sync();
    return 0;
}

unsigned sp2_poll(struct sp2_endpoint *e) { return is_quiet(e) ? 0 : sp2_work(e); }

void sp2_acknowledge(struct sp2_endpoint *e) {
    for (unsigned n = 0; n < e->nodes; ++n) {
        const struct sp2_receiver *in = e->peer[n].in;
        if (in[SP2_REQUEST].told != in[SP2_REQUEST].expected ||
            in[SP2_REPLY].told != in[SP2_REPLY].expected)
            explicit_ack(e, n);
    }
}

int sp2_all_acknowledged(const struct sp2_endpoint *e) {
    for (unsigned n = 0; n < e->nodes; ++n)
        for (unsigned c = 0; c < SP2_CLASSES; ++c)
            if (e->peer[n].out[c].acked != e->peer[n].out[c].next) return 0;
    return 1;
}
