// Bulk transfers by DMA (004 3.4); short ones, and blocks, in Basic messages of up to 22 words.
// Those of a pair and a priority come in order, so the last one tells that all are there.
#include <am_core.h>
#include <fail.h>
#include <string.h>
#include <voyager_internal.h>
#include <voyager_nes.h>

enum {
    least_dma = 256, ///< bytes for which DMA takes less of the processor
    pairs = 8,
    dma_place = 2,                ///< of the Basic transmit queue for requests to the sP
    most_gets = 8,                ///< by DMA, that have not come
    data_bytes = 80,              ///< with the address
    rest_bytes = 76,              ///< with address and length
    part_bytes = 16 * data_bytes, ///< that one request handler sends
    block_words = 19,             ///< of a block in its first message
    most_nodes = 32,
};

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

/// Whole messages.
static void data_h(unsigned source, const uint32_t *words, unsigned count) {
    (void)source, (void)count;
    memcpy((void *)words[0], words + 1, data_bytes);
}
static void rest_h(unsigned source, const uint32_t *words, unsigned count) {
    (void)source, (void)count;
    memcpy((void *)words[0], words + 2, words[1]);
}

static void send_data(unsigned priority, int dest, unsigned char *to, const unsigned char *from,
                      unsigned bytes) {
    for (; bytes >= data_bytes; bytes -= data_bytes, to += data_bytes, from += data_bytes)
        __am_long(priority, dest, &(struct am_long){data_h, {(uint32_t)to}, 1, from, data_bytes},
                  1);
    for (unsigned now; bytes; bytes -= now, to += now, from += now) {
        now = least(bytes, rest_bytes);
        __am_long(priority, dest, &(struct am_long){rest_h, {(uint32_t)to, now}, 2, from, now}, 1);
    }
}

// --- DMA ---

static uint32_t requested, accepted; ///< requests to the sP: launched, out of the queue
static int gets_out;

/// Handlers of the message that the sP of the receiving side sends at the end.
static void dma_put_h(unsigned source, const uint32_t *words, unsigned count) {
    (void)source, (void)count;
    ((am_bulk_handler_t)words[0])((int)words[4], (void *)words[1], words[2], words[3]);
}
static void dma_got_h(unsigned source, const uint32_t *words, unsigned count) {
    (void)source, (void)count;
    --gets_out;
    if (words[0])
        ((am_bulk_handler_t)words[0])((int)words[4], (void *)words[1], words[2], words[3]);
}

static void request_dma(unsigned kind, int node, const void *here, const void *there,
                        unsigned bytes, const uint32_t *end, unsigned end_words) {
    const unsigned queue = NES_BASIC + dma_place;
    const uint32_t entries = nes_load(NES_BASIC_ENTRIES);
    while (requested - accepted == entries)
        accepted = nes_load(nes_pointer(queue, NES_TX_CONSUMER));
    volatile uint32_t *const entry = nes_entry(pairs, dma_place, 0, entries, requested);
    const uint32_t head[] = {kind, (uint32_t)node, (uint32_t)here, (uint32_t)there, bytes};
    const unsigned words = 5 + end_words;
    entry[0] = (uint32_t)(NES_OTHER + am_my_proc()) << 8 | words;
    for (unsigned i = 0; i < 5; ++i) entry[1 + i] = head[i];
    for (unsigned i = 0; i < end_words; ++i) entry[6 + i] = end[i];
    for (unsigned line = 0; line <= words; line += NES_LINE / 4) nes_clean(entry + line);
    nes_sync();
    nes_store(nes_pointer(queue, NES_TX_PRODUCER), ++requested);
}

/// Waits until the source has been read.
static void put_by_dma(int dest, void *to, const void *from, unsigned bytes, void *h,
                       unsigned arg) {
    const uint32_t end[] = {(uint32_t)dma_put_h | 2, (uint32_t)h, (uint32_t)to, bytes, arg,
                            (uint32_t)am_my_proc()};
    request_dma(NES_DMA_PUT, dest, from, to, bytes, end, h ? 6 : 0);
    while (!(nes_take(NES_EXPRESS_RECEIVE + (NES_EXPRESS_OF_SP + 1) * NES_PAGE).first & NES_VALID))
        __am_poll();
}

static void get_by_dma(int dest, void *to, const void *from, unsigned bytes, void *h,
                       unsigned arg) {
    while (gets_out == most_gets) __am_poll();
    ++gets_out;
    const uint32_t end[] = {(uint32_t)dma_got_h | 2, (uint32_t)h, (uint32_t)to, bytes, arg,
                            (uint32_t)dest};
    request_dma(NES_DMA_GET, dest, to, from, bytes, end, 6);
}

