// <split-c/control.h>: loops over the elements of this processor, of spread arrays of one and of
// two dimensions.
#pragma once

#include <split-c/split-c.h>

#define for_my_1d(i, n) for ((i) = MYPROC; (i) < (n); (i) += PROCS)
#define for_my_2d(i, j, n, m)                                                                      \
    for ((i) = MYPROC / (m), (j) = MYPROC % (m); (i) < (n);                                        \
         (i) += ((j) + PROCS) / (m), (j) = ((j) + PROCS) % (m))
