// expect-compile-error: the level of a message handler is "low" or "high"
#include <xnet.h>
__attribute__((xnet_handler("middle"))) void h(int a) { (void)a; }
int main(void) {}
