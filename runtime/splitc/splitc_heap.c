// Spread memory: one address on all processors. Processor 0 keeps the books for all.
#include "splitc_runtime.h"

#include <heap.h>

// The blocks stand one behind the other in the memory of every processor, their headers are used on
// processor 0 only.
struct block {
    uint32_t bytes; // with the header
    uint32_t used;
    uint32_t fill[2]; // what follows is aligned to 16 bytes
};
enum { granule = 16, page = 4096 };
extern char _end[];

static char *heap, *heap_end;

// The upper half of what lies between the program and the main stack; the lower one is malloc's.
void splitc_heap_start(void) {
    heap = (char *)(((uintptr_t)_end + xnet_heap_limit() / 2) & -(uintptr_t)page);
    heap_end = __heap_reserve(heap);
    if (MYPROC == 0) *(struct block *)heap = (struct block){(uint32_t)(heap_end - heap), 0, {0, 0}};
}

static struct block *next(struct block *b) { return (struct block *)((char *)b + b->bytes); }

// First fit; free neighbours are joined on the way. On processor 0, in a hold or a handler.
static void *allocate(uint32_t bytes) {
    for (struct block *b = (struct block *)heap; (char *)b < heap_end; b = next(b)) {
        if (b->used) continue;
        while ((char *)next(b) < heap_end && !next(b)->used) b->bytes += next(b)->bytes;
        if (b->bytes - sizeof *b < bytes) continue;
        const uint32_t needed = (uint32_t)sizeof *b + ((bytes + granule - 1) & -(uint32_t)granule);
        if (b->bytes > needed) {
            const uint32_t rest = b->bytes - needed;
            b->bytes = needed;
            *next(b) = (struct block){rest, 0, {0, 0}};
        }
        b->used = 1;
        return b + 1;
    }
    return 0;
}

static uint32_t largest(void) {
    uint32_t most = 0;
    for (struct block *b = (struct block *)heap; (char *)b < heap_end; b = next(b))
        if (!b->used && b->bytes > most) most = b->bytes;
    return most ? most - (uint32_t)sizeof(struct block) : 0;
}

// 1 if `address` is that of a block in use, which then is free.
static int release(const void *address) {
    for (struct block *b = (struct block *)heap; (char *)b < heap_end; b = next(b))
        if (b + 1 == address) {
            const int used = (int)b->used;
            b->used = 0;
            return used;
        }
    return 0;
}

static uint32_t per_processor(size_t count, size_t bytes, void *caller) {
    const uint32_t procs = (uint32_t)PROCS, each = (count + procs - 1) / procs;
    if (count > UINT32_MAX - procs || (each && bytes > (size_t)(heap_end - heap) / each))
        xnet_fail_at(caller, "spread heap exhausted: %u elements of %u bytes on every processor",
                     each, (unsigned)bytes);
    return each * bytes;
}

static _Noreturn void exhausted(void *caller, uint32_t bytes, uint32_t most) {
    xnet_fail_at(
        caller,
        "spread heap exhausted: %u bytes on every processor; of %u the largest free block has %u",
        bytes, (unsigned)(heap_end - heap), most);
}
static _Noreturn void not_allocated(void *caller, const void *address) {
    xnet_fail_at(caller, "0x%x is not spread memory in use: freed twice, or never allocated",
                 (unsigned)(uintptr_t)address);
}

// --- by all --------------------------------------------------------------------------------------

static int differs;
static void compare(splitc_value *left, const splitc_value *right) {
    if (left->word[0] != right->word[0] || left->word[1] != right->word[1]) differs = 1;
}

void *splitc_all_spread_malloc(size_t count, size_t bytes) {
    void *const caller = __builtin_return_address(0);
    const splitc_call call = splitc_enter("all_spread_malloc", caller);
    splitc_value value = {{count, bytes}};
    differs = 0;
    splitc_up(&call, compare, &value, 0);
    if (differs)
        xnet_fail_at(caller,
                     "all_spread_malloc(%u, %u) of this processor, but other numbers of another",
                     (unsigned)count, (unsigned)bytes);
    const uint32_t needed = per_processor(count, bytes, caller);
    if (!splitc_from_parent(&call, &value)) {
        am_hold();
        void *const address = allocate(needed);
        if (!address) exhausted(caller, needed, largest());
        am_release();
        value.word[0] = (uint32_t)(uintptr_t)address;
    }
    splitc_to_children(&call, &value);
    return (void *)(uintptr_t)value.word[0];
}

void splitc_all_spread_free(void *address) {
    void *const caller = __builtin_return_address(0);
    const splitc_call call = splitc_enter("all_spread_free", caller);
    splitc_value value = {{(uint32_t)(uintptr_t)address, 0}};
    differs = 0;
    splitc_up(&call, compare, &value, 0);
    if (differs)
        xnet_fail_at(caller,
                     "all_spread_free(0x%x) of this processor, but another address of another",
                     (unsigned)(uintptr_t)address);
    if (!splitc_from_parent(&call, &value)) {
        am_hold();
        if (!release(address)) not_allocated(caller, address);
        am_release();
    }
    splitc_to_children(&call, &value);
}

// --- by one --------------------------------------------------------------------------------------

static struct {
    volatile unsigned ready;
    uint32_t result, most;
} answer;

static AM_SHORT void answer_rh(uint32_t result, uint32_t most) {
    answer.result = result;
    answer.most = most;
    answer.ready = 1;
}
static void malloc_h(int src, int bytes) {
    void *const address = allocate((uint32_t)bytes);
    am_short_reply_2(src, answer_rh, (uintptr_t)address, address ? 0 : largest());
}
static void free_h(int src, int address) {
    am_short_reply_2(src, answer_rh, release((const void *)(uintptr_t)address), 0);
}

static uint32_t ask(void (*handler)(int, int), uint32_t argument) {
    answer.ready = 0;
    am_short_request_2(0, AM_ENTRY(handler), MYPROC, argument);
    SPLITC_WAIT_(answer.ready);
    return answer.result;
}

void *splitc_spread_malloc(size_t count, size_t bytes) {
    void *const caller = __builtin_return_address(0);
    const uint32_t needed = per_processor(count, bytes, caller), address = ask(malloc_h, needed);
    if (!address) exhausted(caller, needed, answer.most);
    return (void *)(uintptr_t)address;
}

void splitc_spread_free(void *address) {
    if (!ask(free_h, (uint32_t)(uintptr_t)address))
        not_allocated(__builtin_return_address(0), address);
}
