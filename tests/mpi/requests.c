// Requests: all ways to begin and to complete them, persistent and cancelled ones, buffered sends.
#include "../lfc/check.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static int rank, size, right, left;

static void persistent(void) {
    int out = 0, in = -1, self = -1;
    MPI_Request r[4], none = MPI_REQUEST_NULL;
    MPI_Send_init(&out, 1, MPI_INT, right, 1, MPI_COMM_WORLD, &r[0]);
    MPI_Recv_init(&in, 1, MPI_INT, left, 1, MPI_COMM_WORLD, &r[1]);
    MPI_Ssend_init(&out, 1, MPI_INT, rank, 2, MPI_COMM_WORLD, &r[2]);
    MPI_Recv_init(&self, 1, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &r[3]);
    MPI_Status status[4];
    int flag, index;
    MPI_Test(&r[0], &flag, &status[0]); // it is not active: complete, and empty
    CHECK(flag && status[0].MPI_SOURCE == MPI_ANY_SOURCE && r[0] != MPI_REQUEST_NULL);
    MPI_Waitany(4, r, &index, &status[0]);
    CHECK(index == MPI_UNDEFINED);
    for (int round = 0; round < 5; ++round) {
        out = rank * 10 + round;
        MPI_Startall(4, r);
        MPI_Waitall(4, r, status);
        CHECK(in == left * 10 + round && self == out && status[1].MPI_SOURCE == left &&
              status[3].MPI_SOURCE == rank && r[1] != MPI_REQUEST_NULL);
    }
    // Started and not waited for until the other side has been.
    MPI_Start(&r[1]);
    MPI_Start(&r[0]);
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
    MPI_Wait(&r[1], MPI_STATUS_IGNORE);
    for (int i = 0; i < 4; ++i) {
        MPI_Request_free(&r[i]);
        CHECK(r[i] == MPI_REQUEST_NULL);
    }
    MPI_Wait(&none, &status[0]);
    CHECK(status[0].MPI_TAG == MPI_ANY_TAG);
}

static void cancelled(void) {
    int in = -1, out = rank, flag;
    MPI_Request r;
    MPI_Status status;
    MPI_Irecv(&in, 1, MPI_INT, left, 50, MPI_COMM_WORLD, &r);
    MPI_Cancel(&r);
    MPI_Wait(&r, &status);
    MPI_Test_cancelled(&status, &flag);
    CHECK(flag && r == MPI_REQUEST_NULL);
    // A send that nobody receives is taken back; one that has been received is not.
    MPI_Issend(&out, 1, MPI_INT, right, 51, MPI_COMM_WORLD, &r);
    MPI_Cancel(&r);
    MPI_Wait(&r, &status);
    MPI_Test_cancelled(&status, &flag);
    CHECK(flag);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Iprobe(MPI_ANY_SOURCE, 51, MPI_COMM_WORLD, &flag, &status);
    CHECK(!flag);
    MPI_Request receive;
    MPI_Irecv(&in, 1, MPI_INT, left, 52, MPI_COMM_WORLD, &receive);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Issend(&out, 1, MPI_INT, right, 52, MPI_COMM_WORLD, &r);
    MPI_Cancel(&r);
    MPI_Wait(&r, &status);
    MPI_Test_cancelled(&status, &flag);
    CHECK(!flag);
    MPI_Wait(&receive, &status);
    MPI_Test_cancelled(&status, &flag);
    CHECK(!flag && in == left);
    // Persistent: it can be started again.
    MPI_Recv_init(&in, 1, MPI_INT, left, 53, MPI_COMM_WORLD, &r);
    MPI_Start(&r);
    MPI_Cancel(&r);
    MPI_Wait(&r, &status);
    MPI_Test_cancelled(&status, &flag);
    CHECK(flag);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Start(&r);
    MPI_Send(&out, 1, MPI_INT, right, 53, MPI_COMM_WORLD);
    MPI_Wait(&r, &status);
    MPI_Test_cancelled(&status, &flag);
    CHECK(!flag && in == left);
    MPI_Request_free(&r);
}

