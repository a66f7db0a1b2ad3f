// run: --machine t1-gang --nodes 4
// expect-error: gang: no room for another message of a program
// interlocked: the registers of gang scheduling are not for machines with exposed hazards
// A program that takes no messages and sends endlessly, slice after slice: the kernel of node 0 has
// to store them all (docs/gang.md).
#include <gang.h>
#include <xnet.h>

static XNET_HANDLER void take(unsigned a) { (void)a; }

static void flood(void) {
    xnet_set_nistat(xnet_get_nistat() & ~XNET_NISTAT_LPMM);
    for (;;) XNET_UNTIL_SENT(xnet_send1v(0, (void *)take, 1, 3));
}
static void done(const struct gang_totals *totals) { (void)totals; }

int main(void) {
    static const struct gang_program program = {"flood", flood};
    gang_run(&program, 1, 3000, done);
}
