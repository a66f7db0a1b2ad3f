// am_poll of a program with am_defer, which references a symbol defined here. Other programs use
// __am_poll: this file's name sorts after am_core's, so the linker finds that one first.
#include <am_core.h>
#include <am_defer.h>
#include <am_internal.h>

const int __am_holds_of_main = 0;

static __attribute__((used)) void poll_deferring(void) {
    __am_poll();
    if (__am_level == AM_MAIN) __am_poll_deferred();
}

// Its declaration is weak, and would make a definition weak, too.
__asm__(".globl __am_poll_main\n"
        ".set __am_poll_main, poll_deferring\n"
        ".size __am_poll_main, 0\n");
