// run: --nodes 1
// expect-error: register
#include <xnet.h>

int main(void) { return (int)xnet_cfc2(17); }
