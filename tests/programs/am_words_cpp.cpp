// run: --nodes 3
// expect: all right
// Arguments of messages of every type that is a word, without casts, in C++.
#include <am.h>
#include <cstdio>

enum class colour : unsigned { red = 5, green = 1u << 30 };

static const char text[] = "a text that every node has";
static int slots[4];
static volatile int wrong, came;

static void one(int src, const char *p) {
    wrong = wrong + (p != text || src != am_my_proc());
    came = came + 1;
}
static void two(int, long a, unsigned b) {
    wrong = wrong + (a != -7L || b != 0x80000001u);
    came = came + 1;
}
static void three(int, int *slot, int value, void *nothing) {
    *slot += value;
    wrong = wrong + (nothing != nullptr);
    came = came + 1;
}
static void four(int src, colour c, unsigned long a, int b, void (*f)(int)) {
    wrong = wrong + (c != colour::green || a != 3000000000ul || b != 3);
    f(src);
}
static void check(bool right) {
    wrong = wrong + !right;
    came = came + 1;
}
static void answered(int) { came = came + 1; }
static void ask(int src, const char *where) { am_reply_1(src, one, where); }
static void ints(int, int a, int b) {
    wrong = wrong + (a != 'x' || b != 5);
    came = came + 1;
}

int main() {
    const int me = am_my_proc();
    am_request_1(me, one, text);
    am_request_2(me, two, -7, 0x80000001u);
    am_request_3(me, three, &slots[2], 11, nullptr);
    am_request_4(me, four, colour::green, 3000000000ul, 3, answered);
    am_request_1(me, ask, text);
    am_request_2(me, ints, 'x', short{5});
    am_request_2(
        me, +[](int, long a, int b) { check(a == 1 && b == 2); }, 1L, 2);
    am_wait(&came, 7);
    wrong = wrong + (slots[2] != 11);
    if (wrong || me == 0) std::puts(wrong ? "wrong" : "all right");
    return wrong;
}
