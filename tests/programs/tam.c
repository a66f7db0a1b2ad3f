// run: --nodes 5
// expect: sums 1830 1830 1830 1830 1830, frames left 0
// Threads of <tam.h>: every node adds numbers on all other nodes, with several inlets for one
// frame, results that arrive while the frame runs, a count that threads and inlets count down, and
// arguments for a frame whose address came as a result; on nodes with and without interrupts.
#include <am.h>
#include <stdio.h>
#include <tam.h>

enum { pairs = 30, at_a_time = 4, nodes = 5 };

// Adds two numbers that arrive later; first it sends its own address.
struct adder {
    tam_frame tam;
    int missing, a, b;
};

static void add(void *frame) {
    struct adder *f = frame;
    tam_send_3(&f->tam.caller, -1, f->a + f->b, 0);
    tam_free(f);
}

static TAM_INLET void take(struct adder *f, int a, int b) {
    f->a = a;
    f->b = b;
    tam_post_sync(&f->tam, &f->missing, add);
}

static void say(void *frame) {
    struct adder *f = frame;
    tam_send_3(&f->tam.caller, f->tam.argument, (int)f, am_my_proc());
    for (int i = 0; i < 50; ++i) tam_fork_sync(&f->missing, add); // the inlet is the 51st
}

TAM_CODEBLOCK(adder, struct adder, say, .missing = 51);

// Adds the pairs 1 + 2, 3 + 4 ...
struct sum {
    tam_frame tam;
    int missing, sum, asked, known, told;
    tam_continuation adders[pairs];
    int numbers[pairs];
};

static void finish(void *frame) {
    struct sum *f = frame;
    tam_send_2(&f->tam.caller, f->tam.argument, f->sum);
    tam_free(f);
}

static TAM_INLET void from_adder(struct sum *f, int number, int value, int node);

static void ask(void *frame) {
    struct sum *f = frame;
    if (f->asked == pairs) return;
    const int n = f->asked++;
    tam_call((am_my_proc() + n) % am_procs(), &adder, from_adder, f, n);
}

// Posted for each adder whose address has arrived.
static void tell(void *frame) {
    struct sum *f = frame;
    const int i = f->told++, n = f->numbers[i];
    tam_send_2(&f->adders[i], 2 * n + 1, 2 * n + 2);
    tam_fork(ask);
}

static TAM_INLET void from_adder(struct sum *f, int number, int value, int node) {
    if (number < 0) {
        f->sum += value;
        tam_post_sync(&f->tam, &f->missing, finish);
        return;
    }
    f->adders[f->known].node = node;
    f->adders[f->known].frame = (void *)value;
    f->adders[f->known].inlet = (void *)take;
    f->numbers[f->known++] = number;
    tam_post(&f->tam, tell);
}

static void start(void *frame) {
    (void)frame;
    for (int i = 0; i < at_a_time; ++i) tam_fork(ask);
}

TAM_CODEBLOCK(sum, struct sum, start, .missing = pairs);

// On node 0: makes every node do so, and prints the results.
struct all {
    tam_frame tam;
    int missing, sums[nodes];
};

static volatile int sums[nodes], left, reports;

static void show(void *frame) {
    struct all *f = frame;
    for (int i = 0; i < nodes; ++i) sums[i] = f->sums[i];
    tam_free(f);
    tam_stop();
}

static TAM_INLET void from_sum(struct all *f, int node, int sum) {
    f->sums[node] = sum;
    tam_post_sync(&f->tam, &f->missing, show);
}

static void call_all(void *frame) {
    for (int node = 0; node < nodes; ++node) tam_call(node, &sum, from_sum, frame, node);
}

TAM_CODEBLOCK(all, struct all, call_all, .missing = nodes);

static void report(int src, int frames) {
    (void)src;
    left += frames;
    ++reports;
}

int main(void) {
    static struct sum frames[40];    // the largest of the three
    if (am_my_proc() % 2) am_hold(); // polling instead of interrupts
    tam_start(frames, sizeof *frames, 40);
    if (am_my_proc() == 0) tam_call(0, &all, 0, 0, 0);
    am_request_1(0, report, tam_run());
    if (am_my_proc() != 0) return 0;
    am_wait(&reports, nodes);
    printf("sums %d %d %d %d %d, frames left %d\n", sums[0], sums[1], sums[2], sums[3], sums[4],
           left);
    return 0;
}
