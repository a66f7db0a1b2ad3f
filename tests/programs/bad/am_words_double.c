// expect-compile-error: incompatible function pointer types
// A handler of a double is none of am_request_1: its argument is no word.
#include <am.h>

static void h(int src, double value) { (void)src, (void)value; }

int main(void) { am_request_1(0, h, 1.5); }
