// Typical programs: a linear system, a Fourier transform, the Mandelbrot set; double and single
// precision, conversions from and to words.
#include "print.h"

enum { size = 24, points = 64 };

static double matrix[size][size + 1], solution[size];

static void fill(void) {
    uint32_t random = 1;
    for (int i = 0; i < size; ++i)
        for (int j = 0; j <= size; ++j) {
            random = random * 1664525u + 1013904223u;
            matrix[i][j] = (double)(int32_t)random / 65536.0 + (i == j ? 40000.0 : 0.0);
        }
}

static void eliminate(void) {
    for (int k = 0; k < size; ++k) {
        int best = k;
        for (int i = k + 1; i < size; ++i)
            if (__builtin_fabs(matrix[i][k]) > __builtin_fabs(matrix[best][k])) best = i;
        for (int j = k; j <= size; ++j) {
            const double other = matrix[k][j];
            matrix[k][j] = matrix[best][j];
            matrix[best][j] = other;
        }
        for (int i = k + 1; i < size; ++i) {
            const double factor = matrix[i][k] / matrix[k][k];
            for (int j = k; j <= size; ++j) matrix[i][j] -= factor * matrix[k][j];
        }
    }
    for (int i = size - 1; i >= 0; --i) {
        double sum = matrix[i][size];
        for (int j = i + 1; j < size; ++j) sum -= matrix[i][j] * solution[j];
        solution[i] = sum / matrix[i][i];
    }
}

static float real[points], imaginary[points];

static void transform(void) {
    for (int i = 0, j = 0; i < points; ++i) {
        if (i < j) {
            const float other = real[i];
            real[i] = real[j];
            real[j] = other;
        }
        for (int bit = points / 2; (j ^= bit) < bit; bit /= 2) {
        }
    }
    float cosine = -1, sine = 0;
    for (int half = 1; half < points; half *= 2) {
        float wr = 1, wi = 0;
        for (int k = 0; k < half; ++k) {
            for (int i = k; i < points; i += 2 * half) {
                const float r = real[i + half] * wr - imaginary[i + half] * wi;
                const float m = real[i + half] * wi + imaginary[i + half] * wr;
                real[i + half] = real[i] - r, imaginary[i + half] = imaginary[i] - m;
                real[i] += r, imaginary[i] += m;
            }
            const float next = wr * cosine - wi * sine;
            wi = wr * sine + wi * cosine;
            wr = next;
        }
        sine = -__builtin_sqrtf((1 - cosine) / 2);
        cosine = __builtin_sqrtf((1 + cosine) / 2);
    }
}

static unsigned escape(double x, double y) {
    double r = 0, i = 0;
    unsigned n = 0;
    while (n < 60 && r * r + i * i <= 4) {
        const double next = r * r - i * i + x;
        i = 2 * r * i + y;
        r = next;
        ++n;
    }
    return n;
}

int main(void) {
    fill();
    eliminate();
    for (int i = 0; i < size; ++i) {
        print_double(solution[i]);
        end_line();
    }
    for (int i = 0; i < points; ++i) real[i] = (float)((i * i) % 17 - 8), imaginary[i] = 0;
    transform();
    for (int i = 0; i < points; ++i) {
        print_single(real[i]), print_single(imaginary[i]);
        text(" ");
        hex((uint32_t)(int)(real[i] * 1000));
        end_line();
    }
    uint32_t sum = 0;
    for (int y = 0; y < 30; ++y)
        for (int x = 0; x < 40; ++x) sum = mix(sum, escape(x * 0.075 - 2.2, y * 0.08 - 1.2));
    hex(sum);
    end_line();
    return (int)(sum & 127);
}
