// SEND to a node that is not there: 9
#include "adapter.h"

int main(void) {
    send(9, 0, 16);
    return 0;
}
