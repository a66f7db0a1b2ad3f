// run: --nodes 4
// expect-error: (flag)
// Every node waits for a message that no node sends.
#include <am.h>

static volatile int flag;

int main(void) { am_wait(&flag, 1); }
