// run: --nodes 1 0 0 0 0 0 0
// flags: -O2
// expect: S
// expect: two-phase multicast: 1 nodes have it after 0 cycles
// expect: a message to each: 1 nodes have it after 0 cycles
// The multicast to a patch, on another grid. One node.
#include "../../examples/multicast_patch.c"
