// The base of newlib's stdio: the console of a node. A program that opens files has those of
// file_store.c. <io.h> accesses those of I/O nodes; a program that links io/io_files.c has them as
// files of stdio, by its functions of the names that are weak here.
#include "deferred.h"
#include "files.h"

#include <am_core.h>
#include <errno.h>
#include <host.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>

// On a machine with I/O nodes, programs that link <io.h> use the I/O nodes' console (docs/io.md).
extern const int __xnet_io_nodes;
extern int __io_console(const void *bytes, unsigned count) __attribute__((weak));

enum { standard_input = -1 }; // the host's descriptor: lines of input of node 0, no bytes on others

static int is_console(int file) { return file == 1 || file == 2; }
static int refuse(int error) {
    errno = error;
    return -1;
}

void __console_put(const void *bytes, unsigned count) {
    if (__xnet_io_nodes && __io_console && __io_console(bytes, count) >= 0) return;
    __host_write(bytes, count);
}

static int in_line; ///< main's last line is still open

__attribute__((weak)) int _write(int file, const void *bytes, size_t count) {
    if (!is_console(file)) return __file_write ? __file_write(file, bytes, count) : refuse(EBADF);
    if (am_level() != AM_LEVEL_MAIN && !__defer_ended) {
        __defer_output(bytes, count);
        return (int)count;
    }
    if (!in_line) __write_deferred();
    __console_put(bytes, count);
    if (count) in_line = ((const char *)bytes)[count - 1] != '\n';
    return (int)count;
}

int __console_write(int file, const void *bytes, size_t count) __attribute__((alias("_write")));

/// At exit, at main's level: from here on handlers write directly.
void __console_end(void) {
    if (in_line) __console_put("\n", 1);
    __defer_end();
    __write_deferred();
}

__attribute__((weak)) int _read(int file, void *to, size_t count) {
    if (!file) // with I/O nodes it is at its end
        return __xnet_io_nodes ? 0 : __host_read(standard_input, to, (int)count);
    return __file_read ? __file_read(file, to, count) : refuse(EBADF);
}

__attribute__((weak)) int _close(int file) {
    if (is_console(file)) return 0;
    return __file_close ? __file_close(file) : refuse(EBADF);
}

int _fstat(int file, struct stat *about) {
    if (file > 2 && __file_status) return __file_status(file, about);
    memset(about, 0, sizeof *about);
    about->st_mode = file ? S_IFCHR : S_IFIFO;
    return 0;
}

int _isatty(int file) { return is_console(file); }

__attribute__((weak)) off_t _lseek(int file, off_t offset, int from) {
    return file > 2 && __file_seek ? __file_seek(file, offset, from) : refuse(ESPIPE);
}

// newlib's _write_r and its family read this too. It stays 0: the error is in the level's own
// errno.
#undef errno
int errno;
