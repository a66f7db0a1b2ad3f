// expect-compile-error: a message handler cannot end in a call
#include <xnet.h>
void next(int a);
XNET_HANDLER void h(int a) { __attribute__((musttail)) return next(a); }
int main(void) {}
