// there is no such node, or bits 30 to 19 are not 0
#include "../ni.h"

int main(void) {
    NI(first(left, 1, 1)) = 1 << 19; // Figure 4-19, lines 6 and 7, masks these
    return 0;
}
