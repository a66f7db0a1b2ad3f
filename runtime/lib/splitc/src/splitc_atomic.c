// <split-c/atomic.h>: a function runs on another processor, as a handler.
#include "splitc_runtime.h"

int splitc_add_here(int *p, int n) {
    const int before = *p;
    *p = (int)((unsigned)before + (unsigned)n);
    return before;
}
int splitc_exchange_here(int *p, int value) {
    const int before = *p;
    *p = value;
    return before;
}
int splitc_swap_here(int *p, int old, int value) {
    if (*p != old) return 0;
    *p = value;
    return 1;
}

enum { most = 4 };

static int call(uintptr_t function, void *p, int count, const uint32_t *a) {
    switch (count) {
    case 0: return ((int (*)(void *))function)(p);
    case 1: return ((int (*)(void *, int))function)(p, (int)a[0]);
    case 2: return ((int (*)(void *, int, int))function)(p, (int)a[0], (int)a[1]);
    case 3: return ((int (*)(void *, int, int, int))function)(p, (int)a[0], (int)a[1], (int)a[2]);
    default:
        return ((int (*)(void *, int, int, int, int))function)(p, (int)a[0], (int)a[1], (int)a[2],
                                                               (int)a[3]);
    }
}

static AM_SHORT void answer_rh(struct splitc_answer *to, uint32_t result) {
    to->word[0] = result;
    to->ready = (uintptr_t)to;
}
// The processor that asks, its answer, the function, the address, the arguments.
static void atomic_h(const uint32_t *word, int words) {
    const int result = call(word[2], (void *)(uintptr_t)word[3], words - 4, word + 4);
    am_short_reply_2((int)word[0], answer_rh, word[1], (uint32_t)result);
}

int splitc_atomic(unsigned long long p, int (*f)(void), int count, const int *arguments) {
    const int proc = (int)(p >> 32);
    uint32_t word[4 + most] = {(uint32_t)MYPROC, (uint32_t)(uintptr_t)&splitc_answer,
                               (uint32_t)(uintptr_t)f, (uint32_t)p};
    for (int k = 0; k < count; ++k) word[4 + k] = (uint32_t)arguments[k];
    if ((unsigned)proc >= (unsigned)PROCS)
        xnet_fail_at(__builtin_return_address(0),
                     "atomic: a global pointer to processor %d, but there are %d", proc, PROCS);
    if (proc == MYPROC) {
        am_hold();
        const int result = call(word[2], (void *)(uintptr_t)word[3], count, word + 4);
        am_release();
        return result;
    }
    am_block_request(proc, atomic_h, word, 4 + count);
    return (int)splitc_answer_word(&splitc_answer);
}
