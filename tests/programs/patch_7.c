// run: --nodes 7 0 1 0 2 0 2
// flags: -O2
// expect: M S M
// expect: M M M
// expect: M
// expect: two-phase multicast: 7 nodes have it after 211 cycles
// expect: a message to each: 7 nodes have it after 253 cycles
// The multicast to a patch, on another grid. The last row has one node of three.
#include "../../examples/multicast_patch.c"
