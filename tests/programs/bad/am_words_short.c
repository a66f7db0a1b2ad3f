// expect-compile-error: incompatible function pointer types
// A handler of a short is rejected: only functions of words have the entry of handlers.
#include <am.h>

static void h(int src, short value) { (void)src, (void)value; }

int main(void) { am_request_1(0, h, (short)1); }
