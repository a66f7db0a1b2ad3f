// Queues that are not resident (004 4.3). Their messages are in rings in the program's memory, and
// the program stores their pointers into the Serviced Space. The sP sends their messages by its own
// transmit queue and translates destinations as the endpoint does: destination n of a queue is the
// queue of the same name of site n, and the source is this site.
//
// A program may ask for a hardware queue for one of its queues, and give it back
// (voyager_queues.h). Each side of a queue moves by itself, so that messages keep their order: what
// is to be sent, when all that was composed has been read by the endpoint; what has been received,
// when the program has read all that is in its memory.
#include "firmware.h"

#include <fail.h>
#include <stddef.h>
#include <voyager_queues.h>

enum {
    first_basic = NES_BASIC,
    first_destination = 32, ///< of the sP's Basic queues, for those of programs
    table_places = 64,      ///< of a Destination Table
};

struct queue queues[logical_queues];
int bound[hardware_queues];
/// Queues with messages to send, by priority; queues whose program has read messages.
static struct list {
    uint16_t number[logical_queues];
    uint8_t has[logical_queues];
    unsigned first, end;
} to_send[priorities], to_fill;
/// Loads whose queue has messages that the endpoint has not read: by hardware queue.
static struct load {
    int is_launched;
    uint32_t launched;
} loads[hardware_queues];
static unsigned waiting_loads; ///< a bit for each of these hardware queues

static unsigned number_of(const struct queue *q) { return (unsigned)(q - queues); }
static unsigned priority_of(unsigned number) { return number & 1; }

// --- The program's memory ---

static void move_lines(uint32_t offset, uint32_t address, unsigned lines, uint32_t writes) {
    nes_store(NES_BUS_ADDRESS, address);
    nes_store(NES_BUS_COPY, writes | lines << 24 | offset);
    while (nes_load(NES_BUS_BUSY)) take_early();
}

static unsigned lines_of(unsigned words) { return (4 * words + NES_LINE - 1) / NES_LINE; }

/// Tells the program where its queue stands.
static void show(const struct queue *q) {
    const uint32_t offset = next_scratch();
    volatile uint32_t *const line = sram(offset);
    const uint32_t words[] = {q->sent, q->written, q->sends, q->receives, q->answered, q->left};
    for (unsigned i = 0; i < sizeof words / sizeof *words; ++i) line[i] = words[i];
    nes_clean(line);
    nes_sync();
    move_lines(offset, q->memory, 1, NES_BUS_WRITES);
}

void fill_memory(struct queue *q) {
    const uint32_t before = q->written;
    if (!q->memory || q->state != in_memory) return;
    for (; q->first && q->written - q->read < NES_RING; drop_first(q), ++q->written) {
        const uint32_t offset = next_scratch();
        volatile uint32_t *const entry = sram(offset);
        const unsigned words = NES_WORDS(q->first->entry[0]) + 2;
        for (unsigned i = 0; i < words; ++i) entry[i] = q->first->entry[i];
        for (unsigned at = 0; at < words; at += NES_LINE / 4) nes_clean(entry + at);
        nes_sync();
        move_lines(offset,
                   q->memory + offsetof(struct nes_queue_memory, received) +
                       q->written % NES_RING * NES_ENTRY,
                   lines_of(words), NES_BUS_WRITES);
    }
    if (q->written != before) show(q);
}

static void add(struct list *list, const struct queue *q) {
    const unsigned number = number_of(q);
    if (list->has[number]) return;
    list->has[number] = 1;
    list->number[list->end++ % logical_queues] = (uint16_t)number;
}
static struct queue *next_of(struct list *list) {
    const unsigned number = list->number[list->first++ % logical_queues];
    list->has[number] = 0;
    return &queues[number];
}

// --- Sending ---

static void note_to_send(struct queue *q) {
    if (q->sent != q->composed) add(&to_send[priority_of(number_of(q))], q);
}

/// The message becomes one of the sP, whose queue has a place of the Destination Table for each of
/// its entries.
static void send_first(struct queue *q) {
    const unsigned number = number_of(q), priority = priority_of(number);
    volatile uint32_t *const entry = next_basic(priority);
    const uint32_t offset = (uint32_t)(uintptr_t)entry - NES_WINDOW,
                   from = q->memory + offsetof(struct nes_queue_memory, sent) +
                          q->sent % NES_RING * NES_ENTRY;
    for (unsigned at = 0; at < NES_ENTRY / 4; at += NES_LINE / 4) nes_flush(entry + at);
    move_lines(offset, from, 1, 0);
    const unsigned words = NES_WORDS(entry[0]), site = entry[0] >> 8, lines = lines_of(words + 1);
    if (words < NES_LEAST_WORDS || words > NES_MOST_WORDS)
        xnet_fail("queue %u: a Basic message has 4 to 22 words: %u", number, words);
    if (site >= nes_load(NES_SITES))
        xnet_fail("queue %u: its Destination Table has no entry for %u", number, site);
    if (lines > 1) move_lines(offset + NES_LINE, from + NES_LINE, lines - 1, 0);
    const unsigned place = first_destination + basic_launched(priority) % basic_entries;
    nes_store(NES_TABLES + 4 * (table_places * (NES_SP_BASIC + priority) + place),
              NES_VALID | site << 20 | number << 10 | this_site);
    entry[0] = place << 8 | words;
    launch_basic(priority, words);
    ++q->sent;
    show(q);
}

// --- Hardware queues ---

static void end_receive_load(struct queue *q) {
    if (q->state != loading || q->read != q->written) return;
    nes_store(NES_RECLAIMS, nes_load(NES_RECLAIMS) & ~(1u << q->hardware));
    q->state = resident;
    q->receives = 1 + q->hardware;
    start_refill(q); // it sets the tag
    show(q);
}

