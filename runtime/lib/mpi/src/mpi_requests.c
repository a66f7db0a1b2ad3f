// Requests: how they begin, complete and end.
#include "mpi_internal.h"

#include <stdlib.h>
#include <string.h>

static struct mpi_request *free_requests;
/// Requests of the program that no call has completed yet, by kind; those that it has freed while
/// they were under way.
static int open_sends, open_receives;
static struct released {
    struct released *next;
    struct mpi_request *request;
} * released;

struct mpi_request *mpi_request_new(const char *call) {
    struct mpi_request *r = free_requests;
    if (r)
        free_requests = r->next;
    else
        r = mpi_get(call, sizeof *r);
    memset(r, 0, sizeof *r);
    r->call = call;
    return r;
}
void mpi_request_free(struct mpi_request *r) {
    r->next = free_requests;
    free_requests = r;
}

// --- beginning -----------------------------------------------------------------------------------

/// A process that is not there: complete.
static void no_process(struct mpi_request *r) {
    r->from = MPI_PROC_NULL;
    r->from_tag = MPI_ANY_TAG;
    r->done = 1;
}

void mpi_send_begin(struct mpi_request *r, const char *call, const void *buf, int count,
                    struct mpi_type *type, int rank, int tag, struct mpi_comm *c, int collective,
                    enum mpi_mode mode) {
    r->kind = mpi_is_send;
    r->mode = (uint8_t)mode;
    r->done = r->cancelled = r->cancel_asked = 0;
    r->error = MPI_SUCCESS;
    r->call = call;
    r->comm = c;
    r->context = c->context + collective;
    r->tag = tag;
    r->own = 0;
    r->from = MPI_PROC_NULL;
    r->from_tag = MPI_ANY_TAG;
    r->came = 0;
    if (rank == MPI_PROC_NULL) {
        no_process(r);
        return;
    }
    r->process = mpi_process(c, rank);
    r->bytes = type->size * (size_t)count;
    if (type->dense || (type->one_run && count == 1)) {
        r->buffer = (char *)buf + type->true_lb;
    } else {
        r->buffer = r->own = mpi_get(call, r->bytes);
        mpi_pack(type, buf, count, r->own);
    }
    mpid_send(r);
}

void mpi_receive_begin(struct mpi_request *r, const char *call, void *buf, int count,
                       struct mpi_type *type, int rank, int tag, struct mpi_comm *c,
                       int collective) {
    if (rank != MPI_PROC_NULL) {
        mpi_receive_from(r, call, buf, count, type, rank, tag, c, collective);
        return;
    }
    r->kind = mpi_is_receive;
    r->done = r->cancelled = 0;
    r->error = MPI_SUCCESS;
    r->call = call;
    r->comm = c;
    r->own = 0;
    r->came = 0;
    no_process(r);
}

// --- for the devices -----------------------------------------------------------------------------

char *mpi_landing(struct mpi_request *r, size_t bytes) {
    if (r->buffer) return r->buffer;
    return r->own = mpi_get(r->call, bytes);
}
size_t mpi_truncated(struct mpi_request *r, int process, int tag, size_t size) {
    MPI_WRONG(mpi_is_fatal(r->comm), r->call,
              "the message of %u bytes from rank %d with tag %d is longer than its buffer of %u",
              (unsigned)size, mpi_rank_of(r->comm, process), tag, (unsigned)r->bytes);
    r->error = MPI_ERR_TRUNCATE;
    return r->came = r->bytes;
}
void mpi_deliver(struct mpi_request *r, const void *data, size_t bytes) {
    if (r->buffer)
        memcpy(r->buffer, data, bytes);
    else
        mpi_unpack(r->type, data, bytes, r->user);
    r->done = 1;
}

// --- completing ----------------------------------------------------------------------------------

static void set_status(const struct mpi_request *r, MPI_Status *status) {
    status->MPI_SOURCE = r->from < 0 ? r->from : mpi_rank_of(r->comm, r->from);
    status->MPI_TAG = r->from_tag;
    status->bytes_ = (int)r->came;
    status->cancelled_ = r->cancelled;
}
/// The status of a request that is null or not active.
static void set_empty(MPI_Status *status) {
    if (status) *status = (MPI_Status){MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_SUCCESS, 0, 0};
}

