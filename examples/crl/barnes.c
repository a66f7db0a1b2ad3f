// run: --nodes 16 128
// flags: -O2 -lcrl
// Barnes-Hut on shared regions (Bhoedjang's thesis, 001, 8.5.4: Barnes on CRL). Bodies attract each
// other; a tree of cubes, eight in each, stands for distant groups. Each body and each cube is a
// region of 88 or 104 bytes. A step has four phases:
//   build    every process inserts its bodies, under write locks of the cubes
//   centres  mass and centre of each cube, from the lowest level up
//   forces   every process walks the tree for each of its bodies: read misses
//   move     every process writes its bodies
// A leaf is one body, children are added in their order, and the outermost cube is found exactly.
// So the result does not depend on the number of processes, bit for bit. Process 0 compares it with
// that of a sequential program, and the first forces of some bodies with sums over all others.
// Floating point is the machine's: on T1 it is software.
//
// A trace has the steps. With `unchecked` nothing is compared, for short traces.
//
//   barnes [--paper: 16384 | bodies, default 512] [steps, default 2] [--counters] [unchecked]
#include "../applications.h"

#include <am_core.h>
#include <crl.h>
#include <math.h>
#include <stdint.h>
#include <xnet_trace.h>

// The shared and the sequential program compute by the same functions, which are not inlined: then
// they have the same bits where registers are longer than doubles, too.
#define SAME __attribute__((noinline)) static
#pragma STDC FP_CONTRACT OFF // the same bits on every machine with doubles of 64 bits

enum { most_bodies = 16384, most_depth = 40, compared = 16 };

typedef struct {
    double position[3], velocity[3], force[3], mass;
    uint32_t key[2]; // Morton order of the first position
} body_t;

enum { nothing, a_body, a_cell };
typedef struct {
    double centre[3], mass, middle[3], half; // of mass; of the cube
    rid_t child[8];
    uint8_t kind[8];
} cell_t;

static const double opening = 0.5, softening = 0.05, time_step = 0.025;

static application_options_t options;
static unsigned me, procs, bodies, first, count; // of this process's bodies
static body_t **mine;

// --- regions

// A region is mapped at its first use and stays so.
static struct mapped {
    rid_t name;
    void *at;
} * map_table;
static unsigned map_size, map_used;

static struct mapped *slot(rid_t name) {
    unsigned i = name * 0x9e3779b1u & map_size - 1;
    while (map_table[i].at && map_table[i].name != name) i = i + 1 & map_size - 1;
    return &map_table[i];
}

static void *region(rid_t name) {
    if (2 * map_used >= map_size) {
        struct mapped *const old = map_table;
        const unsigned had = map_size;
        map_size = had ? 2 * had : 256;
        map_table = calloc(map_size, sizeof *map_table);
        if (!map_table) xnet_fail("barnes: no memory for %u regions", map_size);
        for (unsigned i = 0; i < had; ++i)
            if (old[i].at) *slot(old[i].name) = old[i];
        free(old);
    }
    struct mapped *const s = slot(name);
    if (!s->at) *s = (struct mapped){name, rgn_map(name)}, ++map_used;
    return s->at;
}

// Cells that this process has made, by level; those of one step serve in the next.
static struct made {
    rid_t name;
    unsigned level;
} * made;
static unsigned made_count, made_room, in_use;

static rid_t new_cell(const double *middle, double half, unsigned level) {
    if (in_use == made_count) {
        if (made_count == made_room) {
            made_room = made_room ? 2 * made_room : 64;
            made = realloc(made, made_room * sizeof *made);
            if (!made) xnet_fail("barnes: no memory for %u cells", made_room);
        }
        made[made_count++].name = rgn_create(sizeof(cell_t));
    }
    made[in_use].level = level;
    const rid_t name = made[in_use++].name;
    cell_t *const c = region(name);
    rgn_start_write(c);
    memset(c, 0, sizeof *c);
    memcpy(c->middle, middle, sizeof c->middle);
    c->half = half;
    rgn_end_write(c);
    return name;
}

// --- build

static unsigned octant(const double *position, const double *middle) {
    return (position[0] >= middle[0]) | (position[1] >= middle[1]) << 1 |
           (position[2] >= middle[2]) << 2;
}

