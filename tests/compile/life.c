// Conway's life on a torus, in bytes and in words of bits, which must agree; Langton's ant beside
// it.
#include "show.h"

static uint8_t cells[32][32], next[32][32];
static uint32_t rows[32], after[32];

static uint32_t left(uint32_t v) { return v << 1 | v >> 31; }
static uint32_t right(uint32_t v) { return v >> 1 | v << 31; }

int main(void) {
    uint32_t state = 3;
    for (int y = 0; y < 32; ++y)
        for (int x = 0; x < 32; ++x) {
            cells[y][x] = next_random(&state) % 3 == 0;
            rows[y] |= (uint32_t)cells[y][x] << x;
        }
    for (int turn = 0; turn < 40; ++turn) {
        for (int y = 0; y < 32; ++y)
            for (int x = 0; x < 32; ++x) {
                int n = 0;
                for (int dy = -1; dy <= 1; ++dy)
                    for (int dx = -1; dx <= 1; ++dx)
                        n += (dx || dy) && cells[(y + dy) & 31][(x + dx) & 31];
                next[y][x] = n == 3 || (n == 2 && cells[y][x]);
            }
        memcpy(cells, next, sizeof cells);
        for (int y = 0; y < 32; ++y) {
            uint32_t one = 0, two = 0, four = 0;
            for (int k = 0; k < 8; ++k) {
                const uint32_t r = rows[(y + (k < 3 ? -1 : k < 5 ? 0 : 1)) & 31];
                const uint32_t v = k == 0 || k == 3 || k == 5 ? left(r)
                                   : k == 1 || k == 6         ? r
                                                              : right(r);
                const uint32_t c = one & v;
                one ^= v;
                four |= two & c;
                two ^= c;
            }
            after[y] = two & ~four & (one | rows[y]);
        }
        memcpy(rows, after, sizeof rows);
        int same = 1, alive = 0;
        for (int y = 0; y < 32; ++y)
            for (int x = 0; x < 32; ++x)
                alive += cells[y][x], same &= cells[y][x] == (rows[y] >> x & 1);
        if (turn % 5 == 0 || !same) printf("%d alive, %d\n", alive, same);
    }
    static int ground[64][64];
    int x = 32, y = 32, d = 0, black = 0;
    static const int dx[] = {0, 1, 0, -1}, dy[] = {-1, 0, 1, 0};
    for (int i = 0; i < 6000; ++i) {
        d = (d + (ground[y][x] ? 3 : 1)) & 3;
        black += (ground[y][x] ^= 1) ? 1 : -1;
        x = (x + dx[d]) & 63, y = (y + dy[d]) & 63;
    }
    printf("%d %d %d\n", x, y, black);
    return 0;
}
