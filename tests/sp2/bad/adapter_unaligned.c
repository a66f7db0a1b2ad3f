// load from an unmapped address 0x80000112
#include "adapter.h"

int main(void) { return (int)REGISTER(uint32_t, 0x112); }
