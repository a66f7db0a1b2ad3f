// run: --nodes 2
// expect-compile-error: incompatible function pointer types
// A handler must take as many words as the request carries.
#include <am.h>

static void two_words(int src, int a, int b) { (void)src, (void)a, (void)b; }

int main(void) { am_request_1(0, two_words, 1); }
