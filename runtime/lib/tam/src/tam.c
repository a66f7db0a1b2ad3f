#include <host_calls.h>
#include <tam.h>

struct tam_node_ tam_;

void tam_cannot_fork_(void) {
    xnet_fail_at(__builtin_return_address(0), "tam: more than %d threads are forked", TAM_FORKS);
}

AM_SHORT void tam_enter_(int node, const tam_codeblock *codeblock, void *frame, void *inlet,
                         int argument) {
    tam_frame *made = tam_.free;
    if (!made || codeblock->bytes > tam_.bytes) {
        tam_problem_(made          ? "a frame is larger than those of tam_start"
                     : tam_.frames ? "all frames of tam_start are in use"
                                   : "called before tam_start",
                     codeblock->first);
        return;
    }
    tam_.free = made->next;
    const int *from = (const int *)((const tam_frame *)codeblock->initial + 1);
    const int *const end = (const int *)((const char *)codeblock->initial + codeblock->bytes);
    for (int *to = (int *)(made + 1); from != end;) *to++ = *from++;
    made->caller.node = node;
    made->caller.frame = frame;
    made->caller.inlet = inlet;
    made->argument = argument;
    made->posted = 0;
    ++tam_.counts.calls;
    if (++tam_.in_use > tam_.counts.most) tam_.counts.most = tam_.in_use;
    tam_post(made, codeblock->first);
}

void tam_free(void *frame) {
    tam_frame *const f = frame;
    if (f != tam_.running)
        xnet_fail_at(__builtin_return_address(0),
                     "tam_free: %p is not the frame of the running thread, or was released before",
                     frame);
    am_hold();
    if (f->posted || tam_.forked)
        xnet_fail_at(__builtin_return_address(0), "tam_free: %u threads of the frame are enabled",
                     f->posted + tam_.forked);
    f->posted = tam_is_free_;
    f->next = tam_.free;
    tam_.free = f;
    tam_.running = 0;
    --tam_.in_use;
    am_release();
}

static AM_SHORT void arrive(int unused) {
    (void)unused;
    ++tam_.arrived;
}

static AM_SHORT void all_here(int unused) {
    (void)unused;
    tam_.all_here = 1;
}

static AM_SHORT void stop(int unused) {
    (void)unused;
    ++tam_.stops;
}

void tam_start(void *frames, int bytes, int count) {
    if (count < 1 || bytes < (int)sizeof(tam_frame) || bytes % 4 || (unsigned)frames % 4)
        xnet_fail_at(__builtin_return_address(0),
                     "tam_start: %d frames of %d bytes at %p; words, and at least %u bytes", count,
                     bytes, frames, (unsigned)sizeof(tam_frame));
    if (tam_.frames) xnet_fail_at(__builtin_return_address(0), "tam_start: called twice");
    for (int i = count - 1; i >= 0; --i) {
        tam_frame *const frame = (tam_frame *)((char *)frames + i * bytes);
        frame->posted = tam_is_free_;
        frame->next = tam_.free;
        tam_.free = frame;
    }
    tam_.frames = (unsigned)count;
    tam_.bytes = (unsigned)bytes;

    am_short_request_1(0, arrive, 0);
    if (am_my_proc() == 0) {
        while (tam_.arrived < am_procs()) am_poll();
        for (int node = 0; node < am_procs(); ++node) am_short_request_1(node, all_here, 0);
    }
    while (!tam_.all_here) am_poll();
}

void tam_stop(void) {
    for (int node = 0; node < am_procs(); ++node) am_short_request_1(node, stop, 0);
}

// Called in a hold, and returns in one: gives the processor to a frame until it has no enabled
// thread. One hold from here to the next frame is the only cost.
static void run_frame(tam_frame *frame) {
    const unsigned start = am_cycles();
    tam_.running = frame;
    ++tam_.counts.quanta;
    do {
        // Backwards, so that the thread posted first runs first.
        for (unsigned i = frame->posted; i != 0; --i) tam_fork(frame->posts[i - 1]);
        frame->posted = 0;
        am_release();
        while (tam_.forked) tam_.forks[--tam_.forked](frame);
        am_poll();
        am_hold();
    } while (tam_.running && frame->posted);
    tam_.running = 0;
    tam_.counts.cycles += am_cycles() - start;
}

int tam_run(void) {
    if (!tam_.frames) xnet_fail_at(__builtin_return_address(0), "tam_run: tam_start comes first");
    am_hold();
    for (;;) {
        tam_frame *const frame = tam_.ready;
        if (frame) {
            tam_.ready = frame->next;
            run_frame(frame);
        } else {
            if (tam_.stops) break;
            am_release();
            while (!tam_.ready && !tam_.stops) am_poll();
            am_hold();
        }
    }
    --tam_.stops;
    am_release();
    if (tam_.problem) // xnet_fail_at requires a return address
        xnet_fail_at((char *)tam_.problem_thread + host_call_bytes, "tam: %s", tam_.problem);
    return (int)tam_.in_use;
}
