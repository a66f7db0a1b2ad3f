// The heap of a node: what malloc of <stdlib.h> does that C leaves open (docs/libc.md, "Heap").
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Called where malloc and its family have not `bytes`. Without one of the program's own this ends
/// the run with a message; a program that has one gets a null pointer when it returns.
void xnet_heap_exhausted(size_t bytes);

/// Bytes that the heap has now, and how many it can have at most.
size_t xnet_heap_bytes(void);
size_t xnet_heap_limit(void);

/// From here on malloc's heap ends at `from`, at the most; what is between there and the old end is
/// the caller's. Returns the old end. For runtimes with a heap of their own.
char *__heap_reserve(char *from);

// For operator new and delete: with the caller that a message blames.
void *__heap_allocate(size_t bytes, void *caller);
void *__heap_align(size_t alignment, size_t bytes, void *caller);
void *__heap_try(size_t bytes); ///< null where there is nothing
void __heap_free(void *memory, const char *what, void *caller);

#ifdef __cplusplus
}
#endif
