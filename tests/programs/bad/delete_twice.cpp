// flags: -g
// expect-error: delete of 0x
// expect-error: which is not in use: freed twice, or not what malloc returned
// expect-error: delete_twice.cpp:10)
struct Pair {
    int a, b;
};

static __attribute__((noinline)) void drop(Pair *p) {
    delete p;
    __asm__ volatile("");
}

int main() {
    Pair *volatile p = new Pair{1, 2};
    drop(p);
    drop(p);
}
