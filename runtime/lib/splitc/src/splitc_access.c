// Access to the memory of other processors: the handlers of single values, and blocks.
#include "splitc_runtime.h"

unsigned sync_begun;
volatile unsigned sync_done;
unsigned splitc_store_here, splitc_store_expected, splitc_store_sent;
volatile unsigned store_sync_bytes;

struct splitc_answer splitc_answer;

void splitc_store_sync_wrong(int bytes) {
    xnet_fail_at(__builtin_return_address(0), "store_sync(%d): negative", bytes);
}

static AM_SHORT void read_rh(struct splitc_answer *to, uint32_t value) {
    to->word[0] = value;
    to->ready = (uintptr_t)to;
}
static AM_SHORT void read_8_rh(struct splitc_answer *to, uint32_t first, uint32_t second) {
    to->word[0] = first;
    to->word[1] = second;
    to->ready = (uintptr_t)to;
}
static AM_SHORT void write_rh(uintptr_t not_null) { splitc_answer.ready = not_null; }
static AM_SHORT void put_rh(uint32_t any) {
    (void)any;
    ++sync_done;
}
AM_EXPRESS_SHORT(write_rh);
AM_EXPRESS_SHORT(put_rh);

// The answer to a write is a word that exists already.
#define WORDS(bytes, type)                                                                         \
    AM_SHORT void splitc_read_##bytes##_h(void *to, const void *from, int src) {                   \
        am_short_answer_2(src, read_rh, to, *(const type *)from);                                  \
    }                                                                                              \
    static AM_SHORT void get_##bytes##_rh(type *to, uint32_t value) {                              \
        *to = (type)value;                                                                         \
        ++sync_done;                                                                               \
    }                                                                                              \
    AM_SHORT void splitc_get_##bytes##_h(void *to, const void *from, int src) {                    \
        am_short_answer_2(src, get_##bytes##_rh, to, *(const type *)from);                         \
    }                                                                                              \
    AM_SHORT void splitc_write_##bytes##_h(void *to, uint32_t value, int src) {                    \
        *(type *)to = (type)value;                                                                 \
        am_short_answer_1(src, write_rh, to);                                                      \
    }                                                                                              \
    AM_SHORT void splitc_put_##bytes##_h(void *to, uint32_t value, int src) {                      \
        *(type *)to = (type)value;                                                                 \
        am_short_answer_1(src, put_rh, to);                                                        \
    }                                                                                              \
    AM_SHORT void splitc_store_##bytes##_h(void *to, uint32_t value) {                             \
        *(type *)to = (type)value;                                                                 \
        store_sync_bytes += bytes;                                                                 \
    }
WORDS(1, uint8_t)
WORDS(2, uint16_t)
WORDS(4, uint32_t)

// Handlers of one priority do not interrupt each other, so request handlers see and leave both
// words of one value.
AM_SHORT void splitc_read_8_h(void *to, const void *from, int src) {
    const uint32_t *const word = from;
    am_short_answer_3(src, read_8_rh, to, word[0], word[1]);
}
static AM_SHORT void get_8_rh(uint32_t *to, uint32_t first, uint32_t second) {
    to[0] = first;
    to[1] = second;
    ++sync_done;
}
AM_SHORT void splitc_get_8_h(void *to, const void *from, int src) {
    const uint32_t *const word = from;
    am_short_answer_3(src, get_8_rh, to, word[0], word[1]);
}
AM_SHORT void splitc_write_8_h(void *to, uint32_t first, uint32_t second, int src) {
    ((uint32_t *)to)[0] = first;
    ((uint32_t *)to)[1] = second;
    am_short_answer_1(src, write_rh, to);
}
AM_SHORT void splitc_put_8_h(void *to, uint32_t first, uint32_t second, int src) {
    ((uint32_t *)to)[0] = first;
    ((uint32_t *)to)[1] = second;
    am_short_answer_1(src, put_rh, to);
}
AM_SHORT void splitc_store_8_h(void *to, uint32_t first, uint32_t second) {
    ((uint32_t *)to)[0] = first;
    ((uint32_t *)to)[1] = second;
    store_sync_bytes += 8;
}

// --- three and four words ------------------------------------------------------------------------

AM_INLINE void check(void *caller, const char *what, int proc, size_t bytes) {
    if ((unsigned)proc >= (unsigned)PROCS)
        xnet_fail_at(caller, "%s: a global pointer to processor %d, but there are %d", what, proc,
                     PROCS);
    if ((int)bytes < 0) xnet_fail_at(caller, "%s: %d bytes", what, (int)bytes);
}
#define CHECK(what) check(__builtin_return_address(0), what, proc, bytes)

