// Bulk data on a machine of kind loggp (docs/loggp.md): the interface moves the bytes from memory
// to memory with a message, so a transfer costs a processor what a message costs. Messages of a
// pair keep their order, so the handler goes with the last block.
#include <am_core.h>

#define NI(offset) (*(volatile unsigned *)(NI_BASE + (offset)))

void CMAM_reply_poll(void);

/// Of one of the two networks: the registers, and what runs while it is full.
struct side {
    unsigned first, send, status;
    void (*poll)(void);
};
static const struct side requests = {NI_LDR_SEND_FIRST_O, NI_LDR_SEND_O, NI_LDR_STATUS_O,
                                     CMAM_poll};
static const struct side replies = {NI_RDR_SEND_FIRST_O, NI_RDR_SEND_O, NI_RDR_STATUS_O,
                                    CMAM_reply_poll};

/// A message with a block: `h(this node, to, bytes, arg)` runs there when the block is in place.
/// Handlers may send blocks too, so the registers are written again after a poll.
static void send_block(const struct side *side, int dest, const char *from, char *at,
                       unsigned block, void *h, void *to, unsigned bytes, unsigned arg) {
    const unsigned source = (unsigned)am_my_proc() << NI_AM_SOURCE_P;
    for (;; side->poll()) {
        NI(NI_BLOCK_FROM_O) = (unsigned)from;
        NI(NI_BLOCK_TO_O) = (unsigned)at;
        NI(NI_BLOCK_BYTES_O) = block;
        NI(side->first + (NI_TAG_AM << NI_FIRST_TAG_P) + (5 << NI_FIRST_LENGTH_P)) = (unsigned)dest;
        NI(side->send) = source | (unsigned)h >> 2;
        NI(side->send) = (unsigned)to;
        NI(side->send) = bytes;
        NI(side->send) = arg;
        NI(side->send) = 0;
        if (NI(side->status) >> NI_SEND_OK_P & 1) return;
    }
}

static void nothing(int src) { (void)src; }

static void send_bytes(const struct side *side, int dest, void *to, const char *from,
                       unsigned bytes, void *h, unsigned arg) {
    char *at = to;
    unsigned left = bytes;
    for (; left > NI_BLOCK_MOST; left -= NI_BLOCK_MOST, from += NI_BLOCK_MOST, at += NI_BLOCK_MOST)
        send_block(side, dest, from, at, NI_BLOCK_MOST, nothing, 0, 0, 0);
    send_block(side, dest, from, at, left, h ? h : (void *)nothing, to, bytes, arg);
}

void am_bulk_request_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg) {
    send_bytes(&requests, dest, to, from, bytes, h, arg);
}

/// The gets of this node that are under way: main opens them, reply handlers close them.
enum { most_gets = 256 };
static struct get {
    volatile unsigned open;
    am_bulk_handler_t h;
    unsigned arg;
} gets[most_gets];

static void got(int src, void *to, unsigned bytes, unsigned number) {
    const struct get get = gets[number]; // the handler may find it open again
    gets[number].open = 0;
    if (get.h) get.h(src, to, bytes, get.arg);
}

static void give(int src, void *to, const void *from, unsigned bytes, unsigned number) {
    send_bytes(&replies, src, to, from, bytes, got, number);
}

void am_bulk_get_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg) {
    unsigned number = 0;
    while (gets[number].open)
        if (++number == most_gets) {
            am_poll_in_send_();
            number = 0;
        }
    gets[number] = (struct get){1, (am_bulk_handler_t)h, arg};
    am_short_request_4_from(dest, give, to, from, bytes, number);
}
