// Exceptions through every shape of frame, and what destructors see on the way.
#include <alloca.h>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <vector>
using namespace std;

#define NOINLINE __attribute__((noinline))

static int alive;
struct Counted {
    int n;
    explicit Counted(int n) : n(n) { ++alive; }
    ~Counted() { --alive; }
    Counted(const Counted &) = delete;
};

NOINLINE void leaf(volatile int *p) {
    if (p[0] == 0) throw *p;
    throw runtime_error("leaf " + to_string(*p));
}

/// Register windows, or one frame of callee-saved registers for each level.
NOINLINE int deep(int n, volatile int *p) {
    const Counted counted(n);
    const int a = p[0] + n, b = p[1] * n, c = p[2] - n, d = p[3] ^ n, e = p[4] + 7 * n;
    if (n == 0) leaf(p);
    int below;
    try {
        below = deep(n - 1, p);
    } catch (const logic_error &) {
        below = -1;
    }
    return below + a + b * c + d * e;
}

/// Values that live in registers across the call that throws.
NOINLINE double live(volatile int *p, volatile double *x) {
    const int a = p[0], b = p[1], c = p[2], d = p[3], e = p[4], f = p[5];
    const double r = x[0], s = x[1], t = x[2], u = x[3], v = x[4];
    double sum = 0;
    for (int i = 0; i < 3; ++i) {
        try {
            deep(i * 20, p);
        } catch (const exception &) {
            sum += a + b * 2 + c * 3 + d * 5 + e * 7 + f * 11;
        }
        sum += r + s * 2 + t * 3 + u * 5 + v * 7;
    }
    return sum;
}

NOINLINE int large(int n, volatile int *p) {
    volatile char big[100000];
    big[n] = 1;
    big[sizeof big - 1] = 2;
    const Counted counted(n);
    try {
        if (n < 3) return large(n + 1, p) + big[n];
        leaf(p);
    } catch (int) {
        return -1;
    }
    return 0;
}

NOINLINE int dynamic(int n, volatile int *p) {
    char *const words = static_cast<char *>(alloca(n));
    memset(words, n % 100, n);
    const Counted counted(n);
    try {
        leaf(p);
    } catch (const exception &e) {
        char *const more = static_cast<char *>(alloca(2 * n));
        memset(more, 1, 2 * n);
        return words[0] + words[n - 1] + more[n] + static_cast<int>(strlen(e.what()));
    }
    return 0;
}

NOINLINE int aligned(volatile int *p) {
    alignas(32) volatile int a[8] = {p[0], p[1], p[2]};
    const volatile uintptr_t at = reinterpret_cast<uintptr_t>(a);
    try {
        leaf(p);
    } catch (const exception &e) {
        a[1] += e.what()[0];
    }
    return at % 32 ? -1 : a[0] + a[1] * 3 + a[2] * 5;
}

NOINLINE int variable(volatile int *p, int n, ...) {
    va_list list;
    va_start(list, n);
    double sum = 0;
    for (int i = 0; i < n; ++i) {
        try {
            sum += va_arg(list, double);
            leaf(p);
        } catch (const runtime_error &) {
            sum += va_arg(list, int);
        }
    }
    va_end(list);
    return static_cast<int>(sum);
}

NOINLINE double many(int a, double b, long long c, float d, const string &e, int f, int g, int h,
                     double i, volatile int *p) {
    try {
        leaf(p);
    } catch (...) {
        return a + b + static_cast<double>(c) + d + e.size() + f + g + h + i;
    }
    return 0;
}

struct Left {
    virtual ~Left() = default;
    int left = 1;
};
struct Right {
    virtual ~Right() = default;
    int right = 2;
};
struct Both : Left, virtual Right {
    int both = 3;
};

struct Fails {
    Counted first{1}, second{2};
    explicit Fails(volatile int *p) try : third(p[1]) { leaf(p); } catch (const runtime_error &e) {
        throw invalid_argument(string(e.what()) + " in Fails");
    }
    Counted third;
};

NOINLINE void nested(int n) {
    try {
        if (n == 0) throw length_error("innermost");
        nested(n - 1);
    } catch (...) {
        throw_with_nested(runtime_error("level " + to_string(n)));
    }
}
NOINLINE void print_nested(const exception &e) {
    cout << e.what() << '\n';
    try {
        rethrow_if_nested(e);
    } catch (const exception &inner) {
        print_nested(inner);
    }
}

struct Watch {
    ~Watch() { cout << "uncaught " << uncaught_exceptions() << '\n'; }
};

int main() {
    volatile int numbers[] = {3, 1, 4, 1, 5, 9};
    volatile double values[] = {2.5, 7.25, 1.125, 8.5, 2.75};
    cout << live(numbers, values) << ' ' << alive << '\n';
    cout << dynamic(1000, numbers) << ' ' << aligned(numbers) << ' ' << alive << '\n';
    cout << variable(numbers, 2, 1.5, 10, 2.5, 20) << ' '
         << many(1, 2.5, 1LL << 40, 0.5f, "five", 6, 7, 8, 9.25, numbers) << '\n';
    volatile int zeros[] = {0};
    cout << large(0, zeros) << ' ' << alive << '\n';

    // Each caught exception gives back what it took of stack and heap.
    unsigned sum = 0;
    for (int i = 0; i < 3000; ++i) {
        try {
            leaf(i % 2 ? numbers : zeros);
        } catch (int zero) {
            sum += zero + 1;
        } catch (const exception &e) {
            sum += e.what()[0];
        }
    }
    cout << sum << '\n';

    try {
        throw Both();
    } catch (const Right &r) {
        cout << "Right " << r.right << ' ' << (typeid(r) == typeid(Both)) << '\n';
    }
    try {
        Both both;
        throw static_cast<Left *>(&both);
    } catch (const Left *l) {
        cout << "Left * " << l->left << '\n';
    }
    try {
        const Fails fails(numbers);
    } catch (const logic_error &e) {
        cout << e.what() << ' ' << alive << '\n';
    }
    try {
        nested(2);
    } catch (const exception &e) {
        print_nested(e);
    }

    exception_ptr kept;
    try {
        const Watch watch;
        vector<unique_ptr<Counted>> owned;
        for (int i = 0; i < 5; ++i) owned.emplace_back(new Counted(i));
        leaf(numbers);
    } catch (...) {
        kept = current_exception();
    }
    try {
        rethrow_exception(kept);
    } catch (const runtime_error &e) {
        cout << "kept " << e.what() << ' ' << alive << '\n';
    }

    Both both;
    Left *const left = &both;
    cout << typeid(*left).name() << ' ' << typeid(int *).name() << ' '
         << (dynamic_cast<Right *>(left) == static_cast<Right *>(&both)) << '\n';
    try {
        cout << dynamic_cast<Both &>(static_cast<Left &>(*make_unique<Left>())).both;
    } catch (const bad_cast &) {
        cout << "bad_cast\n";
    }
    try {
        Left *volatile none = nullptr;
        cout << typeid(*none).name();
    } catch (const bad_typeid &) {
        cout << "bad_typeid\n";
    }
}
