// am_poll of a program with am_defer, which references a symbol defined here. Other programs use
// __am_poll: this file's name sorts after am_core's, so the linker finds that one first.
#include <am_core.h>
#include <am_defer.h>
#include <voyager_internal.h>

const int __am_holds_of_main = 0;

void __am_poll_main(void) {
    __am_poll();
    if (__am_level == AM_MAIN) __am_poll_deferred();
}

int __am_is_handling(void) { return __am_level != AM_MAIN; }
