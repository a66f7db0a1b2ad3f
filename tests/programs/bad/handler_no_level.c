// expect-compile-error: message handler 'h' sends at high priority
#include <xnet.h>
static XNET_HANDLER void answer(void) {}
XNET_HANDLER void h(int a) { XNET_UNTIL_SENT(xnet_send0h(a, answer)); }
int main(void) {}
