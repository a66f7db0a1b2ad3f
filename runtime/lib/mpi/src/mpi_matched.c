// Messages that a probe takes out of the matching, and their receives (MPI-3.0, 3.8.2).
#include "mpi_internal.h"

#include <stdlib.h>

struct mpi_message {
    struct mpi_comm *comm;
    struct arrival *arrival; ///< of the device
};
static int open_messages;

void mpi_matched_end(void) {
    MPI_WRONG(open_messages, "MPI_Finalize", "%d message%s of MPI_Mprobe: no MPI_Mrecv has got %s",
              open_messages, open_messages == 1 ? "" : "s", open_messages == 1 ? "it" : "them");
}

/// Takes a message if one is here. Of MPI_PROC_NULL there always is one, without data.
static int take(const char *call, struct mpi_comm *c, int source, int tag, MPI_Message *message,
                MPI_Status *status) {
    int from = MPI_PROC_NULL, from_tag = MPI_ANY_TAG;
    size_t bytes = 0;
    *message = MPI_MESSAGE_NO_PROC;
    if (source != MPI_PROC_NULL) {
        struct arrival *const a =
            mpid_take(c->context, source == MPI_ANY_SOURCE ? -1 : mpi_process(c, source), tag,
                      &from, &from_tag, &bytes);
        *message = MPI_MESSAGE_NULL;
        if (!a) return 0;
        *message = mpi_get(call, sizeof **message);
        **message = (struct mpi_message){c, a};
        ++c->references;
        ++open_messages;
    }
    if (status) mpi_set_probed(c, from, from_tag, bytes, status);
    return 1;
}
MPI_CALL(Mprobe)
(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status) {
    static const char call[] = "MPI_Mprobe";
    struct mpi_comm *c;
    MPI_TRY(mpi_check_probe(call, source, tag, comm, &c));
    MPI_NOT_NULL(message, c, call);
    while (!take(call, c, source, tag, message, status)) mpi_await();
    return MPI_SUCCESS;
}
MPI_CALL(Improbe)
(int source, int tag, MPI_Comm comm, int *flag, MPI_Message *message, MPI_Status *status) {
    static const char call[] = "MPI_Improbe";
    struct mpi_comm *c;
    MPI_TRY(mpi_check_probe(call, source, tag, comm, &c));
    MPI_NOT_NULL(message && flag, c, call);
    mpi_progress();
    *flag = take(call, c, source, tag, message, status);
    return MPI_SUCCESS;
}

/// Begins the receive of a message, which ends its handle.
static int begin(struct mpi_request *r, const char *call, void *buf, int count, MPI_Datatype type,
                 MPI_Message *message) {
    int error;
    mpi_check_started(call);
    MPI_CHECK(!message || *message == MPI_MESSAGE_NULL, 0, MPI_ERR_REQUEST, call,
              "MPI_MESSAGE_NULL");
    struct mpi_message *const m = *message;
    struct mpi_comm *const c = m == MPI_MESSAGE_NO_PROC ? mpi_world : m->comm;
    struct mpi_type *const t = mpi_type(call, c, type, count, &error);
    if (!t) return error;
    *message = MPI_MESSAGE_NULL;
    if (m == MPI_MESSAGE_NO_PROC) {
        mpi_receive_begin(r, call, buf, count, t, MPI_PROC_NULL, MPI_ANY_TAG, c, 0);
        return MPI_SUCCESS;
    }
    mpi_receive_prepare(r, call, buf, count, t, MPI_ANY_SOURCE, MPI_ANY_TAG, c, 0);
    mpid_receive_taken(r, m->arrival);
    free(m);
    --open_messages;
    return MPI_SUCCESS;
}
MPI_CALL(Mrecv)
(void *buf, int count, MPI_Datatype type, MPI_Message *message, MPI_Status *status) {
    struct mpi_message *const m = message ? *message : MPI_MESSAGE_NULL;
    struct mpi_request r;
    MPI_TRY(begin(&r, "MPI_Mrecv", buf, count, type, message));
    const int error = mpi_wait(&r, status);
    const int result = error == MPI_SUCCESS ? error : mpi_raise(r.comm, error);
    if (m != MPI_MESSAGE_NO_PROC) mpi_comm_release(r.comm);
    return result;
}
MPI_CALL(Imrecv)
(void *buf, int count, MPI_Datatype type, MPI_Message *message, MPI_Request *request) {
    struct mpi_message *const m = message ? *message : MPI_MESSAGE_NULL;
    struct mpi_request *const r = mpi_request_new("MPI_Imrecv");
    const int error = begin(r, "MPI_Imrecv", buf, count, type, message);
    if (error != MPI_SUCCESS) {
        mpi_request_free(r);
        return error;
    }
    mpi_request_opened(r); // it keeps the communicator
    if (m != MPI_MESSAGE_NO_PROC) mpi_comm_release(r->comm);
    *request = r;
    return MPI_SUCCESS;
}
