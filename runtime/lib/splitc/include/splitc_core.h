// The common base of <splitc.h> and <splitc.hpp>. Programs include one of those.
//
// Nothing here depends on the machine: it uses <am_core.h>'s messages and memory.
#pragma once

#include <am_core.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// This processor's number and how many there are.
#define MYPROC am_my_proc()
#define PROCS am_procs()

#ifndef __SPLITC__ // programs of the language declare it in other ways
/// The program. Its result is this node's exit status. `main` is the runtime's: it starts on every
/// node, and ends when every node has returned and all operations of all nodes are complete.
int splitc_main(int argc, char **argv);
#endif

/// The runtime's main without the node's start, splitc_main included, once in a run and on every
/// processor: for a program with its own main, as under <gang.h>.
int splitc_run(int argc, char **argv);

// Inlined, and its instructions have the line of the call: a waiting node, and an error found here,
// name the program's own line.
#define SPLITC_INLINE static inline __attribute__((always_inline, nodebug, unused))

// --- waiting -------------------------------------------------------------------------------------

// Waits until `condition`, which reads only volatile objects. Polls where the machine needs polls.
#define SPLITC_WAIT_(condition)                                                                    \
    do {                                                                                           \
        if (am_must_poll())                                                                        \
            while (!(condition)) am_poll();                                                        \
        else                                                                                       \
            while (!(condition)) {                                                                 \
            }                                                                                      \
        __asm__ volatile("" ::: "memory"); /* nothing that follows was loaded before */            \
    } while (0)

// Main counts the operations that it begins and handlers count those that end, each in a counter of
// its own, so that no increment is lost (von Eicken's thesis, 4.3.7). All counters wrap.
extern unsigned sync_begun;
extern volatile unsigned sync_done;
extern unsigned splitc_store_here, splitc_store_expected;
extern volatile unsigned store_sync_bytes;

/// Waits until every get and put of this processor is complete: data of gets are in place here,
/// data of puts are in place there.
extern inline // compatible with the declaration in <unistd.h>
    __attribute__((gnu_inline, always_inline, nodebug)) void
    sync(void) {
    SPLITC_WAIT_(sync_done == sync_begun);
}

void splitc_store_sync_wrong(int bytes) __attribute__((noreturn, cold));

/// Waits until `bytes` more bytes have arrived by stores to this processor, its own included, than
/// earlier calls waited for. The bytes are in place.
SPLITC_INLINE void store_sync(int bytes) {
    if (bytes < 0) splitc_store_sync_wrong(bytes);
    splitc_store_expected += (unsigned)bytes;
    const unsigned want = splitc_store_expected - splitc_store_here;
    SPLITC_WAIT_((int)(store_sync_bytes - want) >= 0);
}

/// Discards the count of bytes that have arrived by stores to this processor and that no call has
/// waited for. Between barriers: bytes that are still under way count afterwards.
void reset_store_sync(void);

/// Collective. Waits until all earlier stores of all processors have arrived. Afterwards the next
/// store_sync counts from here.
void all_store_sync(void);

/// Collective. Waits until all processors have called it.
void barrier(void);

/// Lets handlers run and makes the compiler load everything again: `while (!flag) splitc_poll();`
/// waits for a handler or another processor to set the plain variable `flag` (CSD-94-823 3.3).
SPLITC_INLINE void splitc_poll(void) {
    am_poll();
    __asm__ volatile("" ::: "memory");
}

// --- spread pointers -----------------------------------------------------------------------------

// The position of the n-th element after one on `proc`, in the cyclic order of spread pointers.
struct splitc_place {
    int proc, elements;
};
SPLITC_INLINE struct splitc_place splitc_at(int proc, int n) {
    const int procs = PROCS;
    struct splitc_place to = {proc + n, 0};
    if ((unsigned)to.proc < (unsigned)procs) return to;
    to.elements = to.proc / procs, to.proc %= procs;
    if (to.proc < 0) to.proc += procs, --to.elements;
    return to;
}

// --- access --------------------------------------------------------------------------------------

// Remote, values of at most one word and of two. Inlined, so that errors are reported at the
// program's own line: the core rejects a processor that does not exist. Words are in the order in
// which the handlers need them in registers.

