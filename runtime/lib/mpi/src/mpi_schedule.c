// Runs schedules.
#include "mpi_schedule.h"

#include <stdlib.h>

enum step_kind { step_send, step_receive, step_round, step_combine, step_copy, step_call };
struct step {
    enum step_kind kind;
    const void *from;
    void *to;
    int count, to_count, rank;
    struct mpi_comm *comm;
    struct mpi_type *type, *to_type;
    struct mpi_op *op;
    struct mpi_request *request;
    int (*function)(struct mpi_schedule *, void *); ///< of `to`
};

struct room {
    struct room *next;
    void *memory;
};

struct mpi_schedule {
    struct mpi_schedule *next;
    const char *call;
    struct mpi_comm *comm, *over; ///< over: of the next step
    int tag, error;
    unsigned count, room; ///< of steps
    unsigned at;          ///< the next step
    unsigned open;        ///< the first one whose message may be under way
    unsigned mark;        ///< where steps are repeated from
    struct step *steps;
    struct room *rooms;
    struct mpi_request *request; ///< null: a call runs it
    int (*serve)(void);          ///< of mpi_schedules_serve
};

struct mpi_schedule *mpi_schedules;
static struct mpi_schedule **last = &mpi_schedules;
static struct mpi_schedule *free_schedules; ///< they keep their steps' memory
static unsigned sends;                      ///< that have begun so far

struct mpi_schedule *mpi_schedule_new(const char *call, struct mpi_comm *comm) {
    struct mpi_schedule *s = free_schedules;
    struct step *steps = 0;
    unsigned room = 0;
    if (s) {
        free_schedules = s->next;
        steps = s->steps;
        room = s->room;
    } else {
        s = mpi_get(call, sizeof *s);
    }
    *s = (struct mpi_schedule){.call = call,
                               .comm = comm,
                               .over = comm,
                               .tag = (int)(comm->collectives++ & 0x7fffffff),
                               .room = room,
                               .steps = steps};
    return s;
}
void mpi_schedule_free(struct mpi_schedule *s) {
    while (s->rooms) {
        struct room *r = s->rooms;
        s->rooms = r->next;
        free(r->memory);
        free(r);
    }
    for (unsigned i = 0; i < s->count; ++i)
        if (s->steps[i].op) mpi_op_release(s->steps[i].op);
    s->next = free_schedules;
    free_schedules = s;
}

static struct step *add(struct mpi_schedule *s, enum step_kind kind) {
    if (s->count == s->room) {
        s->room = s->room ? 2 * s->room : 16;
        s->steps = realloc(s->steps, s->room * sizeof *s->steps);
        MPI_WRONG(!s->steps, s->call, "no memory for %u steps", s->room);
    }
    struct step *n = &s->steps[s->count++];
    *n = (struct step){.kind = kind, .comm = s->over};
    return n;
}
void mpi_schedule_over(struct mpi_schedule *s, struct mpi_comm *comm) { s->over = comm; }
void mpi_step_send(struct mpi_schedule *s, const void *buf, int count, struct mpi_type *type,
                   int rank) {
    struct step *n = add(s, step_send);
    n->from = buf;
    n->count = count;
    n->type = type;
    n->rank = rank;
}
void mpi_step_receive(struct mpi_schedule *s, void *buf, int count, struct mpi_type *type,
                      int rank) {
    struct step *n = add(s, step_receive);
    n->to = buf;
    n->count = count;
    n->type = type;
    n->rank = rank;
}
void mpi_step_round(struct mpi_schedule *s) { add(s, step_round); }
void mpi_step_combine(struct mpi_schedule *s, struct mpi_op *op, struct mpi_type *type,
                      const void *in, void *inout, int count) {
    struct step *n = add(s, step_combine);
    n->op = op;
    ++op->references;
    n->type = type;
    n->from = in;
    n->to = inout;
    n->count = count;
}
void mpi_step_copy(struct mpi_schedule *s, struct mpi_type *type, const void *from, int count,
                   struct mpi_type *to_type, void *to, int to_count) {
    struct step *n = add(s, step_copy);
    n->type = type;
    n->from = from;
    n->count = count;
    n->to_type = to_type;
    n->to = to;
    n->to_count = to_count;
}

void mpi_step_call(struct mpi_schedule *s, int (*function)(struct mpi_schedule *, void *),
                   void *argument) {
    struct step *n = add(s, step_call);
    n->function = function;
    n->to = argument;
}
void mpi_schedule_mark(struct mpi_schedule *s) { s->mark = s->count; }

