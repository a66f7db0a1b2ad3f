// Constructors of C++ and of __attribute__((constructor)). crt0 calls this only if there are any,
// with the mask still closed: no handler sees an object before its constructor has run.
#include <am_core.h>

extern void (*const __init_array_start[])(int, char **), (*const __init_array_end[])(int, char **);

void __xnet_construct(int argc, char **argv) {
    am_hold(); // a send or wait in a constructor lets handlers run, as in any hold
    for (void (*const *f)(int, char **) = __init_array_start; f != __init_array_end; ++f)
        (*f)(argc, argv);
    am_release();
}
