// needs: new
//
// Templates: functions, classes, values as parameters, specializations, variadic parameters, folds,
// concepts.
#include "show.h"

template <typename T> T largest(T a, T b) { return a < b ? b : a; }

template <typename T, int N> class stack {
  public:
    bool push(const T &v) { return used < N && (items[used++] = v, true); }
    T pop() { return items[--used]; }
    int size() const { return used; }

  private:
    T items[N]{};
    int used = 0;
};

template <int N> struct fibonacci {
    static constexpr uint64_t value = fibonacci<N - 1>::value + fibonacci<N - 2>::value;
};
template <> struct fibonacci<0> { static constexpr uint64_t value = 0; };
template <> struct fibonacci<1> { static constexpr uint64_t value = 1; };

template <typename T> struct name {
    static const char *of() { return "other"; }
};
template <> struct name<int> {
    static const char *of() { return "int"; }
};
template <typename T> struct name<T *> {
    static const char *of() { return "pointer"; }
};

template <typename... T> int sum(T... v) { return (0 + ... + static_cast<int>(v)); }
template <typename F, typename... T> void each(F f, T... v) { (f(v), ...); }

template <typename T>
concept sized = requires(const T &t) {
    t.size();
};
template <typename T> int measure(const T &) { return -1; }
template <sized T> int measure(const T &t) { return t.size(); }

template <typename T, typename U> auto add(T a, U b) -> decltype(a + b) { return a + b; }
template <typename T> constexpr T pi = T(3.25);

int main() {
    printf("%d %c\n", largest(3, 7), largest('a', 'z'));
    show_double("largest", largest(2.5, -1.0));
    stack<int, 4> s;
    for (int i = 0; i < 6; ++i) printf("%d ", s.push(i * i));
    while (s.size()) printf("%d ", s.pop());
    printf("\n");
    show64("fibonacci", fibonacci<80>::value);
    printf("%s %s %s\n", name<int>::of(), name<char **>::of(), name<float>::of());
    printf("%d\n", sum(1, 2.9, 'a', 4L));
    each([](auto v) { printf("<%d>", static_cast<int>(v)); }, 1, 2.5, 'c');
    s.push(1);
    printf(" %d %d\n", measure(s), measure(5));
    show_double("add", add(1, 2.25));
    show_float("pi", pi<float>);
    printf("%d\n", pi<int>);
    return 0;
}
