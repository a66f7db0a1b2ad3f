// run: --nodes 2 --io-nodes 1
// flags: -g
// expect-error: node 0, cycle
// expect-error: (splitc_main+
// expect-error: splitc_io_node.c:13): message to a handler of this program, but to an I/O node, which runs another: node 2
// An I/O node is no processor, although there is a node of that number.
#include <splitc.h>

static int x;

int splitc_main(int argc, char **argv) {
    (void)argc, (void)argv;
    return read(toglobal(PROCS, &x));
}