void *mpi_room(const char *call, const struct mpi_type *type, int count, void **memory) {
    const ptrdiff_t more = count ? (count - 1) * mpi_extent(type) : 0;
    // With the padding: operations of the program may copy whole elements.
    const ptrdiff_t first = type->lb < type->true_lb ? type->lb : type->true_lb,
                    end = type->ub > type->true_ub ? type->ub : type->true_ub,
                    low = first + (more < 0 ? more : 0), high = end + (more > 0 ? more : 0);
    *memory = mpi_get(call, count ? (size_t)(high - low) : 0);
    return (char *)*memory - low;
}
void *mpi_schedule_room(struct mpi_schedule *s, const struct mpi_type *type, int count) {
    struct room *r = mpi_get(s->call, sizeof *r);
    void *place = mpi_room(s->call, type, count, &r->memory);
    r->next = s->rooms;
    s->rooms = r;
    return place;
}

void mpi_schedule_note(struct mpi_schedule *s, int error) {
    if (s->error == MPI_SUCCESS) s->error = error;
}

static void copy(struct mpi_schedule *s, const struct step *n) {
    size_t bytes = n->type->size * (size_t)n->count;
    const size_t room = n->to_type->size * (size_t)n->to_count;
    if (bytes > room) {
        MPI_WRONG(mpi_is_fatal(s->comm), s->call, "%u bytes for a buffer of %u", (unsigned)bytes,
                  (unsigned)room);
        mpi_schedule_note(s, MPI_ERR_TRUNCATE);
        bytes = room;
    }
    mpi_copy(s->call, n->type, n->from, n->count, n->to_type, n->to, bytes);
}

/// 1: steps are to be repeated.
static int begin(struct mpi_schedule *s, struct step *n) {
    switch (n->kind) {
    case step_send:
        ++sends;
        n->request = mpi_request_new(s->call);
        mpi_send_begin(n->request, s->call, n->from, n->count, n->type, n->rank, s->tag, n->comm, 1,
                       mpi_standard);
        break;
    case step_receive:
        n->request = mpi_request_new(s->call);
        mpi_receive_begin(n->request, s->call, n->to, n->count, n->type, n->rank, s->tag, n->comm,
                          1);
        break;
    case step_combine: mpi_combine(n->op, n->type, n->from, n->to, n->count); break;
    case step_copy: copy(s, n); break;
    case step_call: return n->function(s, n->to);
    case step_round: break;
    }
    return 0;
}

/// Does all steps that are possible. 1: all of them are done.
static int advance(struct mpi_schedule *s) {
    for (;;) {
        while (s->at < s->count && s->steps[s->at].kind != step_round)
            if (begin(s, &s->steps[s->at++])) {
                s->at = s->open = s->mark;
                return 0;
            }
        for (; s->open < s->at; ++s->open) {
            struct mpi_request *r = s->steps[s->open].request;
            if (!r) continue;
            if (!r->done) return 0;
            mpi_schedule_note(s, mpi_finish(r, 0));
            mpi_request_free(r);
            s->steps[s->open].request = 0;
        }
        if (s->at == s->count) return 1;
        s->open = ++s->at;
    }
}

int mpi_schedule_run(struct mpi_schedule *s) {
    while (!advance(s)) mpi_await();
    const int error = s->error;
    struct mpi_comm *c = s->comm;
    mpi_schedule_free(s);
    return error == MPI_SUCCESS ? error : mpi_raise(c, error);
}

int mpi_schedule_start(struct mpi_schedule *s, MPI_Request *request) {
    struct mpi_request *r = mpi_request_new(s->call);
    r->kind = mpi_is_schedule;
    r->comm = s->comm;
    ++s->comm->references;
    r->schedule = s;
    s->request = r;
    *request = r;
    if (advance(s)) {
        r->error = s->error;
        r->done = 1;
    } else {
        *last = s;
        last = &s->next;
    }
    return MPI_SUCCESS;
}

void mpi_schedules_serve(int (*serve)(void)) {
    struct mpi_schedule *s = mpi_get("MPI", sizeof *s);
    *s = (struct mpi_schedule){.serve = serve};
    *last = s;
    last = &s->next;
}

int mpi_schedules_progress(void) {
    int moved = 0;
    for (struct mpi_schedule **at = &mpi_schedules; *at;) {
        struct mpi_schedule *s = *at;
        if (s->serve) {
            const int did = s->serve();
            moved |= did != 0;
            if (did >= 0) {
                at = &s->next;
                continue;
            }
            *at = s->next;
            if (!*at) last = at;
            free(s);
            continue;
        }
        const unsigned open = s->open, before = sends;
        const int is_done = advance(s);
        // A send may have taken in what another schedule waits for.
        moved |= is_done || s->open != open || sends != before;
        if (!is_done) {
            at = &s->next;
            continue;
        }
        *at = s->next;
        if (!*at) last = at;
        s->next = 0;
        s->request->error = s->error;
        s->request->done = 1;
    }
    return moved;
}
