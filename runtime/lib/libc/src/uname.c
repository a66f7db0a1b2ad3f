// A node's name (docs/libc.md).
#include <am_core.h>
#include <errno.h>
#include <stdio.h>
#include <sys/utsname.h>
#include <unistd.h>

#if defined(__mips__)
static const char processor[] = "mips";
#elif defined(__sparc__)
static const char processor[] = "sparc";
#elif defined(__powerpc__)
static const char processor[] = "ppc";
#else
static const char processor[] = "i386";
#endif

int uname(struct utsname *name) {
    *name = (struct utsname){.sysname = "inlet", .release = "1"};
    snprintf(name->nodename, sizeof name->nodename, "node%d", am_my_proc());
    snprintf(name->version, sizeof name->version, "%d nodes", am_procs());
    for (unsigned i = 0; processor[i]; ++i) name->machine[i] = processor[i];
    return 0;
}

/// <unistd.h> declares it, except for programs that ask for the names of ISO C only.
int gethostname(char *name, size_t room) {
    const int length = snprintf(name, room, "node%d", am_my_proc());
    if ((size_t)length < room) return 0;
    errno = ENAMETOOLONG;
    return -1;
}
