// needs: new
//
// Operators of classes: a rational number, a fixed-point number, indexing, calls, conversion,
// literals, comparison.
#include "show.h"

class rational {
  public:
    constexpr rational(int n, int d = 1) : numerator(n), denominator(d) { reduce(); }
    constexpr rational operator+(rational o) const {
        return {numerator * o.denominator + o.numerator * denominator, denominator * o.denominator};
    }
    constexpr rational operator-() const { return {-numerator, denominator}; }
    constexpr rational operator*(rational o) const {
        return {numerator * o.numerator, denominator * o.denominator};
    }
    constexpr rational &operator+=(rational o) { return *this = *this + o; }
    constexpr bool operator<(rational o) const {
        return numerator * o.denominator < o.numerator * denominator;
    }
    constexpr bool operator==(const rational &) const = default;
    explicit operator double() const { return static_cast<double>(numerator) / denominator; }
    rational &operator++() { return *this += 1; }
    rational operator++(int) {
        const rational old = *this;
        ++*this;
        return old;
    }
    void print(const char *end) const { printf("%d/%d%s", numerator, denominator, end); }

  private:
    constexpr void reduce() {
        int a = numerator < 0 ? -numerator : numerator, b = denominator;
        while (b) {
            const int t = a % b;
            a = b, b = t;
        }
        if (a) numerator /= a, denominator /= a;
    }
    int numerator, denominator;
};
constexpr rational operator""_r(unsigned long long v) { return rational(static_cast<int>(v)); }

struct polynomial {
    int c[4];
    int operator()(int x) const { return ((c[3] * x + c[2]) * x + c[1]) * x + c[0]; }
    int &operator[](int i) { return c[i]; }
    explicit operator bool() const { return c[0] || c[1] || c[2] || c[3]; }
};

static_assert(rational(1, 2) + rational(1, 3) == rational(5, 6));

int main() {
    rational sum = 0_r;
    for (int i = 1; i <= 10; ++i) sum += rational(1, i);
    sum.print("\n");
    (-sum * rational(2, 7)).print("\n");
    rational r(7, 3);
    (r++).print(" ");
    (++r).print(" ");
    r.print("\n");
    printf("%d %d\n", rational(2, 3) < rational(3, 4), 4_r == rational(8, 2));
    show_double("double", static_cast<double>(rational(22, 7)));
    polynomial p{{1, 2, 3, 4}};
    p[2] = -3;
    for (int x = -2; x < 3; ++x) printf("%d ", p(x));
    printf("%d %d\n", p ? 1 : 0, polynomial{} ? 1 : 0);
    return 0;
}
