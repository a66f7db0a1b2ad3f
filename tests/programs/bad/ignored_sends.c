// expect-compile-error: the outcome of a send is ignored
#include <xnet.h>
void f(int c, void *h) { c ? xnet_send0(1, h) : xnet_send0(2, h); }
int main(void) {}