// Messages of `n` words plus the address: their parameters, how they are stored, and as arguments.
#define READS(bytes, n1, parameters, keep, words)                                                  \
    static AM_SHORT void get_##bytes##_rh(uint32_t *to, parameters) {                              \
        keep;                                                                                      \
        ++sync_done;                                                                               \
    }                                                                                              \
    static AM_SHORT void read_##bytes##_rh(uint32_t *to, parameters) {                             \
        keep;                                                                                      \
        splitc_answer.ready = 1;                                                                   \
    }                                                                                              \
    static AM_SHORT void store_##bytes##_h(uint32_t *to, parameters) {                             \
        keep;                                                                                      \
        store_sync_bytes += bytes;                                                                 \
    }                                                                                              \
    static AM_SHORT void get_##bytes##_h(uint32_t *to, const uint32_t *word, int src) {            \
        am_short_answer_##n1(src, get_##bytes##_rh, to, words);                                    \
    }                                                                                              \
    static AM_SHORT void read_##bytes##_h(uint32_t *to, const uint32_t *word, int src) {           \
        am_short_answer_##n1(src, read_##bytes##_rh, to, words);                                   \
    }                                                                                              \
    void splitc_read_##bytes(void *to, int proc, const void *from) {                               \
        check(__builtin_return_address(0), "read", proc, bytes);                                   \
        am_short_request_3(proc, read_##bytes##_h, to, from, MYPROC);                              \
        splitc_wait_for(&splitc_answer);                                                           \
    }                                                                                              \
    void splitc_get_##bytes(void *to, int proc, const void *from) {                                \
        check(__builtin_return_address(0), "get", proc, bytes);                                    \
        ++sync_begun;                                                                              \
        am_short_request_3(proc, get_##bytes##_h, to, from, MYPROC);                               \
    }                                                                                              \
    void splitc_store_##bytes(int proc, void *to, const void *from) {                              \
        const uint32_t *const word = from;                                                         \
        check(__builtin_return_address(0), "store", proc, bytes);                                  \
        splitc_store_sent += bytes;                                                                \
        am_short_request_##n1(proc, store_##bytes##_h, to, words);                                 \
    }
#define LIST(...) __VA_ARGS__
READS(12, 4, LIST(uint32_t a, uint32_t b, uint32_t c), LIST(to[0] = a, to[1] = b, to[2] = c),
      LIST(word[0], word[1], word[2]))

static AM_SHORT void write_12_h(int src, uint32_t *to, uint32_t a, uint32_t b, uint32_t c) {
    to[0] = a, to[1] = b, to[2] = c;
    am_short_answer_1(src, write_rh, 1);
}
static AM_SHORT void put_12_h(int src, uint32_t *to, uint32_t a, uint32_t b, uint32_t c) {
    to[0] = a, to[1] = b, to[2] = c;
    am_short_answer_1(src, put_rh, 0);
}
void splitc_write_12(int proc, void *to, const void *from) {
    const uint32_t *const word = from;
    check(__builtin_return_address(0), "write", proc, 12);
    am_short_request_4_from(proc, write_12_h, to, word[0], word[1], word[2]);
    splitc_wait_for(&splitc_answer);
}
void splitc_put_12(int proc, void *to, const void *from) {
    const uint32_t *const word = from;
    check(__builtin_return_address(0), "put", proc, 12);
    ++sync_begun;
    am_short_request_4_from(proc, put_12_h, to, word[0], word[1], word[2]);
}

#if AM_MAX_WORDS >= 5 && AM_ORDERED
READS(16, 5, LIST(uint32_t a, uint32_t b, uint32_t c, uint32_t d),
      LIST(to[0] = a, to[1] = b, to[2] = c, to[3] = d), LIST(word[0], word[1], word[2], word[3]))

// The answer to a message that follows the words confirms that they are in place.
static AM_SHORT void place_16_h(uint32_t *to, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    to[0] = a, to[1] = b, to[2] = c, to[3] = d;
}
static AM_SHORT void written_h(int src) { am_short_answer_1(src, write_rh, 1); }
static AM_SHORT void placed_h(int src) { am_short_answer_1(src, put_rh, 0); }