// The answer to the one operation that main waits for. A handler of an answer gets its address
// and needs nothing else for `ready`, which only has to be nonzero. Between operations it is
// 0.
struct splitc_answer {
    volatile uintptr_t ready;
    uint32_t word[2];
};
extern struct splitc_answer splitc_answer;

extern unsigned splitc_store_sent;

// Its address in a register, which the message, the wait and the loads share.
SPLITC_INLINE struct splitc_answer *splitc_ask(void) {
    struct splitc_answer *answer = &splitc_answer;
    __asm__("" : "+r"(answer));
    return answer;
}
SPLITC_INLINE void splitc_wait_for(struct splitc_answer *answer) {
    SPLITC_WAIT_(answer->ready);
    answer->ready = 0;
}

// Waits for the word. Each iteration loads it in a cycle that would be idle, so that the word is
// available when the loop ends.
SPLITC_INLINE uint32_t splitc_answer_word(struct splitc_answer *answer) {
    uint32_t word;
    uintptr_t ready;
    if (am_must_poll())
        while (!answer->ready) am_poll();
    do {
        ready = answer->ready;
        word = *(volatile uint32_t *)&answer->word[0];
    } while (!ready);
    answer->ready = 0;
    __asm__ volatile("" ::: "memory"); // no later load has moved before this
    return word;
}

#define SPLITC_WORDS_(bytes)                                                                       \
    AM_SHORT void splitc_read_##bytes##_h(void *to, const void *from, int src);                    \
    AM_SHORT void splitc_get_##bytes##_h(void *to, const void *from, int src);                     \
    AM_SHORT void splitc_write_##bytes##_h(void *to, uint32_t value, int src);                     \
    AM_SHORT void splitc_put_##bytes##_h(void *to, uint32_t value, int src);                       \
    AM_SHORT void splitc_store_##bytes##_h(void *to, uint32_t value);                              \
    SPLITC_INLINE uint32_t splitc_read_##bytes(int proc, const void *from) {                       \
        struct splitc_answer *const answer = splitc_ask();                                         \
        am_short_request_3(proc, splitc_read_##bytes##_h, answer, from, MYPROC);                   \
        return splitc_answer_word(answer);                                                         \
    }                                                                                              \
    SPLITC_INLINE void splitc_get_##bytes(void *to, int proc, const void *from) {                  \
        ++sync_begun;                                                                              \
        am_short_request_3(proc, splitc_get_##bytes##_h, to, from, MYPROC);                        \
    }                                                                                              \
    SPLITC_INLINE void splitc_write_##bytes(int proc, void *to, uint32_t value) {                  \
        struct splitc_answer *const answer = splitc_ask();                                         \
        am_short_request_3(proc, splitc_write_##bytes##_h, to, value, MYPROC);                     \
        splitc_wait_for(answer);                                                                   \
    }                                                                                              \
    SPLITC_INLINE void splitc_put_##bytes(int proc, void *to, uint32_t value) {                    \
        ++sync_begun;                                                                              \
        am_short_request_3(proc, splitc_put_##bytes##_h, to, value, MYPROC);                       \
    }                                                                                              \
    SPLITC_INLINE void splitc_store_##bytes(int proc, void *to, uint32_t value) {                  \
        splitc_store_sent += bytes;                                                                \
        am_short_request_2(proc, splitc_store_##bytes##_h, to, value);                             \
    }
SPLITC_WORDS_(1)
SPLITC_WORDS_(2)
SPLITC_WORDS_(4)
#undef SPLITC_WORDS_

AM_SHORT void splitc_read_8_h(void *to, const void *from, int src);
AM_SHORT void splitc_get_8_h(void *to, const void *from, int src);
AM_SHORT void splitc_write_8_h(void *to, uint32_t first, uint32_t second, int src);
AM_SHORT void splitc_put_8_h(void *to, uint32_t first, uint32_t second, int src);
AM_SHORT void splitc_store_8_h(void *to, uint32_t first, uint32_t second);

union splitc_two {
    uint64_t value;
    uint32_t word[2]; // in memory order
};

