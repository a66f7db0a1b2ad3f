// Contexts of communicators: how the processes of a new communicator agree on one.
//
// A context is free where no communicator of the process uses it. A call that waits takes the first
// context that is free in all processes: a process is in one such call at a time.
//
// Calls that do not wait (MPI_Comm_idup) may be under way together, and two of them must not take
// the same context. They have a set of contexts of their own, and agree in rounds. In a round each
// process offers its free contexts of this set, or none if it has an offer in another agreement. An
// agreement that lacks the offer of some process tries again. Its first round is without offers, so
// in the following ones all processes have begun it. A process offers to the agreement whose
// communicator has the lowest context: of all that are under way one gets all its offers.
#include "mpi_contexts.h"

#include <string.h>

enum {
    words = 64,        ///< of 32 contexts each
    shared_words = 16, ///< of agreements that may be under way together
    waiting_words = words - shared_words,
    offered = shared_words, ///< the word that is 0 if a process has offered nothing
};
/// Contexts that no communicator of this process uses, a bit each. Communicators of one context
/// have no process in common. The last `shared_words` are those of agreements in rounds.
static uint32_t free_contexts[words];

static struct mpi_agreement *agreeing; ///< that all processes have begun
static struct mpi_agreement *holder;   ///< has this process's offer

static void set_context(int context, int is_free) {
    const uint32_t bit = 1u << (context / 2 % 32);
    uint32_t *word = &free_contexts[context / 64];
    *word = is_free ? *word | bit : *word & ~bit;
}
void mpi_contexts_start(void) {
    memset(free_contexts, 0xff, sizeof free_contexts);
    set_context(mpi_world_context, 0);
    set_context(mpi_self_context, 0);
}
void mpi_context_free(int context) { set_context(context, 1); }

/// Takes the first context of a set whose first word is `first`; -1: there is none.
static int take_first(const uint32_t *set, int count, int first) {
    for (int bit = 0; bit < count * 32; ++bit)
        if (set[bit / 32] >> (bit % 32) & 1) {
            const int context = 2 * (first * 32 + bit);
            set_context(context, 0);
            return context;
        }
    return -1;
}

/// Steps: the bitwise and of what all processes have, of both groups of an intercommunicator.
static void plan_ands(struct mpi_schedule *s, uint32_t *set, int count, struct mpi_comm *over) {
    struct mpi_type *const t = mpi_object(mpi_kind_type, MPI_UNSIGNED);
    struct mpi_op *const o = mpi_object(mpi_kind_op, MPI_BAND);
    mpi_schedule_over(s, over);
    if (over->remote)
        mpi_inter_plan_all(s, "MPI", set, count, t, o, over);
    else
        mpi_plan_allreduce(s, MPI_IN_PLACE, set, count, t, o, over);
}

// --- in rounds -----------------------------------------------------------------------------------

static int is_before(const struct mpi_agreement *a, const struct mpi_agreement *b) {
    if (a->over->context != b->over->context) return a->over->context < b->over->context;
    return (int)(a->number - b->number) < 0;
}
static int may_offer(const struct mpi_agreement *a) {
    if (holder) return 0;
    for (const struct mpi_agreement *other = agreeing; other; other = other->next)
        if (is_before(other, a)) return 0;
    return 1;
}

static int begin_round(struct mpi_schedule *s, void *of) {
    (void)s;
    struct mpi_agreement *const a = of;
    if (!a->is_listed) {
        a->is_listed = 1;
        a->next = agreeing;
        agreeing = a;
    }
    if (may_offer(a)) {
        holder = a;
        memcpy(a->set, free_contexts + waiting_words, shared_words * sizeof *a->set);
        a->set[offered] = 1;
    } else {
        memset(a->set, 0, sizeof a->set);
    }
    return 0;
}

static void end(struct mpi_agreement *a) {
    struct mpi_agreement **at = &agreeing;
    while (*at != a) at = &(*at)->next;
    *at = a->next;
}
static int end_round(struct mpi_schedule *s, void *of) {
    struct mpi_agreement *const a = of;
    if (holder == a) holder = 0;
    const int all_offered = a->set[offered] != 0;
    if (!all_offered) return 1;
    a->context = take_first(a->set, shared_words, waiting_words);
    end(a);
    if (a->context < 0) {
        MPI_WRONG(mpi_is_fatal(a->over), a->call, "more than %d communicators", words * 32);
        mpi_schedule_note(s, MPI_ERR_OTHER);
    }
    return 0;
}

void mpi_plan_context(struct mpi_schedule *s, const char *call, struct mpi_comm *over,
                      struct mpi_agreement *a) {
    *a = (struct mpi_agreement){
        .call = call, .over = over, .number = over->collectives, .context = -1};
    plan_ands(s, a->set, 1, over); // all have begun
    mpi_schedule_mark(s);
    mpi_step_call(s, begin_round, a);
    plan_ands(s, a->set, shared_words + 1, over);
    mpi_step_call(s, end_round, a);
}

// --- in calls that wait --------------------------------------------------------------------------

/// The other contexts are in use.
static int agree_in_rounds(const char *call, struct mpi_comm *over, int *context) {
    struct mpi_agreement a;
    struct mpi_schedule *s = mpi_schedule_new(call, over);
    mpi_plan_context(s, call, over, &a);
    MPI_TRY(mpi_schedule_run(s));
    *context = a.context;
    return MPI_SUCCESS;
}
int mpi_agree(const char *call, struct mpi_comm *over, int *context) {
    uint32_t all[waiting_words];
    memcpy(all, free_contexts, sizeof all);
    if (over->remote) {
        struct mpi_schedule *s = mpi_schedule_new(call, over);
        plan_ands(s, all, waiting_words, over);
        MPI_TRY(mpi_schedule_run(s));
    } else {
        MPI_TRY(mpi_allreduce_ands(call, all, waiting_words, over));
    }
    *context = take_first(all, waiting_words, 0);
    return *context < 0 ? agree_in_rounds(call, over, context) : MPI_SUCCESS;
}

int mpi_agree_with(const char *call, struct mpi_comm *local, int leader, struct mpi_comm *peer,
                   int remote_leader, int tag, int *context) {
    uint32_t all[waiting_words], theirs[waiting_words];
    memcpy(all, free_contexts, sizeof all);
    MPI_TRY(mpi_allreduce_ands(call, all, waiting_words, local));
    if (local->rank == leader) {
        struct mpi_request in, out;
        struct mpi_type *const bytes = mpi_object(mpi_kind_type, MPI_BYTE);
        mpi_receive_begin(&in, call, theirs, sizeof theirs, bytes, remote_leader, tag, peer, 0);
        mpi_send_begin(&out, call, all, sizeof all, bytes, remote_leader, tag, peer, 0,
                       mpi_standard);
        MPI_TRY(mpi_wait(&out, 0));
        MPI_TRY(mpi_wait(&in, 0));
        for (int i = 0; i < waiting_words; ++i) all[i] &= theirs[i];
    } else {
        memset(all, 0xff, sizeof all);
    }
    // From the leader to all: the others contribute all bits.
    MPI_TRY(mpi_allreduce_ands(call, all, waiting_words, local));
    *context = take_first(all, waiting_words, 0);
    MPI_CHECK(*context < 0, local, MPI_ERR_OTHER, call, "more than %d communicators",
              waiting_words * 32);
    return MPI_SUCCESS;
}
