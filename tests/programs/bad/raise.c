// run: --nodes 1
// expect-error: raise(15): the program handles no such signal
// A signal that nobody handles ends the run.
#include <signal.h>

int main(void) { return raise(SIGTERM); }
