// run: --nodes 4
// expect-error: node
#include <am.h>

static void handler(int src) { (void)src; }

int main(void) { am_request_0(am_procs(), handler); }
