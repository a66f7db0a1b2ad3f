// run: --nodes 16 --io-nodes 4
// io: io_copy.txt
// io-expect: copy.txt io_copy.upper.txt
// Files through I/O nodes (docs/io.md): every node reads its part of a file, turns it into capital
// letters, and writes it to the same place of another file.
//
//     inlet run --io-nodes 4 --io-root examples io_copy.elf
#include <io.h>
#include <stdio.h>
#include <stdlib.h>

static volatile int arrived, go, copied;

static void all_may_go(int src) {
    (void)src;
    go = 1;
}

static void done(int src, int bytes) {
    (void)src;
    copied += bytes;
    ++arrived;
}

static int checked(const char *what, int result) {
    if (result >= 0) return result;
    printf("node %d: %s: %s\n", am_my_proc(), what, io_error(result));
    exit(1);
}

int main(void) {
    static unsigned char part[4096];
    const int me = am_my_proc(), all = am_procs();
    const int in = checked("open", io_open("io_copy.txt", IO_READ));
    const int size = checked("size", io_seek(in, 0, IO_END));
    const int first = size * me / all, bytes = size * (me + 1) / all - first;
    checked("seek", io_seek(in, first, IO_START));
    if (checked("read", io_read(in, part, bytes)) != bytes) exit(2);
    checked("close", io_close(in));
    for (int i = 0; i < bytes; ++i)
        if (part[i] >= 'a' && part[i] <= 'z') part[i] -= 'a' - 'A';

    if (me == 0) { // one node makes the file, then all write
        checked("close", io_close(checked("make", io_open("copy.txt", IO_WRITE))));
        for (int node = 0; node < all; ++node) am_reply_0(node, all_may_go);
    }
    am_wait(&go, 1);
    const int out = checked("open", io_open("copy.txt", IO_UPDATE));
    checked("seek", io_seek(out, first, IO_START));
    checked("write", io_write(out, part, bytes));
    checked("close", io_close(out));
    am_request_1(0, done, bytes);
    if (me == 0) {
        am_wait(&arrived, all);
        printf("%d nodes copied %d of %d bytes through %d I/O nodes\n", all, copied, size,
               io_nodes());
    }
    return 0;
}
