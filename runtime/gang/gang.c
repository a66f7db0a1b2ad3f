// The gang kernel (docs/gang.md). On every node the same: at the end of a slice the network is
// drained of the program's messages, the other program's are sent to the kernels of their
// destinations, and it goes on there with these before all that arrive.
#include "gang.h"
#include "gang_context.h"
#include "gang_registers.h"

#include <cop0.h>
#include <stdio.h>
#include <stdlib.h>
#include <xnet.h>

#define STATUS_TIMER 0x8000 // IM7
#define CAUSE_TIMER 0x8000  // IP7

enum { lists = 2, low = 0, high = 1 };
enum { most_stored = 2048, most_nodes = 2048, stack_bytes = 32768, handler_stack_bytes = 8192 };

struct list {
    struct gang_stored *first, *end; ///< of `room`
    struct gang_stored room[most_stored];
};

struct program {
    struct gang_context context;
    int ended; ///< on this node
    int holds; ///< __xnet_holds, which the runtime has once
    struct list drained[lists]; ///< at this node, for any: what `information` and `key` are is raw
    struct list ready[lists];   ///< for this node's handlers, in order
    unsigned char stack[stack_bytes] __attribute__((aligned(16)));
    unsigned char handler_stacks[lists][handler_stack_bytes] __attribute__((aligned(16)));
};

void __gang_entry(void);
void __gang_resume(const struct gang_context *context, unsigned status)
    __attribute__((noreturn));
void __gang_feed(void);
void __gang_idle(void);
void __gang_begin(void);
void gang_exception(struct gang_context *context) __attribute__((noreturn));
void gang_kernel_fault(unsigned pc, unsigned cause) __attribute__((noreturn));

extern int __xnet_holds;

static struct program programs[GANG_PROGRAMS];
static const struct gang_program *names;
static int count, current;
static unsigned slice;
static void (*finish)(const struct gang_totals *totals);
static struct gang_totals totals;

struct gang_context *__gang_current;
struct {
    struct gang_stored *first, *end;
} __gang_ready[lists];

static void __attribute__((noreturn)) panic(const char *what) {
    printf("gang: %s on node %d\n", what, xnet_node());
    cop0_set_vector(0);
    for (;;) __asm__ volatile("break");
}

// --- lists ----------------------------------------------------------------------------------

static void clear(struct list *list) { list->first = list->end = list->room; }

static struct gang_stored *append(struct list *list) {
    if (list->end == list->room + most_stored) panic("no room for another message");
    return list->end++;
}

/// By key, from `first` on. Few come out of order.
static void sort(struct gang_stored *first, struct gang_stored *end) {
    for (struct gang_stored *next = first + 1; next < end; ++next) {
        const struct gang_stored one = *next;
        struct gang_stored *at = next;
        for (; at > first && at[-1].key > one.key; --at) *at = at[-1];
        *at = one;
    }
}

// --- all nodes together ---------------------------------------------------------------------

// A tree: node n has the children 2n + 1 and 2n + 2.
static volatile unsigned reports, reported, reported_mask; ///< of the children
static volatile unsigned verdicts, total, total_mask;      ///< of the parent

XNET_HANDLER void gang_up(unsigned value, unsigned mask) {
    reported += value;
    reported_mask &= mask;
    ++reports;
}

XNET_HANDLER void gang_down(unsigned value, unsigned mask) {
    total = value;
    total_mask = mask;
    ++verdicts;
}

/// The sum of all nodes' values, and the bits that all masks have. `value` is asked for as late as
/// possible.
static unsigned together(unsigned (*value)(void), unsigned mask) {
    const int node = xnet_node(), nodes = xnet_nodes();
    const int children = (2 * node + 1 < nodes) + (2 * node + 2 < nodes);
    while (reports < (unsigned)children) {
    }
    // No child reports again before it has heard from here.
    const unsigned sum = reported + value();
    mask &= reported_mask;
    reports = reported = 0;
    reported_mask = ~0u;
    if (node) {
        XNET_UNTIL_SENT(xnet_send2((unsigned)(node - 1) / 2, (void *)gang_up, sum, mask));
        while (!verdicts) {
        }
    } else {
        total = sum;
        total_mask = mask;
    }
    verdicts = 0;
    for (int child = 2 * node + 1; child <= 2 * node + 2 && child < nodes; ++child)
        XNET_UNTIL_SENT(xnet_send2((unsigned)child, (void *)gang_down, total, total_mask));
    return total;
}

static unsigned nothing(void) { return 0; }

// --- messages of programs -------------------------------------------------------------------

/// Diverted: a program's message ends here, wherever it was to go.
XNET_HANDLER void gang_absorb(unsigned a, unsigned b, unsigned c, unsigned d, unsigned e) {
    const unsigned information = xnet_cfc2(GANG_LEVEL) & 0xFFFF;
    struct gang_stored *one =
        append(&programs[current].drained[information & XNET_NISTAT_PRI ? high : low]);
    one->information = information;
    one->handler = xnet_get_inh();
    one->words[0] = a;
    one->words[1] = b;
    one->words[2] = c;
    one->words[3] = d;
    one->words[4] = e;
    one->key = xnet_cfc2(GANG_DEST);
}

