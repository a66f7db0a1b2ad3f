// Products modulo 64-bit numbers by Montgomery, a test of Miller and Rabin, and a generator of
// random numbers: 64-bit products made of words, shifts of 64 bits, comparisons.
typedef unsigned word;
typedef unsigned long long number;

static number high_product(number a, number b) {
    const word al = (word)a, ah = (word)(a >> 32), bl = (word)b, bh = (word)(b >> 32);
    const number low = (number)al * bl, m1 = (number)ah * bl, m2 = (number)al * bh;
    const number middle = (low >> 32) + (word)m1 + (word)m2;
    return (number)ah * bh + (m1 >> 32) + (m2 >> 32) + (middle >> 32);
}
/// a b / 2^64 modulo n.
static number reduced(number a, number b, number n, number inverse) {
    const number low = a * b, high = high_product(a, b);
    const number m = high_product(low * inverse, n);
    return high < m ? high - m + n : high - m;
}
static int is_prime(number n) {
    static const word bases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
    if (n < 41) return 0;
    for (int i = 0; i < 12; ++i)
        if (n % bases[i] == 0) return 0;
    number inverse = n;
    for (int i = 0; i < 5; ++i) inverse *= 2 - n * inverse;
    const number one = (number)-n % n;
    number d = n - 1;
    int twos = 0;
    for (; !(d & 1); d >>= 1) ++twos;
    for (int i = 0; i < 12; ++i) {
        number base = 0, x = one;
        for (word j = 0; j < bases[i]; ++j) {
            base += one;
            if (base >= n || base < one) base -= n;
        }
        for (number e = d; e; e >>= 1) {
            if (e & 1) x = reduced(x, base, n, inverse);
            base = reduced(base, base, n, inverse);
        }
        if (x == one || x == n - one) continue;
        int turn = 1;
        for (; turn < twos; ++turn) {
            x = reduced(x, x, n, inverse);
            if (x == n - one) break;
        }
        if (turn >= twos) return 0;
    }
    return 1;
}

int main(void) {
    if (!is_prime(0xFFFFFFFFFFFFFFC5ull) || is_prime(0xFFFFFFFFFFFFFFC3ull)) return 1;
    if (is_prime(3825123056546413051ull)) return 2; // a strong pseudoprime to nine bases
    number x = 88172645463325252ull, sum = 0;
    int primes = 0;
    for (int i = 0; i < 50000; ++i) {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        if (is_prime((x >> (i & 15)) | 1)) {
            ++primes;
            sum ^= x;
        }
    }
    if (primes < 1500 || primes > 5000) return 3;
    return (int)((sum ^ sum >> 29) & 63) + 64;
}
