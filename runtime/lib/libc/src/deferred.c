#include "deferred.h"

#include <am_core.h>
#include <fail.h>
#include <string.h>

extern const int __xnet_io_nodes;

// Whole lines of both levels in the order of their completion, followed by the open line of low
// handlers and the open line of high handlers. Changed in a hold only.
enum { room = 4096 };
struct deferred {
    unsigned lines, low, high; ///< bytes
    char bytes[room];
} __xnet_deferred;
int __defer_ended;

static void reverse(char *from, unsigned bytes) {
    for (char *to = from + bytes; from < --to; ++from) {
        const char c = *from;
        *from = *to;
        *to = c;
    }
}

static void remove_first(struct deferred *d, unsigned bytes) {
    memmove(d->bytes, d->bytes + bytes, d->lines + d->low + d->high - bytes);
}

static void append(struct deferred *d, int is_high, const char *from, unsigned count) {
    unsigned *const open = is_high ? &d->high : &d->low;
    char *const begin = d->bytes + d->lines + (is_high ? d->low : 0), *const end = begin + *open;
    if (!is_high) memmove(end + count, end, d->high);
    memcpy(end, from, count);
    *open += count;
    unsigned whole = count;
    while (whole && from[whole - 1] != '\n') --whole;
    if (whole == 0) return;
    whole += *open - count;
    if (is_high) { // before the line that it has interrupted
        reverse(begin - d->low, d->low);
        reverse(begin, whole);
        reverse(begin - d->low, d->low + whole);
    }
    d->lines += whole;
    *open -= whole;
}

/// In a hold, where the console belongs to the host: writes the lines, then removes them.
static void put_lines(struct deferred *d) {
    __console_put(d->bytes, d->lines);
    remove_first(d, d->lines);
    d->lines = 0;
}

/// The buffer is full: where handlers reach the console they write its contents.
static void make_room(struct deferred *d) {
    if (__xnet_io_nodes)
        xnet_fail("handlers have printed more than %d bytes before main could write them", room);
    if (d->lines) {
        put_lines(d);
        return;
    }
    // A line longer than the buffer appears in pieces.
    const unsigned first = d->low ? d->low : d->high;
    __console_put(d->bytes, first);
    __console_put("\n", 1);
    remove_first(d, first);
    *(d->low ? &d->low : &d->high) = 0;
}

void __defer_output(const void *bytes, unsigned count) {
    struct deferred *const d = &__xnet_deferred;
    const int is_high = am_level() == AM_LEVEL_HIGH;
    am_hold(); // against high handlers
    for (const char *from = bytes; count;) {
        const unsigned left = room - d->lines - d->low - d->high;
        // Text that fits the empty buffer stays together.
        if (left < count && (left == 0 || count <= room)) {
            make_room(d);
            continue;
        }
        const unsigned part = count < left ? count : left;
        append(d, is_high, from, part);
        from += part;
        count -= part;
    }
    am_release();
}

void __defer_end(void) {
    struct deferred *const d = &__xnet_deferred;
    am_hold();
    if (d->low || d->high) {
        if (d->lines + d->low + d->high + 2 > room) make_room(d);
        if (d->low) append(d, 0, "\n", 1);
        if (d->high) append(d, 1, "\n", 1);
    }
    __defer_ended = 1;
    if (!__xnet_io_nodes) put_lines(d); // before a handler writes directly
    am_release();
}

void __write_deferred(void) {
    struct deferred *const d = &__xnet_deferred;
    while (d->lines && !__xnet_io_nodes) {
        am_hold();
        put_lines(d);
        am_release();
    }
    // I/O nodes answer by messages. Text stays in the buffer until it is written: handlers append
    // after it.
    while (d->lines) {
        char part[512];
        unsigned count = d->lines < sizeof part ? d->lines : sizeof part;
        memcpy(part, d->bytes, count);
        for (unsigned whole = count; whole; --whole)
            if (part[whole - 1] == '\n') {
                count = whole;
                break;
            }
        __console_put(part, count);
        am_hold();
        remove_first(d, count);
        d->lines -= count;
        am_release();
    }
}
