/* Shared by the programs of this directory: a wrong result is a line, and the exit status. */
#include <split-c/control.h>
#include <split-c/split-c.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int wrong;
#define CHECK(c)                                                                                   \
    do {                                                                                           \
        if (!(c) && wrong++ < 9) printf("%d: line %d: not %s\n", MYPROC, __LINE__, #c);            \
    } while (0)
#define NEXT ((MYPROC + 1) % PROCS)
#define BEFORE ((MYPROC + PROCS - 1) % PROCS)
