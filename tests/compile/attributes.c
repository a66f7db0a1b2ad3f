// Features of the compiler beyond the language: cleanup, weak and aliases, sections, statement
// expressions, generic selection, nested designators, alignment, and names in assembly.
#include "show.h"

static int depth;
static void leave(int *v) { printf("leave %d (%d)\n", *v, --depth); }
static int inside(int n) {
    ++depth;
    __attribute__((cleanup(leave))) int v = n;
    if (n == 3) return 30;
    return n > 3 ? inside(n - 1) + 1 : n * 10;
}

__attribute__((weak)) int overridden(void) { return 1; }
extern int missing(void) __attribute__((weak));
int original(int v) { return v * 2; }
extern int other(int v) __attribute__((alias("original")));
extern int renamed(int v) __asm__("original");
static int in_section __attribute__((section(".data.mine"), used)) = 17;
static struct {
    char c;
    __attribute__((aligned(32))) int v;
} aligned;

#define NAME(v)                                                                                    \
    _Generic((v), char: "char", int: "int", unsigned: "unsigned", float: "float", double: "double", char *: "text", default: "other")

int main(void) {
    printf("%d\n", inside(6));
    printf("%d %d %d %d\n", overridden(), missing ? missing() : -1, other(21), renamed(4));
    printf("%d %d %d\n", in_section, (int)__alignof__(aligned.v),
           (int)((uintptr_t)&aligned.v & 31));
    printf("%s %s %s %s %s %s\n", NAME(1), NAME(1u), NAME(1.0f), NAME(1.0), NAME("x"),
           NAME((short *)0));
    const int squares = __extension__({
        int s = 0;
        for (int i = 0; i < 5; ++i) s += i * i;
        s;
    });
    printf("%d %d\n", squares, __builtin_constant_p(5) + __builtin_choose_expr(1, 2, "no"));
    int v = 5;
    __asm__ volatile("" : "+r"(v)::"memory");
    typeof(v + 1.0) w = v;
    show_double("w", w / 2);
    printf("%d %s\n", __builtin_types_compatible_p(int, typeof(v)), __func__);
    return 0;
}
