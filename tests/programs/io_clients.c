// run: --machine tiny --nodes 64 --io-nodes 3
// io: io/small.txt
// expect: ok io clients
// Many clients together, more than a server serves at a time, with one-packet buffers: each has its
// own file.
#include "check.h"

#include <io.h>

enum { size = 1500 };

int main(void) {
    static unsigned char bytes[size], back[size];
    char name[16];
    const int me = am_my_proc();
    unsigned random = (unsigned)me;
    for (int i = 0; i < size; ++i) bytes[i] = (unsigned char)random_below(&random, 256);
    snprintf(name, sizeof name, "node%d", me);
    const int file = io_open(name, IO_WRITE);
    CHECK(file >= 0);
    CHECK_EQUAL(io_write(file, bytes, size), size);
    CHECK_EQUAL(io_seek(file, 0, IO_START), 0);
    CHECK_EQUAL(io_read(file, back, size), size);
    CHECK_EQUAL(io_read(file, back + size - 1, 1), 0);
    int different = 0;
    for (int i = 0; i < size; ++i) different += bytes[i] != back[i];
    CHECK_EQUAL(different, 0);
    CHECK_EQUAL(io_close(file), 0);
    return finish("io clients");
}
