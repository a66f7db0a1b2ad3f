// The slow paths of Active Messages over instructions: replies that wait for their channel.
#include <am_core.h>
#include <fail.h>
#include <stdlib.h>
#include <string.h>
#include <xnet.h>

int __xnet_holds;
volatile uint32_t __am_mask = AM_LOW_ | AM_HIGH_;

void __am_release_wrong(void) {
    xnet_fail_at(__builtin_return_address(0), "am_release() without am_hold()");
}

// The words are in memory, where SEND takes any number of them; a builtin takes a number and
// values, which it stores once more each time. A stream of messages waits for the code of this loop
// in addition to the wire.
#define SENDS_(instruction)                                                                        \
    int refused;                                                                                   \
    __asm__ volatile(instruction "(%1)"                                                            \
                     : "=@ccc"(refused)                                                            \
                     : "r"(words), "a"(dest), "d"(handler), "c"(count)                             \
                     : "memory");                                                                  \
    return !refused

/// Whether the network accepts the message.
static inline int sends_low(int dest, void *handler, int count, const uint32_t *words) {
    SENDS_("send ");
}
static inline int sends_high(int dest, void *handler, int count, const uint32_t *words) {
    SENDS_("sendh ");
}
/// With vector register 1.
static inline int sends_low_vector(int dest, void *handler, int count, const uint32_t *words) {
    SENDS_("sendv $1, ");
}
static inline int sends_high_vector(int dest, void *handler, int count, const uint32_t *words) {
    SENDS_("sendhv $1, ");
}

void __am_request_refused(int dest, void *handler, int count, const uint32_t *words) {
    do am_poll();
    while (!sends_low(dest, handler, count, words));
}
void __am_vector_request_refused(int dest, void *handler, int count, const uint32_t *words) {
    do am_poll();
    while (!sends_low_vector(dest, handler, count, words));
}

// Low handlers and outlet events share a level, so nothing here interrupts itself. Requests are
// accepted however many replies wait: a request that is refused blocks its path, and the replies of
// other nodes behind it. So the list grows while there is memory.
struct waiting {
    int dest;
    void *handler;
    int count;
    int length; ///< words of its vector; none: it has none
    uint32_t words[5];
};
enum { none = -1, vector_words = 32 };
static struct waiting some[1024], *list = some;
static unsigned places = sizeof some / sizeof some[0]; ///< a power of two
static unsigned first, after;                          ///< both only count up
// The vectors of those that have one, in the same order.
typedef uint32_t vector[vector_words];
static vector some_vectors[64], *vectors = some_vectors;
static unsigned vector_places = sizeof some_vectors / sizeof some_vectors[0];
static unsigned first_vector, after_vector;

/// The value that nistat should have: in a hold messages stay masked out.
static void follow(void) {
    const uint32_t open = __xnet_holds ? __am_mask & AM_OUT_ : __am_mask;
    __builtin_xnet_ctc2(XNET_X86_NISTAT, am_masks_() | open);
}

/// A ring of twice as many items. `initial`: the one that is not the heap's.
static void *grown(void *ring, const void *initial, unsigned bytes, unsigned *room, unsigned from,
                   unsigned to, void *caller) {
    const unsigned before = *room;
    char *const larger = malloc((size_t)2 * before * bytes);
    if (!larger)
        xnet_fail_at(caller, "no memory for more than %u replies that wait for their channels",
                     before);
    for (unsigned i = from; i != to; ++i)
        memcpy(larger + i % (2 * before) * bytes, (const char *)ring + i % before * bytes, bytes);
    if (ring != initial) free(ring);
    *room = 2 * before;
    return larger;
}

static void append(int dest, void *handler, int count, const uint32_t *words, int length,
                   void *caller) {
    if (after - first == places)
        list = grown(list, some, sizeof *list, &places, first, after, caller);
    struct waiting *const one = &list[after % places];
    one->dest = dest;
    one->handler = handler;
    one->count = count;
    one->length = length;
    for (int i = 0; i < count; ++i) one->words[i] = words[i];
    ++after;
    __am_mask = AM_LOW_ | AM_HIGH_ | AM_OUT_;
    follow();
}

void __am_reply_later(int dest, void *handler, int count, const uint32_t *words) {
    append(dest, handler, count, words, none, __builtin_return_address(0));
}

void __am_vector_reply_refused(int dest, void *handler, int count, const uint32_t *words) {
    if (am_level() == AM_LEVEL_MAIN) {
        do am_poll();
        while (!sends_high_vector(dest, handler, count, words));
        return;
    }
    if (after_vector - first_vector == vector_places)
        vectors = grown(vectors, some_vectors, sizeof *vectors, &vector_places, first_vector,
                        after_vector, __builtin_return_address(0));
    xnet_swv(1, vectors[after_vector++ % vector_places]);
    append(dest, handler, count, words, (int)xnet_get_vlr(), __builtin_return_address(0));
}

void __am_reply_refused(int dest, void *handler, int count, const uint32_t *words) {
    if (am_level() != AM_LEVEL_MAIN) {
        __am_reply_later(dest, handler, count, words);
        return;
    }
    do am_poll();
    while (!sends_high(dest, handler, count, words));
}

/// Whether the network accepts the first one's vector, too. Register 1 is this level's own; vlr is
/// restored.
static int sends_first_vector(const struct waiting *one) {
    const unsigned kept = xnet_get_vlr();
    xnet_set_vlr((unsigned)one->length);
    xnet_lwv(1, vectors[first_vector % vector_places]);
    const int sent = sends_high_vector(one->dest, one->handler, one->count, one->words);
    xnet_set_vlr(kept);
    first_vector += (unsigned)sent;
    return sent;
}

/// The outlet event: the channel of the last refused send has room.
void __am_outlet(void) {
    while (first != after) {
        const struct waiting *const one = &list[first % places];
        if (one->length != none ? !sends_first_vector(one)
                                : !sends_high(one->dest, one->handler, one->count, one->words))
            break;
        ++first;
    }
    __am_mask = AM_LOW_ | AM_HIGH_ | (first != after ? AM_OUT_ : 0);
    follow();
}

/// The program ends in main or in a handler, whose level it leaves, on its stack: messages that it
/// has held back may come.
void __am_exit(void) {
    const int level = am_level();
    enum { room = 1024 }; // bytes for the code that runs from here on
    char *const here = (char *)__builtin_frame_address(0) - room;
    if (level == AM_LEVEL_LOW) __builtin_xnet_ctc2(XNET_X86_LOW_STACK, (uint32_t)here);
    if (level == AM_LEVEL_HIGH) __builtin_xnet_ctc2(XNET_X86_HIGH_STACK, (uint32_t)here);
    __xnet_holds = 0;
    __builtin_xnet_ctc2(XNET_X86_NISTAT, am_masks_() | AM_EE_ | AM_LPEE_ | __am_mask);
}
