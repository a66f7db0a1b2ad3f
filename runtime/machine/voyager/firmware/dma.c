// DMA (004 3.4): the sPs of both sides agree on a transfer, and the endpoints' engines move it.
//
//   put   aP -> sP      the request; the sP asks the target's sP for a slot
//         sP -> sP      setup: address, bytes, what the target's program is told at the end
//         sP <- sP      ready: the slot
//         engines       the bytes; when they have been read, a message tells this site's program
//   get   aP -> sP      the request; the sP takes a slot of its own
//         sP -> sP      fetch: the slot, addresses, bytes
//         engines       the bytes, to here
//
// At the end the sP of the side that receives sends the program the words that the request had
// behind its fifth one, as a Basic message. The protocol is assumed; 004 says that the sPs exchange
// messages. Only four transfers of a site's requests are under way, so the tables suffice.
#include "firmware.h"

#include <fail.h>

enum {
    slots = 32,
    window = 4,         ///< requests of a site that are under way
    most = 32 * window, ///< of all sites
    end_words = 17,
    own_program = 62, ///< a destination: the runtime's queue of this site's program
};
enum kind { setup = NES_DMA_GET + 1, fetch };

/// What the program is told at the end.
struct end {
    unsigned count;
    uint32_t words[end_words];
};
struct request {
    unsigned kind, token, node;
    uint32_t here, there, bytes;
    struct end end;
};
/// A transfer from here: for the engine, or of a request that waits for a slot of the other side.
struct sending {
    unsigned site, slot;
    uint32_t from, to, bytes;
    int of_request;
    unsigned token;
};
/// A setup of another site that waits for a slot.
struct asked {
    unsigned site, id;
    uint32_t to, bytes;
    struct end end;
};
/// A ring of indices.
struct ring {
    unsigned first, end;
};

static struct request requests[NES_DMA_REQUESTS];
static struct ring all_requests;
static struct sending offered[window]; ///< puts of this site, by id, without a slot
static int is_offered[window];
static struct sending ready[most + window];
static struct ring all_ready;
static struct asked asked[most];
static struct ring all_asked;
static struct slot {
    enum { unused, filling, filled } state;
    int of_request;
    struct end end;
} slot_of[slots];
static uint32_t notes[most];
static struct ring all_notes;
static unsigned under_way, filled_slots;
static int engine_runs;

static int is_empty(const struct ring *ring) { return ring->first == ring->end; }

// --- Messages ---

static struct sender { uint32_t producer, consumer; } express;

static int has_express_room(void) {
    if (express.producer - express.consumer < nes_load(NES_EXPRESS_ENTRIES)) return 1;
    express.consumer = nes_load(nes_pointer(NES_SP_EXPRESS + high, NES_TX_CONSUMER));
    return express.producer - express.consumer < nes_load(NES_EXPRESS_ENTRIES);
}

/// The caller has looked for room.
static void send_basic(unsigned priority, unsigned destination, const uint32_t *head,
                       unsigned first, const struct end *end) {
    volatile uint32_t *const entry = next_basic(priority);
    const unsigned words = first + (end ? end->count : 0);
    entry[0] = destination << 8 | (words < NES_LEAST_WORDS ? NES_LEAST_WORDS : words);
    for (unsigned i = 0; i < first; ++i) entry[1 + i] = head[i];
    for (unsigned i = first; i < words; ++i) entry[1 + i] = end->words[i - first];
    launch_basic(priority, words);
}
static void send_express(unsigned destination, unsigned tag, uint32_t data) {
    ++express.producer;
    nes_store(nes_express(high, destination, tag), data);
}

// --- What arrives ---

static void copy_end(struct end *end, const volatile uint32_t *words, unsigned first,
                     unsigned count) {
    end->count = count > first ? count - first : 0;
    for (unsigned i = 0; i < end->count; ++i) end->words[i] = words[first + i];
}

static void take_request(const volatile uint32_t *words, unsigned count) {
    if (all_requests.end - all_requests.first == NES_DMA_REQUESTS)
        xnet_fail("more than %d DMA requests that have not begun", NES_DMA_REQUESTS);
    struct request *const r = &requests[all_requests.end++ % NES_DMA_REQUESTS];
    *r = (struct request){.kind = words[0] & 255,
                          .token = words[0] >> 8,
                          .node = words[1],
                          .here = words[2],
                          .there = words[3],
                          .bytes = words[4]};
    copy_end(&r->end, words, 5, count);
    if (r->node >= nes_load(NES_SITES) || !r->bytes)
        xnet_fail("a DMA request of %u bytes with node %u, which there is not", r->bytes, r->node);
}

