// the barrier that was entered is not complete
#include "../ni.h"

int main(void) {
    if (NI(self) == 0) NI(barrier) = 1, NI(barrier) = 1;
    return 0;
}
