// run: --nodes 1
// expect-error: host
// A write of bytes that are not mapped.
#include <host.h>

int main(void) { __host_write((const void *)0x20, 4); }
