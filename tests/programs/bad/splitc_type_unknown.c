// expect-compile-error: no matching function for call to 'read'
// A type without SPLITC_TYPE.
#include <splitc.h>

static struct entry { int i; } entry;

int splitc_main(int argc, char **argv) {
    (void)argc, (void)argv;
    return read(toglobal(0, &entry)).i;
}
