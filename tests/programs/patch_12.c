// run: --nodes 12 2 0 0 1 1 3
// flags: -O2
// expect: . M M M
// expect: . M M M
// expect: S . . .
// expect: two-phase multicast: 6 nodes have it after 239 cycles
// expect: a message to each: 6 nodes have it after 251 cycles
// The multicast to a patch, on another grid. 3 rows of 4, the source outside the patch.
#include "../../examples/multicast_patch.c"
