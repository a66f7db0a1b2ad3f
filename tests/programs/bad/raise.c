// run: --nodes 1
// expect-error: raise(15): the program handles no such signal
// A signal without a handler ends the run.
#include <signal.h>

int main(void) { return raise(SIGTERM); }