static void completions(void) {
    enum { n = 12 };
    int in[n], out[n], done = 0, some, indices[n], flag, index;
    MPI_Request receives[n], sends[n];
    MPI_Status status[n];
    for (int i = 0; i < n; ++i) {
        out[i] = rank * 100 + i;
        MPI_Irecv(&in[i], 1, MPI_INT, left, i, MPI_COMM_WORLD, &receives[i]);
    }
    MPI_Testall(n, receives, &flag, status);
    for (int i = 0; i < n; ++i)
        (i % 3   ? MPI_Isend
         : i % 2 ? MPI_Irsend
                 : MPI_Issend)(&out[n - 1 - i], 1, MPI_INT, right, n - 1 - i, MPI_COMM_WORLD,
                               &sends[i]);
    while (done < 5) {
        MPI_Testsome(n, receives, &some, indices, status);
        for (int i = 0; i < some; ++i) CHECK(status[i].MPI_TAG == indices[i]);
        done += some;
    }
    if (done < n) {
        MPI_Waitsome(n, receives, &some, indices, status);
        CHECK(some > 0);
    }
    do {
        MPI_Testany(n, receives, &index, &flag, &status[0]);
        if (flag && index != MPI_UNDEFINED) CHECK(in[index] == left * 100 + index);
    } while (!flag || index != MPI_UNDEFINED);
    MPI_Waitsome(n, receives, &some, indices, status);
    CHECK(some == MPI_UNDEFINED);
    for (int i = 0; i < n; ++i) CHECK(in[i] == left * 100 + i);
    for (flag = 0; !flag;) MPI_Testall(n, sends, &flag, MPI_STATUSES_IGNORE);
    // Freed while it is under way.
    MPI_Request r;
    MPI_Isend(&out[0], 1, MPI_INT, right, 90, MPI_COMM_WORLD, &r);
    MPI_Request_free(&r);
    MPI_Irecv(&in[0], 1, MPI_INT, left, 90, MPI_COMM_WORLD, &r);
    for (flag = 0; !flag;) MPI_Request_get_status(r, &flag, &status[0]);
    CHECK(r != MPI_REQUEST_NULL && in[0] == left * 100 && status[0].MPI_SOURCE == left);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
}

