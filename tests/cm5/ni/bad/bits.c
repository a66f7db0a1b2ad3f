// SEND to a node that is not there:
#include "../ni.h"

int main(void) {
    NI(first(left, 1, 1)) = 1 << 19; // Figure 4-19, lines 6 and 7, masks these
    return 0;
}
