// The heap's memory: from _end upwards, up to the main stack's reserve.
#include <heap.h>
#include <stdint.h>

enum { stack_reserve = 1 << 20 };
extern char _end[];
extern char *__xnet_stack; // main's, at the start: crt0

static char *used_to, *limit; // 0 at the beginning

static void start(void) {
    if (used_to) return;
    used_to = (char *)(((uintptr_t)_end + 15) & ~(uintptr_t)15);
    // A program without our crt0 has its stack where this is.
    const uintptr_t top = (uintptr_t)(__xnet_stack ? __xnet_stack : __builtin_frame_address(0));
    limit = top > stack_reserve ? (char *)((top - stack_reserve) & ~(uintptr_t)0xfff) : used_to;
    if (limit < used_to) limit = used_to;
}

char *__heap_reserve(char *from) {
    start();
    char *const old = limit;
    if (from < limit) limit = from;
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
    if (bytes > limit - used_to) return (void *)-1;
    char *const from = used_to;
    used_to += bytes;
    return from;
}
