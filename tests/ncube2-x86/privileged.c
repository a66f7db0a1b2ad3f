// A program cannot access the channels.
int main(void) {
    __asm__ volatile(".byte 0xf2, 0x0f, 0xb9, 0xc0" : : "a"(0), "d"(0)); // lptr
}
