#include <am_core.h>
#include <fail.h>

int __xnet_holds;

void __am_release_wrong(void) {
    xnet_fail_at(__builtin_return_address(0), "am_release() without am_hold()");
}
