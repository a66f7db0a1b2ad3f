// nodes: 2
// <tam.h>: a thread of node 0 calls, sends and forks; inlets and calls on node 1, and on node 0
// itself ("here"). `call_there` and `call_here` are a whole call of an empty codeblock, from the
// thread that calls to the thread that its result enables.
#include "cost.h"

#include <am.h>
#include <tam.h>

struct leaf {
    tam_frame tam;
    int missing;
};

// Arrivals at node 1, whose frame never runs.
static void never(void *frame) { (void)frame; }
static TAM_INLET void take_1(struct leaf *f, int a) { f->missing = a; }
static TAM_INLET void take_2(struct leaf *f, int a, int b) { f->missing = a + b; }
static TAM_INLET void take_3(struct leaf *f, int a, int b, int c) { f->missing = a + b + c; }
static TAM_INLET void take_4(struct leaf *f, int a, int b, int c, int d) {
    f->missing = a + b + c + d;
}
static TAM_INLET void take_post(struct leaf *f, int a) {
    (void)a;
    tam_post(&f->tam, never);
}
static TAM_INLET void take_post_sync(struct leaf *f, int a) {
    (void)a; // more words are missing: take_4 stored 10
    tam_post_sync(&f->tam, &f->missing, never);
}

static void answer(void *frame) {
    struct leaf *f = frame;
    tam_send_1(&f->tam.caller, f->tam.argument);
    tam_free(f);
}
TAM_CODEBLOCK(leaf, struct leaf, answer, .missing = 0);

struct all {
    tam_frame tam;
    int count, two;
};

static struct all frames[8];

COST(send_1, (const tam_continuation *to, int a), tam_send_1(to, a))
COST(send_2, (const tam_continuation *to, int a, int b), tam_send_2(to, a, b))
COST(send_3, (const tam_continuation *to, int a, int b, int c), tam_send_3(to, a, b, c))
COST(send_4, (const tam_continuation *to, int a, int b, int c, int d), tam_send_4(to, a, b, c, d))
COST(send_to_post, (const tam_continuation *to, int a), tam_send_1(to, a))
COST(send_to_post_sync, (const tam_continuation *to, int a), tam_send_1(to, a))
COST(fork, (void), tam_fork(never))
COST(fork_sync, (int *count), tam_fork_sync(count, never))
COST(fork_sync_forks, (int *count), tam_fork_sync(count, never))
static TAM_INLET void called(struct all *f, int a) { f->count = a; }
COST(call, (int where, void *frame, int a), tam_call(where, &leaf, called, frame, a))
COST(free, (void *frame), tam_free(frame))
COST(stop, (void), tam_stop())

static void finish(void *frame) {
    cost_free(frame);
    cost_stop();
}

static void calls(void *frame) {
    cost_call(1, frame, 1);
    tam_fork(finish);
}

static void back_from_here(void *frame) {
    COST_LABEL(cost_end_call_here);
    cost_pause();
    tam_fork(calls);
    (void)frame;
}
static TAM_INLET void result_here(struct all *f, int a) {
    f->two = a;
    tam_post(&f->tam, back_from_here);
}
static void call_here(void *frame) {
    COST_LABEL(cost_begin_call_here);
    tam_call(0, &leaf, result_here, frame, 1);
}

static void back_from_there(void *frame) {
    COST_LABEL(cost_end_call_there);
    cost_pause();
    tam_fork(call_here);
    (void)frame;
}
static TAM_INLET void result_there(struct all *f, int a) {
    f->two = a;
    tam_post(&f->tam, back_from_there);
}
static void call_there(void *frame) {
    COST_LABEL(cost_begin_call_there);
    tam_call(1, &leaf, result_there, frame, 1);
}

static void forked(void *frame) {
    COST_LABEL(cost_end_next_thread);
    cost_pause();
    tam_fork(call_there);
    (void)frame;
}
static void next_thread(void *frame) {
    COST_LABEL(cost_begin_next_thread);
    tam_fork(forked);
    (void)frame;
}

static void start(void *frame) {
    struct all *f = frame;
    // Frames of node 1 without a call: only arrivals at them are measured.
    tam_continuation to = {1, &frames[7], 0};
    to.inlet = take_1, cost_send_1(&to, 1);
    to.inlet = take_2, cost_send_2(&to, 1, 2);
    to.inlet = take_3, cost_send_3(&to, 1, 2, 3);
    to.inlet = take_4, cost_send_4(&to, 1, 2, 3, 4);
    to.inlet = take_post, cost_send_to_post(&to, 1);
    to.inlet = take_post_sync, cost_send_to_post_sync(&to, 1);
    f->two = 2;
    cost_fork();
    cost_fork_sync(&f->two);
    cost_fork_sync_forks(&f->two);
    tam_fork(next_thread);
}
TAM_CODEBLOCK(all, struct all, start, .count = 0);

int main(void) {
    tam_start(frames, sizeof *frames, 7); // the eighth is for messages only
    if (am_my_proc() == 0) tam_call(0, &all, take_1, 0, 0);
    tam_run();
    return 0;
}
