// Generalised requests: operations of the program (MPI-2.2, 12.2).
#include "mpi_internal.h"

#include <stdlib.h>

struct mpi_generalised {
    MPI_Grequest_query_function *query;
    MPI_Grequest_free_function *free;
    MPI_Grequest_cancel_function *cancel;
    void *extra;
};

MPI_CALL(Grequest_start)
(MPI_Grequest_query_function *query, MPI_Grequest_free_function *free_function,
 MPI_Grequest_cancel_function *cancel, void *extra, MPI_Request *request) {
    static const char call[] = "MPI_Grequest_start";
    mpi_check_started(call);
    MPI_NOT_NULL(query && free_function && cancel && request, 0, call);
    struct mpi_request *const r = mpi_request_new(call);
    r->kind = mpi_is_generalised;
    r->generalised = mpi_get(call, sizeof *r->generalised);
    *r->generalised = (struct mpi_generalised){query, free_function, cancel, extra};
    *request = r;
    return MPI_SUCCESS;
}

int mpi_generalised_query(struct mpi_request *r, MPI_Status *status) {
    MPI_Status unused, *const s = status ? status : &unused;
    *s = (MPI_Status){MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_SUCCESS, 0, 0};
    return r->generalised->query(r->generalised->extra, s);
}
int mpi_generalised_free(struct mpi_request *r) {
    const int error = r->generalised->free(r->generalised->extra);
    free(r->generalised);
    r->generalised = 0;
    return error;
}
int mpi_generalised_cancel(struct mpi_request *r) {
    return r->generalised->cancel(r->generalised->extra, r->done);
}

MPI_CALL(Grequest_complete)(MPI_Request request) {
    static const char call[] = "MPI_Grequest_complete";
    mpi_check_started(call);
    MPI_CHECK(!request || request->kind != mpi_is_generalised, 0, MPI_ERR_REQUEST, call,
              "no request of MPI_Grequest_start");
    request->done = 1;
    if (!request->released) return MPI_SUCCESS;
    const int error = mpi_generalised_free(request);
    mpi_request_free(request);
    return error == MPI_SUCCESS ? error : mpi_raise(0, error);
}