static void check(void *caller, int dest) {
    if ((unsigned)dest >= (unsigned)__xnet_nodes)
        xnet_fail_at(caller,
                     "a bulk transfer to a node that is not there: %d (there are %d: 0 to %d)",
                     dest, __xnet_nodes, __xnet_nodes - 1);
    if (__am_level) xnet_fail_at(caller, "a handler begins a bulk transfer");
}

void am_bulk_request_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg) {
    check(__builtin_return_address(0), dest);
    if (bytes >= least_dma) return put_by_dma(dest, to, from, bytes, h, arg);
    send_data(low, dest, to, from, bytes);
    if (h)
        am_short_request_3_from(dest, h, to, bytes, arg);
    else if (!__xnet_holds)
        am_poll_in_send_();
}

// --- Gets: parts, of which each is a request ---

enum { get_to, get_from, get_bytes, got_words };

static void got_h(unsigned source, const uint32_t *words, unsigned count) {
    (void)count;
    ((am_bulk_handler_t)words[0])((int)source, (void *)words[1], words[2], words[3]);
}
static void end_h(unsigned source, const uint32_t *words, unsigned count) {
    (void)count;
    __am_long(high, (int)source,
              &(struct am_long){got_h, {words[0], words[1], words[2], words[3]}, 4, 0, 0}, 1);
}
static void get_h(unsigned source, const uint32_t *words, unsigned count) {
    (void)count;
    send_data(high, (int)source, (unsigned char *)words[get_to],
              (const unsigned char *)words[get_from], words[get_bytes]);
}

void am_bulk_get_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg) {
    check(__builtin_return_address(0), dest);
    if (bytes >= least_dma) {
        get_by_dma(dest, to, from, bytes, h, arg);
        if (!__xnet_holds) am_poll_in_send_();
        return;
    }
    unsigned char *there = to;
    const unsigned char *here = from;
    for (unsigned left = bytes, now; left; left -= now, there += now, here += now) {
        now = least(left, part_bytes);
        __am_long(low, dest,
                  &(struct am_long){get_h, {(uint32_t)there, (uint32_t)here, now}, got_words, 0, 0},
                  1);
    }
    if (h)
        __am_long(low, dest,
                  &(struct am_long){end_h, {(uint32_t)h, (uint32_t)to, bytes, arg}, 4, 0, 0}, 1);
    if (!__xnet_holds) am_poll_in_send_();
}

// --- Blocks: one message, or two without one between ---

static uint32_t blocks[priorities][most_nodes][AM_BLOCK_WORDS];

static void block_h(unsigned source, const uint32_t *words, unsigned count) {
    (void)source, (void)count;
    ((am_block_handler_t)words[0])(words + 2, (int)words[1]);
}
static uint32_t *block_of(unsigned source) { return blocks[__am_level == AM_IN_REPLY][source]; }
static void first_h(unsigned source, const uint32_t *words, unsigned count) {
    (void)count;
    memcpy(block_of(source), words, 4 * block_words);
}
static void second_h(unsigned source, const uint32_t *words, unsigned count) {
    (void)count;
    uint32_t *const block = block_of(source);
    memcpy(block + block_words, words + 2, 4 * (words[1] - block_words));
    ((am_block_handler_t)words[0])(block, (int)words[1]);
}

static void send_block(unsigned priority, int dest, am_block_handler_t handler,
                       const uint32_t *words, unsigned count) {
    struct am_long message = {
        block_h, {(uint32_t)handler, count}, 2, words, 4 * least(count, block_words)};
    if (count > block_words) {
        message.handler = first_h;
        message.first = 0;
    }
    __am_long(priority, dest, &message, count > block_words ? 2 : 1);
    if (count <= block_words) return;
    message.handler = second_h;
    message.first = 2;
    message.data = words + block_words;
    message.bytes = 4 * (count - block_words);
    __am_try_long(priority, dest, &message, 1); // it has room
}

void am_block_request(int dest, am_block_handler_t handler, const uint32_t *words, int count) {
    send_block(low, dest, handler, words, (unsigned)count);
    if (!__xnet_holds) am_poll_in_send_();
}

void am_block_reply(int dest, am_block_handler_t handler, const uint32_t *words, int count) {
    send_block(high, dest, handler, words, (unsigned)count);
}
