// run: --machine cm5-cached --nodes 3
// levels: -O2
// 000 4.3.4 with the node's cache: what a message of 16 bytes costs whose block is not in it, at
// the sender and at the receiver. Node 0 is measured.
#include <am_core.h>
#include <cmam.h>
#include <stdio.h>

#define LABEL(name)                                                                                \
    __asm__ volatile("1:\n\t.pushsection .rodata\n\t.align 4\n\t.type " #name ", @object\n\t"      \
                     ".size " #name ", 4\n" #name ":\t.word 1b\n\t.popsection" ::                  \
                         : "memory")
#define MEASURED __attribute__((noinline))

enum { messages = 1000, words = 4 };

typedef struct {
    int of[words];
} block; // of a message; two are a line

block in_cache[messages] __attribute__((aligned(32)));
block not_in_cache[messages] __attribute__((aligned(32)));
static volatile int seen, count, sum;

static void count_h(void) { ++count; }

/// One sender to two receivers: they are not what it waits for.
#define SENDER(name, from)                                                                         \
    MEASURED void name(void) {                                                                     \
        LABEL(name##_begin);                                                                       \
        for (int i = 0; i < messages; ++i) {                                                       \
            const block *b = &from[i];                                                             \
            CMAM_4(1 + (i & 1), (void (*)())count_h, b->of[0], b->of[1], b->of[2], b->of[3]);      \
        }                                                                                          \
        LABEL(name##_end);                                                                         \
        seen = 1;                                                                                  \
    }
SENDER(send_warm, in_cache)
SENDER(send_cold, not_in_cache)

/// Handlers that store a message.
#define RECEIVER(name, to)                                                                         \
    MEASURED void name(int a, int b, int c, int d) {                                               \
        LABEL(name##_begin);                                                                       \
        to[0].of[0] = a;                                                                           \
        to[0].of[1] = b;                                                                           \
        to[0].of[2] = c;                                                                           \
        to[0].of[3] = d;                                                                           \
        LABEL(name##_end);                                                                         \
        ++count;                                                                                   \
    }
block old[2] __attribute__((aligned(32))), fresh[2] __attribute__((aligned(32)));
RECEIVER(store_warm, old)
RECEIVER(store_cold, fresh)

static void wait_for(int n) {
    while (count < n) CMAM_poll();
}

int main(void) {
    if (am_my_proc() == 0) {
        for (int i = 0; i < messages; ++i) sum += in_cache[i].of[0];
        send_warm();
        send_cold();
        sum += old[0].of[0];
        CMAM_4(1, (void (*)())count_h, 0, 0, 0, 0);
        wait_for(2);
        puts("measured");
    } else if (am_my_proc() == 1) {
        wait_for(messages + 1);
        CMAM_4(0, (void (*)())store_warm, 1, 2, 3, 4);
        CMAM_4(0, (void (*)())store_cold, 1, 2, 3, 4);
    } else {
        wait_for(messages);
    }
    return 0;
}
