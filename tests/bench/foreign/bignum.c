// Modular powers of 512-bit numbers by Montgomery's products: words times words to 64 bits, sums
// with carries.
typedef unsigned word;
typedef unsigned long long number;
enum { words = 16 };

/// 2^512 - 569, a prime.
static word modulus[words];
static word inverse; ///< -1 / modulus, modulo 2^32

static int less(const word *a, const word *b) {
    for (int i = words; i-- > 0;)
        if (a[i] != b[i]) return a[i] < b[i];
    return 0;
}
static void subtract(word *a, const word *b) {
    word borrow = 0;
    for (int i = 0; i < words; ++i) {
        const number d = (number)a[i] - b[i] - borrow;
        a[i] = (word)d;
        borrow = (word)(d >> 32) & 1;
    }
}
/// to = a b / 2^512.
static void product(word *to, const word *a, const word *b) {
    word t[words + 2] = {0};
    for (int i = 0; i < words; ++i) {
        number carry = 0;
        for (int j = 0; j < words; ++j) {
            carry += t[j] + (number)a[j] * b[i];
            t[j] = (word)carry;
            carry >>= 32;
        }
        carry += t[words];
        t[words] = (word)carry;
        t[words + 1] = (word)(carry >> 32);
        const word m = t[0] * inverse;
        carry = (t[0] + (number)m * modulus[0]) >> 32;
        for (int j = 1; j < words; ++j) {
            carry += t[j] + (number)m * modulus[j];
            t[j - 1] = (word)carry;
            carry >>= 32;
        }
        carry += t[words];
        t[words - 1] = (word)carry;
        t[words] = t[words + 1] + (word)(carry >> 32);
    }
    for (int i = 0; i < words; ++i) to[i] = t[i];
    if (t[words] || !less(to, modulus)) subtract(to, modulus);
}
static void power(word *to, const word *base, const word *exponent) {
    word result[words] = {569}, square[words], one[words] = {1};
    const word r2[words] = {569 * 569}; // 2^1024 modulo the modulus
    product(square, base, r2);
    for (int i = 0; i < 32 * words; ++i) {
        if (exponent[i / 32] >> i % 32 & 1) product(result, result, square);
        product(square, square, square);
    }
    product(to, result, one);
}

int main(void) {
    for (int i = 0; i < words; ++i) modulus[i] = 0xFFFFFFFF;
    modulus[0] = 0u - 569;
    word x = 1; // by Newton
    for (int i = 0; i < 5; ++i) x *= 2 - modulus[0] * x;
    inverse = 0u - x;
    word base[words], exponent[words], result[words];
    word seed = 7, sum = 0;
    for (int turn = 0; turn < 160; ++turn) {
        for (int i = 0; i < words; ++i) {
            base[i] = seed = seed * 1664525 + 1013904223;
            exponent[i] = turn ? seed ^ seed >> 5 : modulus[i]; // Fermat
        }
        base[words - 1] >>= 1;
        if (!turn) --exponent[0];
        power(result, base, exponent);
        if (!turn)
            for (int i = 0; i < words; ++i)
                if (result[i] != (i == 0)) return 1;
        sum ^= result[turn % words];
    }
    return (int)((sum ^ sum >> 17) & 63) + 64;
}