static __attribute__((noinline)) void end_send_load(unsigned hardware) {
    struct load *const load = &loads[hardware];
    struct queue *const q = &queues[bound[hardware]];
    const unsigned number = number_of(q), priority = priority_of(number);
    if (!load->is_launched && q->sent == q->composed) {
        load->is_launched = 1;
        load->launched = basic_launched(priority);
    }
    if (!load->is_launched || !basic_are_read(priority, load->launched)) return;
    for (unsigned to = 0; to < table_places; ++to)
        nes_store(NES_TABLES + 4 * (table_places * hardware + to),
                  to < nes_load(NES_SITES) ? NES_VALID | to << 20 | number << 10 | this_site : 0);
    waiting_loads &= ~(1u << hardware);
    q->sends = 1 + hardware;
    show(q);
}

static void begin_load(struct queue *q, uint32_t hardware) {
    const unsigned number = number_of(q);
    if (hardware >= hardware_queues || hardware < first_basic ||
        priority_of(hardware) != priority_of(number))
        xnet_fail("queue %u: hardware queue %u is not a Basic one of its priority", number,
                  hardware);
    if (bound[hardware] != none)
        xnet_fail("queue %u: hardware queue %u has queue %d", number, hardware, bound[hardware]);
    if (q->state != in_memory) xnet_fail("queue %u is resident", number);
    bound[hardware] = (int)number;
    q->hardware = hardware;
    q->state = loading;
    loads[hardware] = (struct load){0};
    waiting_loads |= 1u << hardware;
    end_receive_load(q);
}

/// The program has no message in the hardware queue for sending. Those that the endpoint has taken
/// for the queue until now are left for the program.
static void begin_evict(struct queue *q) {
    if (q->state != loading && q->state != resident)
        xnet_fail("queue %u is not resident", number_of(q));
    q->left = 0;
    if (q->state == resident) {
        nes_store(NES_TAGS + 4 * q->hardware, 0);
        q->left = basic_entries - nes_load(nes_pointer(q->hardware, NES_RX_FREE));
        stop_refill(q);
    }
    q->state = leaving;
    q->sends = q->receives = 0;
    ++q->answered;
    show(q);
}
static void end_evict(struct queue *q, uint32_t written) {
    if (q->state != leaving) xnet_fail("queue %u is not leaving", number_of(q));
    q->written = written;
    q->state = in_memory;
    bound[q->hardware] = none;
    ++q->answered;
    show(q);
    fill_memory(q);
}

static void open(struct queue *q, uint32_t memory) {
    const unsigned number = number_of(q);
    if (number < first_basic) xnet_fail("queue %u has Express messages: it is resident", number);
    if (memory % NES_LINE || !memory || q->memory)
        xnet_fail("queue %u: opened twice, or with memory 0x%08x", number, memory);
    q->memory = memory;
    if (q->state == resident) q->sends = q->receives = 1 + q->hardware;
    ++q->answered;
    show(q);
    fill_memory(q);
}

static struct queue *queue_of(unsigned about) {
    struct queue *const q = &queues[about % logical_queues];
    if (about / logical_queues != NES_QUEUE_OPEN && !q->memory)
        xnet_fail("queue %u is not open", number_of(q));
    return q;
}

int take_pointer(unsigned about, uint32_t value) {
    const unsigned what = about / logical_queues;
    if (what != NES_QUEUE_SENT && what != NES_QUEUE_READ) return 0;
    struct queue *const q = queue_of(about);
    if (what == NES_QUEUE_SENT) {
        if (value - q->sent > NES_RING)
            xnet_fail("queue %u: the producer pointer must not pass free entries", number_of(q));
        q->composed = value;
        note_to_send(q);
    } else {
        q->read = value;
        add(&to_fill, q);
    }
    return 1;
}

void take_event(unsigned about, uint32_t value) {
    if (take_pointer(about, value)) return;
    struct queue *const q = queue_of(about);
    switch (about / logical_queues) {
    case NES_QUEUE_OPEN: return open(q, value);
    case NES_QUEUE_LOAD: return begin_load(q, value);
    case NES_QUEUE_EVICT: return begin_evict(q);
    case NES_QUEUE_EVICTED: return end_evict(q, value);
    default: xnet_fail("a store of 0x%08x to word %u of the Serviced Space", value, about);
    }
}

static __attribute__((noinline)) void send_and_fill(void) {
    for (unsigned priority = high + 1; priority-- > low;) {
        struct list *const list = &to_send[priority];
        while (list->first != list->end && has_basic_room(priority)) {
            struct queue *const q = next_of(list);
            send_first(q);
            note_to_send(q);
        }
    }
    while (to_fill.first != to_fill.end) {
        struct queue *const q = next_of(&to_fill);
        if (q->written - q->read > NES_RING)
            xnet_fail("queue %u: the consumer pointer must not pass the producer", number_of(q));
        end_receive_load(q);
        fill_memory(q);
    }
}

static int is_empty(const struct list *list) { return list->first == list->end; }

void continue_queues(void) {
    if (!is_empty(&to_send[low]) || !is_empty(&to_send[high]) || !is_empty(&to_fill))
        send_and_fill();
    for (unsigned left = waiting_loads; left; left &= left - 1)
        end_send_load((unsigned)__builtin_ctz(left));
}

/// Hardware queue n is logical queue n at first (kinds/voyager.cpp).
void start_queues(void) {
    for (unsigned n = 0; n < hardware_queues; ++n) {
        bound[n] = (int)n;
        queues[n].state = resident;
        queues[n].hardware = n;
    }
}
