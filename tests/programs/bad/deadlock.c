// run: --nodes 4
// expect-error: (flag)
// Everybody waits for a message that nobody sends.
#include <am.h>

static volatile int flag;

int main(void) { am_wait(&flag, 1); }
