// An allocator with a free list over a fixed area; lists, a hash table and a priority queue in this
// memory.
#include "check.h"

struct block {
    uint32_t size; ///< with this head; bit 0: used
    struct block *next;
};
static char area[24 * 1024] __attribute__((aligned(16)));
static struct block *free_list;
static uint32_t in_use, most_in_use;

static void *take(uint32_t n) {
    const uint32_t size = (n + 8 + 15) & ~15u;
    for (struct block **at = &free_list; *at; at = &(*at)->next) {
        struct block *b = *at;
        if (b->size < size) continue;
        if (b->size >= size + 32) {
            struct block *rest = (struct block *)((char *)b + size);
            rest->size = b->size - size;
            rest->next = b->next;
            *at = rest;
            b->size = size;
        } else {
            *at = b->next;
        }
        in_use += b->size;
        if (in_use > most_in_use) most_in_use = in_use;
        b->size |= 1;
        return (char *)b + 8;
    }
    printf("no memory for %u\n", n);
    exit(3);
}

static void give(void *p) {
    struct block *b = (struct block *)((char *)p - 8);
    b->size &= ~1u;
    in_use -= b->size;
    struct block **at = &free_list;
    while (*at && *at < b) at = &(*at)->next;
    b->next = *at;
    *at = b;
    if (b->next && (char *)b + b->size == (char *)b->next)
        b->size += b->next->size, b->next = b->next->next;
    struct block *before = free_list;
    while (before != b && before->next != b) before = before->next;
    if (before != b && (char *)before + before->size == (char *)b)
        before->size += b->size, before->next = b->next;
}

struct entry {
    struct entry *next;
    uint32_t key, value;
};
struct table {
    uint32_t buckets, entries;
    struct entry **heads;
};

static void grow(struct table *t) {
    const uint32_t more = t->buckets ? 2 * t->buckets : 4;
    struct entry **heads = take(more * sizeof *heads);
    memset(heads, 0, more * sizeof *heads);
    for (uint32_t i = 0; i < t->buckets; ++i)
        for (struct entry *e = t->heads[i], *next; e; e = next) {
            next = e->next;
            struct entry **to = &heads[(e->key * 2654435761u) & (more - 1)];
            e->next = *to;
            *to = e;
        }
    if (t->heads) give(t->heads);
    t->heads = heads;
    t->buckets = more;
}

static uint32_t *find(struct table *t, uint32_t key) {
    if (t->entries >= t->buckets) grow(t);
    struct entry **head = &t->heads[(key * 2654435761u) & (t->buckets - 1)];
    for (struct entry *e = *head; e; e = e->next)
        if (e->key == key) return &e->value;
    struct entry *e = take(sizeof *e);
    *e = (struct entry){*head, key, 0};
    *head = e;
    ++t->entries;
    return &e->value;
}

static int forget(struct table *t, uint32_t key) {
    for (struct entry **at = &t->heads[(key * 2654435761u) & (t->buckets - 1)]; *at;
         at = &(*at)->next)
        if ((*at)->key == key) {
            struct entry *e = *at;
            *at = e->next;
            give(e);
            --t->entries;
            return 1;
        }
    return 0;
}

int main(void) {
    free_list = (struct block *)area;
    free_list->size = sizeof area;
    struct table t = {0, 0, 0};
    uint32_t seed = 31337, forgotten = 0;
    for (int i = 0; i < 3000; ++i) {
        const uint32_t r = next_random(&seed), key = r >> 8 & 0xFF;
        if (r & 3)
            *find(&t, key) += r & 0xFF;
        else
            forgotten += t.buckets && forget(&t, key);
    }
    uint32_t sum = 0, seen = 0;
    for (uint32_t key = 0; key < 256; ++key)
        for (struct entry *e = t.heads[(key * 2654435761u) & (t.buckets - 1)]; e; e = e->next)
            if (e->key == key) sum = mix(sum, e->value), ++seen;
    printf("%u %u %u %08x %u %u\n", t.entries, seen, forgotten, sum, t.buckets, most_in_use);
    for (uint32_t key = 0; key < 256; ++key) forget(&t, key);
    give(t.heads);
    char *texts[40];
    for (int i = 0; i < 40; ++i) {
        const uint32_t n = next_random(&seed) % 200 + 1;
        texts[i] = take(n + 1);
        memset(texts[i], 'a' + i % 26, n);
        texts[i][n] = 0;
    }
    for (int i = 0; i < 40; i += 3) give(texts[i]);
    for (int i = 0; i < 40; ++i)
        if (i % 3) sum = mix(sum, (uint32_t)strlen(texts[i])), give(texts[i]);
    printf("%08x %u %u %d\n", sum, in_use, free_list->size, free_list->next == 0);
    return (int)(most_in_use >> 8);
}
