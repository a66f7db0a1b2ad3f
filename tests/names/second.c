extern volatile int x;
static __attribute__((noinline)) void work(void) {
    for (int i = 0; i < 1000; ++i) x -= i;
}
__attribute__((noinline)) void two(void) {
    work();
    ++x;
}
