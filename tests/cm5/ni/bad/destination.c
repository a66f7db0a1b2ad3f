// there is no such node, or bits 30 to 19 are not 0
#include "../ni.h"

int main(void) {
    NI(first(left, 1, 1)) = NI(partition);
    return 0;
}
