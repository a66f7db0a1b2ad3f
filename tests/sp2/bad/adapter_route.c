// a route is a number from 0 to 3
#include "adapter.h"

int main(void) {
    send(0, 4, 16);
    return 0;
}
