// A Feistel cipher: four look-ups of bytes by words, added and xored.
typedef unsigned word;
enum { rounds = 16, blocks = 1000000 };

static word box[4][256], keys[rounds + 2];

static word mixed(word x) {
    return ((box[0][x >> 24] + box[1][x >> 16 & 255]) ^ box[2][x >> 8 & 255]) + box[3][x & 255];
}

int main(void) {
    word x = 1, left = 0, right = 0;
    for (int i = 0; i < 1024; ++i) box[i >> 8][i & 255] = x = x * 1664525 + 1013904223;
    for (int i = 0; i < rounds + 2; ++i) keys[i] = x = x * 1664525 + 1013904223;
    for (int block = 0; block < blocks; ++block) {
        for (int i = 0; i < rounds; ++i) {
            left ^= keys[i];
            right ^= mixed(left);
            const word old = left;
            left = right;
            right = old;
        }
        left ^= keys[rounds + 1];
        right ^= keys[rounds];
    }
    return (int)((left ^ right ^ left >> 9) & 63) + 64;
}
