// run: --nodes 2 --io-nodes 1
// expect-error: host service on a node that is no I/O node
// printf calls the host directly unless <io.h> is linked; with I/O nodes only they can.
#include <stdio.h>

int main(void) { printf("hello\n"); }