void take_basic(unsigned source, const volatile uint32_t *words, unsigned count) {
    const unsigned kind = words[0] & 255, about = words[0] >> 8, site = source - NES_OTHER;
    if (source == this_site && (kind == NES_DMA_PUT || kind == NES_DMA_GET))
        return take_request(words, count);
    if (site >= NES_OTHER || (kind != setup && kind != fetch))
        xnet_fail("a message of kind %u of source %u, which only its own sP may send", kind,
                  source);
    if (kind == setup) {
        struct asked *const a = &asked[all_asked.end++ % most];
        *a = (struct asked){.site = site, .id = about, .to = words[1], .bytes = words[2]};
        return copy_end(&a->end, words, 3, count);
    }
    ready[all_ready.end++ % (most + window)] = (struct sending){
        .site = site, .slot = about, .from = words[1], .to = words[2], .bytes = words[3]};
}

void take_ready(unsigned source, uint32_t data) {
    const unsigned id = data >> 16;
    if (id >= window || !is_offered[id] || source != NES_OTHER + offered[id].site) return;
    is_offered[id] = 0;
    struct sending *const s = &ready[all_ready.end++ % (most + window)];
    *s = offered[id];
    s->slot = data & 0xFFFF;
}

void take_dma_event(uint32_t data) {
    if (!(data & 1)) { // all bytes are in place
        slot_of[data >> 1].state = filled;
        ++filled_slots;
        return;
    }
    struct sending *const s = &ready[all_ready.first++ % (most + window)];
    engine_runs = 0;
    if (!s->of_request) return;
    --under_way;
    notes[all_notes.end++ % most] = s->token;
}

// --- What can begin ---

static unsigned free_slot(void) {
    unsigned slot = 0;
    while (slot < slots && slot_of[slot].state != unused) ++slot;
    return slot;
}
static void arm(unsigned slot, uint32_t bytes, int of_request, const struct end *end) {
    slot_of[slot].state = filling;
    slot_of[slot].of_request = of_request;
    slot_of[slot].end = *end;
    nes_store(NES_DMA_SLOTS + 4 * slot, bytes);
}

static int begin_request(const struct request *r) {
    if (under_way == window || !has_basic_room(low)) return 0;
    if (r->kind == NES_DMA_GET) {
        const unsigned slot = free_slot();
        if (slot == slots) return 0;
        arm(slot, r->bytes, 1, &r->end);
        const uint32_t head[] = {fetch | slot << 8, r->there, r->here, r->bytes};
        send_basic(low, r->node, head, 4, 0);
    } else {
        unsigned id = 0;
        while (is_offered[id]) ++id;
        is_offered[id] = 1;
        offered[id] = (struct sending){.site = r->node,
                                       .from = r->here,
                                       .to = r->there,
                                       .bytes = r->bytes,
                                       .of_request = 1,
                                       .token = r->token};
        const uint32_t head[] = {setup | id << 8, r->there, r->bytes};
        send_basic(low, r->node, head, 3, &r->end);
    }
    ++under_way;
    return 1;
}

static int accept(const struct asked *a) {
    const unsigned slot = free_slot();
    if (slot == slots || !has_express_room()) return 0;
    arm(slot, a->bytes, 0, &a->end);
    send_express(a->site, 1, a->id << 16 | slot);
    return 1;
}

static void finish_slots(void) {
    for (unsigned slot = 0; filled_slots && slot < slots; ++slot) {
        struct slot *const s = &slot_of[slot];
        if (s->state != filled) continue;
        const unsigned priority = s->of_request ? high : low;
        if (s->end.count && !has_basic_room(priority)) continue;
        if (s->end.count) send_basic(priority, own_program, 0, 0, &s->end);
        under_way -= s->of_request ? 1 : 0;
        s->state = unused;
        --filled_slots;
    }
}

static __attribute__((noinline)) void begin_what_can_begin(void) {
    while (!is_empty(&all_requests) &&
           begin_request(&requests[all_requests.first % NES_DMA_REQUESTS]))
        ++all_requests.first;
    while (!is_empty(&all_asked) && accept(&asked[all_asked.first % most])) ++all_asked.first;
    if (!engine_runs && !is_empty(&all_ready)) {
        const struct sending *const s = &ready[all_ready.first % (most + window)];
        engine_runs = 1;
        nes_store(NES_DMA_SOURCE, s->from);
        nes_store(NES_DMA_TARGET, s->to);
        nes_store(NES_DMA_WHERE, s->site << 8 | s->slot);
        nes_store(NES_DMA_START, s->bytes);
    }
    while (!is_empty(&all_notes) && has_express_room())
        send_express(NES_OTHER + this_site, 1, notes[all_notes.first++ % most]);
    if (filled_slots) finish_slots();
}

void continue_dma(void) {
    const int waits = !is_empty(&all_requests) || !is_empty(&all_asked) || !is_empty(&all_notes) ||
                      (!engine_runs && !is_empty(&all_ready)) || filled_slots;
    if (waits) begin_what_can_begin();
}

void start_dma(void) {
    for (unsigned priority = low; priority <= high; ++priority)
        nes_store(NES_TABLES + 4 * (64 * (NES_SP_BASIC + priority) + own_program),
                  NES_VALID | this_site << 20 | (NES_BASIC + priority) << 10 | this_site);
}