int mpi_finish(struct mpi_request *r, MPI_Status *status) {
    if (__builtin_expect(r->own != 0, 0)) {
        if (r->kind == mpi_is_receive && !r->cancelled)
            mpi_unpack(r->type, r->own, r->came, r->user);
        free(r->own);
        r->own = 0;
    }
    if (status) {
        if (r->kind <= mpi_is_receive)
            set_status(r, status);
        else
            set_empty(status);
    }
    return r->error;
}

int mpi_wait(struct mpi_request *r, MPI_Status *status) {
    while (!r->done) mpi_await();
    return mpi_finish(r, status);
}

static void free_released(void) {
    for (struct released **at = &released; *at;) {
        struct released *const n = *at;
        struct mpi_request *const r = n->request;
        if (!r->done) {
            at = &n->next;
            continue;
        }
        *at = n->next;
        free(n);
        mpi_finish(r, 0);
        if (r->schedule) mpi_schedule_free(r->schedule);
        if (r->comm) mpi_comm_release(r->comm);
        mpi_request_free(r);
    }
}

void mpi_progress(void) {
    mpid_progress();
    if (mpi_schedules) mpi_schedules_progress();
}
/// What the schedules wait for may have come in while another message was sent: it ends the wait.
/// A process that always finds work of its own, in messages to itself, still takes in what others
/// send.
static __attribute__((noinline)) void await_beside_schedules(void) {
    if (mpi_schedules_progress()) {
        mpid_progress();
        return;
    }
    mpid_await();
    mpi_schedules_progress();
}
void mpi_await(void) {
    if (__builtin_expect(mpi_schedules != 0, 0))
        await_beside_schedules();
    else
        mpid_await();
}

void mpi_requests_end(void) {
    free_released();
    const int open = open_sends ? open_sends : open_receives;
    MPI_WRONG(open, "MPI_Finalize", "%d request%s of %s: no MPI_Wait or MPI_Test has completed %s",
              open, open == 1 ? "" : "s", open_sends ? "MPI_Isend" : "MPI_Irecv",
              open == 1 ? "it" : "them");
}

// --- the program's requests ----------------------------------------------------------------------

void mpi_request_opened(struct mpi_request *r) {
    r->counted = 1;
    ++*(r->kind == mpi_is_send ? &open_sends : &open_receives);
    if (r->comm) ++r->comm->references;
    if (r->type) ++r->type->references;
}
static void closed(struct mpi_request *r) {
    if (r->counted) --*(r->kind == mpi_is_send ? &open_sends : &open_receives);
    if (r->comm) mpi_comm_release(r->comm);
    if (r->type) mpi_type_release(r->type);
}

static int is_active(const struct mpi_request *r) { return r && (!r->persistent || r->active); }

/// Ends what is behind a request that is no message; the first error.
static int end_operation(struct mpi_request *r, MPI_Status *status, int error) {
    if (r->kind != mpi_is_generalised) {
        mpi_schedule_free(r->schedule);
        r->schedule = 0;
        return error;
    }
    error = mpi_generalised_query(r, status);
    const int freed = mpi_generalised_free(r);
    return error == MPI_SUCCESS ? freed : error;
}
static __attribute__((noinline)) int complete_operation(MPI_Request *request, MPI_Status *status) {
    struct mpi_request *r = *request;
    const int error = end_operation(r, status, mpi_finish(r, status));
    closed(r);
    mpi_request_free(r);
    *request = MPI_REQUEST_NULL;
    return error;
}
/// Completes a request that is done; its error class.
static int complete(MPI_Request *request, MPI_Status *status) {
    struct mpi_request *r = *request;
    if (__builtin_expect(r->schedule != 0, 0)) return complete_operation(request, status);
    const int error = mpi_finish(r, status);
    if (r->persistent) {
        r->active = 0;
    } else {
        closed(r);
        mpi_request_free(r);
        *request = MPI_REQUEST_NULL;
    }
    return error;
}
/// Raises the error of one request.
static int raised(const char *call, struct mpi_comm *c, int error) {
    if (error == MPI_SUCCESS) return error;
    return MPI_RAISE(c, error, call, "an error of class %d", error);
}

#define CHECK_REQUESTS(call, count, requests)                                                      \
    mpi_check_started(call);                                                                       \
    MPI_CHECK((count) < 0, 0, MPI_ERR_ARG, call, "a count of %d", count);                          \
    MPI_CHECK((count) && !(requests), 0, MPI_ERR_REQUEST, call, "a null pointer")

