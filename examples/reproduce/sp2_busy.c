// What `inlet reproduce sp2` watches for the use of the adapter's firmware in an exchange: Figure
// 7's, of one size, between labels.
#include "sp2_measure.h"

#define EXCHANGED 524288
#include "sp2_exchange.c"
