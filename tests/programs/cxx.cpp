// run: --nodes 2
// expect: first second main
// expect: static made once: 7 7
// expect: square 9 circle 12
// expect: placed 5, aligned 1, nothrow 1
// expect: sum 15
// expect: handler made 21
// expect: atexit
// expect: static gone
// expect: second gone
// expect: first gone
// The language: constructors and destructors of globals in order, statics of functions, virtual
// functions, new in all its forms, templates, lambdas, also in a handler.
#include <am.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <new>
#include <type_traits>
#include <utility>

static bool first_node() { return am_my_proc() == 0; }

struct Named {
    const char *name;
    explicit Named(const char *given) : name(given) {
        if (first_node()) std::printf("%s ", name);
    }
    ~Named() {
        if (first_node()) std::printf("%s gone\n", name);
    }
};

static Named first("first"), second("second");

struct Shape {
    virtual int area() const = 0;
    virtual const char *name() const = 0;
    virtual ~Shape() = default;
};
struct Square : Shape {
    int side;
    explicit Square(int s) : side(s) {}
    int area() const override { return side * side; }
    const char *name() const override { return "square"; }
};
struct Circle final : Shape {
    int area() const override { return 12; }
    const char *name() const override { return "circle"; }
};

static int made;
static int once() {
    static const int value = ++made + 6;
    static Named local("static");
    return value;
}

template <typename T> static T sum(std::initializer_list<T> values) {
    T total{};
    for (const T &v : values) total += v;
    return total;
}

static volatile int answer;
static void handle(int, int value) {
    auto *shape = new Square(value);
    const auto twice = [&](int more) { return 2 * shape->area() + more; };
    answer = twice(3);
    delete shape;
}
static_assert(std::is_same_v<std::remove_const_t<const int>, int>);

int main() {
    if (!first_node()) {
        am_request_1(0, handle, 3);
        return 0;
    }
    std::puts("main");
    const int one = once(), two = once();
    std::printf("made once: %d %d\n", one, two);
    const Shape *shapes[] = {new Square(3), new Circle};
    std::printf("%s %d %s %d\n", shapes[0]->name(), shapes[0]->area(), shapes[1]->name(),
                shapes[1]->area());
    for (const Shape *s : shapes) delete s;
    alignas(8) unsigned char place[sizeof(int)];
    const int *placed = new (place) int(5);
    struct alignas(256) Wide {
        char c[256];
    };
    Wide *wide = new Wide;
    volatile std::size_t too_much = 0x7fffffff;
    char *volatile none = new (std::nothrow) char[too_much];
    std::printf("placed %d, aligned %d, nothrow %d\n", *placed,
                (reinterpret_cast<std::uintptr_t>(wide) & 255) == 0, none == nullptr);
    delete wide;
    std::printf("sum %d\n", sum({1, 2, 3, 4, 5}));
    std::atexit([] { std::puts("atexit"); });
    while (!answer) am_poll();
    std::printf("handler made %d\n", answer);
    return 0;
}
