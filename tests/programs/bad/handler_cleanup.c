// expect-compile-error: message handler 'h' cannot be a cleanup function
#include <xnet.h>
XNET_HANDLER void h(int *a) { (void)a; }
int main(void) {
    __attribute__((cleanup(h))) int a = 1;
    return a;
}
