// run: --nodes 2 --io-nodes 1
// expect-error: host service on a node that is no I/O node
// printf reaches the host by itself where <io.h> is not linked; with I/O nodes only they do.
#include <stdio.h>

int main(void) { printf("hello\n"); }
