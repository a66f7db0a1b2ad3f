// run: --nodes 2
// flags: -g
// expect-error: (main+
// expect-error: am_null_handler.c:7): message to a handler that is a null pointer
#include <am.h>

int main(int argc, char **argv) { am_request_1(1, argc > 3 ? (am_handler_1_t)argv : 0, 1); }
