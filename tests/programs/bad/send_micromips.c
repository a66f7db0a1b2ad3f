// flags: -mmicromips
// expect-compile-error: option '-mmicromips' cannot be specified on this target
int main(void) {}