void splitc_write_16(int proc, void *to, const void *from) {
    const uint32_t *const word = from;
    check(__builtin_return_address(0), "write", proc, 16);
    am_short_request_5(proc, place_16_h, to, word[0], word[1], word[2], word[3]);
    am_short_request_0_from(proc, written_h);
    splitc_wait_for(&splitc_answer);
}
void splitc_put_16(int proc, void *to, const void *from) {
    const uint32_t *const word = from;
    check(__builtin_return_address(0), "put", proc, 16);
    ++sync_begun;
    am_short_request_5(proc, place_16_h, to, word[0], word[1], word[2], word[3]);
    am_short_request_0_from(proc, placed_h);
}
#else
void splitc_read_16(void *to, int proc, const void *from) {
    check(__builtin_return_address(0), "read", proc, 16);
    splitc_bulk_read(to, proc, from, 16);
}
void splitc_get_16(void *to, int proc, const void *from) {
    check(__builtin_return_address(0), "get", proc, 16);
    splitc_bulk_get(to, proc, from, 16);
}
void splitc_write_16(int proc, void *to, const void *from) {
    check(__builtin_return_address(0), "write", proc, 16);
    splitc_bulk_write(proc, to, from, 16);
}
void splitc_put_16(int proc, void *to, const void *from) {
    check(__builtin_return_address(0), "put", proc, 16);
    splitc_bulk_put(proc, to, from, 16);
}
void splitc_store_16(int proc, void *to, const void *from) {
    check(__builtin_return_address(0), "store", proc, 16);
    splitc_bulk_store(proc, to, from, 16);
}
#endif

// --- blocks --------------------------------------------------------------------------------------

#define DONE(name, ...)                                                                            \
    static AM_BULK_HANDLER void name(int proc, void *to, unsigned bytes, unsigned arg) {           \
        (void)proc, (void)to, (void)bytes, (void)arg;                                              \
        __VA_ARGS__;                                                                               \
    }
DONE(bulk_read_rh, splitc_answer.ready = 1)
DONE(bulk_get_rh, ++sync_done)

// Where order is kept, a message of one word after the data is the shortest method.
#if AM_ORDERED
#define BULK(h, word)                                                                              \
    (am_bulk_data_(proc, to, from, bytes), am_short_request_1(proc, h, (unsigned)(word)))
static AM_SHORT void bulk_write_h(int src) { am_short_answer_1(src, write_rh, 1); }
static AM_SHORT void bulk_put_h(int src) { am_short_answer_1(src, put_rh, 0); }
#ifndef AM_BULK_STORE
static AM_SHORT void bulk_store_h(unsigned bytes) { store_sync_bytes += bytes; }
#endif
#else
#define BULK(h, word) am_bulk_request(proc, to, from, bytes, h, 0)
DONE(bulk_write_h, am_short_answer_1(proc, write_rh, 1))
DONE(bulk_put_h, am_short_answer_1(proc, put_rh, 0))
DONE(bulk_store_h, store_sync_bytes += bytes)
#endif
#ifdef AM_BULK_STORE // one message, which counts its own bytes
#define BULK_STORE() AM_BULK_STORE(proc, to, from, bytes, &store_sync_bytes)
#else
#define BULK_STORE() BULK(bulk_store_h, bytes)
#endif

void splitc_bulk_read(void *to, int proc, const void *from, size_t bytes) {
    CHECK("bulk_read");
    if (proc == MYPROC) {
        __builtin_memmove(to, from, bytes);
        return;
    }
    am_bulk_get(proc, to, from, bytes, bulk_read_rh, 0);
    splitc_wait_for(&splitc_answer);
}
void splitc_bulk_get(void *to, int proc, const void *from, size_t bytes) {
    CHECK("bulk_get");
    if (proc == MYPROC) {
        __builtin_memmove(to, from, bytes);
        return;
    }
    ++sync_begun;
    am_bulk_get(proc, to, from, bytes, bulk_get_rh, 0);
}
void splitc_bulk_write(int proc, void *to, const void *from, size_t bytes) {
    CHECK("bulk_write");
    if (proc == MYPROC) {
        __builtin_memmove(to, from, bytes);
        return;
    }
    BULK(bulk_write_h, MYPROC);
    splitc_wait_for(&splitc_answer);
}
void splitc_bulk_put(int proc, void *to, const void *from, size_t bytes) {
    CHECK("bulk_put");
    if (proc == MYPROC) {
        __builtin_memmove(to, from, bytes);
        return;
    }
    ++sync_begun;
    BULK(bulk_put_h, MYPROC);
}
void splitc_bulk_store(int proc, void *to, const void *from, size_t bytes) {
    CHECK("bulk_store");
    if (proc == MYPROC) {
        __builtin_memmove(to, from, bytes);
        splitc_store_here += bytes;
        return;
    }
    splitc_store_sent += bytes;
    BULK_STORE();
}

// For callers that take its address.
void sync(void) { SPLITC_WAIT_(sync_done == sync_begun); }
