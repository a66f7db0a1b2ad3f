// Holds (am_core.h). Apart from LFC, so that programs without it do not link it.
#include <am_core.h>
#include <fail.h>

int __xnet_holds, __am_level;
volatile int __myrinet_pending;
void (*__myrinet_take_in)(void); ///< set where interrupts can come (lfc.c)

void __am_release_wrong(void) {
    xnet_fail_at(__builtin_return_address(0), "am_release() without am_hold()");
}
