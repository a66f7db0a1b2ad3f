// expect-compile-error: 'other' would be another name of message handler 'h'
#include <xnet.h>
XNET_HANDLER void h(int a) { (void)a; }
extern __typeof(h) other __attribute__((alias("h")));
int main(void) { other(3); }
