// SEND to a node that is not there:
#include "../ni.h"

int main(void) {
    NI(first(left, 1, 1)) = NI(partition);
    return 0;
}
