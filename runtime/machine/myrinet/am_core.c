// Active Messages over LFC: short messages and polls.
#include <am_core.h>
#include <am_internal.h>
#include <fail.h>
#include <string.h>

#define UNLIKELY(x) __builtin_expect(!!(x), 0)

enum { most_of_a_poll = 32 };

/// crt0 calls it.
void __am_start(void) { __lfc_start_active(); }

// --- Polling ---

static void run(unsigned source, const uint32_t *message, unsigned bytes) {
    const unsigned how = message[0];
    const uintptr_t handler = message[1];
    const uint32_t *const words = message + 2;
    __am_level = how & am_reply ? AM_IN_REPLY : AM_IN_REQUEST;
    if (how & am_long) {
        ((am_long_handler *)handler)(source, words, bytes - am_head_bytes);
        __lfc_done(message);
    } else {
        const uint32_t a = words[0], b = words[1], c = words[2], d = words[3];
        typedef void handles(uint32_t, uint32_t, uint32_t, uint32_t, uint32_t);
        __lfc_done(message);
        if (how & am_from)
            ((handles *)handler)(source, a, b, c, d);
        else
            ((handles *)handler)(a, b, c, d, 0);
    }
    __am_level = AM_MAIN;
}

void __am_poll(void) {
    if (__am_level != AM_MAIN) return;
    unsigned source, bytes;
    const uint32_t *message;
    for (unsigned i = 0; i < most_of_a_poll && (message = __lfc_take_active(&source, &bytes)); ++i)
        run(source, message, bytes);
}

// am_poll; poll_deferring.c replaces it.
__asm__(".weak __am_poll_main\n"
        ".set __am_poll_main, __am_poll\n"
        ".size __am_poll_main, 0\n");

// --- Requests and replies ---

static __attribute__((noinline, cold)) _Noreturn void wrong(void *caller, const char *what,
                                                            int dest, const void *handler) {
    if ((unsigned)dest >= (unsigned)__xnet_nodes)
        xnet_fail_at(caller, "a %s to a node that is not there: %d (there are %d: 0 to %d)", what,
                     dest, __xnet_nodes, __xnet_nodes - 1);
    if (!handler) xnet_fail_at(caller, "a %s to a handler that is a null pointer", what);
    if (__am_level == AM_IN_REPLY)
        xnet_fail_at(caller, "a reply handler sends a %s: it may send nothing", what);
    xnet_fail_at(caller, "a handler sends a %s: it may send replies only", what);
}

/// In a handler no other handler runs: the buffers for arrivals are the host's memory.
static uint32_t *alloc(void) {
    uint32_t *message;
    while (UNLIKELY(!(message = __lfc_try_alloc()))) {
        if (__am_level == AM_MAIN)
            __am_poll();
        else
            __lfc_drain();
    }
    return message;
}

static inline __attribute__((always_inline)) void send(int dest, const void *handler, unsigned how,
                                                       const uint32_t *words, unsigned count) {
    uint32_t *const message = alloc();
    message[0] = how;
    message[1] = (uint32_t)(uintptr_t)handler;
    for (unsigned i = 0; i < count; ++i) message[2 + i] = words[i];
    __lfc_launch_active((unsigned)dest, message, am_head_bytes + 4 * count);
}

static inline __attribute__((always_inline)) void
request(int dest, const void *handler, unsigned how, const uint32_t *words, unsigned count) {
    if (UNLIKELY((unsigned)dest >= (unsigned)__xnet_nodes || __am_level || !handler))
        wrong(__builtin_return_address(0), "request", dest, handler);
    send(dest, handler, how, words, count);
    if (!__xnet_holds) __am_poll();
}

static inline __attribute__((always_inline)) void reply(int dest, const void *handler, unsigned how,
                                                        const uint32_t *words, unsigned count) {
    if (UNLIKELY((unsigned)dest >= (unsigned)__xnet_nodes || __am_level == AM_IN_REPLY || !handler))
        wrong(__builtin_return_address(0), "reply", dest, handler);
    send(dest, handler, how | am_reply, words, count);
}

#define SENDS(name)                                                                                \
    void __am_##name##_0(int dest, void *h, unsigned how) { name(dest, h, how, 0, 0); }            \
    void __am_##name##_1(int dest, void *h, unsigned how, uint32_t a) {                            \
        name(dest, h, how, &a, 1);                                                                 \
    }                                                                                              \
    void __am_##name##_2(int dest, void *h, unsigned how, uint32_t a, uint32_t b) {                \
        const uint32_t words[] = {a, b};                                                           \
        name(dest, h, how, words, 2);                                                              \
    }                                                                                              \
    void __am_##name##_3(int dest, void *h, unsigned how, uint32_t a, uint32_t b, uint32_t c) {    \
        const uint32_t words[] = {a, b, c};                                                        \
        name(dest, h, how, words, 3);                                                              \
    }                                                                                              \
    void __am_##name##_4(int dest, void *h, unsigned how, uint32_t a, uint32_t b, uint32_t c,      \
                         uint32_t d) {                                                             \
        const uint32_t words[] = {a, b, c, d};                                                     \
        name(dest, h, how, words, 4);                                                              \
    }
SENDS(request)
SENDS(reply)

void __am_long(unsigned how, int dest, const struct am_long *long_one) {
    uint32_t *const message = alloc();
    message[0] = how | am_long;
    message[1] = (uint32_t)(uintptr_t)long_one->handler;
    for (unsigned i = 0; i < long_one->first; ++i) message[2 + i] = long_one->head[i];
    memcpy(message + 2 + long_one->first, long_one->data, long_one->bytes);
    __lfc_launch_active((unsigned)dest, message,
                        am_head_bytes + 4 * long_one->first + long_one->bytes);
}
