// division by zero
int main(int argc, char **argv) { return (int)(long)argv / (argc - 1); }
