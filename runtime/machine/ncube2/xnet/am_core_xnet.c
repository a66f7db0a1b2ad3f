// The slow paths of Active Messages over instructions: replies that wait for their channel.
#include <am_core.h>
#include <fail.h>

int __xnet_holds;
volatile uint32_t __am_mask = AM_LOW_ | AM_HIGH_;

void __am_release_wrong(void) {
    xnet_fail_at(__builtin_return_address(0), "am_release() without am_hold()");
}

/// Whether the network accepts it.
static int sends(int high, int dest, void *handler, int count, const uint32_t *w) {
    const uint32_t to = (uint32_t)dest;
    switch (high ? -count : count) {
    case 1: return __builtin_xnet_send1(to, handler, w[0]);
    case 2: return __builtin_xnet_send2(to, handler, w[0], w[1]);
    case 3: return __builtin_xnet_send3(to, handler, w[0], w[1], w[2]);
    case 4: return __builtin_xnet_send4(to, handler, w[0], w[1], w[2], w[3]);
    case 5: return __builtin_xnet_send5(to, handler, w[0], w[1], w[2], w[3], w[4]);
    case -1: return __builtin_xnet_send1h(to, handler, w[0]);
    case -2: return __builtin_xnet_send2h(to, handler, w[0], w[1]);
    case -3: return __builtin_xnet_send3h(to, handler, w[0], w[1], w[2]);
    case -4: return __builtin_xnet_send4h(to, handler, w[0], w[1], w[2], w[3]);
    default: return __builtin_xnet_send5h(to, handler, w[0], w[1], w[2], w[3], w[4]);
    }
}

void __am_request_refused(int dest, void *handler, int count, const uint32_t *words) {
    do am_poll();
    while (!sends(0, dest, handler, count, words));
}

// Low handlers and outlet events are of one level, so nothing here interrupts itself. More than
// `many` waiting replies keep low messages away, which could bring more.
enum { places = 4096, many = places - 64 };
static struct waiting {
    int dest;
    void *handler;
    int count;
    uint32_t words[5];
} list[places];
static unsigned first, after; ///< both count on

/// nistat as it is to be: in a hold messages stay masked out.
static void follow(void) {
    const uint32_t open = __xnet_holds ? __am_mask & AM_OUT_ : __am_mask;
    __builtin_xnet_ctc2(XNET_X86_NISTAT, am_masks_() | open);
}

void __am_reply_later(int dest, void *handler, int count, const uint32_t *words) {
    if (after - first == places)
        xnet_fail_at(__builtin_return_address(0), "more than %d replies wait for their channels",
                     places);
    struct waiting *const one = &list[after % places];
    one->dest = dest;
    one->handler = handler;
    one->count = count;
    for (int i = 0; i < count; ++i) one->words[i] = words[i];
    ++after;
    __am_mask = AM_HIGH_ | AM_OUT_ | (after - first < many ? AM_LOW_ : 0);
    follow();
}

void __am_reply_refused(int dest, void *handler, int count, const uint32_t *words) {
    if (am_level() != AM_LEVEL_MAIN) {
        __am_reply_later(dest, handler, count, words);
        return;
    }
    do am_poll();
    while (!sends(1, dest, handler, count, words));
}

/// The outlet event: the channel that was refused last has room.
void __am_outlet(void) {
    while (first != after) {
        const struct waiting *const one = &list[first % places];
        if (!sends(1, one->dest, one->handler, one->count, one->words)) break;
        ++first;
    }
    __am_mask = AM_HIGH_ | (after - first < many ? AM_LOW_ : 0) | (first != after ? AM_OUT_ : 0);
    follow();
}

/// The program ends in main or in a handler, whose level is left, on its stack: what it has kept
/// away may come.
void __am_exit(void) {
    const int level = am_level();
    enum { room = 1024 }; // for what runs from here on, bytes
    char *const here = (char *)__builtin_frame_address(0) - room;
    if (level == AM_LEVEL_LOW) __builtin_xnet_ctc2(XNET_X86_LOW_STACK, (uint32_t)here);
    if (level == AM_LEVEL_HIGH) __builtin_xnet_ctc2(XNET_X86_HIGH_STACK, (uint32_t)here);
    __xnet_holds = 0;
    __builtin_xnet_ctc2(XNET_X86_NISTAT, am_masks_() | AM_EE_ | AM_LPEE_ | __am_mask);
}
