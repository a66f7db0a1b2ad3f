// run: --nodes 1
// expect-error: coprocessor unusable
// Without CU2 the network interface must not be used, in kernel mode either.
#include <cop0.h>
#include <xnet.h>

int main(void) {
    cop0_write(COP0_STATUS, COP0_STATUS_CU0);
    return (int)xnet_get_count();
}
