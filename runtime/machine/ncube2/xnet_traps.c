// The builtins of the network interface on ncube2-x86, which lacks these instructions: the compiler
// calls these functions (feature xnet-trap), and messages go through the kernel
// (docs/ncube2-abi.md, "xnet.h"). A message of either priority is a message of <am_core.h>.
#include <am_core.h>

enum {
    nicond = 1u << 30,
    low_pending = 1u << 27,
    high_mask = 1u << 24,
    low_mask = 1u << 23,
    low_events = 1u << 20,
    events = 1u << 19,
};

static int accepted = 1; ///< outcome of the last send, of any level

/// 1: the kernel has taken the message. Main waits for its channel, but not in a critical section;
/// a handler does not wait.
static inline __attribute__((always_inline)) int
send(const char *kind, uint32_t dest, void *handler, const uint32_t *words, unsigned count) {
    const int in_handler = __ncube2_shared.flags & NCUBE2_IN_HANDLER;
    uint32_t *const to = in_handler ? __ncube2_shared.inbuf : __ncube2_shared.outbuf;
    to[0] = (uint32_t)kind;
    to[1] = (uint32_t)handler;
    for (unsigned i = 0; i < count; ++i) to[2 + i] = words[i];
    const unsigned bytes = 8 + 4 * count;
    return accepted =
               !(in_handler ? ncube2_reply((int)dest, bytes) : ncube2_send((int)dest, bytes));
}

// One of each for 0 to 5 words.
#define SEND_(name, kind, n)                                                                       \
    int name(uint32_t dest, void *handler, const uint32_t *words);                                 \
    int name(uint32_t dest, void *handler, const uint32_t *words) {                                \
        return send(kind, dest, handler, words, n);                                                \
    }
#define SENDS_(n)                                                                                  \
    SEND_(__xnet_trap_send##n, __am_short, n) SEND_(__xnet_trap_send##n##h, __am_short_reply, n)
SENDS_(0)
SENDS_(1)
SENDS_(2)
SENDS_(3)
SENDS_(4)
SENDS_(5)

uint32_t __xnet_trap_read_9(void);
uint32_t __xnet_trap_read_9(void) { return ncube2_info(NCUBE2_CYCLES); }

uint32_t __xnet_trap_read_22(void);
uint32_t __xnet_trap_read_22(void) { return (uint32_t)__xnet_node; }

/// nistat, as far as the flags represent it.
uint32_t __xnet_trap_read_19(void);
uint32_t __xnet_trap_read_19(void) {
    const unsigned flags = __ncube2_shared.flags;
    return (accepted ? nicond : 0) | (flags & NCUBE2_MSG_PENDING ? low_pending : 0) |
           (flags & NCUBE2_IN_CRITICAL ? 0 : high_mask | low_mask) |
           (flags & NCUBE2_IN_HANDLER ? events : low_events | events);
}

/// The masks are the critical section, which has no levels.
void __xnet_trap_write_19(uint32_t value);
void __xnet_trap_write_19(uint32_t value) {
    if (!(value & (low_mask | high_mask)))
        ncube2_set_flags(NCUBE2_IN_CRITICAL);
    else if (ncube2_clear_flags(NCUBE2_IN_CRITICAL))
        __am_serve();
}