static void buffered(void) {
    enum { n = 10, bytes = 5000 };
    static char out[bytes], in[bytes];
    const int room = n * (bytes + MPI_BSEND_OVERHEAD);
    char *buffer = malloc((size_t)room), *got;
    int got_size;
    MPI_Request r;
    MPI_Buffer_attach(buffer, room);
    for (int round = 0; round < 3; ++round) { // longer messages than are sent at once
        for (int i = 0; i < n; ++i) {
            memset(out, i + round, bytes);
            if (i % 2) {
                MPI_Bsend(out, bytes, MPI_BYTE, right, i, MPI_COMM_WORLD);
            } else {
                MPI_Ibsend(out, bytes, MPI_BYTE, right, i, MPI_COMM_WORLD, &r);
                MPI_Wait(&r, MPI_STATUS_IGNORE);
            }
        }
        for (int i = n - 1; i >= 0; --i) {
            MPI_Recv(in, bytes, MPI_BYTE, left, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            CHECK(in[0] == i + round && in[bytes - 1] == i + round);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    int value = rank, other = -1;
    MPI_Bsend_init(&value, 1, MPI_INT, right, 1, MPI_COMM_WORLD, &r);
    for (int i = 0; i < 3; ++i) {
        MPI_Start(&r);
        MPI_Wait(&r, MPI_STATUS_IGNORE);
        MPI_Recv(&other, 1, MPI_INT, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(other == left);
    }
    MPI_Request_free(&r);
    MPI_Buffer_detach(&got, &got_size);
    CHECK(got == buffer && got_size == room);
    free(buffer);
}

/// Many sends are open before the receiver looks for the last one.
static void many_open(void) {
    enum { n = 200 };
    int out[n], in = -1;
    MPI_Request r[n];
    for (int i = 0; i < n; ++i) {
        out[i] = i;
        MPI_Isend(&out[i], 1, MPI_INT, right, i, MPI_COMM_WORLD, &r[i]);
    }
    for (int i = n - 1; i >= 0; --i) {
        MPI_Recv(&in, 1, MPI_INT, left, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(in == i);
    }
    MPI_Waitall(n, r, MPI_STATUSES_IGNORE);
}

/// Messages that a probe takes are received by their handles, in any order, and by nothing else.
static void matched(void) {
    enum { n = 4 };
    static const int sizes[n] = {1, 0, 500, 30000};
    static char out[30000], in[30000];
    MPI_Request r[n];
    MPI_Message message[n], none;
    MPI_Status status;
    int flag, bytes;
    for (int i = 0; i < n; ++i) {
        out[i] = (char)(rank + i);
        MPI_Isend(out + i, sizes[i], MPI_CHAR, right, 70 + i, MPI_COMM_WORLD, &r[i]);
    }
    for (int i = 0; i < n; ++i) {
        if (i % 2) {
            MPI_Mprobe(left, 70 + i, MPI_COMM_WORLD, &message[i], &status);
        } else {
            for (flag = 0; !flag;)
                MPI_Improbe(MPI_ANY_SOURCE, 70 + i, MPI_COMM_WORLD, &flag, &message[i], &status);
        }
        MPI_Get_count(&status, MPI_CHAR, &bytes);
        CHECK(status.MPI_SOURCE == left && status.MPI_TAG == 70 + i && bytes == sizes[i]);
    }
    MPI_Iprobe(left, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &status);
    CHECK(!flag);
    MPI_Improbe(left, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &none, &status);
    CHECK(!flag && none == MPI_MESSAGE_NULL);
    for (int i = n - 1; i >= 0; --i) {
        memset(in, 99, sizeof in);
        if (i % 3) {
            MPI_Mrecv(in, sizeof in, MPI_CHAR, &message[i], &status);
        } else {
            MPI_Request receive;
            MPI_Imrecv(in, sizeof in, MPI_CHAR, &message[i], &receive);
            MPI_Wait(&receive, &status);
        }
        MPI_Get_count(&status, MPI_CHAR, &bytes);
        CHECK(message[i] == MPI_MESSAGE_NULL && bytes == sizes[i] && status.MPI_TAG == 70 + i);
        CHECK(in[0] == (i == 1 ? 99 : left + i) && status.MPI_SOURCE == left);
    }
    MPI_Waitall(n, r, MPI_STATUSES_IGNORE);
    MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &none, &status);
    CHECK(none == MPI_MESSAGE_NO_PROC && status.MPI_SOURCE == MPI_PROC_NULL);
    MPI_Mrecv(in, 1, MPI_CHAR, &none, &status);
    MPI_Get_count(&status, MPI_CHAR, &bytes);
    CHECK(none == MPI_MESSAGE_NULL && status.MPI_SOURCE == MPI_PROC_NULL && bytes == 0);
}

struct operation {
    int queries, frees, cancels, result;
};
static int query(void *extra, MPI_Status *status) {
    struct operation *o = extra;
    ++o->queries;
    MPI_Status_set_elements(status, MPI_INT, 3);
    MPI_Status_set_cancelled(status, o->cancels);
    status->MPI_SOURCE = 5;
    status->MPI_TAG = 6;
    return o->result;
}
static int end(void *extra) {
    ++((struct operation *)extra)->frees;
    return MPI_SUCCESS;
}
static int cancel(void *extra, int complete) {
    ((struct operation *)extra)->cancels += complete ? 10 : 1;
    return MPI_SUCCESS;
}
/// Requests that the program completes.
static void generalised(void) {
    struct operation a = {0}, b = {0};
    MPI_Request r[3];
    MPI_Status status[3];
    int flag, n, out = rank, in = -1;
    MPI_Grequest_start(query, end, cancel, &a, &r[0]);
    MPI_Irecv(&in, 1, MPI_INT, left, 80, MPI_COMM_WORLD, &r[1]);
    MPI_Grequest_start(query, end, cancel, &b, &r[2]);
    MPI_Test(&r[0], &flag, &status[0]);
    CHECK(!flag && a.queries == 0);
    MPI_Send(&out, 1, MPI_INT, right, 80, MPI_COMM_WORLD);
    MPI_Cancel(&r[2]);
    MPI_Grequest_complete(r[0]);
    MPI_Request_get_status(r[0], &flag, &status[0]);
    CHECK(flag && a.queries == 1 && a.frees == 0 && status[0].MPI_SOURCE == 5);
    MPI_Grequest_complete(r[2]);
    MPI_Waitall(3, r, status);
    MPI_Get_count(&status[0], MPI_INT, &n);
    CHECK(n == 3 && a.queries == 2 && a.frees == 1 && status[0].MPI_TAG == 6 && in == left);
    MPI_Test_cancelled(&status[0], &n);
    MPI_Test_cancelled(&status[2], &flag);
    CHECK(!n && flag && b.frees == 1 && b.cancels == 1 && r[2] == MPI_REQUEST_NULL);
    // Freed before it is complete, and after.
    MPI_Grequest_start(query, end, cancel, &a, &r[0]);
    r[1] = r[0];
    MPI_Request_free(&r[0]);
    CHECK(r[0] == MPI_REQUEST_NULL && a.frees == 1);
    MPI_Grequest_complete(r[1]);
    CHECK(a.frees == 2);
    MPI_Grequest_start(query, end, cancel, &a, &r[0]);
    MPI_Grequest_complete(r[0]);
    MPI_Cancel(&r[0]);
    MPI_Request_free(&r[0]);
    CHECK(a.frees == 3 && a.cancels == 10);
    // Its functions may fail.
    a.result = MPI_ERR_OTHER;
    MPI_Errhandler_set(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Grequest_start(query, end, cancel, &a, &r[0]);
    MPI_Grequest_complete(r[0]);
    CHECK(MPI_Wait(&r[0], MPI_STATUS_IGNORE) == MPI_ERR_OTHER && a.frees == 4);
    MPI_Errhandler_set(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

/// Sends to a process that computes do not wait for it, and come in order; where messages interrupt
/// it, so that the network does not stop the sender. The last ones are long.
static void to_busy_process(void) {
    enum { n = 60, bytes = 500, longs = 3, long_bytes = 30000 };
    static const double computes = 0.05, at_most = 0.03; // seconds
    static char out[n][bytes], in[bytes], long_out[long_bytes], long_in[longs][long_bytes];
    MPI_Request r[n + longs + 1];
    int flag;
    MPI_Status status;
    if (size < 2 || rank > 1) return;
    for (int i = 0; i < long_bytes; ++i) long_out[i] = (char)(i % 251 + 1);
    long_out[long_bytes - 1] = 2;
    if (rank == 1) {
        for (int i = 0; i < longs; ++i)
            MPI_Irecv(long_in[i], long_bytes, MPI_BYTE, 0, n + i, MPI_COMM_WORLD, &r[i]);
        MPI_Recv(in, 0, MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        const double begin = MPI_Wtime();
        while (MPI_Wtime() - begin < computes) {
        }
        for (int i = 0; i < n; ++i) {
            MPI_Recv(in, bytes, MPI_BYTE, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
            CHECK(status.MPI_TAG == i && in[0] == i && in[i % 3 == 0 ? 0 : bytes / 2] == i);
        }
        MPI_Waitall(longs, r, MPI_STATUSES_IGNORE);
        for (int i = 0; i < longs; ++i)
            CHECK(long_in[i][0] == 1 && long_in[i][long_bytes - 1] == 2 &&
                  !memcmp(long_in[i], long_out, long_bytes));
        return;
    }
    for (int i = 0; i < n; ++i) memset(out[i], i, bytes);
    MPI_Ssend(out, 0, MPI_BYTE, 1, 1, MPI_COMM_WORLD);
    const double begin = MPI_Wtime();
    for (int i = 0; i < n; ++i)
        (i % 7 ? MPI_Isend : MPI_Issend)(out[i], i % 3 == 0 ? 1 : bytes, MPI_BYTE, 1, i,
                                         MPI_COMM_WORLD, &r[i]);
    for (int i = n; i < n + longs; ++i)
        MPI_Isend(long_out, long_bytes, MPI_BYTE, 1, i, MPI_COMM_WORLD, &r[i]);
    if (!am_must_poll()) {
        MPI_Test(&r[0], &flag, MPI_STATUS_IGNORE);
        MPI_Isend(out[0], 1, MPI_BYTE, 1, n, MPI_COMM_WORLD, &r[n + longs]);
        MPI_Cancel(&r[n + longs]); // it has not begun
        CHECK(MPI_Wtime() - begin < at_most);
        MPI_Wait(&r[n + longs], &status);
        MPI_Test_cancelled(&status, &flag);
        CHECK(flag);
    }
    MPI_Waitall(n + longs, r, MPI_STATUSES_IGNORE);
}

static void exchanges(void) {
    int x[3] = {rank, rank + 1, rank + 2}, flag = 0;
    MPI_Status status;
    MPI_Sendrecv_replace(x, 3, MPI_INT, right, 4, left, 4, MPI_COMM_WORLD, &status);
    CHECK(x[0] == left && x[2] == left + 2 && status.MPI_SOURCE == left);
    // Nobody.
    MPI_Probe(MPI_PROC_NULL, 3, MPI_COMM_WORLD, &status);
    CHECK(status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG);
    MPI_Iprobe(MPI_PROC_NULL, 3, MPI_COMM_WORLD, &flag, &status);
    CHECK(flag && status.MPI_SOURCE == MPI_PROC_NULL);
    MPI_Send(x, 0, MPI_DATATYPE_NULL, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    // To oneself, long: without its own receive first.
    static char out[70000], in[70000];
    MPI_Request r;
    memset(out, rank + 3, sizeof out);
    MPI_Isend(out, sizeof out, MPI_BYTE, rank, 6, MPI_COMM_WORLD, &r);
    MPI_Recv(in, sizeof in, MPI_BYTE, MPI_ANY_SOURCE, 6, MPI_COMM_WORLD, &status);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    CHECK(in[0] == rank + 3 && in[sizeof in - 1] == rank + 3 && status.MPI_SOURCE == rank);
    MPI_Issend(out, 4, MPI_BYTE, rank, 7, MPI_COMM_WORLD, &r);
    MPI_Cancel(&r);
    MPI_Wait(&r, &status);
    MPI_Test_cancelled(&status, &flag);
    CHECK(flag);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    right = (rank + 1) % size, left = (rank + size - 1) % size;
    persistent();
    cancelled();
    completions();
    buffered();
    many_open();
    matched();
    generalised();
    to_busy_process();
    exchanges();
    MPI_Finalize();
    printf("%d of %d: %d wrong\n", rank, size, wrong);
    return wrong != 0;
}
