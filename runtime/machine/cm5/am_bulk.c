// Bulk data on the CM-5: segments (000 4.3.2.3, 4.3.2.5). The receiver opens one, and is notified
// when all bytes are in place, in whatever order they came.
#include <am_core.h>
#include <cmam.h>

/// The function that runs at the end of the transfer into a segment. A segment's number is not
/// reused before its end, so there are as many as segments.
struct transfer {
    int proc;
    void *to;
    unsigned bytes;
    am_bulk_handler_t handler;
    unsigned arg;
};
enum { segments = 256 };
static struct transfer transfers[segments];

static int ended(void *info, void *base) {
    const struct transfer *t = info;
    (void)base;
    if (t->handler) t->handler(t->proc, t->to, t->bytes, t->arg);
    return 0;
}

/// -1: none is free.
static int open(int proc, void *to, unsigned bytes, void *h, unsigned arg) {
    // CMAM takes the highest free segment, so its entry is known only now.
    const int segment = CMAM_open_segment(to, (int)bytes, ended, 0);
    if (segment == -1) return segment;
    struct transfer *t = &transfers[(unsigned)segment >> 24];
    *t = (struct transfer){proc, to, bytes, (am_bulk_handler_t)h, arg};
    CMAM_set_segment_info(segment, t);
    return segment;
}

// The answer to main's one open transfer. asked: still under way; full: ask again.
enum { asked = -1, full = -2 };
static volatile int granted;

static void grant(int segment) { granted = segment; }

static void ask(int src, void *to, unsigned bytes, void *h, unsigned arg) {
    const int segment = open(src, to, bytes, h, arg);
    am_short_answer_1(src, grant, segment == -1 ? full : segment);
}

static void nothing_to_copy(int src, void *to, am_bulk_handler_t h, unsigned arg) {
    h(src, to, 0, arg);
}

void am_bulk_request_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg) {
    if (bytes == 0) {
        if (h) am_short_request_3_from(dest, nothing_to_copy, to, h, arg);
        return;
    }
    do {
        granted = asked;
        am_short_request_4_from(dest, ask, to, bytes, h, arg);
        while (granted == asked) am_poll_in_send_();
    } while (granted == full);
    CMAM_xfer(dest, granted, from, (int)bytes);
}

static void give(int src, int segment, const void *from, unsigned bytes) {
    CMAM_reply_xfer(src, segment, from, (int)bytes);
}

static void give_nothing(int src, void *to, am_bulk_handler_t h, unsigned arg) {
    am_short_answer_3_from(src, nothing_to_copy, to, h, arg);
}

void am_bulk_get_(int dest, void *to, const void *from, unsigned bytes, void *h, unsigned arg) {
    if (bytes == 0) {
        if (h) am_short_request_3_from(dest, give_nothing, to, h, arg);
        return;
    }
    int segment;
    while ((segment = open(dest, to, bytes, h, arg)) == -1) am_poll_in_send_();
    am_short_request_3_from(dest, give, segment, from, bytes);
}
