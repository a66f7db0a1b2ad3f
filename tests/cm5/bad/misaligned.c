// load from an unaligned address
static char bytes[8];
int main(void) { return *(volatile int *)(bytes + 1); }
