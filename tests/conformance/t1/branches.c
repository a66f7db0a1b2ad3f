// sentences: A.1-11 A.2.5-9 A.5-1 A.5-3 A.5-4 A.5-6 A.5-8
// run: --nodes 1
// with: parts/branches.S
// BC2T, BC2F, BC2TL and BC2FL in every position, with the flag set and clear.
#include "conform.h"

typedef uint32_t branch(void);
typedef uint32_t branch_with(uint32_t a, uint32_t b);
#define FORMS(position)                                                                            \
    branch bc2t_##position, bc2f_##position, bc2tl_##position, bc2fl_##position;                   \
    static branch *const position[] = {bc2t_##position, bc2f_##position, bc2tl_##position,         \
                                       bc2fl_##position}
FORMS(forward);
FORMS(backward);
FORMS(slot);
FORMS(far);
FORMS(page_end);
FORMS(page_split);
FORMS(looping);
branch_with bc2t_sending, bc2f_sending, bc2tl_sending, bc2fl_sending;
branch_with bc2t_after_write, bc2f_after_write, bc2tl_after_write, bc2fl_after_write;

static volatile uint32_t handled;
static XNET_HANDLER void count(void) { ++handled; }

static uint32_t with_flag(uint32_t flag) {
    return (xnet_get_nistat() & ~XNET_NISTAT_NICOND) | (flag ? XNET_NISTAT_NICOND : 0);
}

int main(void) {
    static branch *const *const positions[] = {forward, backward, far, page_end, page_split};
    static branch_with *const sending[] = {bc2t_sending, bc2f_sending, bc2tl_sending,
                                           bc2fl_sending};
    static branch_with *const after_write[] = {bc2t_after_write, bc2f_after_write,
                                               bc2tl_after_write, bc2fl_after_write};
    const uint32_t me = xnet_get_niid();
    for (uint32_t form = 0; form < 4; ++form)
        for (uint32_t flag = 0; flag < 2; ++flag) {
            const uint32_t taken = form & 1 ? !flag : flag, likely = form >= 2;
            const uint32_t slot_done = taken || !likely;
            const char *const id = form & 1 ? "A.5-6" : "A.5-4";
            const uint32_t expected = (taken ? 1 : 2) | (slot_done ? 4 : 0);
            for (unsigned i = 0; i < sizeof positions / sizeof *positions; ++i) {
                xnet_set_nistat(with_flag(flag));
                const uint32_t result = positions[i][form]();
                EXPECT("A.5-3", result, expected);
                if (likely) EXPECT("A.5-8", result, expected);
                if (!likely) EXPECT(id, result, expected);
                EXPECT("A.2.5-9", result & 3, taken ? 1 : 2);
                EXPECT("A.5-1", result & 3, taken ? 1 : 2);
                EXPECT("A.1-11", result & 3, taken ? 1 : 2);
            }
            xnet_set_nistat(with_flag(flag));
            EXPECT("A.5-3", slot[form](), taken ? 8 : likely ? 0 : 4);
            EXPECT("A.5-3", looping[form](), taken || !likely ? 5000 : 0);

            xnet_set_nistat(with_flag(!flag));
            EXPECT(likely ? "A.5-8" : id, after_write[form](with_flag(flag), 0), expected);

            // The slot has a SEND: it is executed or skipped; the branch uses the flag before it.
            xnet_set_nistat(with_flag(flag));
            handled = 0;
            const uint32_t result = sending[form]((uint32_t)count, me);
            pass(200);
            EXPECT(likely ? "A.5-8" : id, result, taken ? 1 : 2);
            EXPECT(likely ? "A.5-8" : id, handled, slot_done);
        }
    return conform_end();
}