SPLITC_INLINE uint64_t splitc_read_8(int proc, const void *from) {
    union splitc_two two;
    struct splitc_answer *const answer = splitc_ask();
    am_short_request_3(proc, splitc_read_8_h, answer, from, MYPROC);
    splitc_wait_for(answer);
    two.word[0] = answer->word[0];
    two.word[1] = answer->word[1];
    return two.value;
}
SPLITC_INLINE void splitc_get_8(void *to, int proc, const void *from) {
    ++sync_begun;
    am_short_request_3(proc, splitc_get_8_h, to, from, MYPROC);
}
SPLITC_INLINE void splitc_write_8(int proc, void *to, uint64_t value) {
    union splitc_two two;
    two.value = value;
    struct splitc_answer *const answer = splitc_ask();
    am_short_request_4(proc, splitc_write_8_h, to, two.word[0], two.word[1], MYPROC);
    splitc_wait_for(answer);
}
SPLITC_INLINE void splitc_put_8(int proc, void *to, uint64_t value) {
    union splitc_two two;
    two.value = value;
    ++sync_begun;
    am_short_request_4(proc, splitc_put_8_h, to, two.word[0], two.word[1], MYPROC);
}
SPLITC_INLINE void splitc_store_8(int proc, void *to, uint64_t value) {
    union splitc_two two;
    two.value = value;
    splitc_store_sent += 8;
    am_short_request_3(proc, splitc_store_8_h, to, two.word[0], two.word[1]);
}

// Any size and alignment, local or remote.
void splitc_bulk_read(void *to, int proc, const void *from, size_t bytes);
void splitc_bulk_get(void *to, int proc, const void *from, size_t bytes);
void splitc_bulk_write(int proc, void *to, const void *from, size_t bytes);
void splitc_bulk_put(int proc, void *to, const void *from, size_t bytes);
void splitc_bulk_store(int proc, void *to, const void *from, size_t bytes);

// Three and four words, remote.
void splitc_read_12(void *to, int proc, const void *from);
void splitc_read_16(void *to, int proc, const void *from);
void splitc_get_12(void *to, int proc, const void *from);
void splitc_get_16(void *to, int proc, const void *from);
void splitc_write_12(int proc, void *to, const void *from);
void splitc_write_16(int proc, void *to, const void *from);
void splitc_put_12(int proc, void *to, const void *from);
void splitc_put_16(int proc, void *to, const void *from);
void splitc_store_12(int proc, void *to, const void *from);
void splitc_store_16(int proc, void *to, const void *from);

// `bytes` and `align` are those of the type, so all but one case disappear. A value with the size
// of a number but without its alignment is sent as a block.
#define SPLITC_SIZE_(bytes, align)                                                                 \
    ((bytes) == 8 || (bytes) == 12 || (bytes) == 16 ? ((align) >= 4 ? (bytes) : 0)                 \
     : (bytes) == (align) && (bytes) <= 4           ? (bytes)                                      \
                                                    : 0)

SPLITC_INLINE void splitc_remote_read(void *to, int proc, const void *from, size_t bytes,
                                      size_t align) {
    switch (SPLITC_SIZE_(bytes, align)) {
    case 1: *(uint8_t *)to = (uint8_t)splitc_read_1(proc, from); break;
    case 2: {
        const uint16_t value = (uint16_t)splitc_read_2(proc, from);
        __builtin_memcpy(to, &value, 2);
        break;
    }
    case 4: {
        const uint32_t value = splitc_read_4(proc, from);
        __builtin_memcpy(to, &value, 4);
        break;
    }
    case 8: {
        const uint64_t value = splitc_read_8(proc, from);
        __builtin_memcpy(to, &value, 8);
        break;
    }
    case 12: splitc_read_12(to, proc, from); break;
    case 16: splitc_read_16(to, proc, from); break;
    default: splitc_bulk_read(to, proc, from, bytes);
    }
}

SPLITC_INLINE void splitc_remote_get(void *to, int proc, const void *from, size_t bytes,
                                     size_t align) {
    switch (SPLITC_SIZE_(bytes, align)) {
    case 1: splitc_get_1(to, proc, from); break;
    case 2: splitc_get_2(to, proc, from); break;
    case 4: splitc_get_4(to, proc, from); break;
    case 8: splitc_get_8(to, proc, from); break;
    case 12: splitc_get_12(to, proc, from); break;
    case 16: splitc_get_16(to, proc, from); break;
    default: splitc_bulk_get(to, proc, from, bytes);
    }
}

