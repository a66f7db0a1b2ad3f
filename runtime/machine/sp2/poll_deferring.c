// am_poll of a program with am_defer, which asks for what is defined here. Others have __am_poll in
// its place: this file's name comes behind am_core's, so the linker finds that one first.
#include <am_core.h>
#include <am_defer.h>
#include <sp2_internal.h>

const int __am_holds_of_main = 0;

void __am_poll_main(void) {
    __am_poll();
    if (!__am_endpoint.in_handler) __am_poll_deferred();
}
