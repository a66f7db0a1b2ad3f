// illegal instruction: 0x00000007
int main(void) { __asm__ volatile("unimp 7"); }