static void position_of(rid_t name, double *position) {
    body_t *const b = region(name);
    rgn_start_read(b);
    memcpy(position, b->position, sizeof b->position);
    rgn_end_read(b);
}

SAME void middle_of(const cell_t *c, unsigned o, double *middle) {
    for (unsigned i = 0; i < 3; ++i)
        middle[i] = c->middle[i] + (o >> i & 1 ? c->half / 2 : -(c->half / 2));
}

static void check_level(unsigned level) {
    if (level > most_depth) xnet_fail("barnes: two bodies have the same position");
}

/// Where a body meets a body, both go one level down, until they part.
static void insert(rid_t root, rid_t name, const double *position) {
    rid_t at = root;
    for (unsigned level = 1;; ++level) {
        check_level(level);
        cell_t *const c = region(at);
        rgn_start_read(c);
        const unsigned o = octant(position, c->middle);
        int kind = c->kind[o];
        rid_t child = c->child[o];
        rgn_end_read(c);
        if (kind != a_cell) {
            rgn_start_write(c);
            kind = c->kind[o]; // it may have changed
            child = c->child[o];
            if (kind == nothing) {
                c->child[o] = name;
                c->kind[o] = a_body;
                rgn_end_write(c);
                return;
            }
            if (kind == a_body) {
                double middle[3], other[3];
                middle_of(c, o, middle);
                position_of(child, other);
                const rid_t below = new_cell(middle, c->half / 2, level);
                cell_t *const n = region(below);
                const unsigned there = octant(other, middle);
                rgn_start_write(n);
                n->child[there] = child;
                n->kind[there] = a_body;
                rgn_end_write(n);
                c->child[o] = child = below;
                c->kind[o] = a_cell;
            }
            rgn_end_write(c);
        }
        at = child;
    }
}

/// Middle and half side of the outermost cube.
SAME double enclose(const double *low, const double *high, double *middle) {
    double half = 0;
    for (unsigned i = 0; i < 3; ++i) {
        middle[i] = (low[i] + high[i]) / 2;
        half = fmax(half, (high[i] - low[i]) / 2);
    }
    return half * 1.0001;
}

static rid_t outermost(void) {
    double middle[3], low[3], high[3];
    for (unsigned i = 0; i < 3; ++i) {
        low[i] = INFINITY, high[i] = -INFINITY;
        for (unsigned b = 0; b < count; ++b) {
            low[i] = fmin(low[i], mine[b]->position[i]);
            high[i] = fmax(high[i], mine[b]->position[i]);
        }
        low[i] = rgn_reduce_dmin(low[i]);
        high[i] = rgn_reduce_dmax(high[i]);
    }
    const double half = enclose(low, high, middle);
    rid_t root = 0;
    in_use = 0;
    if (me == 0) root = new_cell(middle, half, 0);
    if (me == 0)
        rgn_bcast_send(sizeof root, &root);
    else
        rgn_bcast_recv(sizeof root, &root);
    return root;
}

static rid_t build(const rid_t *names) {
    const rid_t root = outermost();
    for (unsigned b = 0; b < count; ++b) insert(root, names[first + b], mine[b]->position);
    rgn_barrier();
    return root;
}

// --- centres

/// Mass and place of a body or of a cell whose centre is known.
static double mass_of(rid_t name, int kind, double *place) {
    double mass;
    if (kind == a_body) {
        body_t *const b = region(name);
        rgn_start_read(b);
        memcpy(place, b->position, sizeof b->position);
        mass = b->mass;
        rgn_end_read(b);
    } else {
        cell_t *const c = region(name);
        rgn_start_read(c);
        memcpy(place, c->centre, sizeof c->centre);
        mass = c->mass;
        rgn_end_read(c);
    }
    return mass;
}

SAME void add_mass(double mass, const double *place, double *sum) {
    sum[3] += mass;
    for (unsigned i = 0; i < 3; ++i) sum[i] += mass * place[i];
}

SAME void set_centre(cell_t *c, const double *sum) {
    for (unsigned i = 0; i < 3; ++i) c->centre[i] = sum[i] / sum[3];
    c->mass = sum[3];
}

