// from an unaligned address
static char bytes[8];
int main(void) {
    int word;
    __asm__ volatile("lwarx %0, 0, %1" : "=r"(word) : "r"(bytes + 1) : "memory");
    return word;
}
