// Fibonacci numbers by doubly recursive calls: calls, returns and the stack.
__attribute__((noinline)) static int fibonacci(int n) {
    if (n < 2) return n;
    const int before = fibonacci(n - 1);
    return before + fibonacci(n - 2);
}

int main(void) { return fibonacci(33) & 127; }
