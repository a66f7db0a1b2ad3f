// Shared by the parts of MPI.
#pragma once

#include "mpi.h"

#include <fail.h>
#include <stdint.h>

/// Defines a function of MPI: PMPI_X, and its weak name MPI_X, which a program may define itself.
/// MPI's own calls use the first name.
#define MPI_CALL(name)                                                                             \
    extern __typeof(PMPI_##name) MPI_##name __attribute__((weak, alias("PMPI_" #name)));           \
    int PMPI_##name

// --- handles -------------------------------------------------------------------------------------

enum mpi_kind {
    mpi_kind_comm = 1,
    mpi_kind_type,
    mpi_kind_op,
    mpi_kind_group,
    mpi_kind_errhandler,
    mpi_kind_keyval,
    mpi_kind_info,
    mpi_kind_win,
    mpi_kinds
};
enum { mpi_kind_shift = 20 };
struct mpi_table {
    void **objects; ///< by index; null: unused
    unsigned used, room;
};
extern struct mpi_table mpi_tables[mpi_kinds];

/// The object of a handle, or null.
static inline void *mpi_object(enum mpi_kind kind, int handle) {
    const unsigned index = (unsigned)handle - ((unsigned)kind << mpi_kind_shift);
    return index < mpi_tables[kind].used ? mpi_tables[kind].objects[index] : 0;
}
int mpi_add(const char *call, enum mpi_kind kind, void *object);
void mpi_remove(enum mpi_kind kind, int handle);

void *mpi_get(const char *call, size_t bytes);

// --- errors --------------------------------------------------------------------------------------

struct mpi_comm;
/// Whether errors on a communicator (null: MPI_COMM_WORLD) end the run.
int mpi_is_fatal(const struct mpi_comm *comm);
/// Calls the communicator's error handler; returns the class.
int mpi_raise(struct mpi_comm *comm, int error_class);
/// The error of a handle that is no communicator.
int mpi_bad_comm(const char *call, int handle);
/// Ends the run unless MPI is running.
void mpi_check_started(const char *call);

#define MPI_RAISE(comm, error_class, call, format, ...)                                            \
    (mpi_is_fatal(comm) ? xnet_fail("%s: " format, call __VA_OPT__(, ) __VA_ARGS__) : (void)0,     \
     mpi_raise(comm, error_class))
/// In a function that returns an error class.
#define MPI_CHECK(wrong, comm, error_class, call, ...)                                             \
    do                                                                                             \
        if (__builtin_expect(!!(wrong), 0))                                                        \
            return MPI_RAISE(comm, error_class, call, __VA_ARGS__);                                \
    while (0)
/// The program has to pass a place for a result.
#define MPI_NOT_NULL(pointers, comm, call)                                                         \
    MPI_CHECK(!(pointers), comm, MPI_ERR_ARG, call, "a null pointer")
#define MPI_TRY(expression)                                                                        \
    do {                                                                                           \
        const int mpi_error_ = (expression);                                                       \
        if (__builtin_expect(mpi_error_ != MPI_SUCCESS, 0)) return mpi_error_;                     \
    } while (0)
/// An error that no handler can take.
#define MPI_WRONG(wrong, call, format, ...)                                                        \
    do                                                                                             \
        if (__builtin_expect(!!(wrong), 0))                                                        \
            xnet_fail("%s: " format, call __VA_OPT__(, ) __VA_ARGS__);                             \
    while (0)

struct mpi_errhandler {
    int references, user; ///< user: of MPI_Errhandler_create
    MPI_Handler_function *function;
};
// Of a communicator, or of a window's.
int mpi_errhandler_set(const char *call, struct mpi_comm *c, MPI_Errhandler handler);
int mpi_errhandler_get(const char *call, struct mpi_comm *c, MPI_Errhandler *handler);
int mpi_errhandler_call(const char *call, struct mpi_comm *c, int code);

// --- attributes ----------------------------------------------------------------------------------

struct mpi_attribute {
    struct mpi_attribute *next;
    struct mpi_keyval *keyval;
    void *value;
};
int mpi_attributes_copy(const struct mpi_attribute *from, int old, struct mpi_attribute **to);
int mpi_attributes_delete(struct mpi_attribute **list, int object);

/// Whether hints have the value for the key. MPI_INFO_NULL has none.
int mpi_info_says(MPI_Info info, const char *key, const char *value);

// --- groups and communicators --------------------------------------------------------------------

struct mpi_group {
    int references, size, rank; ///< rank: this process's, or MPI_UNDEFINED
    int *process;               ///< by rank; null: all processes, in order
};
int mpi_group_new(const char *call, int size, struct mpi_group **made);
void mpi_group_release(struct mpi_group *group);
static inline int mpi_group_process(const struct mpi_group *group, int rank) {
    return group->process ? group->process[rank] : rank;
}
/// The rank of a process, or MPI_UNDEFINED.
int mpi_group_rank(const struct mpi_group *group, int process);

struct mpi_comm {
    int references, handle;
    int context;        ///< of messages; context + 1: of collectives
    int size, rank;     ///< of the local group
    int peers;          ///< ranks that messages go to: of the remote group, if there is one
    const int *process; ///< of these ranks; null: all processes, in order
    struct mpi_group *group, *remote;
    struct mpi_comm *local; ///< of an intercommunicator: mpi_local, made when needed
    int16_t *rank_of;       ///< ranks by process, made when needed
    struct mpi_errhandler *errhandler;
    struct mpi_attribute *attributes;
    struct mpi_topology *topology;
    unsigned collectives; ///< begun so far
    char name[MPI_MAX_OBJECT_NAME];
};
static inline int mpi_process(const struct mpi_comm *comm, int rank) {
    return comm->process ? comm->process[rank] : rank;
}
int mpi_rank_of_slow(struct mpi_comm *comm, int process);
static inline int mpi_rank_of(struct mpi_comm *comm, int process) {
    return comm->process ? mpi_rank_of_slow(comm, process) : process;
}
void mpi_comm_release(struct mpi_comm *comm);
void mpi_comm_set_group(struct mpi_comm *c, struct mpi_group *group, struct mpi_group *remote);
/// A communicator of this process. Takes the references of the groups.
struct mpi_comm *mpi_comm_new(const char *call, struct mpi_group *group, struct mpi_group *remote,
                              int context, const struct mpi_comm *like);
/// Collective over a communicator: a new one of a group, null where `group` is null.
int mpi_comm_make(const char *call, struct mpi_comm *over, struct mpi_group *group,
                  struct mpi_comm **made);
extern struct mpi_comm *mpi_world, *mpi_self;
/// An intercommunicator's local group as a communicator of the same contexts: the processes of both
/// groups are different ones, so messages of one never match receives of the other.
struct mpi_comm *mpi_local(const char *call, struct mpi_comm *inter);

/// What a process passes to MPI_Comm_split.
struct mpi_choice {
    int color, key, rank;
};
/// The processes of a group that have chosen a color, by key. `choices` is by rank, and
/// overwritten.
struct mpi_group *mpi_chosen(const char *call, const struct mpi_group *of,
                             struct mpi_choice *choices, int color);
// Of intercommunicators: *made is null in processes that are in none.
int mpi_inter_create(const char *call, struct mpi_comm *c, struct mpi_group *group,
                     struct mpi_comm **made);
int mpi_inter_split(const char *call, struct mpi_comm *c, const struct mpi_choice *mine,
                    struct mpi_comm **made);

/// `struct mpi_comm *c` of a handle.
#define MPI_COMM_OF(c, call, handle)                                                               \
    struct mpi_comm *const c = mpi_object(mpi_kind_comm, handle);                                  \
    if (__builtin_expect(!c, 0)) return mpi_bad_comm(call, handle)

struct mpi_neighbours {
    int count, *ranks, *weights;
};
struct mpi_topology {
    int kind; ///< MPI_CART, MPI_GRAPH or MPI_DIST_GRAPH
    int dims, *sizes, *periods, *coords;
    int nodes, *index, *edges;
    int is_weighted;
    struct mpi_neighbours in, out; ///< of MPI_DIST_GRAPH
};
void mpi_topology_free(struct mpi_topology *topology);
int mpi_topology_copy(const char *call, const struct mpi_topology *from,
                      struct mpi_topology **made);

// --- data types ----------------------------------------------------------------------------------

struct mpi_block {
    ptrdiff_t at; ///< bytes
    int count;
    struct mpi_type *type;
};
struct mpi_type {
    int references, handle;
    uint8_t basic;                      ///< the index of a basic type, 0 of others
    uint8_t is_committed;               ///< may be used in messages
    uint8_t one_run;                    ///< an element's data are `size` bytes at true_lb
    uint8_t dense;                      ///< so are several elements' data
    uint8_t lower_marked, upper_marked; ///< MPI_LB, MPI_UB, MPI_Type_create_resized
    uint8_t holds;                      ///< `blocks`, or `count` times `blocks[0]`
    unsigned align;                     ///< the largest of its basic types
    size_t size, elements;              ///< bytes and basic elements of its data
    ptrdiff_t lb, ub, true_lb, true_ub;
    int count;        ///< of blocks
    ptrdiff_t stride; ///< bytes between repeated blocks
    struct mpi_block *blocks;
    struct mpi_contents *contents; ///< how it was made; null: a basic type
    struct mpi_attribute *attributes;
    char name[MPI_MAX_OBJECT_NAME];
};
enum { mpi_holds_nothing, mpi_holds_list, mpi_holds_vector }; ///< mpi_type.holds

static inline ptrdiff_t mpi_extent(const struct mpi_type *type) { return type->ub - type->lb; }
/// The type of a handle, for `count` elements; null: an error has been raised, *error.
struct mpi_type *mpi_type_slow(const char *call, struct mpi_comm *comm, MPI_Datatype type,
                               int count, int *error);
static inline struct mpi_type *mpi_type(const char *call, struct mpi_comm *comm, MPI_Datatype type,
                                        int count, int *error) {
    struct mpi_type *t = mpi_object(mpi_kind_type, type);
    return __builtin_expect(t && t->is_committed && count >= 0, 1)
               ? t
               : mpi_type_slow(call, comm, type, count, error);
}
/// Packs `count` elements.
void mpi_pack(const struct mpi_type *type, const void *from, int count, void *to);
/// Unpacks `bytes` bytes.
void mpi_unpack(const struct mpi_type *type, const void *from, size_t bytes, void *to);
/// Copies `bytes` bytes of elements of `type` into elements of `to_type`.
void mpi_copy(const char *call, const struct mpi_type *type, const void *from, int count,
              const struct mpi_type *to_type, void *to, size_t bytes);
void mpi_type_release(struct mpi_type *type);
/// For messages between this library's own buffers: of a pair with padding the same with the
/// padding as data, so that nothing is packed; of others the type itself.
struct mpi_type *mpi_padded(struct mpi_type *type);
const char *mpi_type_text(const struct mpi_type *type);
void mpi_types_start(void);

// --- operations ----------------------------------------------------------------------------------

struct mpi_op {
    int references, handle, commutes;
    MPI_User_function *function; ///< null: MPI's own
    int number;                  ///< of MPI's own: index
};
/// The operation of a handle, defined for a type; null: an error has been raised, *error.
struct mpi_op *mpi_op(const char *call, struct mpi_comm *comm, MPI_Op op,
                      const struct mpi_type *type, int *error);
/// inout[i] = in[i] op inout[i].
void mpi_combine(const struct mpi_op *op, const struct mpi_type *type, const void *in, void *inout,
                 int count);
/// A basic type of numbers without a fraction, or of bytes.
int mpi_is_integer(const struct mpi_type *type);
void mpi_op_release(struct mpi_op *op);
void mpi_ops_start(void);

// --- requests ------------------------------------------------------------------------------------

enum mpi_request_kind {
    mpi_is_send,
    mpi_is_receive,
    mpi_is_schedule,
    mpi_is_generalised,
    mpi_is_nothing
};
enum mpi_mode { mpi_standard, mpi_synchronous, mpi_buffered };

struct mpi_request {
    struct mpi_request *next; ///< free, posted, or granted
    volatile uint8_t done;    ///< its data have been transferred
    uint8_t kind, mode, persistent;
    uint8_t active;                ///< of persistent requests: started
    uint8_t released;              ///< MPI_Request_free: nobody waits
    uint8_t counted;               ///< of the program, not of a call that waits
    volatile uint8_t cancelled;    ///< 1: MPI_Cancel has been successful
    volatile uint8_t cancel_asked; ///< the receiver of a send has been asked
    int error;
    int context, process, tag; ///< process -1: any
    char *buffer;              ///< contiguous data: the user's, or `own`; null: not known yet
    size_t bytes;              ///< of the message; of a receive: room
    char *own;                 ///< packed, freed at the end
    // Of the message that a receive has got.
    int from, from_tag;
    size_t came;
    // The program's arguments.
    const char *call;
    struct mpi_comm *comm;
    struct mpi_type *type;
    void *user;
    int count, rank;
    union { ///< null for messages
        struct mpi_schedule *schedule;
        struct mpi_generalised *generalised;
    };
    // Of the device: a rendezvous' other side.
    struct mpi_request *other;
    char *there;
    size_t granted;
};

struct mpi_request *mpi_request_new(const char *call);
void mpi_request_free(struct mpi_request *request);
/// A message of `c`, in context c->context + `collective`. `rank` may be MPI_PROC_NULL. The request
/// is cleared before.
void mpi_send_begin(struct mpi_request *r, const char *call, const void *buf, int count,
                    struct mpi_type *type, int rank, int tag, struct mpi_comm *c, int collective,
                    enum mpi_mode mode);
void mpi_receive_begin(struct mpi_request *r, const char *call, void *buf, int count,
                       struct mpi_type *type, int rank, int tag, struct mpi_comm *c,
                       int collective);
/// Counts a request of the program, which keeps its communicator and its type.
void mpi_request_opened(struct mpi_request *r);
/// Waits for a request and completes it; its error class, not raised.
int mpi_wait(struct mpi_request *r, MPI_Status *status);
/// Completes a request that is done.
int mpi_finish(struct mpi_request *r, MPI_Status *status);
/// Reports requests that the program has left, at MPI_Finalize.
void mpi_requests_end(void);

/// Checks the arguments of a probe, and sets *c of the handle.
int mpi_check_probe(const char *call, int source, int tag, MPI_Comm comm, struct mpi_comm **c);
/// The status of a message from a process, which may be MPI_PROC_NULL.
void mpi_set_probed(struct mpi_comm *c, int from, int tag, size_t bytes, MPI_Status *status);

// Of requests of MPI_Grequest_start: the program's functions.
int mpi_generalised_query(struct mpi_request *r, MPI_Status *status);
int mpi_generalised_free(struct mpi_request *r);
int mpi_generalised_cancel(struct mpi_request *r);

/// For the devices: where `bytes` bytes of a message for a receive go, contiguous.
char *mpi_landing(struct mpi_request *r, size_t bytes);
/// For the devices: the message of a receive, `size` bytes long, has been found; the bytes that it
/// has room for.
size_t mpi_truncated(struct mpi_request *r, int process, int tag, size_t size);
static inline size_t mpi_matched(struct mpi_request *r, int process, int tag, size_t size) {
    r->from = process;
    r->from_tag = tag;
    r->came = size;
    return __builtin_expect(size <= r->bytes, 1) ? size : mpi_truncated(r, process, tag, size);
}
/// For the devices: the first `bytes` bytes of the message, contiguous; then the receive is done.
void mpi_deliver(struct mpi_request *r, const void *data, size_t bytes);

// --- schedules -----------------------------------------------------------------------------------

/// Continues the operations that have begun without a process waiting in them. Whether one has
/// moved.
int mpi_schedules_progress(void);
/// A function that is called with them, and tells whether it has done something; -1: it need not be
/// called any more.
void mpi_schedules_serve(int (*serve)(void));
extern struct mpi_schedule *mpi_schedules; ///< that are not complete
void mpi_schedule_free(struct mpi_schedule *s);

/// Does all possible work.
void mpi_progress(void);
/// As above, but waits for an arrival first if there is nothing else to do.
void mpi_await(void);

// --- collectives that others use -----------------------------------------------------------------

int mpi_barrier(const char *call, struct mpi_comm *c);
int mpi_allgather_ints(const char *call, const int *mine, int count, int *all, struct mpi_comm *c);
/// Of communicators of all processes: the bitwise and of `count` words.
int mpi_allreduce_ands(const char *call, uint32_t *words, int count, struct mpi_comm *c);

// --- the device ----------------------------------------------------------------------------------

void mpid_start(void);
void mpid_end(void); ///< reports messages that nobody has received
void mpid_send(struct mpi_request *r);
/// Sends a message that needs no request: 0 if that is not possible.
int mpid_send_short(int process, int context, int tag, const char *buffer, size_t bytes);
void mpid_receive(struct mpi_request *r);
/// Waits for a message of at most `room` bytes, which needs no request, and stores it: its bytes,
/// or -1 if that is not possible. For receives of up to mpid_receives_short bytes; -1: of none.
extern const int mpid_receives_short;
int mpid_receive_short(int process, int context, int tag, char *buffer, size_t room);
/// Whether a message is here; `process` -1 and MPI_ANY_TAG match all.
int mpid_probe(int context, int process, int tag, int *from, int *from_tag, size_t *bytes);
/// Takes a message that is here out of the matching; null: there is none.
struct arrival *mpid_take(int context, int process, int tag, int *from, int *from_tag,
                          size_t *bytes);
/// Receives it.
void mpid_receive_taken(struct mpi_request *r, struct arrival *a);
/// Takes a receive back: 1, or 0 if a message has been matched.
int mpid_cancel_receive(struct mpi_request *r);
/// Asks the receiver of a send to forget it. Then `cancelled` and `done`, or neither.
void mpid_cancel_send(struct mpi_request *r);
void mpid_progress(void);
void mpid_await(void);
/// Of all processes: 0 if the device has none of its own.
int mpid_barrier(void);
/// Broadcast of contiguous bytes to all processes: MPI_SUCCESS, the class of an error, or
/// mpid_no_bcast if the device has none of its own.
enum { mpid_no_bcast = -1 };
int mpid_bcast(const char *call, struct mpi_comm *c, void *bytes, size_t size, int root);
/// This process and the number of processes.
extern int mpid_self, mpid_processes;

// --- what MPI_Recv needs without a call ----------------------------------------------------------

/// What mpi_receive_begin does, from a process that exists, before it asks the device.
static inline void mpi_receive_prepare(struct mpi_request *r, const char *call, void *buf,
                                       int count, struct mpi_type *type, int rank, int tag,
                                       struct mpi_comm *c, int collective) {
    r->kind = mpi_is_receive;
    r->done = r->cancelled = 0;
    r->error = MPI_SUCCESS;
    r->call = call;
    r->comm = c;
    r->context = c->context + collective;
    r->tag = tag;
    r->own = 0;
    r->came = 0;
    r->type = type;
    r->bytes = type->size * (size_t)count;
    r->process = rank == MPI_ANY_SOURCE ? -1 : mpi_process(c, rank);
    if (type->dense || (type->one_run && count == 1)) {
        r->buffer = (char *)buf + type->true_lb;
    } else {
        r->buffer = 0;
        r->user = buf;
    }
}
/// As mpi_receive_begin, from a process that exists.
static inline void mpi_receive_from(struct mpi_request *r, const char *call, void *buf, int count,
                                    struct mpi_type *type, int rank, int tag, struct mpi_comm *c,
                                    int collective) {
    mpi_receive_prepare(r, call, buf, count, type, rank, tag, c, collective);
    mpid_receive(r);
}
