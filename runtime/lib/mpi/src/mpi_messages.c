// Messages between two processes: the program's calls.
#include "mpi_internal.h"

#include <stdlib.h>
#include <string.h>

/// Raises the error of a call's arguments; MPI_SUCCESS if they are good.
static int check_slowly(const char *call, const void *buf, int count, MPI_Datatype type, int rank,
                        int tag, MPI_Comm comm, int any, struct mpi_comm **c, struct mpi_type **t) {
    int error;
    *c = mpi_object(mpi_kind_comm, comm);
    if (!*c) return mpi_bad_comm(call, comm);
    *t = mpi_type(call, *c, type, count, &error);
    if (!*t) return error;
    MPI_CHECK((unsigned)rank >= (unsigned)(*c)->peers && rank != MPI_PROC_NULL &&
                  !(any && rank == MPI_ANY_SOURCE),
              *c, MPI_ERR_RANK, call, "there is no rank %d among %d", rank, (*c)->peers);
    MPI_CHECK(tag < 0 && !(any && tag == MPI_ANY_TAG), *c, MPI_ERR_TAG, call, "a tag of %d", tag);
    MPI_CHECK(!buf && count && (*t)->basic && rank != MPI_PROC_NULL, *c, MPI_ERR_BUFFER, call,
              "a null buffer for %d elements", count);
    return MPI_SUCCESS;
}

/// Whether the arguments need no further check.
static inline __attribute__((always_inline)) int are_good(const void *buf, int count, int rank,
                                                          int tag, const struct mpi_comm *c,
                                                          const struct mpi_type *t) {
    return c && t && t->is_committed && count >= 0 && (unsigned)rank < (unsigned)c->peers &&
           tag >= 0 && (buf || !count);
}
/// Checks the arguments of a send (`any` 0) or a receive (1), and sets *c and *t of the handles.
static inline __attribute__((always_inline)) int check(const char *call, const void *buf, int count,
                                                       MPI_Datatype type, int rank, int tag,
                                                       MPI_Comm comm, int any, struct mpi_comm **c,
                                                       struct mpi_type **t) {
    *c = mpi_object(mpi_kind_comm, comm);
    *t = mpi_object(mpi_kind_type, type);
    if (__builtin_expect(are_good(buf, count, rank, tag, *c, *t), 1)) return MPI_SUCCESS;
    return check_slowly(call, buf, count, type, rank, tag, comm, any, c, t);
}

static __attribute__((noinline)) int send_slowly(const char *call, const void *buf, int count,
                                                 MPI_Datatype type, int dest, int tag,
                                                 MPI_Comm comm, enum mpi_mode mode) {
    struct mpi_comm *c;
    struct mpi_type *t;
    struct mpi_request r;
    MPI_TRY(check(call, buf, count, type, dest, tag, comm, 0, &c, &t));
    mpi_send_begin(&r, call, buf, count, t, dest, tag, c, 0, mode);
    return mpi_wait(&r, 0);
}
/// Short messages need no request.
static inline __attribute__((always_inline)) int send(const char *call, const void *buf, int count,
                                                      MPI_Datatype type, int dest, int tag,
                                                      MPI_Comm comm) {
    struct mpi_comm *const c = mpi_object(mpi_kind_comm, comm);
    struct mpi_type *const t = mpi_object(mpi_kind_type, type);
    if (__builtin_expect(are_good(buf, count, dest, tag, c, t) && t->dense &&
                             mpid_send_short(mpi_process(c, dest), c->context, tag,
                                             (const char *)buf + t->true_lb,
                                             t->size * (size_t)count),
                         1))
        return MPI_SUCCESS;
    return send_slowly(call, buf, count, type, dest, tag, comm, mpi_standard);
}
MPI_CALL(Send)(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
    return send("MPI_Send", buf, count, type, dest, tag, comm);
}
MPI_CALL(Ssend)(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
    return send_slowly("MPI_Ssend", buf, count, type, dest, tag, comm, mpi_synchronous);
}
MPI_CALL(Rsend)(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
    return send("MPI_Rsend", buf, count, type, dest, tag, comm);
}
static __attribute__((noinline)) int receive_slowly(void *buf, int count, MPI_Datatype type,
                                                    int source, int tag, MPI_Comm comm,
                                                    MPI_Status *status) {
    static const char call[] = "MPI_Recv";
    struct mpi_comm *c;
    struct mpi_type *t;
    struct mpi_request r;
    MPI_TRY(check(call, buf, count, type, source, tag, comm, 1, &c, &t));
    if (__builtin_expect(source == MPI_PROC_NULL, 0))
        mpi_receive_begin(&r, call, buf, count, t, source, tag, c, 0);
    else
        mpi_receive_from(&r, call, buf, count, t, source, tag, c, 0);
    while (!r.done) mpi_await();
    int error = MPI_SUCCESS;
    if (r.own || status || r.error != MPI_SUCCESS) error = mpi_finish(&r, status);
    if (__builtin_expect(error != MPI_SUCCESS, 0)) return mpi_raise(c, error);
    return MPI_SUCCESS;
}
MPI_CALL(Recv)
(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status *status) {
    const struct mpi_comm *const c = mpi_object(mpi_kind_comm, comm);
    const struct mpi_type *const t = mpi_object(mpi_kind_type, type);
    if (!are_good(buf, count, source, tag, c, t) || !t->dense ||
        (ptrdiff_t)(t->size * (size_t)count) > mpid_receives_short)
        return receive_slowly(buf, count, type, source, tag, comm, status);
    const int bytes = mpid_receive_short(mpi_process(c, source), c->context, tag,
                                         (char *)buf + t->true_lb, t->size * (size_t)count);
    if (__builtin_expect(bytes < 0, 0))
        return receive_slowly(buf, count, type, source, tag, comm, status);
    if (status) {
        status->MPI_SOURCE = source;
        status->MPI_TAG = tag;
        status->bytes_ = bytes;
        status->cancelled_ = 0;
    }
    return MPI_SUCCESS;
}

