// run: --nodes 4
// flags: -T t1-kernel.ld
// status: 139
// What the resident kernel is for: node 2 sends a message that names the kernel's code on node 1,
// node 3 writes into its own kernel. Both is contained and reported, the rest of the program's work
// is not disturbed, and even the node whose program was ended still answers.
#include <am.h>
#include <kernel.h>
#include <stdio.h>
#include <string.h>
#include <xnet.h>

enum { adds = 25 };

static volatile int sum, replies;

static void count(int src) {
    (void)src;
    ++replies;
}

static void add(int src, int value) {
    sum += value;
    am_reply_0(src, count);
}

/// Adds 1 `adds` times at every node.
static void work(void) {
    const int n = am_procs();
    for (int i = 0; i < adds; ++i)
        for (int to = 0; to < n; ++to) am_request_1(to, add, 1);
    am_wait(&replies, adds * n);
}

static void say(const char *text) { kernel_write(text, strlen(text)); }

int main(void) {
    const int me = am_my_proc();
    if (me == 2) // 3.7: "an address error exception ... on the receiving node"
        XNET_UNTIL_SENT(xnet_send1(1, __kernel_base, (unsigned)me));
    if (me == 3) {
        work();
        *(volatile int *)__kernel_base = 0;
        printf("not reached\n");
    }
    if (me == 1)
        while (kernel_refused() == 0) {
        }
    if (me != 3) work();
    while (sum < adds * am_procs()) {
    }
    if (me == 1) say("I dropped a message and went on\n");
    printf("sum %d, messages dropped: %u\n", sum, kernel_refused());
    return 0;
}