MPI_CALL(Wait)(MPI_Request *request, MPI_Status *status) {
    CHECK_REQUESTS("MPI_Wait", 1, request);
    if (!is_active(*request)) {
        set_empty(status);
        return MPI_SUCCESS;
    }
    while (!(*request)->done) mpi_await();
    struct mpi_comm *c = (*request)->comm;
    return raised("MPI_Wait", c, complete(request, status));
}
MPI_CALL(Test)(MPI_Request *request, int *flag, MPI_Status *status) {
    CHECK_REQUESTS("MPI_Test", 1, request);
    mpi_progress();
    *flag = 1;
    if (!is_active(*request)) {
        set_empty(status);
        return MPI_SUCCESS;
    }
    if (!(*request)->done) {
        *flag = 0;
        return MPI_SUCCESS;
    }
    struct mpi_comm *c = (*request)->comm;
    return raised("MPI_Test", c, complete(request, status));
}

/// A request that is done, or MPI_UNDEFINED; *active: of how many.
static int find_done(int count, const MPI_Request *requests, int *active) {
    *active = 0;
    for (int i = 0; i < count; ++i)
        if (is_active(requests[i])) {
            ++*active;
            if (requests[i]->done) return i;
        }
    return MPI_UNDEFINED;
}
MPI_CALL(Waitany)(int count, MPI_Request *requests, int *index, MPI_Status *status) {
    CHECK_REQUESTS("MPI_Waitany", count, requests);
    MPI_NOT_NULL(index, 0, "MPI_Waitany");
    int active;
    while ((*index = find_done(count, requests, &active)) == MPI_UNDEFINED && active) mpi_await();
    if (*index == MPI_UNDEFINED) {
        set_empty(status);
        return MPI_SUCCESS;
    }
    struct mpi_comm *c = requests[*index]->comm;
    return raised("MPI_Waitany", c, complete(&requests[*index], status));
}
MPI_CALL(Testany)(int count, MPI_Request *requests, int *index, int *flag, MPI_Status *status) {
    CHECK_REQUESTS("MPI_Testany", count, requests);
    MPI_NOT_NULL(flag && index, 0, "MPI_Testany");
    int active;
    mpi_progress();
    *index = find_done(count, requests, &active);
    *flag = *index != MPI_UNDEFINED || !active;
    if (*index == MPI_UNDEFINED) {
        if (!active) set_empty(status);
        return MPI_SUCCESS;
    }
    struct mpi_comm *c = requests[*index]->comm;
    return raised("MPI_Testany", c, complete(&requests[*index], status));
}

/// Completes all; the statuses have the errors, if there are some.
static int complete_all(const char *call, int count, MPI_Request *requests, MPI_Status *statuses) {
    int wrong = 0;
    struct mpi_comm *c = 0;
    for (int i = 0; i < count; ++i) {
        MPI_Status *status = statuses ? &statuses[i] : 0;
        int error = MPI_SUCCESS;
        if (is_active(requests[i])) {
            struct mpi_comm *of = requests[i]->comm;
            error = complete(&requests[i], status);
            if (error != MPI_SUCCESS && !wrong++) c = of;
        } else {
            set_empty(status);
        }
        if (status) status->MPI_ERROR = error;
    }
    return wrong ? raised(call, c, MPI_ERR_IN_STATUS) : MPI_SUCCESS;
}
MPI_CALL(Waitall)(int count, MPI_Request *requests, MPI_Status *statuses) {
    CHECK_REQUESTS("MPI_Waitall", count, requests);
    for (int i = 0; i < count; ++i)
        if (is_active(requests[i]))
            while (!requests[i]->done) mpi_await();
    return complete_all("MPI_Waitall", count, requests, statuses);
}
MPI_CALL(Testall)(int count, MPI_Request *requests, int *flag, MPI_Status *statuses) {
    CHECK_REQUESTS("MPI_Testall", count, requests);
    MPI_NOT_NULL(flag, 0, "MPI_Testall");
    mpi_progress();
    *flag = 1;
    for (int i = 0; i < count; ++i)
        if (is_active(requests[i]) && !requests[i]->done) {
            *flag = 0;
            return MPI_SUCCESS;
        }
    return complete_all("MPI_Testall", count, requests, statuses);
}

