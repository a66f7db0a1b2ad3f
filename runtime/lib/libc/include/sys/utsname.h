/* What a node says of itself (POSIX <sys/utsname.h>; docs/libc.md). */
#ifndef _SYS_UTSNAME_H
#define _SYS_UTSNAME_H

#ifdef __cplusplus
extern "C" {
#endif

struct utsname {
    char sysname[32];  /* "inlet" */
    char nodename[32]; /* "node3" */
    char release[32];  /* "1" */
    char version[32];  /* the number of nodes: "16 nodes" */
    char machine[32];  /* the processor: "mips", "sparc", "ppc", "i386" */
};

/* Returns 0. */
int uname(struct utsname *name);

#ifdef __cplusplus
}
#endif

#endif
