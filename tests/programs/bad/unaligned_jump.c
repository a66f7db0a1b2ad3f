// run: --nodes 1
// expect-error: unaligned
int main(void) {
    void (*volatile odd)(void) = (void (*)(void))((char *)main + 2);
    odd();
}
