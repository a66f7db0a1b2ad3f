// run: --nodes 64 7 6 1 3 0 2
// flags: -O2
// expect: . . . . . . . .
// expect: M M M . . . . .
// expect: M M M . . . . .
// expect: M M M . . . . .
// expect: . . . . . . . .
// expect: . . . . . . . .
// expect: . . . . . . . .
// expect: . . . . . . S .
// expect: two-phase multicast: 9 nodes have it after 344 cycles
// expect: a message to each: 9 nodes have it after 365 cycles
// The multicast to a patch, on another grid. 8 x 8 nodes, a patch far away.
#include "../../examples/multicast_patch.c"
