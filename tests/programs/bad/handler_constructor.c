// expect-compile-error: message handler 'h' cannot be a constructor of the program
#include <xnet.h>
__attribute__((constructor)) XNET_HANDLER void h(void) {}
int main(void) {}
