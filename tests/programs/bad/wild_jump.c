// run: --nodes 1
// expect-error: unmapped
int main(void) {
    void (*volatile nowhere)(void) = (void (*)(void))0xdead0000;
    nowhere();
}
