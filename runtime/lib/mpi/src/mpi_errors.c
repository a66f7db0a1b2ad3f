// Error handlers, classes and their texts.
#include "mpi_windows.h"

#include <stdlib.h>
#include <string.h>

static struct mpi_errhandler *handler_of(const struct mpi_comm *comm) {
    if (!comm) comm = mpi_world;
    return comm ? comm->errhandler : 0;
}

int mpi_is_fatal(const struct mpi_comm *comm) {
    const struct mpi_errhandler *h = handler_of(comm);
    return !h || h == mpi_object(mpi_kind_errhandler, MPI_ERRORS_ARE_FATAL);
}

int mpi_raise(struct mpi_comm *comm, int error_class) {
    const struct mpi_errhandler *h = handler_of(comm);
    if (h && h->function) {
        MPI_Comm handle = comm ? comm->handle : MPI_COMM_WORLD;
        int code = error_class;
        h->function(&handle, &code);
    }
    return error_class;
}

int mpi_bad_comm(const char *call, int handle) {
    mpi_check_started(call);
    if (handle == MPI_COMM_NULL) return MPI_RAISE(0, MPI_ERR_COMM, call, "MPI_COMM_NULL");
    return MPI_RAISE(0, MPI_ERR_COMM, call, "%d is no communicator", handle);
}

static int create(const char *call, MPI_Handler_function *f, MPI_Errhandler *handler) {
    mpi_check_started(call);
    MPI_NOT_NULL(f && handler, 0, call);
    struct mpi_errhandler *h = mpi_get(call, sizeof *h);
    *h = (struct mpi_errhandler){1, 1, f};
    *handler = mpi_add(call, mpi_kind_errhandler, h);
    return MPI_SUCCESS;
}
MPI_CALL(Errhandler_create)(MPI_Handler_function *f, MPI_Errhandler *handler) {
    return create("MPI_Errhandler_create", f, handler);
}
MPI_CALL(Comm_create_errhandler)(MPI_Handler_function *f, MPI_Errhandler *handler) {
    return create("MPI_Comm_create_errhandler", f, handler);
}
MPI_CALL(Win_create_errhandler)(MPI_Handler_function *f, MPI_Errhandler *handler) {
    return create("MPI_Win_create_errhandler", f, handler);
}

static void release(struct mpi_errhandler *h) {
    if (--h->references == 0 && h->user) free(h);
}

int mpi_errhandler_set(const char *call, struct mpi_comm *c, MPI_Errhandler handler) {
    struct mpi_errhandler *h = mpi_object(mpi_kind_errhandler, handler);
    MPI_CHECK(!h, c, MPI_ERR_ARG, call, "%d is no error handler", handler);
    ++h->references;
    release(c->errhandler);
    c->errhandler = h;
    return MPI_SUCCESS;
}
static int set(const char *call, MPI_Comm comm, MPI_Errhandler handler) {
    MPI_COMM_OF(c, call, comm);
    return mpi_errhandler_set(call, c, handler);
}
MPI_CALL(Errhandler_set)(MPI_Comm comm, MPI_Errhandler handler) {
    return set("MPI_Errhandler_set", comm, handler);
}
MPI_CALL(Comm_set_errhandler)(MPI_Comm comm, MPI_Errhandler handler) {
    return set("MPI_Comm_set_errhandler", comm, handler);
}

/// The handle of an error handler; one that has been freed and is still in use gets a new handle.
static MPI_Errhandler handle_of(const char *call, struct mpi_errhandler *h) {
    ++h->references;
    const struct mpi_table *t = &mpi_tables[mpi_kind_errhandler];
    for (unsigned i = 1; i < t->used; ++i)
        if (t->objects[i] == h)
            return (MPI_Errhandler)(((unsigned)mpi_kind_errhandler << mpi_kind_shift) + i);
    return mpi_add(call, mpi_kind_errhandler, h);
}
int mpi_errhandler_get(const char *call, struct mpi_comm *c, MPI_Errhandler *handler) {
    MPI_NOT_NULL(handler, c, call);
    *handler = handle_of(call, c->errhandler);
    return MPI_SUCCESS;
}
static int get(const char *call, MPI_Comm comm, MPI_Errhandler *handler) {
    MPI_COMM_OF(c, call, comm);
    return mpi_errhandler_get(call, c, handler);
}
MPI_CALL(Errhandler_get)(MPI_Comm comm, MPI_Errhandler *handler) {
    return get("MPI_Errhandler_get", comm, handler);
}
MPI_CALL(Comm_get_errhandler)(MPI_Comm comm, MPI_Errhandler *handler) {
    return get("MPI_Comm_get_errhandler", comm, handler);
}

