// Bits: queens by masks, counts of bits three ways, reversals, Gray code, a sieve of bits, Life on
// a board of words.
typedef unsigned word;
typedef unsigned char byte;

static unsigned queens(word all, word columns, word left, word right) {
    if (columns == all) return 1;
    unsigned sum = 0;
    for (word free = all & ~(columns | left | right); free;) {
        const word bit = free & (0u - free);
        free ^= bit;
        sum += queens(all, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return sum;
}
static unsigned count(word x) {
    x -= x >> 1 & 0x55555555;
    x = (x & 0x33333333) + (x >> 2 & 0x33333333);
    return ((x + (x >> 4)) & 0x0F0F0F0F) * 0x01010101 >> 24;
}
static unsigned count_by_loop(word x) {
    unsigned n = 0;
    for (; x; x &= x - 1) ++n;
    return n;
}
static word reversed(word x) {
    word y = 0;
    for (int i = 0; i < 32; ++i, x >>= 1) y = y << 1 | (x & 1);
    return y;
}
static word reversed_by_masks(word x) {
    x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
    x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
    x = (x >> 4 & 0x0F0F0F0F) | (x & 0x0F0F0F0F) << 4;
    x = (x >> 8 & 0x00FF00FF) | (x & 0x00FF00FF) << 8;
    return x >> 16 | x << 16;
}
static word sieve[2048];
static unsigned primes(void) {
    unsigned n = 0;
    for (int i = 0; i < 2048; ++i) sieve[i] = ~0u;
    for (word p = 2; p < 65536; ++p) {
        if (!(sieve[p >> 5] >> (p & 31) & 1)) continue;
        ++n;
        for (word q = p + p; q < 65536; q += p) sieve[q >> 5] &= ~(1u << (q & 31));
    }
    return n;
}
static word board[34];
static void live(void) {
    word next[34] = {0};
    for (int i = 1; i <= 32; ++i) {
        word ones = 0, twos = 0, fours = 0;
        for (int d = -1; d <= 1; ++d) {
            const word row = board[i + d];
            const word near[3] = {row << 1 | row >> 31, row >> 1 | row << 31, row};
            for (int j = 0; j < (d ? 3 : 2); ++j) {
                const word c1 = ones & near[j], c2 = twos & c1;
                ones ^= near[j];
                twos ^= c1;
                fours |= c2;
            }
        }
        next[i] = ~fours & twos & (ones | board[i]);
    }
    for (int i = 1; i <= 32; ++i) board[i] = next[i];
    board[0] = board[32], board[33] = board[1];
}

int main(void) {
    word x = 1, sum = 0;
    if (queens(0xFF, 0, 0, 0) != 92 || primes() != 6542) return 1;
    sum += queens(0xFFF, 0, 0, 0);
    for (int i = 0; i < 600000; ++i) {
        x = x * 1664525 + 1013904223;
        const word gray = x ^ x >> 1;
        if (reversed_by_masks(x) != reversed(x) || count(gray) != count_by_loop(gray)) return 2;
        sum += gray ^ count(gray);
    }
    board[1] = 2, board[2] = 4, board[3] = 7; // a glider
    for (int i = 0; i < 60000; ++i) live();
    unsigned living = 0;
    for (int i = 1; i <= 32; ++i) living += count(board[i]);
    if (living != 5) return 3;
    for (int i = 0; i < 60; ++i) sum ^= primes();
    return (int)((sum ^ sum >> 11) & 63) + 64;
}
