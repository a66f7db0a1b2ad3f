// expect-compile-error: undeclared function 'system'
// What cannot be is not declared: a node has no commands.
#include <stdlib.h>

int main(void) { return system("ls"); }
