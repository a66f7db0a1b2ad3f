#include "several_files.h"

int square(int v) { return v * v; }
int negate(int v) { return -v; }
const struct row rows[] = {{"square", square, 12}, {"negate", negate, 7}, {0, 0, 0}};