MPI_CALL(Errhandler_free)(MPI_Errhandler *handler) {
    struct mpi_errhandler *h = handler ? mpi_object(mpi_kind_errhandler, *handler) : 0;
    MPI_CHECK(!h, 0, MPI_ERR_ARG, "MPI_Errhandler_free", "no error handler");
    if (h->user) {
        // The handle ends with the last reference that the program has got.
        int users = 0;
        const struct mpi_table *t = &mpi_tables[mpi_kind_comm];
        for (unsigned i = 1; i < t->used; ++i) {
            const struct mpi_comm *c = t->objects[i];
            users += c && c->errhandler == h;
        }
        const struct mpi_table *wins = &mpi_tables[mpi_kind_win];
        for (unsigned i = 1; i < wins->used; ++i) {
            const struct mpi_win *w = wins->objects[i];
            users += w && w->comm->errhandler == h;
        }
        if (h->references - users <= 1) mpi_remove(mpi_kind_errhandler, *handler);
    }
    release(h);
    *handler = MPI_ERRHANDLER_NULL;
    return MPI_SUCCESS;
}

int mpi_errhandler_call(const char *call, struct mpi_comm *c, int code) {
    if (mpi_is_fatal(c)) {
        char text[MPI_MAX_ERROR_STRING];
        int length;
        PMPI_Error_string(code, text, &length);
        xnet_fail("%s: %s", call, text);
    }
    mpi_raise(c, code);
    return MPI_SUCCESS;
}
MPI_CALL(Comm_call_errhandler)(MPI_Comm comm, int code) {
    MPI_COMM_OF(c, "MPI_Comm_call_errhandler", comm);
    return mpi_errhandler_call("MPI_Comm_call_errhandler", c, code);
}

// --- classes -------------------------------------------------------------------------------------

static const char *const texts[] = {
    [MPI_SUCCESS] = "MPI_SUCCESS: no error",
    [MPI_ERR_BUFFER] = "MPI_ERR_BUFFER: a buffer that is null or too small",
    [MPI_ERR_COUNT] = "MPI_ERR_COUNT: a count below 0",
    [MPI_ERR_TYPE] = "MPI_ERR_TYPE: no data type, or one that is not committed",
    [MPI_ERR_TAG] = "MPI_ERR_TAG: a tag below 0",
    [MPI_ERR_COMM] = "MPI_ERR_COMM: no communicator, or one of the wrong kind",
    [MPI_ERR_RANK] = "MPI_ERR_RANK: a rank that does not exist",
    [MPI_ERR_REQUEST] = "MPI_ERR_REQUEST: no request, or one of the wrong kind",
    [MPI_ERR_ROOT] = "MPI_ERR_ROOT: a root that does not exist",
    [MPI_ERR_GROUP] = "MPI_ERR_GROUP: no group, or one of the wrong processes",
    [MPI_ERR_OP] = "MPI_ERR_OP: no operation, or one that is not defined for the type",
    [MPI_ERR_TOPOLOGY] = "MPI_ERR_TOPOLOGY: a communicator without this topology",
    [MPI_ERR_DIMS] = "MPI_ERR_DIMS: dimensions that are impossible",
    [MPI_ERR_ARG] = "MPI_ERR_ARG: an argument that is impossible",
    [MPI_ERR_UNKNOWN] = "MPI_ERR_UNKNOWN: an unknown error",
    [MPI_ERR_TRUNCATE] = "MPI_ERR_TRUNCATE: a message that is longer than its buffer",
    [MPI_ERR_OTHER] = "MPI_ERR_OTHER: an error of no other class",
    [MPI_ERR_INTERN] = "MPI_ERR_INTERN: an error of MPI itself",
    [MPI_ERR_IN_STATUS] = "MPI_ERR_IN_STATUS: the statuses have the errors",
    [MPI_ERR_PENDING] = "MPI_ERR_PENDING: a request that is not complete",
    [MPI_ERR_KEYVAL] = "MPI_ERR_KEYVAL: no key of attributes",
    [MPI_ERR_NO_MEM] = "MPI_ERR_NO_MEM: no memory",
    [MPI_ERR_BASE] = "MPI_ERR_BASE: no memory of MPI_Alloc_mem",
    [MPI_ERR_INFO] = "MPI_ERR_INFO: no info",
    [MPI_ERR_INFO_KEY] = "MPI_ERR_INFO_KEY: a key that is empty or too long",
    [MPI_ERR_INFO_VALUE] = "MPI_ERR_INFO_VALUE: a value that is empty or too long",
    [MPI_ERR_INFO_NOKEY] = "MPI_ERR_INFO_NOKEY: the info does not have this key",
    [MPI_ERR_SIZE] = "MPI_ERR_SIZE: a size below 0",
    [MPI_ERR_DISP] = "MPI_ERR_DISP: a displacement that is impossible",
    [MPI_ERR_LOCKTYPE] = "MPI_ERR_LOCKTYPE: no kind of lock",
    [MPI_ERR_ASSERT] = "MPI_ERR_ASSERT: no assertion",
    [MPI_ERR_WIN] = "MPI_ERR_WIN: no window",
    [MPI_ERR_RMA_CONFLICT] = "MPI_ERR_RMA_CONFLICT: accesses that conflict",
    [MPI_ERR_RMA_SYNC] = "MPI_ERR_RMA_SYNC: no epoch, or one of the wrong kind",
    [MPI_ERR_RMA_RANGE] = "MPI_ERR_RMA_RANGE: memory outside of the window",
    [MPI_ERR_RMA_ATTACH] = "MPI_ERR_RMA_ATTACH: memory that cannot be attached, or is not",
    [MPI_ERR_RMA_SHARED] = "MPI_ERR_RMA_SHARED: processes that share no memory",
    [MPI_ERR_RMA_FLAVOR] = "MPI_ERR_RMA_FLAVOR: a window that was made by another call",
};
enum { fixed = sizeof texts / sizeof *texts };

