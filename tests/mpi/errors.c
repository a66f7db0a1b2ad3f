// Every error class is raised once and returned; a program's handler gets it; codes of the program.
#include "../lfc/check.h"

#include <mpi.h>
#include <string.h>

static int rank, size, other;

/// The call returns an error class, and does nothing else.
#define RAISES(error_class, call) CHECK((call) == (error_class))

static int handled, handled_code;
static MPI_Comm handled_comm;
static void handler(MPI_Comm *comm, int *code, ...) {
    ++handled;
    handled_comm = *comm;
    handled_code = *code;
}

static void arguments(void) {
    int x[4] = {0}, n = 0;
    MPI_Comm w = MPI_COMM_WORLD, made;
    MPI_Datatype type;
    MPI_Request r = MPI_REQUEST_NULL;
    MPI_Group world, group;
    MPI_Op op = MPI_SUM;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Comm_group(w, &world);
    RAISES(MPI_ERR_COMM, MPI_Send(x, 1, MPI_INT, 0, 0, MPI_COMM_NULL));
    RAISES(MPI_ERR_COMM, MPI_Comm_size(12345, &n));
    RAISES(MPI_ERR_COMM, MPI_Comm_free(&w));
    RAISES(MPI_ERR_COMM, MPI_Comm_remote_size(w, &n));
    RAISES(MPI_ERR_COUNT, MPI_Send(x, -1, MPI_INT, 0, 0, w));
    RAISES(MPI_ERR_COUNT, MPI_Type_contiguous(-1, MPI_INT, &type));
    RAISES(MPI_ERR_TYPE, MPI_Send(x, 1, MPI_DATATYPE_NULL, 0, 0, w));
    RAISES(MPI_ERR_TYPE, MPI_Recv(x, 1, 99, 0, 0, w, MPI_STATUS_IGNORE));
    MPI_Type_contiguous(2, MPI_INT, &type);
    RAISES(MPI_ERR_TYPE, MPI_Send(x, 1, type, 0, 0, w)); // not committed
    MPI_Type_free(&type);
    type = MPI_INT;
    RAISES(MPI_ERR_TYPE, MPI_Type_free(&type));
    RAISES(MPI_ERR_TAG, MPI_Send(x, 1, MPI_INT, 0, -5, w));
    RAISES(MPI_ERR_TAG, MPI_Isend(x, 1, MPI_INT, 0, MPI_ANY_TAG, w, &r));
    RAISES(MPI_ERR_RANK, MPI_Send(x, 1, MPI_INT, size, 0, w));
    RAISES(MPI_ERR_RANK, MPI_Recv(x, 1, MPI_INT, -7, 0, w, MPI_STATUS_IGNORE));
    RAISES(MPI_ERR_RANK, MPI_Send(x, 1, MPI_INT, MPI_ANY_SOURCE, 0, w));
    RAISES(MPI_ERR_BUFFER, MPI_Send(0, 1, MPI_INT, 0, 0, w));
    RAISES(MPI_ERR_BUFFER, MPI_Bsend(x, 1, MPI_INT, 0, 0, w)); // no buffer is attached
    RAISES(MPI_ERR_BUFFER, MPI_Buffer_detach(x, &n));
    RAISES(MPI_ERR_REQUEST, MPI_Start(&r));
    RAISES(MPI_ERR_REQUEST, MPI_Request_free(&r));
    RAISES(MPI_ERR_REQUEST, MPI_Cancel(&r));
    RAISES(MPI_ERR_ROOT, MPI_Bcast(x, 1, MPI_INT, size, w));
    RAISES(MPI_ERR_ROOT, MPI_Gather(x, 1, MPI_INT, x, 1, MPI_INT, -1, w));
    RAISES(MPI_ERR_GROUP, MPI_Group_size(MPI_GROUP_NULL, &n));
    RAISES(MPI_ERR_GROUP, MPI_Comm_create(w, 77, &made));
    RAISES(MPI_ERR_RANK, MPI_Group_incl(world, 1, &size, &group));
    RAISES(MPI_ERR_OP, MPI_Allreduce(x, x, 1, MPI_INT, MPI_OP_NULL, w));
    RAISES(MPI_ERR_OP, MPI_Reduce(x, x, 1, MPI_FLOAT, MPI_BAND, 0, w));
    RAISES(MPI_ERR_OP, MPI_Op_free(&op));
    RAISES(MPI_ERR_TOPOLOGY, MPI_Cartdim_get(w, &n));
    RAISES(MPI_ERR_TOPOLOGY, MPI_Graphdims_get(w, &n, &n));
    n = size + 1;
    RAISES(MPI_ERR_TOPOLOGY, MPI_Cart_create(w, 1, &n, x, 0, &made));
    x[0] = 7;
    RAISES(MPI_ERR_DIMS, MPI_Dims_create(6, 1, x));
    RAISES(MPI_ERR_DIMS, MPI_Dims_create(-1, 1, x));
    n = 0;
    RAISES(MPI_ERR_ARG, MPI_Pack(x, 4, MPI_INT, x, 15, &n, w));
    RAISES(MPI_ERR_ARG, MPI_Error_class(62, &n));
    RAISES(MPI_ERR_ARG, MPI_Comm_split(w, -3, 0, &made));
    RAISES(MPI_ERR_OTHER, MPI_Init(0, 0)); // called twice
    RAISES(MPI_ERR_BUFFER, MPI_Reduce_local(MPI_IN_PLACE, x, 1, MPI_INT, MPI_SUM));
    RAISES(MPI_ERR_REQUEST, MPI_Mrecv(x, 1, MPI_INT, &message, MPI_STATUS_IGNORE));
    RAISES(MPI_ERR_REQUEST, MPI_Grequest_complete(r));
    // No place for a result.
    RAISES(MPI_ERR_ARG, MPI_Comm_size(w, 0));
    RAISES(MPI_ERR_ARG, MPI_Comm_rank(w, 0));
    RAISES(MPI_ERR_ARG, MPI_Comm_dup(w, 0));
    RAISES(MPI_ERR_ARG, MPI_Comm_split(w, 0, 0, 0));
    RAISES(MPI_ERR_ARG, MPI_Comm_create(w, world, 0));
    RAISES(MPI_ERR_ARG, MPI_Comm_group(w, 0));
    RAISES(MPI_ERR_ARG, MPI_Group_size(world, 0));
    RAISES(MPI_ERR_ARG, MPI_Group_incl(world, 1, x, 0));
    RAISES(MPI_ERR_ARG, MPI_Type_size(MPI_INT, 0));
    RAISES(MPI_ERR_ARG, MPI_Type_vector(1, 1, 1, MPI_INT, 0));
    RAISES(MPI_ERR_ARG, MPI_Type_commit(0));
    RAISES(MPI_ERR_ARG, MPI_Cart_create(w, 1, x, x, 0, 0));
    RAISES(MPI_ERR_ARG, MPI_Topo_test(w, 0));
    RAISES(MPI_ERR_ARG, MPI_Iprobe(0, 0, w, 0, MPI_STATUS_IGNORE));
    RAISES(MPI_ERR_ARG, MPI_Get_version(&n, 0));
    RAISES(MPI_ERR_ARG, MPI_Op_create(0, 1, 0));
    RAISES(MPI_ERR_ARG, MPI_Info_create(0));
    RAISES(MPI_ERR_KEYVAL, MPI_Attr_put(w, MPI_KEYVAL_INVALID, x));
    n = MPI_TAG_UB;
    RAISES(MPI_ERR_KEYVAL, MPI_Keyval_free(&n));
    MPI_Group_free(&world);
}

