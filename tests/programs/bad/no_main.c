// expect-compile-error: the program has neither main nor, for Split-C, splitc_main
// The linker would name only splitc_main, which a program without Split-C does not know.
#include <stdio.h>

void mian(void) { printf("hello\n"); }
