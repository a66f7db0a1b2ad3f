// Table 6 of 003 has a column of the CM-5: the sorts, by the SP-2's program.
#include "sp2_sort.c"
