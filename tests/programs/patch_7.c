// run: --nodes 7 0 1 0 2 0 2
// expect: M S M
// expect: M M M
// expect: M
// expect: 7 nodes have the message
// The multicast to a patch, on another grid. The last row has one node of three.
#include "../../examples/multicast_patch.c"
