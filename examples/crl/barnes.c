// run: --nodes 16
// flags: -O2 -lcrl
// Barnes-Hut on shared regions (Bhoedjang's thesis, 001, 8.5.4: Barnes on CRL). Bodies attract each
// other; a tree of cubes, eight in each, stands for distant groups. Each body and each cube is a
// region of 88 or 104 bytes. A step has four phases:
//   build    every process inserts its bodies, under write locks of the cubes
//   centres  mass and centre of each cube, from the lowest level up
//   forces   every process walks the tree for each of its bodies: read misses
//   move     every process writes its bodies
// A leaf is one body, children are added in their order, and the outermost cube is found exactly.
// So the result does not depend on the number of processes, bit for bit; process 0 prints a sum
// over all bits of all positions. It also compares the first forces of some bodies with sums over
// all others. Floating point is the machine's: on T1 it is software.
//
// A trace has the steps. With `unchecked` as last argument nothing is compared, for short traces.
//
//   barnes [bodies, default 128 [steps, default 2]]
#include <am_core.h>
#include <crl.h>
#include <fail.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xnet_trace.h>

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

static unsigned me, procs, bodies, first, count; // of this process's bodies
static body_t **mine;

// --- regions
// ---------------------------------------------------------------------------------------

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
// -----------------------------------------------------------------------------------------

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

/// Where a body meets a body, both go one level down, until they part.
static void insert(rid_t root, rid_t name, const double *position) {
    rid_t at = root;
    for (unsigned level = 1;; ++level) {
        if (level > most_depth) xnet_fail("barnes: two bodies have the same position");
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
                const double half = c->half / 2;
                for (unsigned i = 0; i < 3; ++i)
                    middle[i] = c->middle[i] + (o >> i & 1 ? half : -half);
                position_of(child, other);
                const rid_t below = new_cell(middle, half, level);
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

static rid_t outermost(void) {
    double middle[3], half = 0;
    for (unsigned i = 0; i < 3; ++i) {
        double low = INFINITY, high = -INFINITY;
        for (unsigned b = 0; b < count; ++b) {
            low = fmin(low, mine[b]->position[i]);
            high = fmax(high, mine[b]->position[i]);
        }
        low = rgn_reduce_dmin(low);
        high = rgn_reduce_dmax(high);
        middle[i] = (low + high) / 2;
        half = fmax(half, (high - low) / 2);
    }
    rid_t root = 0;
    in_use = 0;
    if (me == 0) root = new_cell(middle, half * 1.0001, 0);
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
// ---------------------------------------------------------------------------------------

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

static void find_centre(rid_t name) {
    cell_t *const c = region(name);
    double mass = 0, sum[3] = {0, 0, 0};
    rgn_start_write(c);
    for (unsigned o = 0; o < 8; ++o) {
        if (c->kind[o] == nothing) continue;
        double place[3];
        const double m = mass_of(c->child[o], c->kind[o], place);
        mass += m;
        for (unsigned i = 0; i < 3; ++i) sum[i] += m * place[i];
    }
    for (unsigned i = 0; i < 3; ++i) c->centre[i] = sum[i] / mass;
    c->mass = mass;
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
// ----------------------------------------------------------------------------------------

static void attract(const double *position, const double *place, double mass, double *force) {
    double d[3], r2 = softening * softening;
    for (unsigned i = 0; i < 3; ++i) {
        d[i] = place[i] - position[i];
        r2 += d[i] * d[i];
    }
    const double f = mass / (r2 * sqrt(r2));
    for (unsigned i = 0; i < 3; ++i) force[i] += f * d[i];
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
    double r2 = 0;
    for (unsigned i = 0; i < 3; ++i) {
        const double d = copy.centre[i] - position[i];
        r2 += d * d;
    }
    if (4 * copy.half * copy.half < opening * opening * r2) {
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

static void move(double (*force)[3]) {
    for (unsigned b = 0; b < count; ++b) {
        body_t *const body = mine[b];
        rgn_start_write(body);
        for (unsigned i = 0; i < 3; ++i) {
            body->force[i] = force[b][i];
            body->velocity[i] += time_step * force[b][i];
            body->position[i] += time_step * body->velocity[i];
        }
        rgn_end_write(body);
    }
    rgn_barrier();
}

// --- bodies
// ----------------------------------------------------------------------------------------

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

/// The mean error of some bodies' first forces, beside sums over all others.
static double error_of(const body_t *all, const rid_t *names) {
    double sum = 0;
    unsigned n = 0;
    for (unsigned k = 0; k < compared && k < bodies; ++k) {
        const unsigned b = k * bodies / compared % bodies;
        double force[3] = {0, 0, 0}, off = 0, size = 0;
        for (unsigned other = 0; other < bodies; ++other)
            if (other != b) attract(all[b].position, all[other].position, all[other].mass, force);
        body_t *const body = region(names[b]);
        rgn_start_read(body);
        for (unsigned i = 0; i < 3; ++i) {
            off += (body->force[i] - force[i]) * (body->force[i] - force[i]);
            size += force[i] * force[i];
        }
        rgn_end_read(body);
        sum += sqrt(off / size);
        ++n;
    }
    return sum / n;
}

/// A sum over the halves of all words of all positions, which any order gives exactly.
static double bits(void) {
    double sum = 0;
    for (unsigned b = 0; b < count; ++b)
        for (unsigned i = 0; i < 3; ++i) {
            uint64_t word;
            memcpy(&word, &mine[b]->position[i], sizeof word);
            for (unsigned part = 0; part < 4; ++part)
                sum += (double)((word >> 16 * part & 0xffff) * (part + 1) * (first + b + 1));
        }
    return rgn_reduce_dadd(sum);
}

int main(int argc, char **argv) {
    const int unchecked = argc > 1 && !strcmp(argv[argc - 1], "unchecked");
    argc -= unchecked;
    bodies = argc > 1 ? (unsigned)atoi(argv[1]) : 128;
    const int steps = argc > 2 ? atoi(argv[2]) : 2;
    if (bodies < 2 || bodies > most_bodies || steps < 1)
        xnet_fail("barnes: 2 to %d bodies and at least one step", most_bodies);
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
    double error = 0;
    unsigned checking = 0;
    for (int step = 0; step < steps; ++step) {
        const rid_t root = build(names);
        centres();
        forces(root, names, force);
        move(force);
        if (step == 0 && !unchecked) {
            const unsigned now = am_cycles();
            if (me == 0) error = error_of(all, names);
            rgn_barrier();
            checking = am_cycles() - now;
        }
    }
    const unsigned time = am_cycles() - start - checking;
    const crl_stats_t after = crl_stats();
    xnet_trace_off();
    const double cycles = rgn_reduce_dmax(time);
    const double misses = rgn_reduce_dadd(after.read_misses - before.read_misses);
    const double messages = rgn_reduce_dadd(after.messages - before.messages);
    const double pairs = rgn_reduce_dadd(interactions), sum = bits();
    if (me == 0) {
        printf("%u bodies, %d steps: %.0f cycles, %.0f read misses, %.0f messages\n", bodies, steps,
               cycles, misses, messages);
        printf("%.0f interactions, positions %.0f%s\n", pairs, sum, error > 0.01 ? "  WRONG" : "");
    }
    crl_exit();
}
