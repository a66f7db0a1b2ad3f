// Spread memory: one address on all processors. Processor 0 keeps the books for all.
#include "splitc_runtime.h"

#include <heap.h>

// The blocks are adjacent in the memory of every processor; only processor 0 uses their headers.
// Free blocks are in lists by size. Every operation is short, whatever the number of blocks, since
// spread_malloc and spread_free are handlers there.
struct block {
    uint32_t bytes;       // with the header; a multiple of granule
    uint32_t mark;        // mark_of(this block) if it is in use, else 0
    struct block *before; // previous block in memory; null: this is the first
    uint32_t fill;        // the memory after it is aligned to 16 bytes
    // The user's memory follows or, in a free block:
    struct block *next, *previous;
};
enum { header = 16, granule = 16, page = 4096, lists = 4 * 32 };
extern char _end[];

static char *heap, *heap_end;
static struct block *list[lists];
static uint32_t some[lists / 32]; // bit: the list is not empty

static uint32_t mark_of(const struct block *b) { return (uint32_t)(uintptr_t)b ^ 0x5b1ead00; }

// Sizes in one list differ by a quarter at most.
static unsigned list_of(uint32_t bytes) {
    const unsigned top = 31 - (unsigned)__builtin_clz(bytes);
    return 4 * top + (bytes >> (top - 2) & 3);
}
static void insert(struct block *b) {
    const unsigned n = list_of(b->bytes);
    b->mark = 0;
    b->previous = 0;
    b->next = list[n];
    if (b->next) b->next->previous = b;
    list[n] = b;
    some[n / 32] |= 1u << n % 32;
}
static void remove_free(struct block *b) {
    const unsigned n = list_of(b->bytes);
    if (b->next) b->next->previous = b->previous;
    if (b->previous)
        b->previous->next = b->next;
    else if (!(list[n] = b->next))
        some[n / 32] &= ~(1u << n % 32);
}

static struct block *behind(struct block *b) {
    struct block *const next = (struct block *)((char *)b + b->bytes);
    return (char *)next < heap_end ? next : 0;
}

// The upper half of the memory between the program and the main stack; malloc has the lower one.
void splitc_heap_start(void) {
    heap = (char *)(((uintptr_t)_end + xnet_heap_limit() / 2) & -(uintptr_t)page);
    heap_end = __heap_reserve(heap);
    if (MYPROC) return;
    struct block *const all = (struct block *)heap;
    *all = (struct block){(uint32_t)(heap_end - heap), 0, 0, 0, 0, 0};
    insert(all);
}

// The first block of the first list whose blocks are all large enough. If there is none, the list
// before may still contain one.
static struct block *find(uint32_t bytes) {
    const unsigned exact = list_of(bytes);
    unsigned word = (exact + 1) / 32;
    for (uint32_t bits = word < lists / 32 ? some[word] & ~0u << (exact + 1) % 32 : 0;;
         bits = some[word]) {
        if (bits) return list[32 * word + (unsigned)__builtin_ctz(bits)];
        if (++word >= lists / 32) break;
    }
    for (struct block *b = list[exact]; b; b = b->next)
        if (b->bytes >= bytes) return b;
    return 0;
}

// On processor 0, in a hold or a handler.
static void *allocate(uint32_t bytes) {
    if (bytes > (uint32_t)(heap_end - heap)) return 0;
    uint32_t needed = header + ((bytes + granule - 1) & -(uint32_t)granule);
    if (needed < 2 * header) needed = 2 * header; // a free one stores two pointers
    struct block *const b = find(needed);
    if (!b) return 0;
    remove_free(b);
    if (b->bytes >= needed + 2 * header) {
        struct block *const after = behind(b), *const rest = (struct block *)((char *)b + needed);
        rest->bytes = b->bytes - needed;
        rest->before = b;
        if (after) after->before = rest;
        b->bytes = needed;
        insert(rest);
    }
    b->mark = mark_of(b);
    return (char *)b + header;
}

static uint32_t largest(void) {
    uint32_t most = header;
    for (unsigned n = 0; n < lists; ++n)
        for (const struct block *b = list[n]; b; b = b->next)
            if (b->bytes > most) most = b->bytes;
    return most - header;
}

// 1 if `address` is a block in use, which it frees and merges with free neighbours.
static int release(const char *address) {
    struct block *b = (struct block *)(address - header);
    if ((char *)b < heap || (char *)b >= heap_end || ((uintptr_t)b & (granule - 1)) ||
        b->mark != mark_of(b))
        return 0;
    struct block *after = behind(b), *const before = b->before;
    if (after && !after->mark) {
        remove_free(after);
        b->bytes += after->bytes;
    }
    b->mark = 0;
    if (before && !before->mark) {
        remove_free(before);
        before->bytes += b->bytes;
        b = before;
    }
    after = behind(b);
    if (after) after->before = b;
    insert(b);
    return 1;
}

static uint32_t per_processor(size_t count, size_t bytes, void *caller) {
    const uint32_t procs = (uint32_t)PROCS, each = (count + procs - 1) / procs;
    if ((int32_t)count < 0 || (int32_t)bytes < 0)
        xnet_fail_at(caller, "spread memory for %d elements of %d bytes", (int)count, (int)bytes);
    if (each && bytes > (size_t)(heap_end - heap) / each)
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
    am_short_reply_2(src, answer_rh, release((const char *)(uintptr_t)address), 0);
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
