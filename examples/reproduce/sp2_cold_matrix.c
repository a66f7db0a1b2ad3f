// The small blocks of Table 6 of 003 on a machine with caches.
#define SMALL_BLOCKS_ONLY "mm_16_cold"
#include "sp2_matrix.c"
