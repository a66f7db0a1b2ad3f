// needs: new
// no-qemu: the heap asks the network interface for the level
//
// new and delete: single objects, arrays with destructors, virtual destructors, alignment, nothrow,
// own operators.
#include "show.h"

#include <new>

static int live;
struct base {
    base() { ++live; }
    virtual ~base() { --live; }
    virtual int value() const { return 1; }
};
struct derived : base {
    int v[20]{};
    int value() const override { return 2 + v[19]; }
};
struct pooled {
    static void *operator new(decltype(sizeof 0) n) {
        ++taken;
        return ::operator new(n);
    }
    static void operator delete(void *p) {
        --taken;
        ::operator delete(p);
    }
    static inline int taken = 0;
    int v = 3;
};
struct tree {
    explicit tree(int d)
        : left(d ? new tree(d - 1) : nullptr), right(d ? new tree(d - 1) : nullptr) {
        ++live;
    }
    ~tree() {
        delete left;
        delete right;
        --live;
    }
    int count() const { return 1 + (left ? left->count() + right->count() : 0); }
    tree *left, *right;
};

int main() {
    base *b = new derived;
    printf("%d %d\n", b->value(), live);
    delete b;
    derived *many = new derived[7];
    many[6].v[19] = 40;
    printf("%d %d\n", many[6].value(), live);
    delete[] many;
    pooled *p = new pooled;
    printf("%d %d\n", p->v, pooled::taken);
    delete p;
    tree *t = new tree(6);
    printf("%d %d\n", t->count(), live);
    delete t;
    int *numbers = new int[100]();
    for (int i = 0; i < 100; ++i) numbers[i] += i;
    printf("%d\n", numbers[99]);
    delete[] numbers;
    alignas(derived) char room[sizeof(derived)];
    base *q = new (room) derived;
    printf("%d\n", q->value());
    q->~base();
    printf("%d live, %d taken\n", live, pooled::taken);
    return live;
}
