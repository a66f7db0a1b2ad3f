// flags: -march=mips32r6
// expect-compile-error: option '-march=mips32r6' cannot be specified on this target
int main(void) {}
