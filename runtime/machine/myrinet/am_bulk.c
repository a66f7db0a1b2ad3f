// Bulk transfers and blocks of Active Messages, in packets of LFC. Messages of a pair of nodes come
// in order, so the last one tells that all are there.
#include <am_core.h>
#include <am_internal.h>
#include <fail.h>
#include <string.h>

enum {
    data_bytes = (am_most_bytes - 4) & ~15, ///< with the address
    part_bytes = 8 * data_bytes,            ///< that one request handler sends
};

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

static void data_h(unsigned source, const uint32_t *words, unsigned bytes) {
    (void)source;
    memcpy((void *)words[0], words + 1, bytes - 4);
}

static void send_data(unsigned how, int dest, unsigned char *to, const unsigned char *from,
                      unsigned bytes) {
    for (unsigned now; bytes; bytes -= now, to += now, from += now) {
        now = least(bytes, data_bytes);
        __am_long(how, dest, &(struct am_long){data_h, {(uint32_t)to}, 1, from, now});
    }
}

static void check(void *caller, int dest) {
    if ((unsigned)dest >= (unsigned)__xnet_nodes)
        xnet_fail_at(caller, "a bulk transfer to node %d, which there is not", dest);
    if (__am_level) xnet_fail_at(caller, "a handler begins a bulk transfer");
}

void am_bulk_data_(int dest, void *to, const void *from, unsigned bytes) {
    check(__builtin_return_address(0), dest);
    send_data(0, dest, to, from, bytes);
}

void am_bulk_request_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg) {
    check(__builtin_return_address(0), dest);
    send_data(0, dest, to, from, bytes);
    if (h)
        am_short_request_3_from(dest, h, to, bytes, arg);
    else if (!__xnet_holds)
        am_poll_in_send_();
}

// --- Gets: parts, of which each is a request ---

static void got_h(unsigned source, const uint32_t *words, unsigned bytes) {
    (void)bytes;
    ((am_bulk_handler_t)words[0])((int)source, (void *)words[1], words[2], words[3]);
}
static void end_h(unsigned source, const uint32_t *words, unsigned bytes) {
    (void)bytes;
    __am_long(am_reply, (int)source,
              &(struct am_long){got_h, {words[0], words[1], words[2], words[3]}, 4, 0, 0});
}
static void get_h(unsigned source, const uint32_t *words, unsigned bytes) {
    (void)bytes;
    send_data(am_reply, (int)source, (unsigned char *)words[0], (const unsigned char *)words[1],
              words[2]);
}

void am_bulk_get_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg) {
    check(__builtin_return_address(0), dest);
    unsigned char *there = to;
    const unsigned char *here = from;
    for (unsigned left = bytes, now; left; left -= now, there += now, here += now) {
        now = least(left, part_bytes);
        __am_long(0, dest,
                  &(struct am_long){get_h, {(uint32_t)there, (uint32_t)here, now}, 3, 0, 0});
    }
    if (h)
        __am_long(0, dest,
                  &(struct am_long){end_h, {(uint32_t)h, (uint32_t)to, bytes, arg}, 4, 0, 0});
    if (!__xnet_holds) am_poll_in_send_();
}

// --- Blocks ---

static void block_h(unsigned source, const uint32_t *words, unsigned bytes) {
    (void)source, (void)bytes;
    ((am_block_handler_t)words[0])(words + 2, (int)words[1]);
}

static void send_block(unsigned how, int dest, am_block_handler_t handler, const uint32_t *words,
                       int count) {
    __am_long(how, dest,
              &(struct am_long){
                  block_h, {(uint32_t)handler, (uint32_t)count}, 2, words, 4 * (unsigned)count});
}

void am_block_request(int dest, am_block_handler_t handler, const uint32_t *words, int count) {
    send_block(0, dest, handler, words, count);
    if (!__xnet_holds) am_poll_in_send_();
}

void am_block_reply(int dest, am_block_handler_t handler, const uint32_t *words, int count) {
    send_block(am_reply, dest, handler, words, count);
}
