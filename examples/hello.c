// run: --nodes 4
// Every node says where it is.
#include <am.h>
#include <stdio.h>

int main(void) { printf("hello from node %d of %d\n", am_my_proc(), am_procs()); }
