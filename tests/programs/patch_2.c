// run: --nodes 2 0 0 0 0 0 1
// flags: -O2
// expect: S M
// expect: two-phase multicast: 2 nodes have it after 123 cycles
// expect: a message to each: 2 nodes have it after 79 cycles
// The multicast to a patch, on another grid. One row of two.
#include "../../examples/multicast_patch.c"
