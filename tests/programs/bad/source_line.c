// flags: -g
// expect-error: node 0, cycle
// expect-error: source_line.c:11): load from an unmapped address 0x00000004
struct list {
    int value;
    struct list *next;
};
static struct list *volatile nothing;

static __attribute__((noinline)) int length(struct list *l) {
    return l->next ? 1 + length(l->next) : 1;
}

int main(void) { return length(nothing); }
