// The kernel's C: everything except a send whose channel is ready and a message whose handler can
// run immediately (000 4.2.2; these are in entry.S). Runs with interrupts off.
//
// It calls only functions of this file: a library function would belong to the user.
#include "ncube2_frames.h"

#include <host_calls.h>

#pragma clang section text = ".kernel.text" rodata = ".kernel.rodata" data = ".kernel.data" bss =  \
    ".kernel.bss"

extern struct channel __kernel_channels[CHANNELS + 1];
extern uint32_t __kernel_send_buf, __kernel_recv_buf, __kernel_self_buf, __kernel_self_full;
extern uint32_t __kernel_cubase, __kernel_vectors[], __kernel_stack[];
extern uint8_t __kernel_ports[NODE_MASK + 1], __ncube2_buffers[][BUFFER_BYTES], __user_low[];
extern void __ncube2_stub(void);

static struct ncube2_shared *const shared = &__ncube2_shared;
static uint32_t node_number, node_count;

/// Polls of a busy channel where no message can be accepted meanwhile (000 4.2.2.4 has no number).
enum { polls = 16 };

struct text {
    char bytes[100];
    unsigned used;
};
static void put(struct text *t, const char *s) {
    while (*s) t->bytes[t->used++] = *s++;
}
static void put_number(struct text *t, uint32_t value) {
    if (value >= 10) put_number(t, value / 10);
    t->bytes[t->used++] = (char)('0' + value % 10);
}

/// The trap's frame is at the top of the kernel's stack: it names the place of the send.
static __attribute__((noinline, cold)) _Noreturn void no_such_node(int node) {
    const struct frame *trap = (const struct frame *)__kernel_stack - 1;
    struct text t;
    t.used = 0;
    put(&t, "a message to a node that is not there: ");
    if (node < 0) put(&t, "-");
    put_number(&t, node < 0 ? -(uint32_t)node : (uint32_t)node);
    put(&t, " (there are ");
    put_number(&t, node_count);
    put(&t, ": 0 to ");
    put_number(&t, node_count - 1);
    put(&t, ")");
    host_fail(trap->eip - host_call_bytes, t.bytes, t.used);
}

static void set_send_buf(uint32_t buffer) {
    __kernel_send_buf = buffer;
    shared->outbuf = (uint32_t *)(buffer + SEGMENT_OFFSET);
}
static void set_recv_buf(uint32_t buffer) {
    __kernel_recv_buf = buffer;
    shared->inbuf = (uint32_t *)(buffer + SEGMENT_OFFSET);
}

/// The message of input p becomes the handler's message; the input gets the previous one's buffer.
static void accept_message(unsigned p) {
    const uint32_t buffer = __kernel_channels[p].in_buf;
    lptr(p, __kernel_recv_buf);
    lcnt(p, 0);
    __kernel_channels[p].in_buf = __kernel_recv_buf;
    set_recv_buf(buffer);
}

/// The handler of *inbuf runs immediately; then the program continues at `eip`.
static void dispatch(struct frame *frame, uint32_t eip) {
    shared->flags |= IN_HANDLER;
    shared->interrupted = eip;
    shared->eflags = frame->eflags;
    frame->eip = (uint32_t)__ncube2_stub;
    frame->eflags = EFLAGS_IF | 2;
}

/// Host service 32: counts a message to the node itself, which no channel sees.
static void note_to_oneself(uint32_t buffer, uint32_t bytes) {
    uint32_t service = 32;
    __asm__ volatile("int $0x80" : "+a"(service) : "b"(buffer), "c"(bytes) : "memory");
}

/// A message to the node itself waits in a buffer of its own.
static void let_wait(uint32_t buffer) {
    __kernel_self_buf = buffer;
    __kernel_self_full = 1;
    shared->flags |= MSG_PENDING;
}

/// The frame that SEND has pushed. EAX and EDX return to the caller with the values in it.
struct waiting_send {
    uint32_t eax; ///< 16 * port
    uint32_t edx; ///< bytes
    uint32_t ebx;
    struct frame frame;
};

static int send_to_oneself(struct waiting_send *s) {
    s->eax = 0;
    const uint32_t buffer = __kernel_send_buf;
    if (!(shared->flags & (IN_HANDLER | IN_CRITICAL))) { // as if it had arrived
        note_to_oneself(buffer, s->edx);
        set_send_buf(__kernel_recv_buf);
        set_recv_buf(buffer);
        dispatch(&s->frame, s->frame.eip);
    } else if (__kernel_self_full) {
        s->eax = 1;
    } else {
        note_to_oneself(buffer, s->edx);
        set_send_buf(__kernel_self_buf);
        let_wait(buffer);
    }
    return 1;
}

/// The output channel that SEND needs is busy, or does not exist. Messages are accepted meanwhile,
/// but not in a handler or critical section: there the send fails after a while. 0: it is ready.
int __kernel_not_ready(struct waiting_send *s);
int __kernel_not_ready(struct waiting_send *s) {
    const uint32_t node = *(uint16_t *)__kernel_send_buf;
    if (node >= node_count) no_such_node((int16_t)(node << 3) >> 3); // SEND has kept 13 bits
    if (node == node_number) return send_to_oneself(s);
    const uint32_t bit = __kernel_channels[s->eax / sizeof *__kernel_channels].bit;
    if (shared->flags & (IN_HANDLER | IN_CRITICAL)) {
        for (unsigned n = 0; n < polls; ++n)
            if (stpr(PR_OUTRDY) & bit) return 0;
        s->eax = 1;
        return 1;
    }
    for (;;) {
        const uint32_t ready = stpr(PR_INRDY);
        if (ready) { // its handler runs, then this trap is executed again
            enum { trap_bytes = 2 };
            s->eax = node;
            accept_message((unsigned)__builtin_ctz(ready));
            dispatch(&s->frame, s->frame.eip - trap_bytes);
            return 1;
        }
        if (stpr(PR_OUTRDY) & bit) return 0;
    }
}

