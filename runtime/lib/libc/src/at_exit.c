// Functions that run at exit. Only a program that registers one links this: host.S tests whether
// __xnet_at_exit is present.
#include <stdlib.h>

enum { from_atexit, from_on_exit, from_cxa }; // newlib's names: __et_atexit, ...
int __register_exitproc(int type, void (*function)(void), void *argument, void *object);
void __call_exitprocs(int status, void *object);
void __xnet_flush_all(void);
extern void (*const __fini_array_start[])(void), (*const __fini_array_end[])(void);

int atexit(void (*function)(void)) {
    return __register_exitproc(from_atexit, function, NULL, NULL);
}

int __cxa_atexit(void (*function)(void *), void *argument, void *object) {
    return __register_exitproc(from_cxa, (void (*)(void))function, argument, object);
}

/// Defined in programs that print (console.c).
__attribute__((weak)) void __console_end(void);

/// Called by exit, at main's level.
void __xnet_at_exit(void) {
    __call_exitprocs(0, NULL);
    for (void (*const *f)(void) = __fini_array_end; f != __fini_array_start;) (*--f)();
    __xnet_flush_all();
    if (__console_end) __console_end();
}
