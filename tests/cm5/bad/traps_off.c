// register window overflow without a handler
static int depth(volatile int *n) {
    int below = --*n ? depth(n) : 0;
    __asm__ volatile("" : "+r"(below)); // no loop
    return below + 1;
}
int main(void) {
    unsigned psr;
    __asm__ volatile("rd %%psr, %0\n\twr %0, 0x20, %%psr\n\tnop\n\tnop\n\tnop"
                     : "=r"(psr)); // ET off
    volatile int n = 20;
    return depth(&n);
}
