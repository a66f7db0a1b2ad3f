// run: --nodes 30 2 3 0 4 0 5
// flags: -O2
// expect: M M M M M M
// expect: M M M M M M
// expect: M M M S M M
// expect: M M M M M M
// expect: M M M M M M
// expect: two-phase multicast: 30 nodes have it after 305 cycles
// expect: a message to each: 30 nodes have it after 1043 cycles
// The multicast to a patch, on another grid. 6 x 5 nodes, a whole row of the ring.
#include "../../examples/multicast_patch.c"
