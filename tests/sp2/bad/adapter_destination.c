// the packet's header names a node that there is not
#include "adapter.h"

int main(void) {
    send(9, 0, 16);
    return 0;
}
