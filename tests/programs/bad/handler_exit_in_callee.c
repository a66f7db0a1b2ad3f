// expect-compile-error: message handler 'h' calls 'leave', which ends the handler
#include <xnet.h>
__attribute__((noinline)) static void leave(int a) {
    if (a > 3) xnet_hret();
}
XNET_HANDLER void h(int a) { leave(a); }
int main(void) {}
