// the adapter has no register there
#include "adapter.h"

int main(void) {
    return (int)REGISTER(uint32_t, 0x200);
    return 0;
}
