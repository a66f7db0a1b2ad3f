// Linear equations by elimination with pivots, in double and in single precision, and roots of
// polynomials by Newton. What is found is put in again.
enum { order = 24 };

static double a[order][order + 1], before[order][order + 1], x[order];
static float fa[order][order + 1], fx[order];

static double absolute(double v) { return v < 0 ? -v : v; }

static void eliminate(void) {
    for (int i = 0; i < order; ++i) {
        int pivot = i;
        for (int r = i + 1; r < order; ++r)
            if (absolute(a[r][i]) > absolute(a[pivot][i])) pivot = r;
        for (int c = i; c <= order; ++c) {
            const double t = a[i][c];
            a[i][c] = a[pivot][c];
            a[pivot][c] = t;
        }
        for (int r = i + 1; r < order; ++r) {
            const double f = a[r][i] / a[i][i];
            for (int c = i; c <= order; ++c) a[r][c] -= f * a[i][c];
        }
    }
    for (int i = order - 1; i >= 0; --i) {
        double s = a[i][order];
        for (int c = i + 1; c < order; ++c) s -= a[i][c] * x[c];
        x[i] = s / a[i][i];
    }
}
/// By Gauss and Seidel.
static int iterate(void) {
    for (int i = 0; i < order; ++i) fx[i] = 0;
    for (int turn = 1; turn < 60; ++turn) {
        float change = 0;
        for (int i = 0; i < order; ++i) {
            float s = fa[i][order];
            for (int c = 0; c < order; ++c)
                if (c != i) s -= fa[i][c] * fx[c];
            s /= fa[i][i];
            const float d = s - fx[i];
            if (d > change) change = d;
            if (-d > change) change = -d;
            fx[i] = s;
        }
        if (change < 1e-5F) return turn;
    }
    return 0;
}
static double root(const double *p, int degree, double at) {
    for (int turn = 0; turn < 50; ++turn) {
        double value = 0, slope = 0;
        for (int i = degree; i >= 0; --i) {
            slope = slope * at + value;
            value = value * at + p[i];
        }
        const double step = value / slope;
        at -= step;
        if (absolute(step) < 1e-12) break;
    }
    return at;
}

int main(void) {
    static const double p[] = {-6, 11, -6, 1}; // 1, 2, 3
    if (absolute(root(p, 3, 3.7) - 3) > 1e-9) return 1;
    unsigned seed = 1, sum = 0;
    for (int turn = 0; turn < 200; ++turn) {
        for (int i = 0; i < order; ++i)
            for (int j = 0; j <= order; ++j) {
                seed = seed * 1664525 + 1013904223;
                a[i][j] = before[i][j] = (int)(seed >> 20) * 0.01 - 20;
                fa[i][j] = (float)(before[i][j] + (i == j ? 1000 : 0));
            }
        eliminate();
        for (int i = 0; i < order; ++i) {
            double s = before[i][order];
            for (int c = 0; c < order; ++c) s -= before[i][c] * x[c];
            if (absolute(s) > 1e-6) return 2;
        }
        const int turns = iterate();
        if (!turns) return 3;
        sum += (unsigned)turns * 7 + (unsigned)(int)(x[turn % order] * 100);
        sum += (unsigned)(int)(root(p, 3, turn * 0.037 + 3.1) * 1000);
    }
    return (int)(sum & 63) + 64;
}
