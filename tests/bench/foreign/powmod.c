// Powers modulo a 61-bit number, by doubling and adding: 64-bit sums, differences and comparisons.
typedef unsigned long long number;

static number product(number a, number b, number modulus) {
    number sum = 0;
    for (; b; b >>= 1) {
        if (b & 1) {
            sum += a;
            if (sum >= modulus) sum -= modulus;
        }
        a += a;
        if (a >= modulus) a -= modulus;
    }
    return sum;
}
static number power(number a, number exponent, number modulus) {
    number result = 1;
    for (; exponent; exponent >>= 1) {
        if (exponent & 1) result = product(result, a, modulus);
        a = product(a, a, modulus);
    }
    return result;
}

int main(void) {
    const number prime = (1ull << 61) - 1;
    number sum = 0;
    for (unsigned i = 2; i < 1200; ++i) {
        const number a = i * 0x9E3779B97F4A7C15ull % prime;
        if (i < 10 && power(a, prime - 1, prime) != 1) return 1; // Fermat
        sum ^= power(a, prime / i, prime);
    }
    return (int)((sum ^ sum >> 31) & 63) + 64;
}
