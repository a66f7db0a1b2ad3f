// Solves the linear equations of a file, and writes the inverse of their matrix to another.
#include <math.h>
#include <stdio.h>

enum { most = 8 };

int main(void) {
    int n;
    double a[most][2 * most + 1] = {{0}};
    FILE *in = fopen("matrix.txt", "r");
    if (!in || fscanf(in, "%d", &n) != 1 || n > most) return 1;
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j)
            if (fscanf(in, "%lf", &a[i][j]) != 1) return 1;
        if (fscanf(in, "%lf", &a[i][2 * n]) != 1) return 1;
        a[i][n + i] = 1;
    }
    fclose(in);
    for (int k = 0; k < n; ++k) {
        int pivot = k;
        for (int i = k + 1; i < n; ++i)
            if (fabs(a[i][k]) > fabs(a[pivot][k])) pivot = i;
        for (int j = 0; j <= 2 * n; ++j) {
            const double t = a[k][j];
            a[k][j] = a[pivot][j];
            a[pivot][j] = t;
        }
        for (int j = 2 * n; j >= k; --j) a[k][j] /= a[k][k];
        for (int i = 0; i < n; ++i)
            for (int j = 2 * n; i != k && j >= k; --j) a[i][j] -= a[i][k] * a[k][j];
    }
    for (int i = 0; i < n; ++i) printf("x%d = %.9g\n", i, a[i][2 * n]);
    FILE *out = fopen("inverse.out", "w");
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            fprintf(out, "%10.6f%c", a[i][n + j] + 0.0, j + 1 < n ? ' ' : '\n');
    fclose(out);
}