// Messages with what is stored: those that left here, and those that came, which handlers count.
static volatile unsigned resent, kept;
static struct gang_stored *last_of[most_nodes];

static struct gang_stored *keep(unsigned information, unsigned key, unsigned handler) {
    struct gang_stored *one =
        append(&programs[current].ready[information & XNET_NISTAT_PRI ? high : low]);
    one->information = information;
    one->key = key;
    one->handler = handler;
    return one;
}

/// A stored message for this node, and, where it has more than two words, the rest of it.
XNET_HANDLER void gang_keep(unsigned from, unsigned key, unsigned handler, unsigned a,
                            unsigned b) {
    struct gang_stored *one = keep(from & 0xFFFF, key, handler);
    one->words[0] = a;
    one->words[1] = b;
    last_of[from >> 16] = one;
    ++kept;
}

XNET_HANDLER void gang_keep_rest(unsigned from, unsigned c, unsigned d, unsigned e) {
    struct gang_stored *one = last_of[from];
    one->words[2] = c;
    one->words[3] = d;
    one->words[4] = e;
    ++kept;
}

static unsigned resent_now(void) { return resent - kept; }
static unsigned balance(void) { return xnet_cfc2(GANG_BALANCE); }

/// What could not be resent.
static void check(const struct gang_stored *one) {
    if (one->information & XNET_NISTAT_MCST) panic("a program sent a multicast");
    if (one->information & XNET_NISTAT_VLEN) panic("a program sent a vector");
}

static void look_at(struct list *drained) {
    for (struct gang_stored *one = drained->first; one < drained->end; ++one) {
        check(one);
        ++totals.stored;
        totals.away += (one->key & GANG_DEST_ID) != (unsigned)xnet_node();
    }
}

/// Sends what was drained here to where it was to go. Nothing stands for ever: all kernels store
/// what comes.
static void resend(struct list *drained) {
    const unsigned self = (unsigned)xnet_node();
    unsigned order = 0;
    for (struct gang_stored *one = drained->first; one < drained->end; ++one, ++order) {
        const unsigned to = one->key & GANG_DEST_ID;
        const unsigned key = (one->key >> GANG_DEST_HOPS_SHIFT) << 16 | order;
        unsigned *words = one->words;
        ++resent;
        XNET_UNTIL_SENT(xnet_send5(to, (void *)gang_keep, self << 16 | one->information, key,
                                   one->handler, words[0], words[1]));
        if ((one->information & XNET_NISTAT_SLEN) >> XNET_NISTAT_SLEN_SHIFT <= 2) continue;
        ++resent;
        XNET_UNTIL_SENT(
            xnet_send4(to, (void *)gang_keep_rest, self, words[2], words[3], words[4]));
    }
    clear(drained);
}

// --- switching ------------------------------------------------------------------------------

/// In the kernel, with the messages of other kernels coming in.
static void listen(void) {
    cop0_write(COP0_STATUS, COP0_STATUS_CU2 | STATUS_TIMER);
}
static void deafen(void) {
    cop0_write(COP0_STATUS, COP0_STATUS_CU2 | STATUS_TIMER | COP0_STATUS_KD);
}

static void __attribute__((noreturn)) go_on(void) {
    struct program *program = &programs[current];
    __gang_current = &program->context;
    __gang_resume(&program->context, COP0_STATUS_CU2 | STATUS_TIMER | COP0_STATUS_KD |
                                         COP0_STATUS_KUP | COP0_STATUS_IEP);
}

/// The programs that have nothing more to do on this node, as bits.
static unsigned over(void) {
    unsigned mask = 0;
    for (int i = 0; i < count; ++i) {
        const struct program *p = &programs[i];
        if (p->ended && p->drained[low].end == p->drained[low].first &&
            p->drained[high].end == p->drained[high].first &&
            p->ready[low].end == p->ready[low].first && p->ready[high].end == p->ready[high].first)
            mask |= 1u << i;
    }
    return mask;
}

static struct gang_totals mine;
static unsigned my_stored(void) { return mine.stored; }
static unsigned my_away(void) { return mine.away; }

static void __attribute__((noreturn)) end(void) {
    mine = totals;
    totals.stored = together(my_stored, 0);
    totals.away = together(my_away, 0);
    finish(&totals);
    exit(0);
}

/// Puts what is left in a list at its beginning.
static void tidy(struct list *list) {
    struct gang_stored *to = list->room;
    for (struct gang_stored *from = list->first; from < list->end; ++from, ++to) {
        *to = *from;
        to->key = 0;
    }
    list->first = list->room;
    list->end = to;
}

