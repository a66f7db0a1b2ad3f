// run: --nodes 2
// expect-error: unmapped
// On one node only; the report names it.
#include <am.h>

int main(void) { return am_my_proc() == 1 ? *(volatile int *)0xfff00000 : 0; }