/// Sends the handler's own message; accepts none meanwhile. 0: sent.
int __kernel_do_reply(uint32_t node, uint32_t bytes);
int __kernel_do_reply(uint32_t node, uint32_t bytes) {
    const uint32_t buffer = __kernel_recv_buf, first = (node + __kernel_cubase) & NODE_MASK;
    if (first >= node_count) no_such_node((int)node);
    *(uint32_t *)buffer = first | AM_BIT | REPLY_BIT;
    if (first == node_number) {
        if (__kernel_self_full) return 1;
        note_to_oneself(buffer, bytes & LENGTH_MASK);
        set_recv_buf(__kernel_self_buf);
        let_wait(buffer);
        return 0;
    }
    struct channel *const channel =
        (struct channel *)((uint8_t *)__kernel_channels + __kernel_ports[first]);
    for (unsigned n = 0; !(stpr(PR_OUTRDY) & channel->bit);)
        if (++n == polls) return 1;
    lptr(channel->out_reg, buffer);
    lcnt(channel->out_reg, bytes & LENGTH_MASK);
    set_recv_buf(channel->out_buf);
    channel->out_buf = buffer;
    return 0;
}

/// The next waiting message. The flag stays set if there was one, else the idle state is restored.
int __kernel_do_recv(void);
int __kernel_do_recv(void) {
    const uint32_t ready = __kernel_self_full ? 0 : stpr(PR_INRDY);
    if (__kernel_self_full) {
        const uint32_t buffer = __kernel_self_buf;
        __kernel_self_buf = __kernel_recv_buf;
        __kernel_self_full = 0;
        set_recv_buf(buffer);
    } else if (ready) {
        accept_message((unsigned)__builtin_ctz(ready));
    } else {
        shared->flags &= IN_CRITICAL;
        ldpr(PR_INEN, ALL_INPUTS);
        return 0;
    }
    shared->flags |= MSG_PENDING;
    return 1;
}

/// Used by handlers that may interrupt main while it composes a message.
static uint32_t spare_buf;
static uint32_t exchange(void) {
    const uint32_t buffer = __kernel_send_buf;
    set_send_buf(spare_buf);
    spare_buf = buffer;
    return 0;
}

static uint32_t keep(uint32_t *buffer);
uint32_t __kernel_do_info(uint32_t what);
uint32_t __kernel_do_info(uint32_t what) {
    switch (what) {
    case NCUBE2_NODE: return node_number;
    case NCUBE2_NODES: return node_count;
    case NCUBE2_CYCLES: return stpr(PR_CYCLES);
    case NCUBE2_READY: return stpr(PR_OUTRDY);
    case NCUBE2_EXCHANGE: return exchange();
    case NCUBE2_KEEP: return keep(shared->kept);
    default: return 0;
    }
}

/// For main that is suspended while another buffer is in place of its own: the next exchange gets
/// *buffer, and the caller that of the previous one. (Behind __kernel_do_info and not in it, which
/// programs call for the time.)
static __attribute__((noinline)) uint32_t keep(uint32_t *buffer) {
    const uint32_t spare = spare_buf;
    spare_buf = *buffer;
    *buffer = spare;
    return 0;
}

/// The entries of other nodes mark nodes that do not exist.
static void fill_ports(void) {
    for (uint32_t node = 0; node < node_count; ++node) {
        const uint32_t other = node ^ node_number;
        const unsigned p = other ? (unsigned)__builtin_ctz(other) : CHANNELS;
        __kernel_ports[node] = (uint8_t)(p * sizeof *__kernel_channels);
    }
}

/// Runs before the first instruction of the user. `memory`: its end.
void __kernel_start(uint32_t nodes, uint32_t memory);
void __kernel_start(uint32_t nodes, uint32_t memory) {
    node_number = stpr(PR_ID);
    node_count = nodes;
    __kernel_cubase = AM_BIT;
    uint32_t buffer = (uint32_t)__ncube2_buffers;
    set_send_buf(buffer);
    set_recv_buf(buffer += BUFFER_BYTES);
    __kernel_self_buf = buffer += BUFFER_BYTES;
    spare_buf = buffer += BUFFER_BYTES;
    for (unsigned p = 0; 1u << p < nodes; ++p) {
        const uint32_t out = buffer += BUFFER_BYTES, in = buffer += BUFFER_BYTES;
        __kernel_channels[p] = (struct channel){1u << p, in, FIRST_OUTPUT + p, out};
        lptr(p, in);
        lcnt(p, 0);
    }
    fill_ports();
    ldpr(PR_KSP, (uint32_t)__kernel_stack);
    ldpr(PR_VBASE, (uint32_t)__kernel_vectors);
    ldpr(PR_ULOW, (uint32_t)__user_low);
    ldpr(PR_UHIGH, memory);
    ldpr(PR_INEN, ALL_INPUTS);
}
