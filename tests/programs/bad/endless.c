// run: --nodes 2 --max-cycles 100000
// expect-error: cycles
int main(void) {
    for (volatile unsigned i = 0;; ++i) {
    }
}
