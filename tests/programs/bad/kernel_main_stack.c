// run: --nodes 1
// flags: -T t1-kernel.ld -Wno-infinite-recursion
// status: 139
// expect-part: , below the main stack, which is used up, by the instruction at 0x0001
// expect-part: program ended
// Under the resident kernel, too, unmapped memory is below the program's stacks.
#include "endless.h"

int main(void) { return endless(0); }
