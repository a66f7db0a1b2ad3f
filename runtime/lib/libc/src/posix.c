// Other functions of POSIX and of <stdio.h> that programs expect of any C library, as far as a node
// supports them (docs/libc.md).
#define _DEFAULT_SOURCE
#include <am_core.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

int _write(int file, const void *bytes, size_t count); // console.c

/// From 1 on: no process has number 0.
pid_t getpid(void) { return am_my_proc() + 1; }

ssize_t write(int file, const void *bytes, size_t count) { return _write(file, bytes, count); }

/// The console is the only file.
int rename(const char *from, const char *to) {
    (void)from, (void)to;
    errno = ENOENT;
    return -1;
}

FILE *tmpfile(void) {
    errno = ENOSYS;
    return NULL;
}

char *tmpnam(char *name) {
    static char own[L_tmpnam];
    static int count;
    if (!name) name = own;
    snprintf(name, L_tmpnam, "%s/t%d.%d", P_tmpdir, am_my_proc(), am_atomic_add(&count, 1));
    return name;
}
