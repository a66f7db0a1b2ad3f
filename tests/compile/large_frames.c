// Stack frames and offsets beyond 32 KiB, which take more than one instruction, and structures as
// large.
#include "show.h"

struct large {
    int head;
    int body[10000];
    int tail;
};
static struct large one, two;

__attribute__((noinline)) static int fill(struct large *l, int seed) {
    l->head = seed;
    for (int i = 0; i < 10000; ++i) l->body[i] = seed + i;
    l->tail = -seed;
    return l->body[9999];
}
__attribute__((noinline)) static struct large make(int seed) {
    struct large l;
    fill(&l, seed);
    l.tail = l.body[1234];
    return l;
}
__attribute__((noinline)) static int local(int n) {
    char before[100], huge[70000], after[100];
    memset(before, 1, sizeof before);
    memset(huge, n, sizeof huge);
    memset(after, 2, sizeof after);
    int sum = 0;
    for (int i = 0; i < 70000; i += 997) sum += huge[i];
    return sum + before[n] + after[n] + huge[69999];
}

int main(void) {
    int last = fill(&one, 5);
    printf("%d %d\n", last, one.tail);
    two = one;
    two.body[7777] = 1;
    printf("%d %d\n", one.body[7777], two.body[7777] + two.tail);
    one = make(100);
    printf("%d %d\n", one.tail, one.body[9999]);
    printf("%d\n", local(7));
    struct large array[2];
    fill(&array[0], 1), fill(&array[1], 2);
    printf("%d\n", array[OPAQUE(int, 1)].body[8192] + array[OPAQUE(int, 0)].tail);
    return 0;
}
