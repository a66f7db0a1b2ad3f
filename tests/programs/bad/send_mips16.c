// expect-compile-error: 'mips16' code cannot use the network interface
#include <xnet.h>
__attribute__((mips16)) int f(int a, void *h) { return xnet_send1(a, h, 1); }
int main(void) {}
