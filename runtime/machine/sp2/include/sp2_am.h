// Reliable Active Messages over the SP-2's adapter, which loses packets when a receive FIFO is full
// (003 2.2): sliding windows, sequence numbers, acknowledgements, negative acknowledgements,
// chunks, keep-alive. No function here waits; am_core.c does. The same code is compiled for the
// host, where a test runs it over a channel that loses, repeats and reorders packets.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SP2_MOST_NODES = 512,
    SP2_WORDS = 5, ///< of a short message

    SP2_PACKET_DATA = 224,  ///< bytes of data in a bulk packet: 36 of them are a chunk
    SP2_CHUNK_PACKETS = 36, ///< (003 2.2)
    SP2_CHUNK = 8064,       ///< bytes (003 2.2)

    SP2_REQUEST_WINDOW = 75, ///< packets (003 2.2): two chunks and one
    SP2_REPLY_WINDOW = 76,   ///< one more, so that a request can always be answered (003 2.2)
    SP2_QUARTER = 19,        ///< of a window: then an explicit acknowledgement (003 2.2, 5)
    /// Entries for unacknowledged messages: a power of two, so that the index follows the sequence
    /// number where it wraps. Larger than a window: replies may wait here.
    SP2_RING = 128,
    SP2_KEEP_ALIVE = 4096,  ///< polls without progress until a probe ("a long period of time")
    SP2_PROBED = 16,        ///< peers that the keep-alive looks at, once in 256 polls
    SP2_QUIET_POLLS = 8192, ///< polls without any message until a node says that it only polls
    SP2_POP_BATCH = 8,      ///< entries that are freed with one store
    SP2_GETS = 16,          ///< transfers open with one node
    SP2_SEND_ENTRIES = 128,
};

/// Requests and replies have sequence numbers and windows of their own (003 2.2).
enum sp2_class { SP2_REQUEST, SP2_REPLY, SP2_CLASSES };

/// The third byte of a packet. `bulk` is a request. Bit 7: the class of an SP2_NACK or
/// SP2_PROBE.
enum sp2_type { SP2_IS_REQUEST = 1, SP2_IS_REPLY, SP2_ACK, SP2_NACK, SP2_PROBE, SP2_BULK };

// A packet, in words:
//   0  destination (in a receive FIFO: source) << 23 | route << 16 | type << 8 | words or bytes
//   1  sequence number << 16 | numbers that the window slides by
//   2  acknowledged requests << 16 | acknowledged replies: the next number that is expected
//   short: 3 handler, 4... words       nack: 3 the first packet that a chunk lacks
//   bulk:  3 to, 4 offset, 5 source address, then the data
enum { SP2_SHORT_HEADER = 16, SP2_BULK_HEADER = 24 };

/// A bulk transfer of this node, until all of it is acknowledged.
struct sp2_transfer {
    uint32_t from, to, bytes; ///< addresses here and there
    uint32_t sent;            ///< bytes of chunks that have been handed over
    uint32_t chunks;          ///< handed over and not acknowledged
    uint16_t dest;
    void (*done)(struct sp2_transfer *); ///< called when the last one is acknowledged; may be null
};

/// A message that may have to be resent.
struct sp2_slot {
    uint8_t words; ///< of a short message
    uint8_t count; ///< sequence numbers of the message
    uint16_t bulk; ///< bytes of a chunk; 0: a short message
    union {
        uint32_t word[1 + SP2_WORDS]; ///< handler, words
        struct {
            struct sp2_transfer *transfer;
            uint32_t offset;
        } chunk;
    } u;
} __attribute__((aligned(64)));

struct sp2_sender {
    uint16_t next;     ///< sequence number of the next message
    uint16_t sent;     ///< next to transmit: behind `next` where replies wait for the window
    uint16_t acked;    ///< the first that is not acknowledged
    uint16_t bulk;     ///< packets of chunks that are not acknowledged
    uint32_t deadline; ///< in polls
    uint32_t patience; ///< polls until the next probe
    struct sp2_slot slot[SP2_RING];
};

struct sp2_receiver {
    uint16_t expected; ///< sequence number
    uint16_t told;     ///< last value sent to the peer
    uint8_t nacked;    ///< this gap
    uint8_t again;     ///< a packet came once more: acknowledge
    uint8_t have_count;
    uint32_t have[2]; ///< packets of the expected chunk
};

struct sp2_peer {
    struct sp2_sender out[SP2_CLASSES];
    struct sp2_receiver in[SP2_CLASSES];
};

/// Counts of events: for debuggers (`print __am_endpoint.counts`) and tests.
struct sp2_counts {
    uint32_t repeated; ///< packets that were resent
    uint32_t nacks;    ///< sent
    uint32_t probes;   ///< sent
    uint32_t acks;     ///< explicit ones, sent
    uint32_t doubles;  ///< duplicate packets
    uint32_t gaps;     ///< packets that came too early
    uint32_t refused;  ///< requests that arrived while no reply had room
};

struct sp2_endpoint {
    uint32_t node, nodes, line;
    uint32_t send_entry;                   ///< entry to fill next
    uint32_t receive_entry, entries, read; ///< read: entries to free
    uint32_t polls;
    uint32_t probed; ///< the peer that the keep-alive looks at next
    uint32_t in_handler;
    uint32_t progress; ///< sum of all sequence numbers at the last check
    struct sp2_counts counts;
    struct sp2_peer peer[SP2_MOST_NODES]; ///< last: the members above are used most
};

/// All members are 0 before. The adapter has been asked for the numbers.
void sp2_start(struct sp2_endpoint *, uint32_t node, uint32_t nodes, uint32_t entries,
               uint32_t line);

/// Whether a message of one packet has room in the window (replies may wait beyond it).
int sp2_has_room(const struct sp2_endpoint *, unsigned class_, unsigned dest);
/// Sends a short message: `count` words to a handler there. 0: there is no room.
int sp2_send(struct sp2_endpoint *, unsigned class_, unsigned dest, uint32_t handler,
             const uint32_t *words, unsigned count);
/// Hands over the next chunk of a transfer. 0: there is no room, or the transfer is complete.
int sp2_send_chunk(struct sp2_endpoint *, struct sp2_transfer *);
/// Empties the receive FIFO. Returns how many packets were in it.
unsigned sp2_poll(struct sp2_endpoint *);
/// The part of a poll that has found work (sp2_fast.h).
unsigned sp2_work(struct sp2_endpoint *);
/// Acknowledges what no packet has acknowledged yet, explicitly. A program that sends no more calls
/// it after each poll that has found messages: their senders wait for nothing else.
void sp2_acknowledge(struct sp2_endpoint *);
/// Whether everything that was sent has been acknowledged.
int sp2_all_acknowledged(const struct sp2_endpoint *);

/// A message that ends the run. The user of this file provides it.
void sp2_wrong(struct sp2_endpoint *, const char *what) __attribute__((noreturn, cold));

#ifdef __cplusplus
}
#endif
