// Products of 16 bits, and a CRC by bits of bytes and halfwords.
enum { size = 40, turns = 800 };

static short a[size][size], b[size][size];
static unsigned char low[size * size];

static unsigned short crc(unsigned char data, unsigned short crc) {
    for (int i = 0; i < 8; ++i) {
        const unsigned char odd = (unsigned char)((data ^ crc) & 1);
        data >>= 1;
        crc >>= 1;
        if (odd) crc ^= 0xA001;
    }
    return crc;
}

int main(void) {
    unsigned short sum = 0;
    for (int i = 0; i < size; ++i)
        for (int j = 0; j < size; ++j) a[i][j] = (short)(i * j + 1), b[i][j] = (short)(i - j);
    for (int turn = 0; turn < turns; ++turn) {
        for (int i = 0; i < size; ++i)
            for (int j = 0; j < size; ++j) {
                int cell = 0;
                for (int k = 0; k < size; ++k) {
                    const int product = a[i][k] * b[k][j];
                    cell += (product >> 2 & 15) * (product >> 5 & 127);
                }
                low[i * size + j] = (unsigned char)cell;
            }
        for (int i = 0; i < size * size; ++i) sum = crc(low[i], sum);
        a[turn % size][3] ^= (short)sum;
    }
    return (sum & 63) + 64;
}
