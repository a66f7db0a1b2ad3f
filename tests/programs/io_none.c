// run: --nodes 1
// expect: ok io none
// Without I/O nodes <io.h> reports this, and printf uses the host directly.
#include "check.h"

#include <io.h>

int main(void) {
    CHECK_EQUAL(io_nodes(), 0);
    CHECK_EQUAL(io_open("x", IO_READ), IO_NO_NODES);
    CHECK_EQUAL(io_write(0, "x", 1), IO_NO_NODES);
    return finish("io none");
}