/// Completes those that are done.
static int complete_some(const char *call, int count, MPI_Request *requests, int *done,
                         int *indices, MPI_Status *statuses) {
    int n = 0, wrong = 0;
    struct mpi_comm *c = 0;
    for (int i = 0; i < count; ++i) {
        if (!is_active(requests[i]) || !requests[i]->done) continue;
        MPI_Status *status = statuses ? &statuses[n] : 0;
        struct mpi_comm *of = requests[i]->comm;
        const int error = complete(&requests[i], status);
        if (status) status->MPI_ERROR = error;
        if (error != MPI_SUCCESS && !wrong++) c = of;
        indices[n++] = i;
    }
    *done = n;
    return wrong ? raised(call, c, MPI_ERR_IN_STATUS) : MPI_SUCCESS;
}
MPI_CALL(Waitsome)
(int count, MPI_Request *requests, int *done, int *indices, MPI_Status *statuses) {
    CHECK_REQUESTS("MPI_Waitsome", count, requests);
    int active;
    while (find_done(count, requests, &active) == MPI_UNDEFINED && active) mpi_await();
    *done = MPI_UNDEFINED;
    if (!active) return MPI_SUCCESS;
    return complete_some("MPI_Waitsome", count, requests, done, indices, statuses);
}
MPI_CALL(Testsome)
(int count, MPI_Request *requests, int *done, int *indices, MPI_Status *statuses) {
    CHECK_REQUESTS("MPI_Testsome", count, requests);
    int active;
    mpi_progress();
    *done = MPI_UNDEFINED;
    if (find_done(count, requests, &active) == MPI_UNDEFINED && !active) return MPI_SUCCESS;
    return complete_some("MPI_Testsome", count, requests, done, indices, statuses);
}

#define REQUEST_OF(r, call, request)                                                               \
    mpi_check_started(call);                                                                       \
    struct mpi_request *const r = (request) ? *(request) : 0;                                      \
    MPI_CHECK(!r, 0, MPI_ERR_REQUEST, call, "MPI_REQUEST_NULL")

MPI_CALL(Request_get_status)(MPI_Request request, int *flag, MPI_Status *status) {
    mpi_check_started("MPI_Request_get_status");
    mpi_progress();
    MPI_NOT_NULL(flag, 0, "MPI_Request_get_status");
    *flag = !is_active(request) || request->done;
    if (is_active(request) && request->done && request->kind == mpi_is_generalised)
        return mpi_generalised_query(request, status);
    if (!is_active(request) || request->kind > mpi_is_receive)
        set_empty(status);
    else if (request->done && status)
        set_status(request, status);
    return MPI_SUCCESS;
}
MPI_CALL(Request_free)(MPI_Request *request) {
    REQUEST_OF(r, "MPI_Request_free", request);
    *request = MPI_REQUEST_NULL;
    if (is_active(r) && !r->done) { // its communication goes on
        r->released = 1;
        if (r->kind == mpi_is_generalised) return MPI_SUCCESS; // MPI_Grequest_complete frees it
        if (r->counted) --*(r->kind == mpi_is_send ? &open_sends : &open_receives);
        r->counted = 0;
        struct released *const n = mpi_get("MPI_Request_free", sizeof *n);
        *n = (struct released){released, r};
        released = n;
        return MPI_SUCCESS;
    }
    mpi_finish(r, 0);
    const int error = r->schedule ? end_operation(r, 0, MPI_SUCCESS) : MPI_SUCCESS;
    closed(r);
    mpi_request_free(r);
    return error == MPI_SUCCESS ? error : mpi_raise(0, error);
}
MPI_CALL(Cancel)(MPI_Request *request) {
    REQUEST_OF(r, "MPI_Cancel", request);
    if (r->kind == mpi_is_generalised) {
        const int error = mpi_generalised_cancel(r);
        return error == MPI_SUCCESS ? error : mpi_raise(0, error);
    }
    MPI_CHECK(r->kind > mpi_is_receive || !is_active(r), r->comm, MPI_ERR_REQUEST, "MPI_Cancel",
              "no active send or receive");
    if (r->done) return MPI_SUCCESS;
    if (r->kind == mpi_is_send) {
        mpid_cancel_send(r);
    } else if (mpid_cancel_receive(r)) {
        r->cancelled = 1;
        r->from = MPI_ANY_SOURCE;
        r->from_tag = MPI_ANY_TAG;
        r->done = 1;
    }
    return MPI_SUCCESS;
}
