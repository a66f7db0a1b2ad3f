// run: --nodes 16
// flags: -O2
// In how many ways N queens stand on a board so that none takes another, for each N given (default
// 8 and 10). A task is a place for each of the first two queens. Once the tasks are dealt out, task
// t to node t mod P; once every node fetches its next task from a counter on node 0 when it has
// none (fetch&add: von Eicken's thesis, section 4.3.3.3). The counter costs a round trip for each
// task, and node 0 time for all; but no node waits while another has tasks left.
//
// Prints the cycles of each way, and of these what the busiest node spent computing and what asking
// for tasks. The result is compared with that of node 0 alone, which counts by another algorithm.
#include <am.h>
#include <fetch_add.h>
#include <stdio.h>
#include <stdlib.h>

enum { dealt_out, shared_counter, ways };

static int queens;
static volatile int next_task, go; // next_task: on node 0

// What the nodes report to node 0.
static struct {
    int solutions;
    unsigned computed, asked; // cycles of the node that computed longest
} all;
static volatile int reports;

static void start(int src, int n) {
    (void)src;
    queens = n;
    ++go;
}

static void report(int src, int solutions, int computed, int asked) {
    (void)src;
    all.solutions += solutions;
    if ((unsigned)computed > all.computed) {
        all.computed = computed;
        all.asked = asked;
    }
    ++reports;
}

// A bit for each column: taken, and taken in this row by the diagonals from above.
static int place(unsigned columns, unsigned left, unsigned right) {
    const unsigned board = (1u << queens) - 1;
    if (columns == board) return 1;
    int solutions = 0;
    for (unsigned free = board & ~(columns | left | right); free; free &= free - 1) {
        const unsigned queen = free & -free;
        solutions += place(columns | queen, (left | queen) << 1, (right | queen) >> 1);
    }
    return solutions;
}

static int solve(int task) {
    const unsigned first = 1u << task / queens, second = 1u << task % queens;
    if (second & (first | first << 1 | first >> 1)) return 0;
    return place(first | second, (first << 1 | second) << 1, (first >> 1 | second) >> 1);
}

// One node's part, reported to node 0.
static void work(int way) {
    const int count = queens * queens;
    int solutions = 0, dealt = am_my_proc();
    unsigned computed = 0, asked = 0;
    for (;;) {
        const unsigned begin = am_cycles();
        const int task = way == shared_counter ? fetch_add(0, &next_task, 1) : dealt;
        const unsigned fetched = am_cycles();
        asked += fetched - begin;
        if (task >= count) break;
        solutions += solve(task);
        computed += am_cycles() - fetched;
        dealt += am_procs();
    }
    am_request_3(0, report, solutions, computed, asked);
}

// Another way to count, for comparison: row by row, each queen against all before it.
static int count_alone(int *column, int row) {
    if (row == queens) return 1;
    int solutions = 0;
    for (int c = 0; c < queens; ++c) {
        int r = 0;
        while (r < row && column[r] != c && abs(column[r] - c) != row - r) ++r;
        if (r < row) continue;
        column[row] = c;
        solutions += count_alone(column, row + 1);
    }
    return solutions;
}

// Node 0: both ways for this many queens. Returns how many of the results are wrong.
static int lead(int n) {
    static const char *const names[] = {"dealt out", "shared counter"};
    int column[16], wrong = 0, found = 0;
    queens = n;
    const int right = count_alone(column, 0);
    const unsigned alone = am_cycles();
    for (int task = 0; task < n * n; ++task) found += solve(task);
    printf("%d queens: %d solutions, one node takes %u cycles\n", n, found, am_cycles() - alone);
    for (int way = 0; way < ways; ++way) {
        all.solutions = all.computed = next_task = 0;
        const unsigned begin = am_cycles();
        for (int node = 0; node < am_procs(); ++node) am_request_1(node, start, n);
        am_wait(&go, 1);
        work(way);
        am_wait(&reports, am_procs());
        const unsigned cycles = am_cycles() - begin;
        printf("  %s: %u cycles; the busiest node computes for %u cycles, asks for %u cycles\n",
               names[way], cycles, all.computed, all.asked);
        wrong += all.solutions != right;
    }
    return wrong + (found != right);
}

int main(int argc, char **argv) {
    static char *usual[] = {"8", "10"};
    const int count = argc > 1 ? argc - 1 : 2;
    char **const sizes = argc > 1 ? argv + 1 : usual;
    int wrong = 0;
    for (int i = 0; i < count; ++i) {
        const int n = atoi(sizes[i]);
        if (n < 2 || n > 12) {
            if (am_my_proc() == 0) puts("usage: n_queens [2 to 12 queens...]");
            return 2;
        }
        if (am_my_proc() == 0) wrong += lead(n);
        for (int way = 0; way < ways && am_my_proc() != 0; ++way) {
            am_wait(&go, 1);
            work(way);
        }
    }
    if (am_my_proc() == 0) puts(wrong ? "wrong" : "all results are right");
    return wrong != 0;
}
