// trap instruction whose condition holds
int main(void) { __builtin_trap(); }
