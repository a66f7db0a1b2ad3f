// Fixed point: a transform of Fourier with 16.16, sines by CORDIC, a filter of 64-bit sums, a
// Mandelbrot set with 8.24, square roots.
typedef long long wide;
enum { points = 256, one = 65536 };

static int product(int a, int b) { return (int)((wide)a * b >> 16); }
static int product24(int a, int b) { return (int)((wide)a * b >> 24); }

/// Arcs of tangents 2^-i with 30 places.
static const int arcs[] = {843314857, 497837829, 263043837, 133525159, 67021687, 33543516, 16775851,
                           8388437,   4194283,   2097149,   1048576,   524288,   262144,   131072,
                           65536,     32768,     16384,     8192,      4096,     2048};
static void sine(int angle, int *s, int *c) { // 30 places, from -pi/2 to pi/2
    int x = 652032874, y = 0;
    for (int i = 0; i < 20; ++i) {
        const int dx = x >> i, dy = y >> i;
        if (angle >= 0)
            x -= dy, y += dx, angle -= arcs[i];
        else
            x += dy, y -= dx, angle += arcs[i];
    }
    *s = y, *c = x;
}

static int re[points], im[points], turn_re[points], turn_im[points];
static void transform(void) {
    for (int i = 1, j = 0; i < points; ++i) {
        int bit = points >> 1;
        for (; j & bit; bit >>= 1) j ^= bit;
        j ^= bit;
        if (i < j) {
            const int r = re[i], m = im[i];
            re[i] = re[j], im[i] = im[j];
            re[j] = r, im[j] = m;
        }
    }
    for (int n = 2; n <= points; n *= 2)
        for (int i = 0; i < points; i += n)
            for (int k = 0; k < n / 2; ++k) {
                const int wr = turn_re[k * (points / n)], wi = turn_im[k * (points / n)];
                const int a = i + k, b = a + n / 2;
                const int r = product(re[b], wr) - product(im[b], wi);
                const int m = product(re[b], wi) + product(im[b], wr);
                re[b] = (re[a] - r) >> 1, im[b] = (im[a] - m) >> 1;
                re[a] = (re[a] + r) >> 1, im[a] = (im[a] + m) >> 1;
            }
}
static unsigned root(unsigned x) {
    unsigned r = 0;
    for (unsigned bit = 1u << 30; bit; bit >>= 2)
        if (x >= r + bit) {
            x -= r + bit;
            r = (r >> 1) + bit;
        } else {
            r >>= 1;
        }
    return r;
}
static wide filter(const int *x, int n) {
    static const int taps[] = {-1203, 3411, -9022, 40021, 61000, 40021, -9022, 3411, -1203};
    wide worst = 0;
    for (int i = 8; i < n; ++i) {
        wide sum = 1 << 15;
        for (int k = 0; k < 9; ++k) sum += (wide)taps[k] * x[i - k];
        sum >>= 16;
        if (sum > worst) worst = sum;
    }
    return worst;
}
static int depth(int cr, int ci) {
    int zr = 0, zi = 0, n = 0;
    for (; n < 700; ++n) {
        const int rr = product24(zr, zr), ii = product24(zi, zi);
        if (rr + ii > 4 << 24) break;
        zi = 2 * product24(zr, zi) + ci;
        zr = rr - ii + cr;
    }
    return n;
}

int main(void) {
    if (root(1u << 30) != 1 << 15 || depth(0, 0) != 700) return 1;
    for (int i = 0; i < points / 2; ++i) {
        int s, c; // of -2 pi i / points
        sine((int)(1686629713 - i * 3373259426ll / (points / 2)), &s, &c);
        turn_re[i] = s >> 14, turn_im[i] = -(c >> 14);
    }
    unsigned sum = 0;
    for (int turn = 0; turn < 2000; ++turn) {
        const int period = 2 + turn % 14;
        for (int i = 0; i < points; ++i) {
            re[i] = (i % period - period / 2) * one / period + turn * 17;
            im[i] = 0;
        }
        sum += (unsigned)filter(re, points);
        transform();
        for (int i = 1; i < points / 2; ++i) { // of real numbers
            const int dr = re[i] - re[points - i], di = im[i] + im[points - i];
            if (dr > 40 || dr < -40 || di > 40 || di < -40) return 2;
        }
        for (int i = 0; i < points; ++i)
            sum += root((unsigned)(product(re[i], re[i]) + product(im[i], im[i])));
    }
    for (int y = -24; y < 24; ++y)
        for (int x = -48; x < 24; ++x)
            sum = sum * 3 + (unsigned)depth(x * (1 << 19), y * (1 << 19));
    return (int)((sum ^ sum >> 12) & 63) + 64;
}
