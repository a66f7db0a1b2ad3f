// run: --nodes 1
// expect-error: unmapped
int main(void) {
    volatile int *volatile nothing = 0;
    *nothing = 1;
}
