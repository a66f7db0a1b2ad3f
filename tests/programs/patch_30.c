// run: --nodes 30 2 3 0 4 0 5
// expect: M M M M M M
// expect: M M M M M M
// expect: M M M S M M
// expect: M M M M M M
// expect: M M M M M M
// expect: 30 nodes have the message
// The multicast to a patch, on another grid. 6 x 5 nodes, a whole row of the ring.
#include "../../examples/multicast_patch.c"