static void messages(void) {
    int x[4] = {1, 2, 3, 4}, y[4] = {0, -1, -1, -1};
    // A message that is too long, short and by rendezvous: its first bytes come.
    MPI_Status status;
    MPI_Request r[2];
    static char big[9000], small[8000];
    for (int synchronous = 0; synchronous < 3; ++synchronous) {
        y[0] = y[1] = -1;
        MPI_Irecv(y, 1, MPI_INT, other, 3, MPI_COMM_WORLD, &r[0]);
        (synchronous ? MPI_Ssend : MPI_Send)(x, 2 + synchronous, MPI_INT, other, 3, MPI_COMM_WORLD);
        RAISES(MPI_ERR_TRUNCATE, MPI_Wait(&r[0], &status));
        CHECK(y[0] == 1 && y[1] == -1 && r[0] == MPI_REQUEST_NULL);
    }
    memset(big, 5, sizeof big);
    MPI_Irecv(small, sizeof small, MPI_BYTE, other, 4, MPI_COMM_WORLD, &r[0]);
    MPI_Isend(big, sizeof big, MPI_BYTE, other, 4, MPI_COMM_WORLD, &r[1]);
    MPI_Status both[2];
    RAISES(MPI_ERR_IN_STATUS, MPI_Waitall(2, r, both));
    CHECK(both[0].MPI_ERROR == MPI_ERR_TRUNCATE && both[1].MPI_ERROR == MPI_SUCCESS);
    CHECK(small[0] == 5 && small[7999] == 5);
    // The same where the message comes first.
    MPI_Sendrecv(x, 2, MPI_INT, other, 5, y, 0, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status);
    MPI_Barrier(MPI_COMM_WORLD);
    RAISES(MPI_ERR_TRUNCATE, MPI_Recv(y, 4, MPI_BYTE, other, 5, MPI_COMM_WORLD, &status));
    // Classes that only programs raise.
    for (int error_class = MPI_ERR_UNKNOWN; error_class <= MPI_ERR_PENDING; ++error_class)
        CHECK(MPI_Comm_call_errhandler(MPI_COMM_WORLD, error_class) == MPI_SUCCESS);
    RAISES(MPI_ERR_KEYVAL, MPI_Attr_delete(MPI_COMM_WORLD, 55));
    RAISES(MPI_ERR_SIZE, MPI_Alloc_mem(-1, MPI_INFO_NULL, &x));
    RAISES(MPI_ERR_NO_MEM, MPI_Alloc_mem(0x7ffffff0, MPI_INFO_NULL, &x));
    void *first, *second;
    CHECK(MPI_Alloc_mem(0, MPI_INFO_NULL, &first) == MPI_SUCCESS);
    CHECK(MPI_Alloc_mem(100, MPI_INFO_NULL, &second) == MPI_SUCCESS);
    CHECK(first != second && (uintptr_t)second % 8 == 0);
    RAISES(MPI_ERR_BASE, MPI_Free_mem((char *)second + 8));
    RAISES(MPI_ERR_BASE, MPI_Free_mem(&x));
    CHECK(MPI_Free_mem(first) == MPI_SUCCESS && MPI_Free_mem(second) == MPI_SUCCESS);
    RAISES(MPI_ERR_BASE, MPI_Free_mem(second));
    CHECK(MPI_Free_mem(0) == MPI_SUCCESS);
    MPI_Win win; // what windows raise: windows.c
    RAISES(MPI_ERR_WIN, MPI_Win_fence(0, MPI_WIN_NULL));
    if (size > 1) // one process shares with nobody
        RAISES(MPI_ERR_RMA_SHARED,
               MPI_Win_allocate_shared(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &x, &win));
    RAISES(MPI_ERR_INFO, MPI_Info_free(&y[3]));
    MPI_Info info;
    MPI_Info_create(&info);
    RAISES(MPI_ERR_INFO_KEY, MPI_Info_set(info, "", "x"));
    RAISES(MPI_ERR_INFO_VALUE, MPI_Info_set(info, "x", ""));
    RAISES(MPI_ERR_INFO_NOKEY, MPI_Info_delete(info, "x"));
    MPI_Info_free(&info);
}