#define SPLITC_REMOTE_(operation)                                                                  \
    SPLITC_INLINE void splitc_remote_##operation(int proc, void *to, const void *from,             \
                                                 size_t bytes, size_t align) {                     \
        switch (SPLITC_SIZE_(bytes, align)) {                                                      \
        case 1: splitc_##operation##_1(proc, to, *(const uint8_t *)from); break;                   \
        case 2: {                                                                                  \
            uint16_t value;                                                                        \
            __builtin_memcpy(&value, from, 2);                                                     \
            splitc_##operation##_2(proc, to, value);                                               \
            break;                                                                                 \
        }                                                                                          \
        case 4: {                                                                                  \
            uint32_t value;                                                                        \
            __builtin_memcpy(&value, from, 4);                                                     \
            splitc_##operation##_4(proc, to, value);                                               \
            break;                                                                                 \
        }                                                                                          \
        case 8: {                                                                                  \
            uint64_t value;                                                                        \
            __builtin_memcpy(&value, from, 8);                                                     \
            splitc_##operation##_8(proc, to, value);                                               \
            break;                                                                                 \
        }                                                                                          \
        case 12: splitc_##operation##_12(proc, to, from); break;                                   \
        case 16: splitc_##operation##_16(proc, to, from); break;                                   \
        default: splitc_bulk_##operation(proc, to, from, bytes);                                   \
        }                                                                                          \
    }
SPLITC_REMOTE_(write)
SPLITC_REMOTE_(put)
SPLITC_REMOTE_(store)

// --- spread memory -------------------------------------------------------------------------------

// The address is the same on every processor. Never null: an exhausted heap ends the run.
void *splitc_all_spread_malloc(size_t count, size_t bytes);
void splitc_all_spread_free(void *address);
void *splitc_spread_malloc(size_t count, size_t bytes);
void splitc_spread_free(void *address);

// --- collectives ---------------------------------------------------------------------------------

#ifndef __SPLITC__ // programs of the language may have functions of these names: they are weak
/// Collective. Copies `bytes` bytes at `buffer` of processor 0 to `buffer` of every processor. The
/// addresses may differ.
void all_bcast_buffer(void *buffer, size_t bytes);

/// Collective. Block i of `to`, `bytes` bytes, is `from` of processor i, on every processor. `from`
/// may be reused afterwards; `to` has PROCS blocks.
void all_gather(void *to, const void *from, size_t bytes);
#endif

// At most 8 bytes.
void splitc_bcast(void *value, size_t bytes);

#define SPLITC_REDUCTIONS_(letter, type, op)                                                       \
    type all_reduce_to_one_##letter##op(type value);                                               \
    type all_reduce_to_all_##letter##op(type value);                                               \
    type all_scan_##letter##op(type value);
#define SPLITC_ARITHMETIC_(letter, type)                                                           \
    SPLITC_REDUCTIONS_(letter, type, add)                                                          \
    SPLITC_REDUCTIONS_(letter, type, max)                                                          \
    SPLITC_REDUCTIONS_(letter, type, min)
#define SPLITC_BITS_(letter, type)                                                                 \
    SPLITC_REDUCTIONS_(letter, type, or)                                                           \
    SPLITC_REDUCTIONS_(letter, type, and)
SPLITC_ARITHMETIC_(i, int)
SPLITC_BITS_(i, int)
SPLITC_ARITHMETIC_(u, unsigned)
SPLITC_BITS_(u, unsigned)
SPLITC_ARITHMETIC_(l, long)
SPLITC_BITS_(l, long)
SPLITC_ARITHMETIC_(ul, unsigned long)
SPLITC_BITS_(ul, unsigned long)
SPLITC_ARITHMETIC_(ll, long long)
SPLITC_BITS_(ll, long long)
SPLITC_ARITHMETIC_(ull, unsigned long long)
SPLITC_BITS_(ull, unsigned long long)
SPLITC_ARITHMETIC_(f, float)
SPLITC_ARITHMETIC_(d, double)

// --- time ----------------------------------------------------------------------------------------

#ifndef __SPLITC__
/// Cycles of the node clock since the start; all nodes' clocks agree. Differences are right as long
/// as they are below 2^32.
unsigned get_cycles(void);
#endif

/// get_cycles() at splitc_hertz; if more than 2^32 cycles pass between two calls, some are lost.
double get_seconds(void);

/// The second of get_seconds(), in cycles. The sources give T1 no clock rate; a program may set it.
extern unsigned splitc_hertz;

#ifdef __cplusplus
}
#endif
