// The gang kernel (docs/gang.md). All nodes do the same: at the end of a slice, the kernel drains
// the network of the program's messages, sends the other program's messages to the kernels of their
// destinations, and resumes that program there with these messages before all later arrivals.
#include "gang.h"

#include "gang_kernel.h"
#include "gang_registers.h"

#include <cop0.h>
#include <fail.h>
#include <kernel.h>
#include <stdlib.h>
#include <xnet.h>

#define STATUS_TIMER 0x8000 // IM7
#define CAUSE_TIMER 0x8000  // IP7

enum { stack_bytes = 32768, handler_stack_bytes = 8192 };

struct program {
    struct gang_context context;
    int ended;  ///< ended on this node
    int failed; ///< on this node: the kernel has ended it
    int holds;  ///< __xnet_holds, which the runtime has once
    struct gang_messages messages;
    unsigned char stack[stack_bytes] __attribute__((aligned(16)));
    unsigned char handler_stacks[gang_priorities][handler_stack_bytes] __attribute__((aligned(16)));
};

void __gang_entry(void);
void __gang_resume(const struct gang_context *context, unsigned status) __attribute__((noreturn));
void __gang_idle(void);
void __gang_begin(void);
void gang_exception(struct gang_context *context) __attribute__((noreturn));
void gang_kernel_fault(unsigned pc, unsigned cause) __attribute__((noreturn));

extern int __xnet_holds;
extern const int __xnet_io_nodes;

static struct program programs[GANG_PROGRAMS];
static const struct gang_program *names;
static int count, current;
static unsigned slice;
static void (*finish)(const struct gang_totals *totals);
static struct gang_totals totals;

struct gang_context *__gang_current;

// --- switching ------------------------------------------------------------------------------

/// In the kernel, with the messages of other kernels coming in.
static void listen(void) { cop0_write(COP0_STATUS, COP0_STATUS_CU2 | STATUS_TIMER); }
static void deafen(void) {
    cop0_write(COP0_STATUS, COP0_STATUS_CU2 | STATUS_TIMER | COP0_STATUS_KD);
}

static unsigned balance(void) { return xnet_cfc2(GANG_BALANCE); }

static void __attribute__((noreturn)) go_on(void) {
    struct program *program = &programs[current];
    __gang_current = &program->context;
    __gang_resume(&program->context, COP0_STATUS_CU2 | STATUS_TIMER | COP0_STATUS_KD |
                                         COP0_STATUS_KUP | COP0_STATUS_IEP);
}

/// The programs that have nothing more to do on this node, as bits; above them, the programs that
/// have not failed here.
enum { not_failed = 16 };
static unsigned over(void) {
    unsigned mask = 0;
    for (int i = 0; i < count; ++i) {
        if (programs[i].ended && __gang_messages_none(&programs[i].messages)) mask |= 1u << i;
        if (!programs[i].failed) mask |= 1u << (i + not_failed);
    }
    return mask;
}

/// The programs that have ended on every node. A program that has failed on one node has ended on
/// all: the other nodes would wait for it. Its messages are dropped.
static unsigned all_over(void) {
    unsigned mask = over();
    __gang_together(__gang_nothing, &mask);
    for (int i = 0; i < count; ++i) {
        if (mask >> (i + not_failed) & 1) continue;
        programs[i].ended = 1;
        __gang_messages_drop(&programs[i].messages);
        mask |= 1u << i;
    }
    return mask & ((1u << count) - 1);
}

static unsigned summand;
static unsigned my_summand(void) { return summand; }

/// *value becomes the sum over all nodes.
static void add_up(unsigned *value) {
    unsigned mask = 0;
    summand = *value;
    *value = __gang_together(my_summand, &mask);
}

static void __attribute__((noreturn)) end(void) {
    add_up(&totals.stored);
    add_up(&totals.away);
    add_up(&totals.vectors);
    add_up(&totals.copies);
    add_up(&totals.rests);
    finish(&totals);
    int status = 0;
    for (int i = 0; i < count; ++i)
        if (programs[i].failed) status = KERNEL_STATUS;
    exit(status);
}