static void find_centre(rid_t name) {
    cell_t *const c = region(name);
    double sum[4] = {0, 0, 0, 0};
    rgn_start_write(c);
    for (unsigned o = 0; o < 8; ++o) {
        if (c->kind[o] == nothing) continue;
        double place[3];
        const double mass = mass_of(c->child[o], c->kind[o], place);
        add_mass(mass, place, sum);
    }
    set_centre(c, sum);
    rgn_end_write(c);
}

static void centres(void) {
    double deepest = 0;
    for (unsigned i = 0; i < in_use; ++i) deepest = fmax(deepest, made[i].level);
    for (int level = (int)rgn_reduce_dmax(deepest); level >= 0; --level) {
        for (unsigned i = 0; i < in_use; ++i)
            if ((int)made[i].level == level) find_centre(made[i].name);
        rgn_barrier();
    }
}

// --- forces

SAME void attract(const double *position, const double *place, double mass, double *force) {
    double d[3], r2 = softening * softening;
    for (unsigned i = 0; i < 3; ++i) {
        d[i] = place[i] - position[i];
        r2 += d[i] * d[i];
    }
    const double f = mass / (r2 * sqrt(r2));
    for (unsigned i = 0; i < 3; ++i) force[i] += f * d[i];
}

/// Whether a cube counts as one body.
SAME int is_far(const cell_t *c, const double *position) {
    double r2 = 0;
    for (unsigned i = 0; i < 3; ++i) {
        const double d = c->centre[i] - position[i];
        r2 += d * d;
    }
    return 4 * c->half * c->half < opening * opening * r2;
}

static unsigned long interactions;

static void walk(rid_t name, int kind, rid_t self, const double *position, double *force) {
    if (name == self) return;
    if (kind == a_body) {
        double place[3];
        const double mass = mass_of(name, kind, place);
        attract(position, place, mass, force);
        ++interactions;
        return;
    }
    cell_t *const c = region(name);
    rgn_start_read(c);
    const cell_t copy = *c;
    rgn_end_read(c);
    if (is_far(&copy, position)) {
        attract(position, copy.centre, copy.mass, force);
        ++interactions;
        return;
    }
    for (unsigned o = 0; o < 8; ++o)
        if (copy.kind[o] != nothing) walk(copy.child[o], copy.kind[o], self, position, force);
}

static void forces(rid_t root, const rid_t *names, double (*force)[3]) {
    for (unsigned b = 0; b < count; ++b) {
        double position[3];
        position_of(names[first + b], position);
        memset(force[b], 0, sizeof force[b]);
        walk(root, a_cell, names[first + b], position, force[b]);
    }
    rgn_barrier(); // nobody moves before all have looked
}

SAME void move_body(body_t *body, const double *force) {
    for (unsigned i = 0; i < 3; ++i) {
        body->force[i] = force[i];
        body->velocity[i] += time_step * force[i];
        body->position[i] += time_step * body->velocity[i];
    }
}

static void move(double (*force)[3]) {
    for (unsigned b = 0; b < count; ++b) {
        rgn_start_write(mine[b]);
        move_body(mine[b], force[b]);
        rgn_end_write(mine[b]);
    }
    rgn_barrier();
}

// --- bodies

static uint32_t state = 12345;
static double uniform(void) { // 0 to 1; 16 bits: exact on every machine
    state = state * 1103515245u + 12345u;
    return (double)(state >> 16) / 65536;
}

/// Denser towards the middle.
static body_t make_body(void) {
    body_t b;
    memset(&b, 0, sizeof b);
    const double near = uniform();
    for (unsigned i = 0; i < 3; ++i) {
        const double x = uniform() - 0.5;
        b.position[i] = x * (0.1 + near * near) + (uniform() - 0.5) / 1024;
        b.velocity[i] = (uniform() - 0.5) / 16;
    }
    b.mass = 1.0 / bodies;
    // Bits of the coordinates, from the highest, in turn: 16 of each.
    for (unsigned bit = 0; bit < 48; ++bit) {
        const unsigned axis = bit % 3, at = 15 - bit / 3;
        const unsigned x = (unsigned)((b.position[axis] + 1) * 32768);
        b.key[bit / 24] = b.key[bit / 24] << 1 | (x >> at & 1);
    }
    return b;
}

