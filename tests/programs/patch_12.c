// run: --nodes 12 2 0 0 1 1 3
// expect: . M M M
// expect: . M M M
// expect: S . . .
// expect: 6 nodes have the message
// The multicast to a patch, on another grid. 3 rows of 4, the source outside the patch.
#include "../../examples/multicast_patch.c"
