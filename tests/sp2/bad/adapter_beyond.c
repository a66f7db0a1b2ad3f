// the address is outside both FIFOs
#include "adapter.h"

int main(void) {
    flush(RECEIVE + 64 * 256); // one node has 64 entries
    return 0;
}