static int by_key(const void *a, const void *b) {
    const body_t *const x = a, *const y = b;
    for (unsigned i = 0; i < 2; ++i)
        if (x->key[i] != y->key[i]) return x->key[i] < y->key[i] ? -1 : 1;
    return memcmp(x->position, y->position, sizeof x->position);
}

/// Every process knows the names of all.
static void share(rid_t *names, const body_t *all) {
    for (unsigned p = 0; p < procs; ++p) {
        const unsigned from = p * bodies / procs, n = (p + 1) * bodies / procs - from;
        if (!n) continue;
        if (p == me) {
            for (unsigned b = 0; b < n; ++b) {
                names[from + b] = rgn_create(sizeof(body_t));
                mine[b] = region(names[from + b]);
                rgn_start_write(mine[b]);
                *mine[b] = all[from + b];
                rgn_end_write(mine[b]);
            }
            rgn_bcast_send((int)(n * sizeof *names), names + from);
        } else {
            rgn_bcast_recv((int)(n * sizeof *names), names + from);
        }
    }
}

// --- the sequential program: one array of bodies and one of cells

static cell_t *cells;
static unsigned cell_count;

static unsigned add_cell(const double *middle, double half) {
    cells = realloc(cells, (cell_count + 1) * sizeof *cells);
    if (!cells) xnet_fail("barnes: no memory for %u cells", cell_count);
    cell_t *const c = &cells[cell_count];
    memset(c, 0, sizeof *c);
    memcpy(c->middle, middle, sizeof c->middle);
    c->half = half;
    return cell_count++;
}

static void insert_alone(const body_t *all, unsigned body) {
    unsigned at = 0;
    for (unsigned level = 1;; ++level) {
        check_level(level);
        const unsigned o = octant(all[body].position, cells[at].middle), child = cells[at].child[o];
        if (cells[at].kind[o] == nothing) {
            cells[at].child[o] = body;
            cells[at].kind[o] = a_body;
            return;
        }
        if (cells[at].kind[o] == a_body) {
            double middle[3];
            middle_of(&cells[at], o, middle);
            const unsigned below = add_cell(middle, cells[at].half / 2);
            const unsigned there = octant(all[child].position, middle);
            cells[below].child[there] = child;
            cells[below].kind[there] = a_body;
            cells[at].child[o] = below;
            cells[at].kind[o] = a_cell;
        }
        at = cells[at].child[o];
    }
}

static void centre_alone(const body_t *all, unsigned at) {
    cell_t *const c = &cells[at];
    double sum[4] = {0, 0, 0, 0};
    for (unsigned o = 0; o < 8; ++o) {
        const unsigned child = c->child[o];
        if (c->kind[o] == a_cell) {
            centre_alone(all, child);
            add_mass(cells[child].mass, cells[child].centre, sum);
        } else if (c->kind[o] == a_body)
            add_mass(all[child].mass, all[child].position, sum);
    }
    set_centre(c, sum);
}

static void walk_alone(const body_t *all, unsigned at, unsigned self, double *force) {
    const cell_t *const c = &cells[at];
    if (is_far(c, all[self].position)) {
        attract(all[self].position, c->centre, c->mass, force);
        return;
    }
    for (unsigned o = 0; o < 8; ++o) {
        const unsigned child = c->child[o];
        if (c->kind[o] == a_cell)
            walk_alone(all, child, self, force);
        else if (c->kind[o] == a_body && child != self)
            attract(all[self].position, all[child].position, all[child].mass, force);
    }
}

static void step_alone(body_t *all, double (*force)[3]) {
    double middle[3], low[3], high[3];
    for (unsigned i = 0; i < 3; ++i) {
        low[i] = INFINITY, high[i] = -INFINITY;
        for (unsigned b = 0; b < bodies; ++b) {
            low[i] = fmin(low[i], all[b].position[i]);
            high[i] = fmax(high[i], all[b].position[i]);
        }
    }
    const double half = enclose(low, high, middle);
    cell_count = 0;
    add_cell(middle, half);
    for (unsigned b = 0; b < bodies; ++b) insert_alone(all, b);
    centre_alone(all, 0);
    for (unsigned b = 0; b < bodies; ++b) {
        memset(force[b], 0, sizeof force[b]);
        walk_alone(all, 0, b, force[b]);
    }
}

