// run: --nodes 1
// expect-error: not in the program's text
static int data[4] = {-1, -1, -1, -1};

int main(void) {
    void (*volatile call)(void) = (void (*)(void))data;
    call();
}
