// run: --nodes 16
// flags: -O2
// Fibonacci numbers by dataflow: every call fib(n) is a frame (<tam.h>, CSD-94-823 2.2.2) that
// calls fib(n - 1) and fib(n - 2), waits for both results as messages, and sends their sum to the
// frame that called it. Once all frames are on node 0, once the calls go round the nodes. There is
// nothing to do but to call and to add, so this shows what frames and messages cost: compare with
// the function in plain C.
//
//   tam_fib [n, default 16]
#include <am.h>
#include <stdio.h>
#include <stdlib.h>
#include <tam.h>

struct fib {
    tam_frame tam;
    int missing, sum;
};

static int spread; // calls go to the nodes in turn
static int next_node;
static int the_result;

static int plain(int n) { return n < 2 ? n : plain(n - 1) + plain(n - 2); }

static void add(void *frame) {
    struct fib *f = frame;
    tam_send_1(&f->tam.caller, f->sum);
    tam_free(f);
}

static TAM_INLET void result(struct fib *f, int value) {
    f->sum += value;
    tam_post_sync(&f->tam, &f->missing, add);
}

static void call(struct fib *f, int n);

static void start(void *frame) {
    struct fib *f = frame;
    const int n = f->tam.argument;
    if (n < 2) {
        tam_send_1(&f->tam.caller, n);
        tam_free(f);
        return;
    }
    call(f, n - 1);
    call(f, n - 2);
}

TAM_CODEBLOCK(fib, struct fib, start, .missing = 2);

static void call(struct fib *f, int n) {
    int node = am_my_proc();
    if (spread) {
        node = next_node;
        if (++next_node == am_procs()) next_node = 0;
    }
    tam_call(node, &fib, result, f, n);
}

// The whole: its argument is n.
struct whole {
    tam_frame tam;
    int result;
};

static void finish(void *frame) {
    struct whole *f = frame;
    the_result = f->result;
    tam_free(f);
    tam_stop();
}

static TAM_INLET void whole_result(struct whole *f, int value) {
    f->result = value;
    tam_post(&f->tam, finish);
}

static void whole_start(void *frame) {
    struct whole *f = frame;
    tam_call(0, &fib, whole_result, f, f->tam.argument);
}

TAM_CODEBLOCK(whole, struct whole, whole_start, .result = 0);

// What the nodes tell node 0 after a run.
static volatile int reports, go;
static unsigned calls, most_frames, most_cycles, lost;

static void report(int src, int made, int most, int cycles, int left) {
    (void)src;
    calls += made;
    if ((unsigned)most > most_frames) most_frames = most;
    if ((unsigned)cycles > most_cycles) most_cycles = cycles;
    lost += left;
    ++reports;
}

static void next_run(int src) {
    (void)src;
    ++go;
}

int main(int argc, char **argv) {
    const int n = argc > 1 ? atoi(argv[1]) : 16, me = am_my_proc();
    if (n < 2 || n > 20) {
        if (me == 0) puts("usage: tam_fib [2 to 20]");
        return 2;
    }
    int wrong = 0, right = 0;
    if (me == 0) {
        unsigned cycles = am_cycles();
        right = plain(n);
        cycles = am_cycles() - cycles;
        printf("fib(%d) = %d; plain C: %u cycles\n", n, right, cycles);
    }
    static struct fib frames[1000];
    tam_start(frames, sizeof *frames, 1000);
    next_node = me;
    for (spread = 0; spread < 2; ++spread) {
        const unsigned begin = am_cycles();
        if (me == 0) tam_call(0, &whole, 0, 0, n);
        const int left = tam_run();
        const unsigned cycles = am_cycles() - begin;
        am_request_4(0, report, tam_.counts.calls, tam_.counts.most, tam_.counts.cycles, left);
        tam_.counts = (tam_counts){0, 0, 0, 0, 0};
        if (me == 0) {
            am_wait(&reports, am_procs());
            printf("frames on %s: %u cycles for %u calls; the busiest node has threads for %u "
                   "cycles, and at most %u frames at a time\n",
                   spread ? "all nodes" : "one node", cycles, calls, most_cycles, most_frames);
            wrong += the_result != right || lost;
            calls = most_cycles = most_frames = 0;
            for (int node = 0; node < am_procs(); ++node) am_request_0(node, next_run);
        }
        am_wait(&go, 1);
    }
    if (me == 0) puts(wrong ? "wrong" : "all results are right");
    return wrong != 0;
}
