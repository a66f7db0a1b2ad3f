// flags: -g
// expect-error: pure virtual function called
// expect-error: ask
// expect-error: pure_virtual.cpp:11)
struct Base {
    Base() { ask(); }
    virtual int answer() = 0;
    void ask();
    int value = 0;
};
__attribute__((noinline)) void Base::ask() { value = answer(); }
struct Derived : Base {
    int answer() override { return 42; }
};

int main() { return Derived().value; }
