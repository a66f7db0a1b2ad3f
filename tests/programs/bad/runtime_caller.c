// run: --nodes 1
// flags: -g -fno-builtin
// expect-error: load from an unmapped address 0x00000000
// expect-error: called from
// expect-error: (length+
// expect-error: runtime_caller.c:10)
// The library has no source lines: the call has one.
#include <string.h>

static __attribute__((noinline)) unsigned length(const char *text) { return strlen(text) + 1; }

int main(int argc, char **argv) { return (int)length(argc > 7 ? argv[0] : 0); }
