// The slow paths of Active Messages over instructions: replies that wait for their channel.
#include <am_core.h>
#include <fail.h>
#include <stdlib.h>

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
    __asm__ volatile(instruction " (%1)"                                                           \
                     : "=@ccc"(refused)                                                            \
                     : "r"(words), "a"(dest), "d"(handler), "c"(count)                             \
                     : "memory");                                                                  \
    return !refused

/// Whether the network accepts the message.
static inline int sends_low(int dest, void *handler, int count, const uint32_t *words) {
    SENDS_("send");
}
static inline int sends_high(int dest, void *handler, int count, const uint32_t *words) {
    SENDS_("sendh");
}

void __am_request_refused(int dest, void *handler, int count, const uint32_t *words) {
    do am_poll();
    while (!sends_low(dest, handler, count, words));
}

// Low handlers and outlet events share a level, so nothing here interrupts itself. Requests are
// accepted however many replies wait: a request that is refused blocks its path, and the replies of
// other nodes behind it. So the list grows while there is memory.
struct waiting {
    int dest;
    void *handler;
    int count;
    uint32_t words[5];
};
static struct waiting some[1024], *list = some;
static unsigned places = sizeof some / sizeof some[0]; ///< a power of two
static unsigned first, after;                          ///< both only count up

/// The value that nistat should have: in a hold messages stay masked out.
static void follow(void) {
    const uint32_t open = __xnet_holds ? __am_mask & AM_OUT_ : __am_mask;
    __builtin_xnet_ctc2(XNET_X86_NISTAT, am_masks_() | open);
}

static void grow(void *caller) {
    struct waiting *const larger = malloc(2 * places * sizeof *larger);
    if (!larger)
        xnet_fail_at(caller, "no memory for more than %u replies that wait for their channels",
                     places);
    for (unsigned i = first; i != after; ++i) larger[i % (2 * places)] = list[i % places];
    if (list != some) free(list);
    list = larger;
    places *= 2;
}

void __am_reply_later(int dest, void *handler, int count, const uint32_t *words) {
    if (after - first == places) grow(__builtin_return_address(0));
    struct waiting *const one = &list[after % places];
    one->dest = dest;
    one->handler = handler;
    one->count = count;
    for (int i = 0; i < count; ++i) one->words[i] = words[i];
    ++after;
    __am_mask = AM_LOW_ | AM_HIGH_ | AM_OUT_;
    follow();
}

void __am_reply_refused(int dest, void *handler, int count, const uint32_t *words) {
    if (am_level() != AM_LEVEL_MAIN) {
        __am_reply_later(dest, handler, count, words);
        return;
    }
    do am_poll();
    while (!sends_high(dest, handler, count, words));
}

/// The outlet event: the channel of the last refused send has room.
void __am_outlet(void) {
    while (first != after) {
        const struct waiting *const one = &list[first % places];
        if (!sends_high(one->dest, one->handler, one->count, one->words)) break;
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
