// run: --nodes 1
// expect-error: own instructions
// Constants lie with the code, where nothing can be stored.
static const int constant = 1;

int main(void) {
    *(volatile int *)&constant = 2;
    return constant;
}