// --- buffered sends ------------------------------------------------------------------------------

static char *attached;
static size_t attached_size;
/// The messages in the buffer that the program has attached, by place. Their requests are beside
/// the buffer, so that MPI_BSEND_OVERHEAD need not depend on the machine.
static struct buffered {
    struct buffered *next;
    size_t at, room;
    struct mpi_request request;
} * buffered_first;

static void reap(void) {
    for (struct buffered **at = &buffered_first; *at;) {
        struct buffered *b = *at;
        if (b->request.done) {
            *at = b->next;
            mpi_comm_release(b->request.comm);
            free(b);
        } else {
            at = &b->next;
        }
    }
}

/// Copies a message to the attached buffer and begins to send it from there.
static int send_buffered(const char *call, const void *buf, int count, struct mpi_type *t, int dest,
                         int tag, struct mpi_comm *c) {
    if (dest == MPI_PROC_NULL) return MPI_SUCCESS;
    const size_t bytes = t->size * (size_t)count, room = bytes + MPI_BSEND_OVERHEAD;
    for (int attempt = 0;; ++attempt) {
        size_t place = 0;
        struct buffered **at = &buffered_first;
        while (*at && (*at)->at - place < room) {
            place = (*at)->at + (*at)->room;
            at = &(*at)->next;
        }
        if (attached && place + room <= attached_size) {
            struct buffered *b = mpi_get(call, sizeof *b);
            memset(b, 0, sizeof *b);
            b->at = place;
            b->room = room;
            b->next = *at;
            *at = b;
            char *const data = attached + place;
            mpi_pack(t, buf, count, data);
            int error;
            ++c->references;
            mpi_send_begin(&b->request, call, data, (int)bytes,
                           mpi_type(call, c, MPI_PACKED, 0, &error), dest, tag, c, 0, mpi_buffered);
            return MPI_SUCCESS;
        }
        MPI_CHECK(attempt, c, MPI_ERR_BUFFER, call,
                  "%u bytes do not fit into the attached buffer of %u", (unsigned)bytes,
                  (unsigned)attached_size);
        mpi_progress();
        reap();
    }
}
MPI_CALL(Bsend)(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
    struct mpi_comm *c;
    struct mpi_type *t;
    MPI_TRY(check("MPI_Bsend", buf, count, type, dest, tag, comm, 0, &c, &t));
    return send_buffered("MPI_Bsend", buf, count, t, dest, tag, c);
}
MPI_CALL(Buffer_attach)(void *buffer, int size) {
    static const char call[] = "MPI_Buffer_attach";
    mpi_check_started(call);
    MPI_CHECK(attached, 0, MPI_ERR_BUFFER, call, "a buffer is attached");
    MPI_CHECK(size < 0 || !buffer, 0, MPI_ERR_ARG, call, "%d bytes", size);
    attached = buffer;
    attached_size = (size_t)size;
    return MPI_SUCCESS;
}
void mpi_bsends_end(void) {
    for (reap(); buffered_first; reap()) mpi_await();
}
MPI_CALL(Buffer_detach)(void *buffer, int *size) {
    mpi_check_started("MPI_Buffer_detach");
    MPI_CHECK(!attached, 0, MPI_ERR_BUFFER, "MPI_Buffer_detach", "no buffer is attached");
    mpi_bsends_end();
    *(void **)buffer = attached;
    *size = (int)attached_size;
    attached = 0;
    return MPI_SUCCESS;
}

