// quick_exit: runs the functions of at_quick_exit, at the level of the call, then _Exit.
#include <stdlib.h>

enum { most = 32 }; // C11 7.22.4.3: at least this many
static void (*functions[most])(void);
static int count;

int at_quick_exit(void (*function)(void)) {
    if (count == most) return 1;
    functions[count++] = function;
    return 0;
}

void quick_exit(int status) {
    while (count) functions[--count]();
    _Exit(status);
}
