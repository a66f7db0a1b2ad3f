// flags: -G8
// expect-compile-error: unsupported option '-G 8'
register int shared __asm__("$28");
int main(void) { return shared; }
