// The functions that the compiler calls for atomic operations on objects of any size, and on 8
// bytes whose alignment it does not know: in a hold, like those of atomic_8.c.
#include <am_core.h>
#include <stdint.h>

// The names are builtins of the compiler.
#define NAME(operation) __asm__("__atomic_" #operation)

static void copy(unsigned char *to, const unsigned char *from, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i) to[i] = from[i];
}

void load(unsigned bytes, const void *at, void *to, int order) NAME(load);
void load(unsigned bytes, const void *at, void *to, int order) {
    (void)order;
    am_hold();
    copy(to, at, bytes);
    am_release();
}

void store(unsigned bytes, void *at, const void *from, int order) NAME(store);
void store(unsigned bytes, void *at, const void *from, int order) {
    (void)order;
    am_hold();
    copy(at, from, bytes);
    am_release();
}

void exchange(unsigned bytes, void *at, const void *from, void *to, int order) NAME(exchange);
void exchange(unsigned bytes, void *at, const void *from, void *to, int order) {
    (void)order;
    am_hold();
    for (unsigned i = 0; i < bytes; ++i) { // `from` may be `to`
        const unsigned char was = ((unsigned char *)at)[i];
        ((unsigned char *)at)[i] = ((const unsigned char *)from)[i];
        ((unsigned char *)to)[i] = was;
    }
    am_release();
}

_Bool compare_exchange(unsigned bytes, void *at, void *expected, const void *value, int success,
                       int failure) NAME(compare_exchange);
_Bool compare_exchange(unsigned bytes, void *at, void *expected, const void *value, int success,
                       int failure) {
    (void)success, (void)failure;
    am_hold();
    _Bool same = 1;
    for (unsigned i = 0; i < bytes && same; ++i)
        same = ((unsigned char *)at)[i] == ((unsigned char *)expected)[i];
    if (same)
        copy(at, value, bytes);
    else
        copy(expected, at, bytes);
    am_release();
    return same;
}

/// The sizes of the processors' own instructions.
_Bool is_lock_free(unsigned bytes, const void *at) NAME(is_lock_free);
_Bool is_lock_free(unsigned bytes, const void *at) {
    (void)at;
    return bytes == 1 || bytes == 2 || bytes == 4;
}
