// run: --nodes 1
// expect-error: nothing was ever stored
// Memory that is there, but that no program and no store has filled.
static int data[4096];

int main(void) {
    void (*volatile call)(void) = (void (*)(void))(data + 2048);
    call();
}