// --- requests ------------------------------------------------------------------------------------

static int isend(const char *call, const void *buf, int count, MPI_Datatype type, int dest, int tag,
                 MPI_Comm comm, MPI_Request *request, enum mpi_mode mode) {
    struct mpi_comm *c;
    struct mpi_type *t;
    MPI_TRY(check(call, buf, count, type, dest, tag, comm, 0, &c, &t));
    struct mpi_request *r = mpi_request_new(call);
    if (mode == mpi_buffered) {
        const int error = send_buffered(call, buf, count, t, dest, tag, c);
        if (error != MPI_SUCCESS) {
            mpi_request_free(r);
            return error;
        }
        r->kind = mpi_is_send;
        r->comm = c;
        r->from = MPI_PROC_NULL;
        r->from_tag = MPI_ANY_TAG;
        r->done = 1;
    } else {
        mpi_send_begin(r, call, buf, count, t, dest, tag, c, 0, mode);
    }
    mpi_request_opened(r);
    *request = r;
    return MPI_SUCCESS;
}
#define ISEND(name, mode)                                                                          \
    MPI_CALL(name)                                                                                 \
    (const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,              \
     MPI_Request *request) {                                                                       \
        return isend("MPI_" #name, buf, count, type, dest, tag, comm, request, mode);              \
    }
ISEND(Isend, mpi_standard)
ISEND(Issend, mpi_synchronous)
ISEND(Irsend, mpi_standard)
ISEND(Ibsend, mpi_buffered)
MPI_CALL(Irecv)
(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
 MPI_Request *request) {
    struct mpi_comm *c;
    struct mpi_type *t;
    MPI_TRY(check("MPI_Irecv", buf, count, type, source, tag, comm, 1, &c, &t));
    struct mpi_request *r = mpi_request_new("MPI_Irecv");
    mpi_receive_begin(r, "MPI_Irecv", buf, count, t, source, tag, c, 0);
    mpi_request_opened(r);
    *request = r;
    return MPI_SUCCESS;
}

/// A persistent request: its arguments are kept.
static int init(const char *call, const void *buf, int count, MPI_Datatype type, int rank, int tag,
                MPI_Comm comm, MPI_Request *request, enum mpi_request_kind kind,
                enum mpi_mode mode) {
    struct mpi_comm *c;
    struct mpi_type *t;
    MPI_TRY(check(call, buf, count, type, rank, tag, comm, kind == mpi_is_receive, &c, &t));
    struct mpi_request *r = mpi_request_new(call);
    r->kind = (uint8_t)kind;
    r->mode = (uint8_t)mode;
    r->persistent = 1;
    r->comm = c;
    r->type = t;
    r->user = (void *)buf;
    r->count = count;
    r->rank = rank;
    r->tag = tag;
    ++c->references;
    ++t->references;
    *request = r;
    return MPI_SUCCESS;
}
#define INIT(name, data, kind, mode)                                                               \
    MPI_CALL(name)                                                                                 \
    (data * buf, int count, MPI_Datatype type, int rank, int tag, MPI_Comm comm,                   \
     MPI_Request *request) {                                                                       \
        return init("MPI_" #name, buf, count, type, rank, tag, comm, request, kind, mode);         \
    }
INIT(Send_init, const void, mpi_is_send, mpi_standard)
INIT(Bsend_init, const void, mpi_is_send, mpi_buffered)
INIT(Ssend_init, const void, mpi_is_send, mpi_synchronous)
INIT(Rsend_init, const void, mpi_is_send, mpi_standard)
INIT(Recv_init, void, mpi_is_receive, mpi_standard)

static int start(const char *call, struct mpi_request *r) {
    MPI_CHECK(!r || !r->persistent, 0, MPI_ERR_REQUEST, call, "no persistent request");
    MPI_CHECK(r->active, r->comm, MPI_ERR_REQUEST, call, "it is active");
    void *const user = r->user;
    struct mpi_type *const type = r->type;
    r->active = 1;
    if (r->kind == mpi_is_receive) {
        mpi_receive_begin(r, r->call, user, r->count, type, r->rank, r->tag, r->comm, 0);
    } else if (r->mode == mpi_buffered) {
        r->from = MPI_PROC_NULL;
        r->from_tag = MPI_ANY_TAG;
        r->error = MPI_SUCCESS;
        r->done = 1;
        const int error = send_buffered(r->call, user, r->count, type, r->rank, r->tag, r->comm);
        if (error != MPI_SUCCESS) r->active = 0;
        return error;
    } else {
        mpi_send_begin(r, r->call, user, r->count, type, r->rank, r->tag, r->comm, 0,
                       (enum mpi_mode)r->mode);
    }
    r->user = user;
    return MPI_SUCCESS;
}
MPI_CALL(Start)(MPI_Request *request) {
    mpi_check_started("MPI_Start");
    return start("MPI_Start", *request);
}
MPI_CALL(Startall)(int count, MPI_Request *requests) {
    mpi_check_started("MPI_Startall");
    MPI_CHECK(count < 0, 0, MPI_ERR_ARG, "MPI_Startall", "a count of %d", count);
    for (int i = 0; i < count; ++i) MPI_TRY(start("MPI_Startall", requests[i]));
    return MPI_SUCCESS;
}

// --- exchanging and probing ----------------------------------------------------------------------

MPI_CALL(Sendrecv)
(const void *sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag, void *recvbuf,
 int recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm, MPI_Status *status) {
    static const char call[] = "MPI_Sendrecv";
    struct mpi_comm *c;
    struct mpi_type *from, *to;
    struct mpi_request in, out;
    MPI_TRY(check(call, sendbuf, sendcount, sendtype, dest, sendtag, comm, 0, &c, &from));
    MPI_TRY(check(call, recvbuf, recvcount, recvtype, source, recvtag, comm, 1, &c, &to));
    mpi_receive_begin(&in, call, recvbuf, recvcount, to, source, recvtag, c, 0);
    mpi_send_begin(&out, call, sendbuf, sendcount, from, dest, sendtag, c, 0, mpi_standard);
    mpi_wait(&out, 0);
    const int error = mpi_wait(&in, status);
    return error == MPI_SUCCESS ? error : mpi_raise(c, error);
}
MPI_CALL(Sendrecv_replace)
(void *buf, int count, MPI_Datatype type, int dest, int sendtag, int source, int recvtag,
 MPI_Comm comm, MPI_Status *status) {
    static const char call[] = "MPI_Sendrecv_replace";
    struct mpi_comm *c;
    struct mpi_type *t;
    struct mpi_request in, out;
    int error;
    MPI_TRY(check(call, buf, count, type, dest, sendtag, comm, 0, &c, &t));
    MPI_TRY(check(call, buf, count, type, source, recvtag, comm, 1, &c, &t));
    const size_t bytes = t->size * (size_t)count;
    char *copy = mpi_get(call, bytes);
    mpi_pack(t, buf, count, copy);
    mpi_receive_begin(&in, call, buf, count, t, source, recvtag, c, 0);
    mpi_send_begin(&out, call, copy, (int)bytes, mpi_type(call, c, MPI_PACKED, 0, &error), dest,
                   sendtag, c, 0, mpi_standard);
    mpi_wait(&out, 0);
    error = mpi_wait(&in, status);
    free(copy);
    return error == MPI_SUCCESS ? error : mpi_raise(c, error);
}

void mpi_set_probed(struct mpi_comm *c, int from, int tag, size_t bytes, MPI_Status *status) {
    status->MPI_SOURCE = from < 0 ? from : mpi_rank_of(c, from);
    status->MPI_TAG = tag;
    status->bytes_ = (int)bytes;
    status->cancelled_ = 0;
}
int mpi_check_probe(const char *call, int source, int tag, MPI_Comm comm, struct mpi_comm **c) {
    struct mpi_type *t;
    return check(call, 0, 0, MPI_BYTE, source, tag, comm, 1, c, &t);
}
/// Whether a message is here. Of MPI_PROC_NULL there always is one, without data.
static int probe(struct mpi_comm *c, int source, int tag, MPI_Status *status) {
    int from = MPI_PROC_NULL, from_tag = MPI_ANY_TAG;
    size_t bytes = 0;
    if (source != MPI_PROC_NULL &&
        !mpid_probe(c->context, source == MPI_ANY_SOURCE ? -1 : mpi_process(c, source), tag, &from,
                    &from_tag, &bytes))
        return 0;
    if (status) mpi_set_probed(c, from, from_tag, bytes, status);
    return 1;
}
MPI_CALL(Probe)(int source, int tag, MPI_Comm comm, MPI_Status *status) {
    struct mpi_comm *c;
    MPI_TRY(mpi_check_probe("MPI_Probe", source, tag, comm, &c));
    while (!probe(c, source, tag, status)) mpi_await();
    return MPI_SUCCESS;
}
MPI_CALL(Iprobe)(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status) {
    struct mpi_comm *c;
    MPI_TRY(mpi_check_probe("MPI_Iprobe", source, tag, comm, &c));
    MPI_NOT_NULL(flag, c, "MPI_Iprobe");
    mpi_progress();
    *flag = probe(c, source, tag, status);
    return MPI_SUCCESS;
}
