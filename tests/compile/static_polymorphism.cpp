// needs: new
//
// Static dispatch: the curiously recurring pattern, mixins, tag dispatch, overloads, policies, type
// lists.
#include "show.h"

template <typename D> struct counted {
    void step(int n) {
        for (int i = 0; i < n; ++i) self().once();
        ++calls;
    }
    D &self() { return static_cast<D &>(*this); }
    int calls = 0;
};
struct doubling : counted<doubling> {
    void once() { value *= 2; }
    int value = 1;
};
template <typename B> struct logged : B {
    void once() { B::once(), ++log; }
    int log = 0;
};
struct stepping : counted<logged<stepping>> {
    void once() { value += 3; }
    int value = 0;
};

struct checked {};
struct unchecked {};
static int divide(int a, int b, checked) { return b ? a / b : -1; }
static int divide(int a, int b, unchecked) { return a / b; }
template <typename Policy> struct calculator : Policy {
    int run(int a, int b) { return divide(a, b, Policy{}); }
};

static const char *pick(int) { return "int"; }
static const char *pick(double) { return "double"; }
static const char *pick(const char *) { return "text"; }
static const char *pick(const int &, int) { return "reference"; }
static const char *pick(int &&, int) { return "temporary"; }
template <typename T> static const char *pick(T *) { return "pointer"; }

template <typename... T> struct types {
    static constexpr int count = sizeof...(T);
    static constexpr int bytes = (0 + ... + static_cast<int>(sizeof(T)));
};
template <typename T> struct is_pointer { static constexpr bool value = false; };
template <typename T> struct is_pointer<T *> { static constexpr bool value = true; };
template <typename T> static int describe(T v) {
    if constexpr (is_pointer<T>::value)
        return *v + 1000;
    else
        return static_cast<int>(v);
}

int main() {
    doubling d;
    d.step(5), d.step(3);
    printf("%d %d\n", d.value, d.calls);
    logged<stepping> s;
    s.step(4);
    printf("%d %d %d\n", s.value, s.log, s.calls);
    printf("%d %d\n", calculator<checked>{}.run(5, OPAQUE(int, 0)),
           calculator<unchecked>{}.run(17, OPAQUE(int, 5)));
    int v = 3;
    printf("%s %s %s %s %s %s\n", pick(1), pick(1.0f), pick("x"), pick(&v), pick(v, 0), pick(3, 0));
    printf("%d %d\n", types<char, int16_t, int32_t, double>::count,
           types<char, int16_t, int32_t, double>::bytes);
    printf("%d %d %d\n", describe(&v), describe(7.9), describe('a'));
    return 0;
}
