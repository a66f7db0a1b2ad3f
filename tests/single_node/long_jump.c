// setjmp and longjmp in hand-written assembly: out of calls, repeatedly, with registers that calls
// preserve.
#include "check.h"

typedef uint32_t place[12];

int set_place(uint32_t *to) __attribute__((returns_twice));
_Noreturn void go_to(const uint32_t *from, int value);

__asm__(".text\n\t.set push\n\t.set noreorder\n"
        "\t.globl set_place\n\t.type set_place, @function\nset_place:\n"
        "\tsw $16, 0($4)\n\tsw $17, 4($4)\n\tsw $18, 8($4)\n\tsw $19, 12($4)\n"
        "\tsw $20, 16($4)\n\tsw $21, 20($4)\n\tsw $22, 24($4)\n\tsw $23, 28($4)\n"
        "\tsw $29, 32($4)\n\tsw $30, 36($4)\n\tsw $31, 40($4)\n"
        "\tjr $31\n\tmove $2, $0\n\t.size set_place, . - set_place\n"
        "\t.globl go_to\n\t.type go_to, @function\ngo_to:\n"
        "\tlw $16, 0($4)\n\tlw $17, 4($4)\n\tlw $18, 8($4)\n\tlw $19, 12($4)\n"
        "\tlw $20, 16($4)\n\tlw $21, 20($4)\n\tlw $22, 24($4)\n\tlw $23, 28($4)\n"
        "\tlw $29, 32($4)\n\tlw $30, 36($4)\n\tlw $31, 40($4)\n"
        "\tjr $31\n\tmove $2, $5\n\t.size go_to, . - go_to\n\t.set pop");

static place out;

static int descend(int depth, int limit) {
    int kept[4] = {depth, depth * 2, depth * 3, depth * 4};
    if (depth == limit) go_to(out, depth + 100);
    const int deeper = descend(depth + 1, limit);
    return deeper + kept[depth & 3];
}

/// Two routines that alternate on two stacks.
static place mine, theirs;
static int turns;
static char other_stack[4096] __attribute__((aligned(16)));

static void partner(void) {
    for (int i = 0;; ++i) {
        printf("partner %d, turn %d\n", i * i, ++turns);
        if (!set_place(theirs)) go_to(mine, 1);
    }
}

int main(void) {
    for (int limit = 1; limit < 40; limit += 12) {
        const volatile int seven = limit * 7;
        const int value = set_place(out);
        if (value == 0)
            printf("came back: %d\n", descend(0, limit)); // it does not
        else
            printf("out of %d with %d %d\n", limit, value, seven);
    }
    int volatile count = 0;
    const int again = set_place(out);
    if (++count < 5) go_to(out, again + 1);
    printf("%d times, %d\n", count, again);

    theirs[8] = (uint32_t)(uintptr_t)(other_stack + sizeof other_stack - 32);
    theirs[10] = (uint32_t)(uintptr_t)partner;
    for (int i = 0; i < 4; ++i)
        if (!set_place(mine)) go_to(theirs, 1);
    printf("%d turns\n", turns);
    return turns;
}
