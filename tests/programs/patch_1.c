// run: --nodes 1 0 0 0 0 0 0
// expect: S
// expect: 1 nodes have the message
// The multicast to a patch, on another grid. One node.
#include "../../examples/multicast_patch.c"
