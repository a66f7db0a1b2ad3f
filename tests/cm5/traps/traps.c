// Compares the records of traps.S with the expected ones.
#include <stdio.h>

struct trap {
    unsigned number, pc, npc;
};
extern const struct trap expected[], expected_end[];
extern const struct trap noted[];
extern const int noted_count;
int tried(void);

int main(void) {
    const int count = (int)(expected_end - expected);
    int failed = tried();
    if (failed) printf("a register or icc has changed\n");
    if (noted_count != count) printf("%d traps, not %d\n", noted_count, count), failed = 1;
    for (int n = 0; n < count && n < noted_count; ++n) {
        const struct trap *const e = &expected[n], *const t = &noted[n];
        if (e->number == t->number && e->pc == t->pc && e->npc == t->npc) continue;
        printf("%d: trap %#x at %#x, npc %#x; expected %#x at %#x, npc %#x\n", n, t->number, t->pc,
               t->npc, e->number, e->pc, e->npc);
        failed = 1;
    }
    if (!failed) printf("%d traps\n", count);
    return failed;
}
