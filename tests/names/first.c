// Two functions of one name, and names with letters beyond ASCII.
volatile int x;
static __attribute__((noinline)) void work(void) {
    for (int i = 0; i < 100; ++i) x += i;
}
__attribute__((noinline)) void größe(void) {
    for (int i = 0; i < 10; ++i) x += i;
}
__attribute__((noinline)) void grüße(void) {
    for (int i = 0; i < 1000; ++i) x += i;
}
__attribute__((noinline)) void one(void) {
    work();
    ++x;
}
int main(void) {
    extern void two(void);
    one();
    two();
    two();
    größe();
    grüße();
    größe();
    return 0;
}