static void handlers(void) {
    MPI_Errhandler mine, got;
    MPI_Comm copy, copy2;
    int n;
    MPI_Errhandler_create(handler, &mine);
    MPI_Errhandler_set(MPI_COMM_WORLD, mine);
    MPI_Errhandler_get(MPI_COMM_WORLD, &got);
    CHECK(got == mine);
    MPI_Errhandler_free(&got);
    MPI_Errhandler_free(&mine);
    CHECK(mine == MPI_ERRHANDLER_NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy); // inherits it
    MPI_Errhandler_set(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    RAISES(MPI_ERR_RANK, MPI_Send(&n, 1, MPI_INT, size, 0, copy));
    CHECK(handled == 1 && handled_comm == copy && handled_code == MPI_ERR_RANK);
    MPI_Comm_call_errhandler(copy, MPI_ERR_INTERN);
    CHECK(handled == 2 && handled_code == MPI_ERR_INTERN);
    MPI_Comm_dup(copy, &copy2);
    MPI_Errhandler_get(copy2, &mine);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&copy2);
    MPI_Errhandler_set(MPI_COMM_WORLD, mine);
    RAISES(MPI_ERR_TAG, MPI_Send(&n, 1, MPI_INT, 0, -2, MPI_COMM_WORLD));
    CHECK(handled == 3);
    MPI_Errhandler_set(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Errhandler_free(&mine);
}

static void texts(void) {
    char text[MPI_MAX_ERROR_STRING];
    int length, error_class, code, got, flag, *last;
    for (int c = 0; c <= MPI_ERR_RMA_RANGE; ++c) {
        MPI_Error_string(c, text, &length);
        CHECK(length == (int)strlen(text) && length > 0 && !strncmp(text, "MPI_", 4));
        MPI_Error_class(c, &error_class);
        CHECK(error_class == c);
    }
    MPI_Add_error_class(&error_class);
    CHECK(error_class > MPI_ERR_LASTCODE);
    MPI_Add_error_code(error_class, &code);
    MPI_Add_error_string(code, "too hot");
    MPI_Error_string(code, text, &length);
    CHECK(!strcmp(text, "too hot") && length == 7);
    MPI_Error_class(code, &got);
    CHECK(got == error_class);
    MPI_Attr_get(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &last, &flag);
    CHECK(flag && *last == code);
}

int main(int argc, char **argv) {
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    CHECK(provided == MPI_THREAD_FUNNELED);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    other = size - 1 - rank;
    MPI_Errhandler_set(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    arguments();
    messages();
    handlers();
    texts();
    MPI_Finalize();
    printf("%d of %d: %d wrong\n", rank, size, wrong);
    return wrong != 0;
}
