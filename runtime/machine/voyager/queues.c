// The program's side of queues by logical names (voyager_queues.h).
#include <voyager_queues.h>

enum { pairs = 8, queues = 512 };

static void tell(const struct nes_queue *q, unsigned what, uint32_t value) {
    nes_sync();
    nes_store(NES_SERVICED + 4 * (what * queues + q->number), value);
}

static void request(struct nes_queue *q, unsigned what, uint32_t value) {
    tell(q, what, value);
    ++q->requests;
    while (q->memory->answered != q->requests) {
    }
}

static void get_hardware(struct nes_queue *q) {
    const unsigned hardware = q->memory->sends - 1;
    q->producer = nes_load(nes_pointer(hardware, NES_TX_PRODUCER));
    q->freed = nes_load(nes_pointer(hardware, NES_TX_CONSUMER));
    q->consumer = nes_load(nes_pointer(hardware, NES_RX_CONSUMER));
}

void nes_queue_open(struct nes_queue *q, unsigned number, struct nes_queue_memory *memory) {
    *q = (struct nes_queue){.number = number, .memory = memory};
    request(q, NES_QUEUE_OPEN, (uint32_t)(uintptr_t)memory);
    if (q->memory->sends) get_hardware(q);
}

int nes_queue_send(struct nes_queue *q, unsigned site, const uint32_t *words, unsigned count) {
    const unsigned by = q->memory->sends;
    const uint32_t entries = nes_load(NES_BASIC_ENTRIES);
    volatile uint32_t *entry = q->memory->sent[q->composed % NES_RING];
    if (by) {
        if (q->producer - q->freed == entries)
            q->freed = nes_load(nes_pointer(by - 1, NES_TX_CONSUMER));
        if (q->producer - q->freed == entries) return 0;
        entry = nes_entry(pairs, by - 1 - NES_BASIC, 0, entries, q->producer);
    } else if (q->composed - q->memory->consumed == NES_RING) {
        return 0;
    }
    entry[0] = site << 8 | count;
    for (unsigned i = 0; i < count; ++i) entry[1 + i] = words[i];
    if (!by) {
        tell(q, NES_QUEUE_SENT, ++q->composed);
        return 1;
    }
    for (unsigned at = 0; at <= count; at += NES_LINE / 4) nes_clean(entry + at);
    nes_sync();
    nes_store(nes_pointer(by - 1, NES_TX_PRODUCER), ++q->producer);
    return 1;
}

static int has_come(const struct nes_queue *q, unsigned hardware) {
    return nes_load(nes_pointer(hardware, NES_RX_PRODUCER)) != q->consumer;
}

/// The next message of the hardware queue. Returns its words.
static unsigned take(struct nes_queue *q, unsigned hardware, uint32_t *header,
                     volatile uint32_t *words) {
    volatile uint32_t *const entry =
        nes_entry(pairs, hardware - NES_BASIC, 1, nes_load(NES_BASIC_ENTRIES), q->consumer);
    const uint32_t first = *header = entry[0];
    for (unsigned i = 0; i < NES_WORDS(first); ++i) words[i] = entry[1 + i];
    for (unsigned at = 0; at <= NES_WORDS(first); at += NES_LINE / 4) nes_flush(entry + at);
    nes_store(nes_pointer(hardware, NES_RX_CONSUMER), ++q->consumer);
    return NES_WORDS(first);
}

unsigned nes_queue_receive(struct nes_queue *q, uint32_t *words, unsigned *source) {
    uint32_t header;
    if (q->read != q->memory->written) {
        const volatile uint32_t *const entry = q->memory->received[q->read % NES_RING];
        header = entry[0];
        for (unsigned i = 0; i < NES_WORDS(header); ++i) words[i] = entry[2 + i];
        tell(q, NES_QUEUE_READ, ++q->read);
    } else {
        const unsigned by = q->memory->receives;
        if (!by || !has_come(q, by - 1)) return 0;
        take(q, by - 1, &header, words);
    }
    *source = NES_BASIC_SOURCE(header);
    return NES_WORDS(header);
}

void nes_queue_load(struct nes_queue *q, unsigned hardware) {
    tell(q, NES_QUEUE_LOAD, hardware);
    while (q->memory->sends != hardware + 1) {
    }
    get_hardware(q);
}

void nes_queue_evict(struct nes_queue *q) {
    const unsigned hardware = q->memory->sends - 1;
    while (nes_load(nes_pointer(hardware, NES_TX_CONSUMER)) != q->producer) {
    }
    request(q, NES_QUEUE_EVICT, 0);
    // What has come to the hardware queue moves in front of what comes later.
    uint32_t written = q->memory->written;
    for (uint32_t left = q->memory->left; left; --left, ++written) {
        volatile uint32_t *const entry = q->memory->received[written % NES_RING];
        uint32_t header;
        while (!has_come(q, hardware)) {
        }
        take(q, hardware, &header, entry + 2);
        entry[0] = header;
    }
    request(q, NES_QUEUE_EVICTED, written);
}
