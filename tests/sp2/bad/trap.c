// breakpoint instruction
int main(void) { __builtin_trap(); }
