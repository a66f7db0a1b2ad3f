// store to an unmapped address 0x00000004
int main(void) { *(volatile int *)4 = 1; }
