// expect-compile-error: 'h' is defined without this attribute
#include <xnet.h>
void h(int a) { (void)a; }
XNET_HANDLER void h(int a);
int main(void) {}