/// Chooses the next program on all nodes, and resumes it.
static void __attribute__((noreturn)) choose(void) {
    // Messages of programs are only in the kernels' lists.
    const unsigned done = all_over();
    if (done == (1u << count) - 1) end();
    do current = (current + 1) % count;
    while (done >> current & 1);

    struct program *program = &programs[current];
    __gang_messages_of(&program->messages);
    __gang_messages_resend();
    // Other nodes may be running the program already: its messages from now on are the newest.
    deafen();
    const unsigned drain = __gang_messages_ready();
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
    xnet_ctc2(GANG_KMH, (unsigned)__gang_absorb);
    xnet_ctc2(GANG_DRAIN, GANG_DRAIN_DRAIN | GANG_DRAIN_DIVERT);
    __gang_messages_taken();
    programs[current].holds = __xnet_holds;
    listen();
    // Every node is here when all have reported; when the sum is 0, no message is under way.
    unsigned mask = 0;
    while (__gang_together(balance, &mask)) {
    }
    xnet_ctc2(GANG_DRAIN, GANG_DRAIN_DIVERT);
    __gang_messages_count(&totals);
    ++totals.switches;
    choose();
}

#define fail_at(pc, ...) xnet_fail_at((void *)((pc) + 8), __VA_ARGS__)

void gang_exception(struct gang_context *context) {
    const unsigned code = COP0_CAUSE_CODE(context->cause);
    if (code == COP0_INT && context->cause & CAUSE_TIMER) preempt();
    programs[current].ended = 1;
    if (code == COP0_SYS && context->epc == (unsigned)__gang_begin + 8) {
        context->nistat |= XNET_NISTAT_HPMM | XNET_NISTAT_LPMM;
    } else {
        __gang_say_error(names[current].name, context->cause, context->epc);
        programs[current].failed = 1;
        context->nistat = XNET_NISTAT_EE | XNET_NISTAT_LPEE | XNET_NISTAT_AME; // no more messages
    }
    context->epc = (unsigned)__gang_idle;
    go_on();
}

void gang_kernel_fault(unsigned pc, unsigned cause) {
    fail_at(pc, "gang kernel: exception %u", COP0_CAUSE_CODE(cause));
}

void gang_run(const struct gang_program *given, int n, unsigned cycles,
              void (*done)(const struct gang_totals *totals)) {
    if (n < 1 || n > GANG_PROGRAMS)
        xnet_fail_at(__builtin_return_address(0), "gang_run of %d programs: 1 to %d can be", n,
                     GANG_PROGRAMS);
    if (__xnet_io_nodes)
        xnet_fail_at(__builtin_return_address(0),
                     "gang_run on a machine with I/O nodes, which do not switch programs");
    names = given;
    count = n;
    slice = cycles;
    finish = done;
    for (int i = 0; i < n; ++i) {
        struct program *p = &programs[i];
        struct gang_context *c = &p->context;
        __gang_messages_start(&p->messages);
        c->set[0].r29 = (unsigned)(p->stack + stack_bytes - 16);
        c->set[1].r9 = (unsigned)(p->handler_stacks[gang_low] + handler_stack_bytes);
        c->set[2].r9 = (unsigned)(p->handler_stacks[gang_high] + handler_stack_bytes);
        c->others[9] = (unsigned)given[i].main; // $16
        c->epc = (unsigned)__gang_begin;
        c->vlr = VECTOR_WORDS;
        c->count = xnet_get_count();
        c->timec = c->count - 1;
        c->nistat = XNET_NISTAT_EE | XNET_NISTAT_LPEE | XNET_NISTAT_AME | XNET_NISTAT_HPMM |
                    XNET_NISTAT_LPMM;
    }
    cop0_set_vector(__gang_entry);
    xnet_ctc2(GANG_KMH, (unsigned)__gang_absorb);
    xnet_ctc2(GANG_DRAIN, GANG_DRAIN_DIVERT);
    listen();
    current = n - 1; // the first one is next
    choose();
}