/// Those that the program has added: from MPI_ERR_LASTCODE + 1 on.
static struct added {
    int error_class;
    char *text;
} * added;
static int added_count, last_code = MPI_ERR_LASTCODE;

static struct added *added_of(int code) {
    const int index = code - MPI_ERR_LASTCODE - 1;
    return index >= 0 && index < added_count ? &added[index] : 0;
}
static int add(const char *call, int error_class) {
    struct added *more = realloc(added, (size_t)(added_count + 1) * sizeof *added);
    MPI_WRONG(!more, call, "no memory");
    added = more;
    last_code = MPI_ERR_LASTCODE + 1 + added_count;
    added[added_count++] = (struct added){error_class ? error_class : last_code, 0};
    return last_code;
}
/// For the attribute MPI_LASTUSEDCODE.
int *mpi_last_code(void) { return &last_code; }

MPI_CALL(Add_error_class)(int *error_class) {
    mpi_check_started("MPI_Add_error_class");
    MPI_NOT_NULL(error_class, 0, "MPI_Add_error_class");
    *error_class = add("MPI_Add_error_class", 0);
    return MPI_SUCCESS;
}
static int is_class(int code) {
    return (code >= 0 && code < fixed && texts[code]) ||
           (added_of(code) && added_of(code)->error_class == code);
}
MPI_CALL(Add_error_code)(int error_class, int *code) {
    mpi_check_started("MPI_Add_error_code");
    MPI_NOT_NULL(code, 0, "MPI_Add_error_code");
    MPI_CHECK(!is_class(error_class), 0, MPI_ERR_ARG, "MPI_Add_error_code", "%d is no error class",
              error_class);
    *code = add("MPI_Add_error_code", error_class);
    return MPI_SUCCESS;
}
MPI_CALL(Add_error_string)(int code, const char *text) {
    MPI_NOT_NULL(text, 0, "MPI_Add_error_string");
    struct added *a = added_of(code);
    MPI_CHECK(!a, 0, MPI_ERR_ARG, "MPI_Add_error_string", "%d is no code that was added", code);
    free(a->text);
    a->text = mpi_get("MPI_Add_error_string", strlen(text) + 1);
    strcpy(a->text, text);
    return MPI_SUCCESS;
}
MPI_CALL(Error_class)(int code, int *error_class) {
    MPI_NOT_NULL(error_class, 0, "MPI_Error_class");
    const struct added *a = added_of(code);
    MPI_CHECK(!a && !is_class(code), 0, MPI_ERR_ARG, "MPI_Error_class", "%d is no error code",
              code);
    *error_class = a ? a->error_class : code;
    return MPI_SUCCESS;
}
MPI_CALL(Error_string)(int code, char *text, int *length) {
    MPI_NOT_NULL(text && length, 0, "MPI_Error_string");
    const struct added *a = added_of(code);
    MPI_CHECK(!a && !is_class(code), 0, MPI_ERR_ARG, "MPI_Error_string", "%d is no error code",
              code);
    const char *found = a ? (a->text ? a->text : "") : texts[code];
    size_t n = strlen(found);
    if (n >= MPI_MAX_ERROR_STRING) n = MPI_MAX_ERROR_STRING - 1;
    memcpy(text, found, n);
    text[n] = 0;
    *length = (int)n;
    return MPI_SUCCESS;
}
