// expect-compile-error: pointer to message handler 'h'
#include <xnet.h>
XNET_HANDLER void h(int a) { (void)a; }
int main(void) {
    void (*f)(int) = h;
    f(3);
}
