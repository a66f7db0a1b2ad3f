// run: --machine t1-gang --nodes 4 --io-nodes 1
// expect-error: gang_run on a machine with I/O nodes, which do not switch programs
// interlocked: the registers of gang scheduling are not for machines with exposed hazards
#include <gang.h>

static void nothing(void) {}
static void done(const struct gang_totals *totals) { (void)totals; }

int main(void) {
    static const struct gang_program program = {"nothing", nothing};
    gang_run(&program, 1, 1000, done);
}
