// run: --nodes 1
// expect-error: nothing was ever stored
// Mapped memory that neither the program file nor a store has filled.
static int data[4096];

int main(void) {
    void (*volatile call)(void) = (void (*)(void))(data + 2048);
    call();
}
