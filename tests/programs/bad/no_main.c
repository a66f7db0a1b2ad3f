// expect-compile-error: the program has neither main nor, for Split-C, splitc_main
// The linker would name splitc_main alone, of which a program without Split-C knows nothing.
#include <stdio.h>

void mian(void) { printf("hello\n"); }
