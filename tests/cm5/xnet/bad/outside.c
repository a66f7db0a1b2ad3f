// HRET outside a handler
int main(void) {
    __asm__ volatile("hret");
    return 0;
}