/// Chooses the program that goes on everywhere, and lets it.
static void __attribute__((noreturn)) choose(void) {
    // No message of a program is anywhere but in the kernels' lists.
    together(nothing, over());
    const unsigned all_over = total_mask;
    if (all_over == (1u << count) - 1) end();
    do current = (current + 1) % count;
    while (all_over >> current & 1);

    struct program *program = &programs[current];
    // After this one all kernels have chosen.
    for (int p = low; p <= high; ++p) tidy(&program->ready[p]);
    together(nothing, 0);
    for (int p = low; p <= high; ++p) resend(&program->drained[p]);
    while (together(resent_now, 0)) {
    }
    // Others may be running the program already: what comes of it from now on is the newest.
    deafen();
    unsigned drain = 0;
    for (int p = low; p <= high; ++p) {
        struct list *ready = &program->ready[p];
        sort(ready->first, ready->end); // what was left has key 0 and stands first
        struct list *late = &program->drained[p];
        for (struct gang_stored *one = late->first; one < late->end; ++one) {
            check(one);
            if ((one->key & GANG_DEST_ID) != (unsigned)xnet_node()) panic("a message went astray");
            *append(ready) = *one;
        }
        clear(late);
        __gang_ready[p].first = ready->first;
        __gang_ready[p].end = ready->end;
        if (ready->first != ready->end)
            drain |= p == high ? GANG_DRAIN_STORED_HIGH : GANG_DRAIN_STORED_LOW;
    }
    __xnet_holds = program->holds;
    struct gang_context *context = &program->context;
    const unsigned now = xnet_get_count();
    if (now - context->count >= context->timec - context->count)
        context->nistat |= XNET_NISTAT_TP; // Count has passed it meanwhile
    xnet_ctc2(GANG_KMH, (unsigned)__gang_feed);
    xnet_ctc2(GANG_DRAIN, drain);
    xnet_ctc2(GANG_TIMER, xnet_get_count() + slice);
    go_on();
}

/// The slice is over, on all nodes at about the same time.
static void __attribute__((noreturn)) preempt(void) {
    struct program *program = &programs[current];
    xnet_ctc2(GANG_KMH, (unsigned)gang_absorb);
    xnet_ctc2(GANG_DRAIN, GANG_DRAIN_DRAIN | GANG_DRAIN_DIVERT);
    for (int p = low; p <= high; ++p) program->ready[p].first = __gang_ready[p].first;
    program->holds = __xnet_holds;
    listen();
    // Every node is here when all have reported, and when the sum is 0 nothing is under way.
    while (together(balance, 0)) {
    }
    xnet_ctc2(GANG_DRAIN, GANG_DRAIN_DIVERT);
    for (int p = low; p <= high; ++p) look_at(&program->drained[p]);
    ++totals.switches;
    choose();
}

void gang_exception(struct gang_context *context) {
    const unsigned code = COP0_CAUSE_CODE(context->cause);
    if (code == COP0_INT && context->cause & CAUSE_TIMER) preempt();
    if (code == COP0_SYS && context->epc == (unsigned)__gang_begin + 8) {
        programs[current].ended = 1;
        context->epc = (unsigned)__gang_idle;
        context->nistat |= XNET_NISTAT_HPMM | XNET_NISTAT_LPMM;
        go_on();
    }
    printf("gang: program %s: exception %u at 0x%x on node %d\n", names[current].name, code,
           context->epc, xnet_node());
    panic("a program failed");
}

void gang_kernel_fault(unsigned pc, unsigned cause) {
    printf("gang: kernel: exception %u at 0x%x\n", COP0_CAUSE_CODE(cause), pc);
    panic("the kernel failed");
}

void gang_run(const struct gang_program *given, int n, unsigned cycles,
              void (*done)(const struct gang_totals *totals)) {
    if (n < 1 || n > GANG_PROGRAMS) panic("wrong number of programs");
    names = given;
    count = n;
    slice = cycles;
    finish = done;
    reported_mask = ~0u;
    for (int i = 0; i < n; ++i) {
        struct program *p = &programs[i];
        struct gang_context *c = &p->context;
        for (int list = low; list <= high; ++list) {
            clear(&p->drained[list]);
            clear(&p->ready[list]);
        }
        c->set[0].r29 = (unsigned)(p->stack + stack_bytes - 16);
        c->set[1].r9 = (unsigned)(p->handler_stacks[low] + handler_stack_bytes);
        c->set[2].r9 = (unsigned)(p->handler_stacks[high] + handler_stack_bytes);
        c->others[9] = (unsigned)given[i].main; // $16
        c->epc = (unsigned)__gang_begin;
        c->count = xnet_get_count();
        c->timec = c->count - 1;
        c->nistat = XNET_NISTAT_EE | XNET_NISTAT_LPEE | XNET_NISTAT_AME | XNET_NISTAT_HPMM |
                    XNET_NISTAT_LPMM;
    }
    cop0_set_vector(__gang_entry);
    xnet_ctc2(GANG_KMH, (unsigned)gang_absorb);
    xnet_ctc2(GANG_DRAIN, GANG_DRAIN_DIVERT);
    listen();
    current = n - 1; // the first one is next
    choose();
}
