// malloc and its family over newlib's allocator: safe in handlers. A free checks that the block has
// been allocated.
#include <am_core.h>
#include <errno.h>
#include <fail.h>
#include <heap.h>
#include <malloc.h>
#include <reent.h>
#include <stdint.h>
#include <stdlib.h>

// No handler interrupts: only the network waits. A handler that calls malloc finds the heap
// consistent, and holds off handlers that would interrupt it.
__attribute__((noinline)) void __malloc_lock(struct _reent *reent) {
    (void)reent;
    am_hold();
    __asm__ volatile("nop\n\tnop" ::: "memory"); // until CTC2 takes effect (A.10, "Hazards")
}
__attribute__((noinline)) void __malloc_unlock(struct _reent *reent) {
    (void)reent;
    am_release();
}

__attribute__((weak)) void xnet_heap_exhausted(size_t bytes);

static void *or_fail(void *memory, size_t bytes, void *caller) {
    if (memory || !bytes) return memory;
    if (xnet_heap_exhausted)
        xnet_heap_exhausted(bytes);
    else
        xnet_fail_at(caller, "heap exhausted: %u bytes asked for, the heap has %u of at most %u",
                     (unsigned)bytes, (unsigned)xnet_heap_bytes(), (unsigned)xnet_heap_limit());
    errno = ENOMEM;
    return NULL;
}

// newlib's allocator stores, before each block, its size and a bit "the previous block is in use"
// (mallocr.c, "Chunk"); so a block is in use if the next block's bit is set.
struct chunk {
    uint32_t size_before; // of a free block
    uint32_t size;        // and bit 0
};
extern struct chunk *__malloc_av_[]; // [2] is the last block, which is free

static int in_use(struct chunk *c) {
    const uint32_t size = c->size & ~3u;
    struct chunk *const last = __malloc_av_[2];
    if (((uintptr_t)c & 7) || c >= last || size < 16 || size > (uintptr_t)last - (uintptr_t)c)
        return 0;
    return ((struct chunk *)((char *)c + size))->size & 1;
}

static void check(void *memory, const char *what, void *caller) {
    extern char _end[];
    struct chunk *const c = (struct chunk *)memory - 1;
    if ((char *)c < _end || (char *)memory >= _end + xnet_heap_bytes())
        xnet_fail_at(caller, "%s of 0x%x, which is not on the heap (0x%x to 0x%x)", what,
                     (unsigned)(uintptr_t)memory, (unsigned)(uintptr_t)_end,
                     (unsigned)((uintptr_t)_end + xnet_heap_bytes()));
    if (!in_use(c))
        xnet_fail_at(caller,
                     "%s of 0x%x, which is not in use: freed twice, or not what malloc returned",
                     what, (unsigned)(uintptr_t)memory);
}

void *__heap_allocate(size_t bytes, void *caller) {
    return or_fail(_malloc_r(_REENT, bytes), bytes, caller);
}

void __heap_free(void *memory, const char *what, void *caller) {
    if (!memory) return;
    __malloc_lock(NULL);
    check(memory, what, caller);
    _free_r(_REENT, memory);
    __malloc_unlock(NULL);
}

void *malloc(size_t bytes) { return __heap_allocate(bytes, __builtin_return_address(0)); }

void free(void *memory) { __heap_free(memory, "free", __builtin_return_address(0)); }

void *calloc(size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) bytes = SIZE_MAX;
    return or_fail(_calloc_r(_REENT, 1, bytes), bytes, __builtin_return_address(0));
}

static void *resize(void *memory, size_t bytes, void *caller) {
    if (memory) {
        __malloc_lock(NULL);
        check(memory, "realloc", caller);
        __malloc_unlock(NULL);
    }
    return or_fail(_realloc_r(_REENT, memory, bytes), bytes, caller);
}

void *realloc(void *memory, size_t bytes) {
    return resize(memory, bytes, __builtin_return_address(0));
}

/// newlib's regcomp calls it.
void *reallocf(void *memory, size_t bytes) {
    void *const result = resize(memory, bytes, __builtin_return_address(0));
    if (!result && bytes) __heap_free(memory, "reallocf", __builtin_return_address(0));
    return result;
}

void *reallocarray(void *memory, size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) bytes = SIZE_MAX;
    return resize(memory, bytes, __builtin_return_address(0));
}

void *memalign(size_t alignment, size_t bytes) {
    return or_fail(_memalign_r(_REENT, alignment, bytes), bytes, __builtin_return_address(0));
}

void *aligned_alloc(size_t alignment, size_t bytes) {
    return or_fail(_memalign_r(_REENT, alignment, bytes), bytes, __builtin_return_address(0));
}

int posix_memalign(void **memory, size_t alignment, size_t bytes) {
    if (alignment < sizeof(void *) || alignment & (alignment - 1)) return EINVAL;
    *memory = or_fail(_memalign_r(_REENT, alignment, bytes), bytes, __builtin_return_address(0));
    return *memory || !bytes ? 0 : ENOMEM;
}

void *__heap_try(size_t bytes) { return _malloc_r(_REENT, bytes); }
void *__heap_try_align(size_t alignment, size_t bytes) {
    return _memalign_r(_REENT, alignment, bytes);
}
void *__heap_align(size_t alignment, size_t bytes, void *caller) {
    return or_fail(_memalign_r(_REENT, alignment, bytes), bytes, caller);
}

// What newlib's functions of strings, files and tables call (runtime/newlib/build): strdup ends the
// run as malloc does.
void *__library_malloc_r(struct _reent *reent, size_t bytes) {
    return or_fail(_malloc_r(reent, bytes), bytes, __builtin_return_address(0));
}
void *__library_calloc_r(struct _reent *reent, size_t count, size_t size) {
    return or_fail(_calloc_r(reent, count, size), count * size, __builtin_return_address(0));
}
void *__library_realloc_r(struct _reent *reent, void *memory, size_t bytes) {
    return or_fail(_realloc_r(reent, memory, bytes), bytes, __builtin_return_address(0));
}
