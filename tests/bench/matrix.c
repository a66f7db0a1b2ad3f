// Matrix multiply of words: multiplications and strided loads.
enum { size = 48 };

static int a[size][size], b[size][size], c[size][size];

static void multiply(void) {
    for (int i = 0; i < size; ++i)
        for (int j = 0; j < size; ++j) {
            int sum = 0;
            for (int k = 0; k < size; ++k) sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
}

int main(void) {
    for (int i = 0; i < size; ++i)
        for (int j = 0; j < size; ++j) {
            a[i][j] = i + j;
            b[i][j] = i - j;
        }
    for (int turn = 0; turn < 200; ++turn) {
        multiply();
        a[turn % size][7] += c[3][turn % size];
    }
    return c[5][11] & 127;
}
