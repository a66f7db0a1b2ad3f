// needs: new
//
// Classes with virtual functions: multiple and virtual inheritance, this adjusted, pure functions,
// covariant results, calls while a base is constructed, pointers to members.
#include "show.h"

struct shape {
    explicit shape(int n) : id(n) {}
    virtual ~shape() = default;
    virtual int area() const = 0;
    virtual const char *name() const { return "shape"; }
    int id;
};
struct printable {
    virtual void print() const = 0;
    virtual ~printable() = default;
    char mark = '#';
};
struct rectangle : shape, printable {
    rectangle(int n, int w, int h) : shape(n), width(w), height(h) {}
    int area() const override { return width * height; }
    void print() const override { printf("%c rectangle %d: %dx%d\n", mark, id, width, height); }
    const char *name() const override { return "rectangle"; }
    int width, height;
};
struct square final : rectangle {
    square(int n, int side) : rectangle(n, side, side) {}
    void print() const override {
        rectangle::print();
        printf("  which is a square\n");
    }
};

struct base {
    int value = 5;
    virtual int get() { return value; }
    virtual base *self() { return this; }
};
struct left : virtual base {
    int a = 1;
    int get() override { return value + a; }
};
struct right : virtual base {
    int b = 2;
};
struct both : left, right {
    int c = 3;
    int get() override { return left::get() * 10 + b + c; }
    both *self() override { return this; }
};

static int order;
struct calls_virtual {
    calls_virtual() { order = order * 10 + which(); }
    virtual ~calls_virtual() { order = order * 10 + which(); }
    virtual int which() const { return 1; }
};
struct derived : calls_virtual {
    derived() { order = order * 10 + which(); }
    ~derived() override { order = order * 10 + which(); }
    int which() const override { return 2; }
};

int main() {
    rectangle r(1, 3, 4);
    square s(2, 5);
    const shape *shapes[] = {&r, &s};
    for (const shape *x : shapes) printf("%s %d %d\n", x->name(), x->id, x->area());
    const printable *printables[] = {&r, &s};
    for (const printable *p : printables) p->print();
    both b;
    left *l = &b;
    right *rt = &b;
    base *z = rt;
    z->value = 7;
    printf("%d %d %d\n", l->get(), rt->get(), z->self() == static_cast<base *>(&b));
    { derived d; }
    printf("%d\n", order);
    int (shape::*f)() const = &shape::area;
    int rectangle::*m = &rectangle::width;
    printf("%d %d\n", (shapes[1]->*f)(), s.*m);
    bool (*volatile same)(const shape *, const printable *) = [](const shape *a,
                                                                 const printable *p) {
        return static_cast<const rectangle *>(a) == static_cast<const rectangle *>(p);
    };
    printf("%d %d\n", same(shapes[0], printables[0]), same(shapes[0], printables[1]));
    return 0;
}
