// sentences: A.1-14 A.2.8-2 A.2.9-2 A.7-6 A.9.1-2 A.9.1-3 A.9.2-4 A.9.3-4
// run: --nodes 1
// machine: network.injection_packets=1 network.cycles_per_word=25
// with: parts/resume.S
// Events at every cycle of a sequence of branches: where they interrupt, and that they change
// nothing. An outlet comes when the only slot of the injection buffer is free again.
#include "conform.h"

extern volatile uint32_t resume_at, resume_count;
extern const uint32_t course_branches[], course_cycles[];
void keep_low(void), keep_high(void), keep_outlet(void), divert_low(void), divert_high(void);
uint32_t course(uint32_t kind, uint32_t shift, void (*handler)(void), uint32_t node);
uint32_t diverted(uint32_t value);

enum { timelet, low, high, outlet, kinds };

static volatile uint32_t ignored;
static XNET_HANDLER void ignore(void) { ++ignored; }

static void interrupt_everywhere(uint32_t kind, uint32_t expected) {
    static const char *const ids[] = {"A.9.3-4", "A.9.1-3", "A.9.1-3", "A.9.2-4"};
    static const uint32_t masks[] = {XNET_NISTAT_TM, XNET_NISTAT_LPMM, XNET_NISTAT_HPMM, 0};
    void (*const handlers[])(void) = {0, keep_low, keep_high, (void *)ignore};
    const uint32_t me = xnet_get_niid();
    uint32_t seen[16] = {0}, in_slots = 0;
    for (uint32_t shift = 0; shift <= 140; ++shift) {
        resume_count = 0;
        xnet_set_timec(xnet_get_count() - 1000);
        xnet_set_nistat(CONFORM_LEVELS | XNET_NISTAT_AME | XNET_NISTAT_NICOND | masks[kind]);
        const uint32_t sum = course(kind, shift, handlers[kind], me);
        pass(300);
        EXPECT("A.1-14", sum, expected);
        EXPECT("A.7-6", sum, expected);
        EXPECT("A.7-6", resume_count, 1);
        for (int i = 0; course_branches[i]; ++i) {
            if (resume_at == course_branches[i]) ++seen[i];
            if (resume_at == course_branches[i] + 4) ++in_slots;
        }
        set_mask(XNET_NISTAT_LPMM); // the result of the outlet's message
        pass(300);
    }
    EXPECT(ids[kind], in_slots, 0);
    for (int i = 0; course_branches[i]; ++i) {
        EXPECT(ids[kind], seen[i], course_cycles[i]);
        if (kind == low || kind == high) EXPECT("A.9.1-2", seen[i], course_cycles[i]);
    }
}

/// LPEPC and HPEPC are the return address: a handler that writes them changes it.
static void divert(int is_high) {
    const char *const id = is_high ? "A.2.9-2" : "A.2.8-2";
    const uint32_t me = xnet_get_niid();
    set_mask(0);
    const uint32_t open = xnet_get_nistat() | XNET_NISTAT_HPMM | XNET_NISTAT_LPMM;
    EXPECT(id, diverted(open), 0);
    set_mask(0);
    if (is_high)
        XNET_UNTIL_SENT(xnet_send0h(me, divert_high));
    else
        XNET_UNTIL_SENT(xnet_send0(me, divert_low));
    pass(400);
    EXPECT(id, diverted(open), 1);
    set_mask(0);
}

int main(void) {
    xnet_set_timeh((uint32_t)keep_low);
    xnet_set_outh((uint32_t)keep_outlet);
    set_mask(0);
    xnet_set_nistat(xnet_get_nistat() | XNET_NISTAT_NICOND);
    const uint32_t expected =
        course(timelet, 0, (void *)ignore, 0); // without an event: tm is clear
    for (uint32_t kind = 0; kind < kinds; ++kind) interrupt_everywhere(kind, expected);
    divert(0);
    divert(1);
    return conform_end();
}
