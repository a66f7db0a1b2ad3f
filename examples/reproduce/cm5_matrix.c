// Table 6 of 003 has a column of the CM-5: its small blocks, by the SP-2's program. The large ones
// take minutes: compile sp2_matrix.c itself (docs/cm5.md).
#define SMALL_BLOCKS_ONLY "mm_16"
#include "sp2_matrix.c"
