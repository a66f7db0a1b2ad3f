#include "sums.h"

int sum_to(int n) { return n ? n + sum_to(n - 1) : 0; }
