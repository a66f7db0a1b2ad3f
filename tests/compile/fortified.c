// The options that distributions add: checked string functions and guarded stacks.
// flags: -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong -Wno-cpp
// host: -U_FORTIFY_SOURCE
#include "show.h"

#include <unistd.h>

__attribute__((noinline)) static int length(const char *from) {
    char b[16], c[16];
    strcpy(b, from);
    snprintf(c, sizeof c, "%s %d", b, 3);
    printf("%s\n", c);
    return (int)strlen(c);
}

int main(void) {
    printf("%d\n", length("text"));
    return 0;
}
