// Bytes: an image is blurred, sharpened with saturation, dilated, counted and thresholded; a matrix
// of signed bytes is multiplied. Pixels are 8 bits, sums 16 or 32.
typedef unsigned char byte;
enum { width = 160, height = 120, order = 48 };

static byte image[height][width], other[height][width];
static signed char a[order][order], b[order][order], c[order][order];
static unsigned counts[256];

static byte saturated(int x) { return (byte)(x < 0 ? 0 : x > 255 ? 255 : x); }

static void blur(void) {
    for (int y = 1; y < height - 1; ++y)
        for (int x = 1; x < width - 1; ++x) {
            unsigned short sum = 8;
            for (int dy = -1; dy <= 1; ++dy)
                for (int dx = -1; dx <= 1; ++dx)
                    sum =
                        (unsigned short)(sum + (image[y + dy][x + dx] << (2 - dx * dx - dy * dy)));
            other[y][x] = (byte)(sum >> 4);
        }
}
static void sharpen(void) {
    for (int y = 1; y < height - 1; ++y)
        for (int x = 1; x < width - 1; ++x)
            image[y][x] = saturated(2 * image[y][x] - other[y][x] + 1);
}
static void dilate(void) {
    for (int y = 0; y < height - 1; ++y)
        for (int x = 0; x < width - 1; ++x) {
            byte most = image[y][x];
            if (image[y][x + 1] > most) most = image[y][x + 1];
            if (image[y + 1][x] > most) most = image[y + 1][x];
            other[y][x] = most;
        }
}
static byte median(byte p, byte q, byte r) {
    const byte low = p < q ? p : q, high = p < q ? q : p;
    return r < low ? low : r > high ? high : r;
}
static void threshold(void) {
    for (int i = 0; i < 256; ++i) counts[i] = 0;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) ++counts[other[y][x]];
    byte level = 0;
    for (unsigned sum = 0; sum + counts[level] < width * height / 2; ++level) sum += counts[level];
    for (int y = 0; y < height; ++y)
        for (int x = 1; x < width - 1; ++x)
            if (other[y][x] > level)
                image[y][x] = (byte)(image[y][x] - 3);
            else
                image[y][x] = median(image[y][x - 1], image[y][x], image[y][x + 1]) ^ 1;
}
static void multiply(void) {
    for (int i = 0; i < order; ++i)
        for (int j = 0; j < order; ++j) {
            signed char sum = 0;
            for (int k = 0; k < order; ++k) sum = (signed char)(sum + a[i][k] * b[k][j]);
            c[i][j] = sum;
        }
    for (int i = 0; i < order; ++i)
        for (int j = 0; j < order; ++j) {
            if (c[i][j] > a[i][j])
                a[i][j] = c[i][j];
            else
                b[i][j] = (signed char)(b[i][j] + 5);
        }
}

int main(void) {
    unsigned x = 1, sum = 0;
    for (int i = 0; i < height; ++i)
        for (int j = 0; j < width; ++j) image[i][j] = (byte)((x = x * 1103515245 + 12345) >> 20);
    for (int i = 0; i < order; ++i)
        for (int j = 0; j < order; ++j)
            a[i][j] = (signed char)(i * 3 - j), b[i][j] = (signed char)(i == j);
    multiply(); // by the unit matrix
    for (int i = 0; i < order; ++i)
        for (int j = 0; j < order; ++j)
            if (c[i][j] != a[i][j]) return 1;
    for (int turn = 0; turn < 300; ++turn) {
        blur();
        sharpen();
        dilate();
        threshold();
        multiply();
        sum = sum * 31 + image[turn % 100 + 1][turn % 150] + (byte)c[turn % order][3];
    }
    return (int)((sum ^ sum >> 7) & 63) + 64;
}
