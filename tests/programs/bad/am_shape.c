// expect-compile-error: 'h' cannot be the handler of an active message
#include <am.h>
static void h(int src, short a) { (void)src, (void)a; }
int main(void) { am_request_1(0, (am_handler_1_t)h, 1); }
