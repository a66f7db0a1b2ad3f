// The sieve of Eratosthenes over bytes: short loops of stores and loads.
enum { limit = 8192 };

static unsigned char composite[limit];

static int primes(void) {
    int count = 0;
    for (int i = 0; i < limit; ++i) composite[i] = 0;
    for (int i = 2; i < limit; ++i) {
        if (composite[i]) continue;
        ++count;
        for (int multiple = i + i; multiple < limit; multiple += i) composite[multiple] = 1;
    }
    return count;
}

int main(void) {
    int sum = 0;
    for (int turn = 0; turn < 1000; ++turn) sum += primes();
    return sum & 127;
}
