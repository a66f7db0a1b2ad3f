// A transform of Fourier in double precision and back; the result must be what it was.
enum { points = 512 };

static double re[points], im[points], turn_re[points / 2], turn_im[points / 2];
static double re_before[points];

static void transform(int back) {
    for (int i = 1, j = 0; i < points; ++i) {
        int bit = points >> 1;
        for (; j & bit; bit >>= 1) j ^= bit;
        j ^= bit;
        if (i < j) {
            const double r = re[i], m = im[i];
            re[i] = re[j], im[i] = im[j];
            re[j] = r, im[j] = m;
        }
    }
    for (int n = 2; n <= points; n *= 2)
        for (int i = 0; i < points; i += n)
            for (int k = 0; k < n / 2; ++k) {
                const double wr = turn_re[k * (points / n)];
                const double wi = back ? -turn_im[k * (points / n)] : turn_im[k * (points / n)];
                const int a = i + k, b = a + n / 2;
                const double r = re[b] * wr - im[b] * wi, m = re[b] * wi + im[b] * wr;
                re[b] = re[a] - r, im[b] = im[a] - m;
                re[a] += r, im[a] += m;
            }
}

int main(void) {
    const double c1 = 0.99992470183914454093, s1 = -0.012271538285719926080; // -2 pi / 512
    double c = 1, s = 0, sum = 0;
    for (int i = 0; i < points / 2; ++i) {
        turn_re[i] = c, turn_im[i] = s;
        const double t = c * c1 - s * s1;
        s = s * c1 + c * s1;
        c = t;
    }
    unsigned x = 1;
    for (int turn = 0; turn < 100; ++turn) {
        for (int i = 0; i < points; ++i) {
            x = x * 1664525 + 1013904223;
            re[i] = re_before[i] = (int)(x >> 16) * 0.001 - 32;
            im[i] = 0;
        }
        transform(0);
        for (int i = 1; i < points / 2; ++i) sum += re[i] * re[i] + im[i] * im[i] > 1e5;
        transform(1);
        for (int i = 0; i < points; ++i) {
            const double d = re[i] / points - re_before[i];
            if (d > 1e-9 || d < -1e-9 || im[i] > 1e-6 || im[i] < -1e-6) return 1;
        }
    }
    return (int)sum % 64 + 64;
}
