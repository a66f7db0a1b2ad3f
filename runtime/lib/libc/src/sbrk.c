// The heap's memory: from _end upwards, up to the main stack's reserve. The host maps it on request
// (docs/t1-abi.md, "Host services"): unallocated memory does not exist.
#include <fail.h>
#include <heap.h>
#include <host_calls.h>
#include <stdint.h>

enum { stack_reserve = 1 << 20 };
extern char _end[];

static char *used_to, *limit; // initially 0

static char *beginning(void) { return (char *)(((uintptr_t)_end + 15) & ~(uintptr_t)15); }

static void start(void) {
    if (used_to) return;
    used_to = beginning();
    limit = host_heap(0, 0);
    if (limit) return;
    // For a program that another script links: its stack starts here.
    const uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    limit = here > stack_reserve ? (char *)((here - stack_reserve) & ~(uintptr_t)0xfff) : used_to;
    if (limit < used_to) limit = used_to;
}

char *__heap_reserve(char *from) {
    start();
    char *const old = limit;
    if (from >= limit) return old;
    if (from < used_to)
        xnet_fail(
            "malloc has %u bytes already, before the runtime that wants all but %u of them for "
            "itself has begun; allocate less in constructors, or later",
            (unsigned)(used_to - _end), (unsigned)(from - _end));
    host_heap(from, limit);
    limit = from;
    return old;
}

size_t xnet_heap_bytes(void) {
    start();
    return (size_t)(used_to - _end);
}
size_t xnet_heap_limit(void) {
    start();
    return (size_t)(limit - _end);
}

void *_sbrk(ptrdiff_t bytes) {
    start();
    // newlib passes a negative number of bytes for requests near 2 GiB.
    if (bytes > limit - used_to || bytes < beginning() - used_to) return (void *)-1;
    char *const from = used_to;
    used_to += bytes;
    if (bytes > 0) host_heap(from, used_to);
    return from;
}
