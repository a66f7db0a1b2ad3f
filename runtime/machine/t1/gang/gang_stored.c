// Memory for the stored messages of all programs together, and lists of messages.
#include "gang_kernel.h"

#include <fail.h>
#include <stdint.h>

enum { pool_words = 128 * 1024, step = 4, longest = 32 };

static uint32_t pool[pool_words], *fresh = pool;
/// Free messages, by vector words in steps, rounded up.
static struct gang_stored *freed[longest / step + 1];

static unsigned size_of(unsigned vector_words) { return (vector_words + step - 1) / step; }

struct gang_stored *__gang_allocate(unsigned vector_words) {
    const unsigned size = size_of(vector_words);
    const unsigned status = __gang_deafen(); // a high handler may interrupt a low one
    struct gang_stored *one = freed[size];
    if (one) {
        freed[size] = one->next;
    } else {
        const unsigned words = sizeof *one / sizeof *pool + size * step;
        if (words > (unsigned)(pool + pool_words - fresh))
            xnet_fail("gang: no room for another message of a program");
        one = (struct gang_stored *)fresh;
        fresh += words;
    }
    __gang_hear_again(status);
    return one;
}

void __gang_free(struct gang_stored *one) {
    const unsigned size = size_of(__gang_vector_words(one->information));
    const unsigned status = __gang_deafen();
    one->next = freed[size];
    freed[size] = one;
    __gang_hear_again(status);
}

void __gang_clear(struct gang_list *list) {
    list->first = 0;
    list->end = &list->first;
}

void __gang_append(struct gang_list *list, struct gang_stored *one) {
    one->next = 0;
    *list->end = one;
    list->end = &one->next;
}

void __gang_move(struct gang_list *to, struct gang_list *from) {
    if (!from->first) return;
    *to->end = from->first;
    to->end = from->end;
    __gang_clear(from);
}

static struct gang_stored *merge(struct gang_stored *a, struct gang_stored *b) {
    struct gang_stored *first, **end = &first;
    while (a && b) {
        struct gang_stored **least = b->key < a->key ? &b : &a;
        *end = *least;
        end = &(*end)->next;
        *least = *end;
    }
    *end = a ? a : b;
    return first;
}

static struct gang_stored *sorted(struct gang_stored *first) {
    struct gang_stored *middle = first, *behind;
    if (!first || !first->next) return first;
    for (struct gang_stored *two = first->next; two && two->next; two = two->next->next)
        middle = middle->next;
    behind = middle->next;
    middle->next = 0;
    return merge(sorted(first), sorted(behind));
}

void __gang_sort(struct gang_list *list) {
    list->first = sorted(list->first);
    for (list->end = &list->first; *list->end; list->end = &(*list->end)->next) {
    }
}
