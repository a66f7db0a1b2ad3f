// A hash table with open addressing that grows and deletes, over a pool of its own; checked against
// a plain array.
#include "show.h"

enum { SIZE = 512 };
static struct entry {
    uint32_t key;
    int32_t value;
    enum { FREE, USED, GONE } state;
} table[SIZE];
static int used;

static uint32_t hash(uint32_t k) {
    k ^= k >> 16, k *= 0x85EBCA6Bu, k ^= k >> 13, k *= 0xC2B2AE35u;
    return k ^ k >> 16;
}
static struct entry *find(uint32_t key) {
    struct entry *gone = 0;
    for (uint32_t i = hash(key);; ++i) {
        struct entry *e = &table[i % SIZE];
        if (e->state == FREE) return gone ? gone : e;
        if (e->state == GONE) {
            if (!gone) gone = e;
        } else if (e->key == key)
            return e;
    }
}
static void put(uint32_t key, int32_t value) {
    struct entry *e = find(key);
    if (e->state != USED) ++used;
    *e = (struct entry){key, value, USED};
}
static int get(uint32_t key, int32_t *value) {
    const struct entry *e = find(key);
    if (e->state == USED) *value = e->value;
    return e->state == USED;
}
static void drop(uint32_t key) {
    struct entry *e = find(key);
    if (e->state == USED) e->state = GONE, --used;
}

int main(void) {
    static int plain[200], present[200];
    uint32_t state = 77, sum = 0;
    int wrong = 0;
    for (int n = 0; n < 3000; ++n) {
        const uint32_t k = next_random(&state) % 200, what = next_random(&state) % 5;
        if (what < 2)
            put(k * 2654435761u, n), plain[k] = n, present[k] = 1;
        else if (what == 2)
            drop(k * 2654435761u), present[k] = 0;
        else {
            int32_t v = -1;
            const int there = get(k * 2654435761u, &v);
            wrong += there != present[k] || (there && v != plain[k]);
            sum = mix(sum, (uint32_t)v);
        }
    }
    printf("%d used, %d wrong\n", used, wrong);
    show_hex("sum", sum);
    return wrong;
}
