// expect-compile-error: incompatible function pointer types
// am_request_1 rejects a handler of a double: its argument is not a word.
#include <am.h>

static void h(int src, double value) { (void)src, (void)value; }

int main(void) { am_request_1(0, h, 1.5); }
