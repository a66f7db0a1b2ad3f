// run: --nodes 3
// expect: all right
// Arguments of messages of every type that is a word, without casts.
#include <am.h>
#include <stdio.h>
#include <string.h>

enum colour { red = 5, green = 1u << 30 };
struct bits {
    unsigned low : 3;
};

static const char text[] = "a text that every node has";
static int slots[4];
static volatile int wrong, came;

static void one(int src, const char *p) {
    wrong += p != text || src != am_my_proc();
    ++came;
}
static void two(int src, long a, unsigned b) {
    (void)src;
    wrong += a != -7L || b != 0x80000001u;
    ++came;
}
static void three(int src, int *slot, int value, void *nothing) {
    (void)src;
    *slot += value;
    wrong += nothing != 0;
    ++came;
}
static void four(int src, enum colour c, unsigned long a, int b, void (*f)(int)) {
    wrong += c != green || a != 3000000000ul || b != 3;
    f(src);
}
static void answered(int src) {
    (void)src;
    ++came;
}
static void ask(int src, void *where) { am_reply_1(src, one, (const char *)where); }
static void ints(int src, int a, int b) {
    (void)src;
    wrong += a != 'x' || b != 5;
    ++came;
}

static int calls;
static long next(void) {
    ++calls;
    return -7;
}

int main(void) {
    const int me = am_my_proc();
    const struct bits bits = {5};
    const char letter = 'x';
    const short small = 5;
    am_request_1(me, one, text);
    am_request_2(me, two, next(), 0x80000001u);
    am_request_3(me, three, &slots[2], 11, (void *)0);
    am_request_4(me, four, (enum colour)green, 3000000000ul, 3, answered);
    am_request_1(me, ask, (void *)text);
    am_request_2(me, ints, letter, bits.low);
    am_request_2(me, ints, letter, small);
    am_wait(&came, 7);
    wrong += calls != 1 || slots[2] != 11;
    if (wrong || me == 0) puts(wrong ? "wrong" : "all right");
    return wrong;
}
