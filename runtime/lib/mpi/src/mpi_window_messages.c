// One-sided communication: its messages.
#include "mpi_window_messages.h"

#include <stdlib.h>

struct mpi_win_bytes_sent mpi_win_bytes_sent;

int mpi_win_reap_sent(struct mpi_win *w) {
    int moved = 0;
    for (struct sent **at = &w->sent; *at;) {
        struct sent *s = *at;
        if (!s->request.done) {
            at = &s->next;
            continue;
        }
        *at = s->next;
        *s->counted -= s->bytes;
        free(s);
        moved = 1;
    }
    return moved;
}
void mpi_win_send(struct mpi_win *w, struct sent *s, size_t bytes, int rank, int tag,
                  int answers_context) {
    mpi_send_begin(&s->request, w->call, s + 1, (int)bytes, mpi_win_bytes(), rank, tag, w->comm,
                   answers_context, mpi_standard);
    if (s->request.done) {
        free(s);
        return;
    }
    s->bytes = bytes;
    s->counted = answers_context ? &mpi_win_bytes_sent.answers : &mpi_win_bytes_sent.operations;
    *s->counted += bytes;
    s->next = w->sent;
    w->sent = s;
}
void mpi_win_send_control(struct mpi_win *w, int rank, enum kind kind, int32_t answer, int lock) {
    struct sent *s = mpi_get(w->call, sizeof *s + sizeof(struct control));
    *(struct control *)(void *)(s + 1) = (struct control){answer, lock};
    mpi_win_send(w, s, sizeof(struct control), rank, kind, 0);
}
void mpi_win_send_answer(struct mpi_win *w, int rank, int32_t answer) {
    mpi_win_send(w, mpi_get(w->call, sizeof(struct sent)), 0, rank, answer, 1);
}
int32_t mpi_win_new_answer(struct mpi_win *w) {
    return first_answer + (int32_t)(w->asked++ % answers);
}

/// An answer without data.
static void want_answer(struct mpi_win *w, struct mpi_request *r, int rank, int32_t tag) {
    mpi_receive_begin(r, w->call, 0, 0, mpi_win_bytes(), rank, tag, w->comm, 1);
}
void mpi_win_ask(struct mpi_win *w, enum kind kind, int lock, const uint8_t *which) {
    struct mpi_request *all = mpi_get(w->call, (size_t)w->comm->size * sizeof *all);
    for (int i = 0; i < w->comm->size; ++i) {
        if (which && !which[i]) continue;
        const int32_t tag = mpi_win_new_answer(w);
        want_answer(w, &all[i], i, tag);
        mpi_win_send_control(w, i, kind, tag, lock);
    }
    for (int i = 0; i < w->comm->size; ++i)
        if (!which || which[i]) mpi_wait(&all[i], 0);
    free(all);
}
void mpi_win_ask_one(struct mpi_win *w, enum kind kind, int lock, int rank) {
    struct mpi_request r;
    const int32_t tag = mpi_win_new_answer(w);
    want_answer(w, &r, rank, tag);
    mpi_win_send_control(w, rank, kind, tag, lock);
    mpi_wait(&r, 0);
}
