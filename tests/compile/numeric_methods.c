// Numerical methods in software floating point: roots, a series, a linear system, an integral, a
// differential equation.
#include "show.h"

static double root(double v) {
    double x = v > 1 ? v : 1;
    for (int i = 0; i < 60; ++i) x = 0.5 * (x + v / x);
    return x;
}

static double sine(double x) {
    double term = x, sum = x;
    for (int n = 1; n < 15; ++n) {
        term *= -x * x / ((2 * n) * (2 * n + 1));
        sum += term;
    }
    return sum;
}

static int solve(int n, double a[8][9]) {
    for (int c = 0; c < n; ++c) {
        int best = c;
        for (int r = c + 1; r < n; ++r)
            if (__builtin_fabs(a[r][c]) > __builtin_fabs(a[best][c])) best = r;
        if (a[best][c] == 0) return 0;
        for (int k = 0; k <= n; ++k) {
            const double t = a[c][k];
            a[c][k] = a[best][k];
            a[best][k] = t;
        }
        for (int r = 0; r < n; ++r) {
            if (r == c) continue;
            const double f = a[r][c] / a[c][c];
            for (int k = c; k <= n; ++k) a[r][k] -= f * a[c][k];
        }
    }
    return 1;
}

int main(void) {
    show_double("root 2", root(2));
    show_double("root 1e-3", root(1e-3));
    show_double("root 12345.678", root(12345.678));
    for (int i = 0; i < 8; ++i) show_double("sine", sine(i * 0.4));
    double a[8][9];
    uint32_t state = 99;
    for (int r = 0; r < 8; ++r)
        for (int c = 0; c < 9; ++c) a[r][c] = (int)(next_random(&state) % 200) / 7.0 - 14;
    show_int("solved", solve(8, a));
    for (int r = 0; r < 8; ++r) show_double("x", a[r][8] / a[r][r]);
    double integral = 0;
    for (int i = 0; i < 200; ++i) {
        const double x = (i + 0.5) / 200;
        integral += 4 / (1 + x * x) / 200;
    }
    show_double("pi", integral);
    float y = 1, v = 0;
    for (int i = 0; i < 300; ++i) {
        v -= y * 0.01f;
        y += v * 0.01f;
    }
    show_float("oscillator", y);
    return 0;
}
