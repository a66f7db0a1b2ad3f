// The heap of a node: properties of malloc that C leaves open (docs/libc.md, "Heap").
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Called where malloc and its family cannot supply `bytes`. The default ends the run with a
/// message; if a program defines its own, the allocation returns null after it.
void xnet_heap_exhausted(size_t bytes);

/// The current size of the heap in bytes, and its maximum.
size_t xnet_heap_bytes(void);
size_t xnet_heap_limit(void);

/// Limits malloc's heap to addresses below `from`; the memory from there to the old end belongs to
/// the caller. Returns the old end. For runtimes with a heap of their own.
char *__heap_reserve(char *from);

// For operator new and delete: with the caller that an error message names.
void *__heap_allocate(size_t bytes, void *caller);
void *__heap_align(size_t alignment, size_t bytes, void *caller);
void *__heap_try(size_t bytes); ///< null if there is no memory
void *__heap_try_align(size_t alignment, size_t bytes);
void __heap_free(void *memory, const char *what, void *caller);

#ifdef __cplusplus
}
#endif
