// am_poll of a program with am_defer, which references a symbol defined here. Other programs use
// CMAM_poll: this file's name sorts after cmam_poll's, so the linker finds that one first.
#include <am_core.h>
#include <am_defer.h>

const int __am_holds_of_main = 0;

void __am_poll_main(void) {
    CMAM_poll();
    __am_poll_deferred();
}
