// flags: -march=mips32r2
// expect-compile-error: message handler 'h' cannot be an interrupt handler
#include <xnet.h>
__attribute__((interrupt)) XNET_HANDLER void h(void) {}
int main(void) {}
