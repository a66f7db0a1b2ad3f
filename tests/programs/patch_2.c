// run: --nodes 2 0 0 0 0 0 1
// expect: S M
// expect: 2 nodes have the message
// The multicast to a patch, on another grid. One row of two.
#include "../../examples/multicast_patch.c"
