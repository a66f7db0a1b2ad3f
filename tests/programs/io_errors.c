// run: --nodes 1x2 --io-nodes 1
// io: io/small.txt
// expect: ok io errors
// The errors of <io.h>.
#include "check.h"

#include <io.h>
#include <string.h>

static volatile int in_handler = 1;
static void handler(int src) {
    (void)src;
    in_handler = io_open("small.txt", IO_READ);
}

int main(void) {
    char text[64];
    CHECK_EQUAL(io_open("nothing.txt", IO_READ), IO_NOT_FOUND);
    CHECK_EQUAL(io_open("../small.txt", IO_READ), IO_REFUSED);
    CHECK_EQUAL(io_open("/etc/passwd", IO_READ), IO_REFUSED);
    CHECK_EQUAL(io_open("", IO_READ), IO_REFUSED);
    CHECK_EQUAL(io_open(".", IO_READ), IO_REFUSED);
    CHECK_EQUAL(io_open("small.txt/x", IO_READ), IO_REFUSED);
    CHECK_EQUAL(io_open("small.txt", 7), IO_BAD);
    CHECK_EQUAL(io_close(3), IO_BAD);
    CHECK_EQUAL(io_read(0, text, 1), IO_BAD);
    barrier();
    if (am_my_proc() == 0) {
        const int file = io_open("small.txt", IO_READ);
        CHECK_EQUAL(file, 0);
        CHECK_EQUAL(io_read(file, text, sizeof text), 6);
        CHECK_EQUAL(memcmp(text, "small\n", 6), 0);
        CHECK_EQUAL(io_read(file, text, sizeof text), 0);
        CHECK_EQUAL(io_write(file, "x", 1), IO_BAD); // it was opened for reading
        CHECK_EQUAL(io_seek(file, -1, IO_START), IO_BAD);
        CHECK_EQUAL(io_seek(file, -2, IO_END), 4);
        CHECK_EQUAL(io_read(file, text, 1), 1);
        CHECK_EQUAL(text[0], 'l');
        barrier();
        barrier();
        CHECK_EQUAL(io_close(file), 0);
        CHECK_EQUAL(io_close(file), IO_BAD);
    } else {
        barrier();
        CHECK_EQUAL(io_read(0, text, 1), IO_BAD); // another node's
        barrier();
    }
    am_request_0(am_my_proc(), handler);
    while (in_handler == 1) {
    }
    CHECK_EQUAL(in_handler, IO_IN_HANDLER);
    CHECK_EQUAL(strcmp(io_error(IO_NOT_FOUND), "no such file"), 0);
    return finish("io errors");
}
