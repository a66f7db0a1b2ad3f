// illegal instruction: 0x14000000
int main(void) { __asm__ volatile(".long 0x14000000"); }
