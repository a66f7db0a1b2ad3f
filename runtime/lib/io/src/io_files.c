// fopen and its family on the files of I/O nodes, in programs that are linked with
// -Wl,-u,__io_files. The functions are those of libc/console.c, which has the console only.
#include "io.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/types.h>

const char __io_files = 1;

int __console_write(int file, const void *bytes, size_t count);

enum { first = 16 }; // descriptors below are the console's

static int refuse(int error) {
    errno = error;
    return -1;
}
static int result(int n) {
    if (n >= 0) return n;
    switch (n) {
    case IO_NO_NODES: return refuse(ENOSYS);
    case IO_NOT_FOUND: return refuse(ENOENT);
    case IO_REFUSED: return refuse(EACCES);
    case IO_TOO_MANY: return refuse(EMFILE);
    case IO_BAD: return refuse(EBADF);
    case IO_NO_SPACE: return refuse(ENOSPC);
    default: return refuse(EIO);
    }
}

int _open(const char *path, int flags, ...) {
    const int reads = (flags & O_ACCMODE) == O_RDONLY;
    int how = reads ? IO_READ : flags & O_TRUNC ? IO_WRITE : IO_UPDATE;
    if (!reads && !(flags & O_CREAT)) { // the file must be there
        const int there = io_open(path, IO_READ);
        if (there < 0) return result(there);
        io_close(there);
    }
    const int file = io_open(path, how);
    if (file < 0) return result(file);
    if (flags & O_APPEND) io_seek(file, 0, IO_END);
    return file + first;
}

int _close(int file) {
    if (file >= first) return result(io_close(file - first));
    return file == 1 || file == 2 ? 0 : refuse(EBADF);
}

int _read(int file, void *to, size_t count) {
    if (file >= first) return result(io_read(file - first, to, (int)count));
    return file ? refuse(EBADF) : 0; // standard input is always at its end
}

int _write(int file, const void *bytes, size_t count) {
    if (file >= first) return result(io_write(file - first, bytes, (int)count));
    return __console_write(file, bytes, count);
}

off_t _lseek(int file, off_t offset, int from) {
    if (file >= first) return result(io_seek(file - first, (int)offset, from));
    return refuse(ESPIPE);
}
