// needs: new
//
// Lambdas: captures by value and reference, mutable state, generic ones, recursion, as pointers,
// returned, stored in a class of its own that erases their type.
#include "show.h"

template <typename F> static int times(int n, F &&f) {
    int total = 0;
    for (int i = 0; i < n; ++i) total += f(i);
    return total;
}
static auto adder(int by) {
    return [by](int v) { return v + by; };
}

template <typename> class function;
template <typename R, typename... A> class function<R(A...)> {
  public:
    template <typename F>
    function(const F &f)
        : call([](const void *o, A... a) -> R { return (*static_cast<const F *>(o))(a...); }) {
        static_assert(sizeof(F) <= sizeof object);
        memcpy(object, &f, sizeof f);
    }
    R operator()(A... a) const { return call(object, a...); }

  private:
    R (*call)(const void *, A...);
    alignas(8) char object[32];
};

int main() {
    int seen = 0;
    printf("%d ", times(5, [&seen](int i) { return seen += i, i * i; }));
    printf("%d\n", seen);
    auto counter = [n = 10]() mutable { return n++; };
    printf("%d ", counter());
    printf("%d ", counter());
    auto copy = counter;
    printf("%d ", copy());
    printf("%d\n", counter());
    printf("%d %d\n", adder(3)(4), times(4, adder(100)));
    const auto apply = [](auto f, auto... v) { return f(v...); };
    printf("%d\n", apply([](int a, double b, char c) { return a + static_cast<int>(b * 2) + c; }, 1,
                         2.5, 'A'));
    const auto factorial = [](auto self, int n) -> int {
        return n < 2 ? 1 : n * self(self, n - 1);
    };
    printf("%d\n", factorial(factorial, 10));
    int (*plain)(int) = [](int v) { return ~v; };
    printf("%d\n", plain(5));
    const function<int(int, int)> table[] = {[](int a, int b) { return a - b; },
                                             [&seen](int a, int b) { return (a + b) * seen; },
                                             [k = 7](int a, int) { return a % k; }};
    for (const auto &f : table) printf("%d ", f(50, 8));
    printf("\n");
    return 0;
}
