// run: --nodes 64 7 6 1 3 0 2
// expect: . . . . . . . .
// expect: M M M . . . . .
// expect: M M M . . . . .
// expect: M M M . . . . .
// expect: . . . . . . . .
// expect: . . . . . . . .
// expect: . . . . . . . .
// expect: . . . . . . S .
// expect: 9 nodes have the message
// The multicast to a patch, on another grid. 8 x 8 nodes, a patch far away.
#include "../../examples/multicast_patch.c"
