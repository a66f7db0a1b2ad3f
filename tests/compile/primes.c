// Number theory: a sieve in bits, greatest common divisors, modular powers and inverses,
// Miller-Rabin, factors.
#include "show.h"

static uint32_t sieve[20000 / 32 + 1];

static uint32_t gcd(uint32_t a, uint32_t b) {
    while (b) {
        const uint32_t t = a % b;
        a = b, b = t;
    }
    return a;
}
static uint32_t power(uint32_t b, uint32_t e, uint32_t m) {
    uint64_t r = 1, base = b % m;
    for (; e; e >>= 1) {
        if (e & 1) r = r * base % m;
        base = base * base % m;
    }
    return (uint32_t)r;
}
static int32_t inverse(int32_t a, int32_t m) {
    int32_t x = 1, y = 0, b = m;
    while (a > 1) {
        const int32_t q = a / b, t = b, u = y;
        b = a % b, a = t, y = x - q * y, x = u;
    }
    return x < 0 ? x + m : x;
}
static int probably_prime(uint32_t n) {
    if (n < 4) return n > 1;
    if (!(n & 1)) return 0;
    uint32_t d = n - 1;
    int r = 0;
    for (; !(d & 1); d >>= 1) ++r;
    static const uint32_t bases[] = {2, 7, 61};
    for (int i = 0; i < 3; ++i) {
        if (bases[i] % n == 0) continue;
        uint64_t x = power(bases[i], d, n);
        if (x == 1 || x == n - 1) continue;
        int k = 1;
        for (; k < r && (x = x * x % n) != n - 1; ++k) {
        }
        if (k >= r) return 0;
    }
    return 1;
}

int main(void) {
    int count = 0, different = 0;
    for (uint32_t i = 2; i < 20000; ++i) {
        const int composite = sieve[i / 32] >> (i % 32) & 1;
        if (!composite) {
            ++count;
            for (uint32_t j = i * i; i < 142 && j < 20000; j += i) sieve[j / 32] |= 1u << (j % 32);
        }
        if (i % 7 == 0 || i < 1000) different += probably_prime(i) == composite;
    }
    printf("%d primes, %d different\n", count, different);
    printf("%u %u\n", (unsigned)gcd(1071, 462), (unsigned)gcd(3528000000u, 2016000000u));
    printf("%u %u\n", (unsigned)power(3, 1000000, 1000000007),
           (unsigned)power(2, 4294967290u, 4294967291u));
    printf("%d %d\n", (int)inverse(3, 11), (int)inverse(12345, 1000003));
    printf("%d %d %d\n", probably_prime(4294967291u), probably_prime(4294967295u),
           probably_prime(3215031751u));
    for (uint32_t n = 4294967280u; n; n = n == 4294967280u ? 600851475u : 0) {
        uint32_t m = n;
        for (uint32_t d = 2; (uint64_t)d * d <= m; ++d)
            for (; m % d == 0; m /= d) printf("%u ", (unsigned)d);
        printf("%u\n", (unsigned)m);
    }
    return 0;
}
