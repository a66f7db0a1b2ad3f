// Other functions of POSIX and of <stdio.h> that programs expect of any C library, as far as a node
// supports them (docs/libc.md).
#define _DEFAULT_SOURCE
#include <am_core.h>
#include <errno.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int _write(int file, const void *bytes, size_t count); // console.c

/// From 1 on: no process has number 0.
pid_t getpid(void) { return am_my_proc() + 1; }

ssize_t write(int file, const void *bytes, size_t count) { return _write(file, bytes, count); }

int getpagesize(void) { return 4096; }

long sysconf(int name) {
    switch (name) {
    case _SC_PAGESIZE: return getpagesize();
    case _SC_NPROCESSORS_CONF:
    case _SC_NPROCESSORS_ONLN: return am_procs();
    case _SC_CLK_TCK: return CLOCKS_PER_SEC;
    case _SC_OPEN_MAX: return 64 + 3; // file_store.c
    default: errno = EINVAL; return -1;
    }
}

/// There is nothing that could execute commands (C11 7.22.4.8).
int system(const char *command) {
    if (!command) return 0;
    errno = ENOSYS;
    return -1;
}
