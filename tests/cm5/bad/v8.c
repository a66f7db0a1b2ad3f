// illegal instruction: 0x90520009
int main(void) { __asm__ volatile(".word 0x90520009"); } // umul: a V7 has none
