// The transform of a picture's blocks in integers, in both directions, with a table of divisors and
// a zigzag scan between: straight-line code with products, then short loops.
enum { blocks = 24, turns = 4200 };

static short picture[blocks][64], kept[blocks][64];
static unsigned char zigzag[64];

static void four(int *t) { // even half: t[0], t[2], t[4], t[6] of eight
    const int a = t[0] + t[3], b = t[1] + t[2], c = t[1] - t[2], d = t[0] - t[3];
    const int z = (c + d) * 4433;
    t[0] = (a + b) << 2;
    t[2] = (a - b) << 2;
    t[1] = (z + d * 6270 + 1024) >> 11;
    t[3] = (z - c * 15137 + 1024) >> 11;
}

static void forward(int *v, int step) {
    int even[4], odd[4];
    for (int i = 0; i < 4; ++i) {
        even[i] = v[i * step] + v[(7 - i) * step];
        odd[i] = v[i * step] - v[(7 - i) * step];
    }
    four(even);
    const int o0 = odd[3], o1 = odd[2], o2 = odd[1], o3 = odd[0];
    int z1 = o0 + o3, z2 = o1 + o2, z3 = o0 + o2, z4 = o1 + o3;
    const int z5 = (z3 + z4) * 9633;
    z1 *= -7373, z2 *= -20995, z3 = z3 * -16069 + z5, z4 = z4 * -3196 + z5;
    v[0] = even[0], v[2 * step] = even[1], v[4 * step] = even[2], v[6 * step] = even[3];
    v[7 * step] = (o0 * 2446 + z1 + z3 + 1024) >> 11;
    v[5 * step] = (o1 * 16819 + z2 + z4 + 1024) >> 11;
    v[3 * step] = (o2 * 25172 + z2 + z3 + 1024) >> 11;
    v[step] = (o3 * 12299 + z1 + z4 + 1024) >> 11;
}

static void inverse(int *v, int step) {
    int z1 = (v[2 * step] + v[6 * step]) * 4433;
    const int e2 = z1 - v[6 * step] * 15137, e3 = z1 + v[2 * step] * 6270;
    const int e0 = (v[0] + v[4 * step]) * 8192, e1 = (v[0] - v[4 * step]) * 8192;
    const int a = e0 + e3, d = e0 - e3, b = e1 + e2, c = e1 - e2;
    int o0 = v[7 * step], o1 = v[5 * step], o2 = v[3 * step], o3 = v[step];
    int z2 = o1 + o2, z3 = o0 + o2, z4 = o1 + o3;
    const int z5 = (z3 + z4) * 9633;
    z1 = (o0 + o3) * -7373, z2 *= -20995, z3 = z3 * -16069 + z5, z4 = z4 * -3196 + z5;
    o0 = o0 * 2446 + z1 + z3;
    o1 = o1 * 16819 + z2 + z4;
    o2 = o2 * 25172 + z2 + z3;
    o3 = o3 * 12299 + z1 + z4;
    const int shift = 15, half = 1 << (shift - 1);
    v[0] = (a + o3 + half) >> shift, v[7 * step] = (a - o3 + half) >> shift;
    v[step] = (b + o2 + half) >> shift, v[6 * step] = (b - o2 + half) >> shift;
    v[2 * step] = (c + o1 + half) >> shift, v[5 * step] = (c - o1 + half) >> shift;
    v[3 * step] = (d + o0 + half) >> shift, v[4 * step] = (d - o0 + half) >> shift;
}

int main(void) {
    int row = 0, column = 0;
    for (int i = 0; i < 64; ++i) {
        zigzag[i] = (unsigned char)(8 * row + column);
        if ((row + column) % 2 == 0) {
            if (column == 7)
                ++row;
            else if (row == 0)
                ++column;
            else
                --row, ++column;
        } else if (row == 7)
            ++column;
        else if (column == 0)
            ++row;
        else
            ++row, --column;
    }
    unsigned seed = 3, result = 0;
    for (int b = 0; b < blocks; ++b)
        for (int i = 0; i < 64; ++i) {
            seed = seed * 1664525u + 1013904223u;
            picture[b][i] = (short)((seed >> 27) + 6 * (i & 7) + 5 * (i >> 3));
        }
    for (int turn = 0; turn < turns; ++turn)
        for (int b = 0; b < blocks; ++b) {
            int v[64];
            for (int i = 0; i < 64; ++i) v[i] = picture[b][i] - 32;
            for (int i = 0; i < 8; ++i) forward(v + 8 * i, 1);
            for (int i = 0; i < 8; ++i) forward(v + i, 8);
            int zeros = 0;
            for (int i = 0; i < 64; ++i) {
                int c = v[zigzag[i]];
                const int by = 64 + 16 * i; // a power of two would not need a division
                c = c < 0 ? -((-c * 1024 / by + 512) >> 10) : (c * 1024 / by + 512) >> 10;
                kept[b][i] = (short)c;
                if (c == 0)
                    ++zeros;
                else
                    result = result * 9 + (unsigned)(zeros * 16 + (c & 15)), zeros = 0;
            }
            for (int i = 0; i < 64; ++i) v[zigzag[i]] = kept[b][i] * (64 + 16 * i) / 64;
            for (int i = 0; i < 8; ++i) inverse(v + i, 8);
            for (int i = 0; i < 8; ++i) inverse(v + 8 * i, 1);
            for (int i = 0; i < 64; ++i) result += (unsigned)v[i] & 7;
            picture[b][turn & 63] ^= 1;
        }
    return (int)(result & 63) + 64;
}
