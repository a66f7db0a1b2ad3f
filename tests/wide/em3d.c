// EM3D, as examples/em3d.c, on any number of nodes from 5 on: values of two kinds change by
// weighted sums of neighbours of the other kind, some of them on one of the next processors. Owners
// send each value to where it is needed, and nobody waits for all. Each node checks its result: it
// computes the graph of itself and the processors that matter to it alone.
#include <am.h>

enum { count = 4, degree = 4, reach = 2, steps = 2, window = 2 * steps * reach + 1 };

static int nodes;

struct place {
    int ahead, index; ///< processors away
};
static struct place neighbour_of(int kind, int proc, int index, int edge) {
    unsigned random =
        (((unsigned)(kind * 65536 + proc) * count + (unsigned)index) * degree + (unsigned)edge) *
        2654435761u;
    random ^= random >> 15;
    return (struct place){random >> 30 ? 0 : 1 + (int)(random >> 20) % reach,
                          (int)(random & (count - 1))};
}
static int weight(int kind, int edge) { return (edge * 7 + kind) % 5 - 2; }
static int initial(int kind, int proc, int index) { return kind * 1000 + proc % 991 * 100 + index; }
static int wrapped(int proc) {
    return proc >= nodes ? proc - nodes : proc < 0 ? proc + nodes : proc;
}

// --- messages: a value for an edge of this node ---

static volatile int ghost[steps][2][count * degree];
static volatile int came[steps][2];

static void ghost_h(int src, int where, int value) {
    (void)src;
    const int edge = where & 255, half = where >> 8;
    ghost[half >> 1][half & 1][edge] = value;
    ++came[half >> 1][half & 1];
}

static int value[2][count];

/// Sends the values of a kind to the processors before this one.
static void send_values(int me, int step, int kind) {
    for (int back = 1; back <= reach; ++back)
        for (int i = 0; i < count; ++i)
            for (int e = 0; e < degree; ++e) {
                const int proc = wrapped(me - back);
                const struct place p = neighbour_of(!kind, proc, i, e);
                if (p.ahead == back)
                    am_request_2(proc, ghost_h, (step << 1 | kind) << 8 | (i * degree + e),
                                 value[kind][p.index]);
            }
}

static void half_step(int me, int step, int kind) {
    int ghosts = 0;
    for (int i = 0; i < count; ++i)
        for (int e = 0; e < degree; ++e) ghosts += neighbour_of(kind, me, i, e).ahead != 0;
    am_wait(&came[step][!kind], ghosts);
    for (int i = 0; i < count; ++i)
        for (int e = 0; e < degree; ++e) {
            const struct place p = neighbour_of(kind, me, i, e);
            value[kind][i] += weight(kind, e) * (p.ahead ? ghost[step][!kind][i * degree + e]
                                                         : value[!kind][p.index]);
        }
}

// --- the same by one processor ---

static int alone[2][window][count];

static void expected(int me) {
    for (int kind = 0; kind < 2; ++kind)
        for (int w = 0; w < window; ++w)
            for (int i = 0; i < count; ++i) alone[kind][w][i] = initial(kind, wrapped(me + w), i);
    int right = window; // processors whose values are those of the whole graph
    for (int step = 0; step < steps; ++step)
        for (int kind = 0; kind < 2; ++kind) {
            right -= reach;
            for (int w = 0; w < right; ++w)
                for (int i = 0; i < count; ++i)
                    for (int e = 0; e < degree; ++e) {
                        const struct place p = neighbour_of(kind, wrapped(me + w), i, e);
                        alone[kind][w][i] += weight(kind, e) * alone[!kind][w + p.ahead][p.index];
                    }
        }
}

int main(void) {
    const int me = am_my_proc();
    nodes = am_procs();
    for (int kind = 0; kind < 2; ++kind)
        for (int i = 0; i < count; ++i) value[kind][i] = initial(kind, me, i);
    for (int step = 0; step < steps; ++step)
        for (int kind = 0; kind < 2; ++kind) {
            send_values(me, step, !kind);
            half_step(me, step, kind);
        }
    expected(me);
    for (int kind = 0; kind < 2; ++kind)
        for (int i = 0; i < count; ++i)
            if (value[kind][i] != alone[kind][0][i]) return 1;
    return 0;
}
