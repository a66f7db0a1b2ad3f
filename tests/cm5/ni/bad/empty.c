// no word of a message is left in the incoming FIFO
#include "../ni.h"

int main(void) {
    (void)NI(left + receive);
    return 0;
}
