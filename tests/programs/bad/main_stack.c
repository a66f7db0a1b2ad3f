// flags: -g -Wno-infinite-recursion
// expect-error: (endless
// expect-error: endless.h:
// expect-error: to memory below the main stack, which is used up:
#include "endless.h"

int main(void) { return endless(0); }
