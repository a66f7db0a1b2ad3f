// expect-compile-error: undeclared function 'system'
// Functions that a node cannot provide are not declared: a node has no commands.
#include <stdlib.h>

int main(void) { return system("ls"); }
