// run: --machine t1-gang --nodes 4
// expect-error: program stores: exception 5
// interlocked: the registers of gang scheduling are not for machines with exposed hazards
// A program under gang scheduling that stores where a word may not be.
#include <gang.h>
#include <xnet.h>

static void stores(void) { *(volatile int *)1 = 2; }
static void done(const struct gang_totals *totals) { (void)totals; }

int main(void) {
    static const struct gang_program program = {"stores", stores};
    gang_run(&program, 1, 1000, done);
}
