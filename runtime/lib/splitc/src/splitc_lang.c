// Split-C as a language: spread arithmetic around the processors, and the spread stack of automatic
// spread arrays.
#include "splitc_runtime.h"

#include <heap.h>

unsigned long long splitc_at_beyond(unsigned long long p, int n, int bytes) {
    const struct splitc_place to = splitc_at((int)(p >> 32), n);
    return (unsigned long long)(unsigned)to.proc << 32 |
           (unsigned)((unsigned)p + (unsigned)(to.elements * bytes));
}

// Bytes of the spread stack on each processor; 0: a quarter of the spread heap. A program may
// define it.
__attribute__((weak)) unsigned splitc_block_stack_bytes = 0;

static uintptr_t base, top;

// The spread heap and malloc's have one size (splitc_heap_start).
static uintptr_t quarter_of_heap(void) { return xnet_heap_limit() / 4; }

static unsigned take(int elements, int bytes, void *caller) {
    const int procs = PROCS, each = (elements + procs - 1) / procs;
    if (elements < 0 || bytes < 0)
        xnet_fail_at(caller, "a spread array of %d elements of %d bytes", elements, bytes);
    if (!base) { // by all processors
        if (!splitc_block_stack_bytes) splitc_block_stack_bytes = quarter_of_heap() & -16u;
        top = base = (uintptr_t)splitc_all_spread_malloc((size_t)procs, splitc_block_stack_bytes);
    }
    const uintptr_t blocks = top, in_use = top - base;
    const unsigned left = splitc_block_stack_bytes - in_use;
    if (bytes && (unsigned)each > left / (unsigned)bytes)
        xnet_fail_at(
            caller,
            "no room for a spread array of %d elements of %d bytes on every processor: the "
            "spread stack has %u bytes, %u are in use; a program can define unsigned "
            "splitc_block_stack_bytes",
            each, bytes, splitc_block_stack_bytes, (unsigned)in_use);
    const unsigned size = ((unsigned)each * (unsigned)bytes + 15) & -16u;
    top += size < left ? size : left;
    return blocks;
}

// No messages, but for those of the first call.
unsigned splitc_block_array(int elements, int bytes) {
    return take(elements, bytes, __builtin_return_address(0));
}

unsigned splitc_block_array_checked(int elements, int bytes) {
    void *const caller = __builtin_return_address(0);
    const unsigned blocks = take(elements, bytes, caller);
    const splitc_call call = splitc_enter("automatic spread array", caller);
    const splitc_value own = {{blocks, top - blocks}};
    splitc_value zero = own;
    splitc_from_parent(&call, &zero);
    splitc_to_children(&call, &zero);
    splitc_acknowledge_down();
    if (zero.word[0] != own.word[0])
        xnet_fail_at(caller,
                     "automatic spread array at different addresses: processor %d has 0x%x, "
                     "processor 0 has 0x%x; all declare the same arrays in the same order",
                     MYPROC, blocks, zero.word[0]);
    if (zero.word[1] != own.word[1])
        xnet_fail_at(caller,
                     "automatic spread array of different sizes: processor %d has %u bytes, "
                     "processor 0 has %u",
                     MYPROC, own.word[1], zero.word[1]);
    return blocks;
}

void splitc_block_array_end(unsigned blocks) { top = blocks; }
