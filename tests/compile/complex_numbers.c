// Complex numbers of the language: arguments, results, arithmetic, arrays; a fast Fourier transform
// over exact twiddles.
#include "show.h"

typedef double _Complex cd;
typedef float _Complex cf;

static cd multiply(cd a, cd b) { return a * b; }
static cf add(cf a, cf b, float c) { return a + b * c; }

static void show_complex(const char *name, cd v) {
    show_double(name, __real__ v);
    show_double("  imaginary", __imag__ v);
}

// Of four elements, so that all twiddles are 1, -1, i and -i and nothing is rounded.
static void fourier4(cd *v) {
    const cd i = __extension__ 1.0i;
    const cd a = v[0] + v[2], b = v[0] - v[2], c = v[1] + v[3], d = (v[1] - v[3]) * -i;
    v[0] = a + c;
    v[1] = b + d;
    v[2] = a - c;
    v[3] = b - d;
}

int main(void) {
    cd a, b;
    __real__ a = OPAQUE(double, 1.5), __imag__ a = OPAQUE(double, -2.25);
    __real__ b = OPAQUE(double, 0.125), __imag__ b = OPAQUE(double, 3.0);
    show_complex("a + b", a + b);
    show_complex("a - b", a - b);
    show_complex("a * b", multiply(a, b));
    show_complex("conjugate", ~a);
    show_complex("a / 4", a / 4.0);
    show_complex("-a", -a);
    printf("%d %d\n", a == b, a != b);
    cf f;
    __real__ f = 2.5f, __imag__ f = 0.5f;
    const cf g = add(f, f * f, OPAQUE(float, 3.0f));
    show_float("real", __real__ g);
    show_float("imaginary", __imag__ g);
    cd v[4] = {1, 2, -3, 4.5};
    fourier4(v);
    for (int i = 0; i < 4; ++i) show_complex("v", v[i]);
    cd power = 1;
    for (int i = 0; i < 6; ++i) power = multiply(power, a);
    show_complex("power", power);
    return 0;
}