/// The mean relative error of some bodies' forces, beside sums over all others.
static double error_of(const body_t *all, double (*found)[3]) {
    double sum = 0;
    unsigned n = 0;
    for (; n < compared && n < bodies; ++n) {
        const unsigned b = n * bodies / compared % bodies;
        double force[3] = {0, 0, 0}, off = 0, size = 0;
        for (unsigned other = 0; other < bodies; ++other)
            if (other != b) attract(all[b].position, all[other].position, all[other].mass, force);
        for (unsigned i = 0; i < 3; ++i) {
            off += (found[b][i] - force[i]) * (found[b][i] - force[i]);
            size += force[i] * force[i];
        }
        sum += sqrt(off / size);
    }
    return sum / n;
}

/// Whether all bodies are where the sequential program has them, bit for bit.
static int is_right(body_t *all, const rid_t *names, int steps, double *error) {
    double(*const force)[3] = malloc(bodies * sizeof *force);
    if (!force) xnet_fail("barnes: no memory for %u bodies", bodies);
    for (int step = 0; step < steps; ++step) {
        step_alone(all, force);
        if (step == 0) *error = error_of(all, force);
        for (unsigned b = 0; b < bodies; ++b) move_body(&all[b], force[b]);
    }
    int right = *error <= 0.01;
    for (unsigned b = 0; b < bodies; ++b) {
        body_t *const body = region(names[b]);
        rgn_start_read(body);
        right &= !memcmp(body, &all[b], sizeof *body);
        rgn_end_read(body);
    }
    free(force);
    return right;
}

int main(int argc, char **argv) {
    options = application_options(&argc, argv);
    bodies = options.paper ? most_bodies : 512;
    unsigned steps = 2;
    if (argc > 1) bodies = application_number("barnes", argv[1], "bodies", 2, most_bodies);
    if (argc > 2) steps = application_number("barnes", argv[2], "steps", 1, 1000);
    crl_init(0);
    me = crl_self_addr, procs = crl_num_nodes;
    first = me * bodies / procs, count = (me + 1) * bodies / procs - first;
    body_t *const all = malloc(bodies * sizeof *all);
    rid_t *const names = malloc(bodies * sizeof *names);
    double(*const force)[3] = malloc((count + 1) * sizeof *force);
    mine = malloc((count + 1) * sizeof *mine);
    if (!all || !names || !force || !mine) xnet_fail("barnes: no memory for %u bodies", bodies);
    for (unsigned b = 0; b < bodies; ++b) all[b] = make_body();
    qsort(all, bodies, sizeof *all, by_key);
    share(names, all);
    rgn_barrier();
    xnet_trace_on();
    const unsigned start = am_cycles();
    const crl_stats_t before = crl_stats();
    for (unsigned step = 0; step < steps; ++step) {
        const rid_t root = build(names);
        centres();
        forces(root, names, force);
        move(force);
    }
    const unsigned time = am_cycles() - start;
    const crl_stats_t after = crl_stats();
    xnet_trace_off();
    const double cycles = rgn_reduce_dmax((double)application_cycles(time));
    const double misses = rgn_reduce_dadd((double)(after.read_misses - before.read_misses));
    const double messages = rgn_reduce_dadd((double)(after.messages - before.messages));
    const double pairs = rgn_reduce_dadd((double)interactions);
    if (me == 0) {
        double error = 0;
        const int right = options.unchecked || is_right(all, names, (int)steps, &error);
        if (options.json) {
            const application_counter_t counters[] = {{"nodes", procs},
                                                      {"bodies", bodies},
                                                      {"steps", steps},
                                                      {"cycles", cycles},
                                                      {"read_misses", misses},
                                                      {"messages", messages},
                                                      {"interactions", pairs},
                                                      {"body_bytes", sizeof(body_t)},
                                                      {"cell_bytes", sizeof(cell_t)}};
            application_json("barnes", counters, sizeof counters / sizeof counters[0], right);
        } else {
            printf("%u bodies, %u steps: %.0f cycles, %.0f read misses, %.0f messages\n", bodies,
                   steps, cycles, misses, messages);
            printf("%.0f interactions; forces differ from direct sums by %d.%02d %%%s\n", pairs,
                   (int)(error * 100), (int)(error * 10000) % 100, right ? "" : "  WRONG");
        }
    }
    crl_exit();
}
