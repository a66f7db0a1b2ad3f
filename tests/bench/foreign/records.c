// Records sorted and searched through function pointers, a hash table, and a queue with the
// smallest element first: typical library code.
#include <string.h>

enum { count = 300, turns = 1100, buckets = 128 };

struct record {
    int key, value;
    char name[12];
    struct record *next;
};
typedef int (*compare)(const void *, const void *);

static struct record records[count];
static struct record *order[count], *table[buckets], *heap[count];
static unsigned seed;

static unsigned random_number(void) { return (seed = seed * 1103515245u + 12345u) >> 16; }

static int by_key(const void *a, const void *b) {
    return ((const struct record *)a)->key - ((const struct record *)b)->key;
}
static int by_name(const void *a, const void *b) {
    return strcmp(((const struct record *)a)->name, ((const struct record *)b)->name);
}
static int by_value(const void *a, const void *b) {
    const int x = ((const struct record *)a)->value, y = ((const struct record *)b)->value;
    return x < y ? -1 : x > y ? 1 : by_key(a, b);
}

static void sort(struct record **first, struct record **last, compare less) {
    while (last - first > 1) {
        struct record *pivot = first[(last - first - 1) / 2], **i = first - 1, **j = last;
        for (;;) {
            do ++i;
            while (less(*i, pivot) < 0);
            do --j;
            while (less(pivot, *j) < 0);
            if (i >= j) break;
            struct record *t = *i;
            *i = *j;
            *j = t;
        }
        sort(first, j + 1, less);
        first = j + 1;
    }
}

static unsigned hash(const char *name) {
    unsigned h = 2166136261u;
    while (*name) h = (h ^ (unsigned char)*name++) * 16777619u;
    return h % buckets;
}

static void down(int at, int size, compare less) {
    struct record *one = heap[at];
    for (int child; (child = 2 * at + 1) < size; at = child) {
        if (child + 1 < size && less(heap[child + 1], heap[child]) < 0) ++child;
        if (less(one, heap[child]) <= 0) break;
        heap[at] = heap[child];
    }
    heap[at] = one;
}

static void write_name(char *to, unsigned v) {
    char digits[12];
    int n = 0;
    do digits[n++] = (char)('a' + v % 10);
    while (v /= 10);
    while (n) *to++ = digits[--n];
    *to = 0;
}

int main(void) {
    static const compare ways[] = {by_key, by_name, by_value};
    unsigned result = 0;
    for (int turn = 0; turn < turns; ++turn) {
        memset(table, 0, sizeof table);
        for (int i = 0; i < count; ++i) {
            struct record *r = &records[i];
            r->key = (int)(random_number() & 4095);
            r->value = (int)(random_number() & 255);
            write_name(r->name, random_number() * 7919u);
            struct record **place = &table[hash(r->name)];
            r->next = *place;
            *place = r;
            order[i] = heap[i] = r;
        }
        for (unsigned way = 0; way < 3; ++way) {
            sort(order, order + count, ways[way]);
            for (int i = 1; i < count; ++i)
                if (ways[way](order[i - 1], order[i]) > 0) return 1;
        }
        for (int i = 0; i < count; ++i) {
            const struct record *r = table[hash(records[i].name)];
            while (strcmp(r->name, records[i].name)) r = r->next;
            result = result * 3 + (unsigned)r->value;
        }
        for (int i = count / 2; i--;) down(i, count, by_value);
        int before = -1;
        for (int size = count; size;) {
            if (heap[0]->value < before) return 2;
            before = heap[0]->value;
            heap[0] = heap[--size];
            down(0, size, by_value);
        }
    }
    return (int)(result & 63) + 64;
}
