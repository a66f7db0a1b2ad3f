// a packet has at least the 4 bytes of its header
#include "adapter.h"

int main(void) {
    send(0, 0, 3);
    return 0;
}
