// run: --nodes 3
// flags: -g
// expect-error: split_c_no_room.sc:9
// expect-error: no room for a spread array of 100 elements of 4000 bytes on every processor: the spread stack has 65536 bytes, 0 are in use
#include <split-c/split-c.h>
unsigned splitc_block_stack_bytes = 65536;
splitc_main(int argc)
{
    int A[300 * argc]::[1000];
    return A[0][0];
}
