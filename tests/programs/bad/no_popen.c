// expect-compile-error: undeclared function 'popen'
// Functions that a node cannot provide are not declared: a node has no processes.
#include <stdio.h>

int main(void) { return popen("ls", "r") == NULL; }
