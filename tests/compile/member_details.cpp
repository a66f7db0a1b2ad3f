// needs: new
//
// Smaller parts of the language: references, default arguments, static members, nested classes,
// enumerations, friends, structured bindings, range loops, bit-fields of classes, const and
// volatile members, function-local statics.
#include "show.h"

namespace outer {
inline namespace v1 {
int twice(int v) { return v * 2; }
} // namespace v1
namespace {
int hidden = 4;
}
} // namespace outer

class account {
  public:
    enum class kind : uint8_t { savings = 3, checking };
    struct entry {
        int amount;
        account *owner;
    };
    explicit account(kind k, int start = 100) : type(k), balance(start) { ++count; }
    account &add(int v) { return balance += v, *this; }
    entry record(int v) { return {v, this}; }
    int look() const { return ++looked, balance; }
    int look() { return balance + 100000; }
    static int how_many() { return count; }
    friend int secret(const account &a) { return a.balance * 1000 + a.looked; }
    kind type;

  private:
    int balance;
    mutable int looked = 0;
    static inline int count = 0;
};

struct packed {
    unsigned low : 4, high : 12;
    bool flag : 1;
    constexpr unsigned sum() const { return low + high + flag; }
};
static int next() {
    static int n = 40;
    return ++n;
}
static int &element(int *v, int i) { return v[i]; }
static void swap(int &a, int &b) {
    const int t = a;
    a = b, b = t;
}
template <typename T> static T &&forward(T &v) { return static_cast<T &&>(v); }
static int side(int &) { return 1; }
static int side(int &&) { return 2; }
static int side(const int &) { return 3; }

int main() {
    account a(account::kind::savings), b(account::kind::checking, 7);
    a.add(5).add(-20).add(1);
    const account &c = a;
    const int looked = c.look();
    printf("%d %d %d %d\n", a.look(), looked, secret(a), account::how_many());
    auto [amount, owner] = b.record(12);
    owner->add(amount);
    printf("%d %d\n", b.look(), static_cast<int>(b.type));
    int v[5] = {1, 2, 3, 4, 5};
    element(v, 2) = 30;
    swap(v[0], v[4]);
    auto &[x, y, z, p, q] = v;
    x += y, q = z;
    for (int &e : v) e *= 2;
    for (const int e : v) printf("%d ", e);
    printf("%d\n", p);
    const packed f{9, 3000, true};
    printf("%u %d\n", f.sum(), static_cast<int>(sizeof f));
    const int n1 = next(), n2 = next();
    printf("%d %d\n", n1, n2);
    printf("%d %d\n", outer::twice(outer::hidden), ::outer::v1::twice(1));
    int k = 1;
    printf("%d %d %d %d\n", side(k), side(2), side(static_cast<const int &>(k)),
           side(forward<int>(k)));
    int total = 0;
    for (
        struct { int i, j; } s = {0, 10}; s.i < s.j; ++s.i, --s.j)
        total += s.j - s.i;
    if (const int t = total; t > 5) printf("%d\n", t);
    switch (const auto r = total % 4; r) {
    case 2: printf("two\n"); break;
    default: printf("%d\n", r);
    }
    return 0;
}
