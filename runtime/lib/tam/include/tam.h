// Threads of a Threaded Abstract Machine over Active Messages: dataflow with frames that stay where
// they are (Culler, Goldstein, Schauser and von Eicken, "TAM - A Compiler Controlled Threaded
// Abstract Machine", 1993; CSD-94-823 2.2.2).
//
// A call of a codeblock has a frame on one node: its variables, its entry counts, and its enabled
// threads, the continuation vector.
//   A thread   is a function of the frame. It runs at main level and to its end; it never waits. It
//              may send, fork threads of the same frame, call codeblocks, and release the frame.
//   An inlet   is the short handler of a message for a frame (<am_core.h>). It stores what came and
//              posts a thread; it sends nothing.
//   An entry count is how many things a thread still waits for. The one that counts it down to 0
//              enables the thread.
//
//     struct sum { tam_frame tam; int missing, value; };          // the header comes first
//     static void done(void *frame) {                             // a thread
//         struct sum *f = frame;
//         tam_send_1(&f->tam.caller, f->value);
//         tam_free(f);
//     }
//     static TAM_INLET void part(struct sum *f, int value) {
//         f->value += value;
//         tam_post_sync(&f->tam, &f->missing, done);
//     }
//     static void start(void *frame) {
//         tam_call(1, &half, part, frame, 10);                    // half(10) on node 1; its result
//         tam_call(2, &half, part, frame, 20);                    // comes to inlet `part`
//     }
//     TAM_CODEBLOCK(sum, struct sum, start, .missing = 2);
//
// A node runs the enabled threads of one frame until none is left, then those of the frame that was
// enabled last (so a tree of calls is walked depth first as long as it stays on a node).
#pragma once

#include <am_core.h>
#include <fail.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef void (*tam_thread)(void *frame);

#define TAM_INLET AM_SHORT

/// The destination of a result: an inlet and its frame on a node.
typedef struct {
    int node;
    void *frame, *inlet;
} tam_continuation;

enum {
    TAM_POSTS = 6,  ///< threads of a frame that inlets may have enabled and that have not run
    TAM_FORKS = 32, ///< threads of the running frame that are enabled
};

/// The header of a frame. `caller` and `argument` are the call's; the rest is the scheduler's.
typedef struct tam_frame {
    tam_continuation caller;
    int argument;
    struct tam_frame *next; // list of free frames, or of those with enabled threads
    unsigned posted;        // threads in `posts`; tam_is_free_: the frame is released
    tam_thread posts[TAM_POSTS];
} tam_frame;

typedef struct {
    unsigned bytes;      ///< of a frame, a multiple of 4
    const void *initial; ///< contents of a new frame after its header
    tam_thread first;    ///< the call enables it
} tam_codeblock;

/// Codeblock `name`: frames are of `type`, whose first member is `tam_frame tam`; the rest starts
/// as the initializers say, else as 0.
#define TAM_CODEBLOCK(name, type, first, ...)                                                      \
    static const type name##_initial_ = {__VA_ARGS__};                                             \
    static const tam_codeblock name = {sizeof(type), &name##_initial_, first}

/// Statistics of this node since tam_start.
typedef struct {
    unsigned calls;    ///< frames allocated here
    unsigned most;     ///< frames in use at the same time
    unsigned quanta;   ///< times a frame got the processor
    unsigned cycles;   ///< of all quanta, including inlets in between; the rest is waiting
    unsigned messages; ///< sent by threads: calls and results
} tam_counts;

/// The memory for this node's frames: an array of `count` elements of `bytes` bytes, where `bytes`
/// is the size of the largest frame. All nodes call it, once and before any other call; none
/// returns before all have called it.
void tam_start(void *frames, int bytes, int count);

/// Runs threads until a thread of any node calls tam_stop and no thread is enabled here. All nodes
/// call it. Returns the number of this node's frames still in use.
int tam_run(void);

/// From a thread: all nodes leave tam_run. No node waits for results that are still under way when
/// it leaves.
void tam_stop(void);

/// From a thread: releases its own frame. No other thread of the frame may be enabled.
void tam_free(void *frame);

// Internal: the state of a node.
enum { tam_is_free_ = 0xFFFFFFFF };
extern struct tam_node_ {
    tam_frame *volatile ready; // frames with enabled threads, the last enabled first
    tam_frame *volatile running;
    tam_frame *free;
    unsigned frames, bytes, in_use;
    volatile int stops, arrived, all_here;
    // An error of an inlet, which tam_run reports: a call in a handler would make it save all
    // registers.
    const char *volatile problem;
    tam_thread problem_thread;
    unsigned forked; // threads in `forks`
    tam_thread forks[TAM_FORKS];
    tam_counts counts;
} tam_;
void tam_cannot_fork_(void) __attribute__((noreturn, cold));
AM_SHORT void tam_enter_(int node, const tam_codeblock *codeblock, void *frame, void *inlet,
                         int argument);

AM_INLINE void tam_problem_(const char *what, tam_thread thread) {
    if (!tam_.problem) tam_.problem_thread = thread;
    tam_.problem = what;
    ++tam_.stops;
}

/// From an inlet: enables a thread of the inlet's frame.
AM_INLINE void tam_post(tam_frame *frame, tam_thread thread) {
    const unsigned posted = frame->posted;
    if (posted >= TAM_POSTS) {
        tam_problem_(posted == tam_is_free_ ? "a thread was posted for a frame that was released"
                                            : "more threads of one frame are posted than TAM_POSTS",
                     thread);
        return;
    }
    if (posted == 0 && frame != tam_.running) {
        frame->next = tam_.ready;
        tam_.ready = frame;
    }
    frame->posts[posted] = thread;
    frame->posted = posted + 1;
}

/// From an inlet: counts down; at 0 it enables the thread.
AM_INLINE void tam_post_sync(tam_frame *frame, int *count, tam_thread thread) {
    if (--*count == 0) tam_post(frame, thread);
}

/// From a thread: enables another one of the same frame.
AM_INLINE void tam_fork(tam_thread thread) {
    if (tam_.forked >= TAM_FORKS) tam_cannot_fork_();
    tam_.forks[tam_.forked++] = thread;
}

/// From a thread: counts down, safe against inlets that do the same; at 0 it enables the thread.
AM_INLINE void tam_fork_sync(int *count, tam_thread thread) {
    am_hold();
    const int left = --*count;
    am_release();
    if (left == 0) tam_fork(thread);
}

/// Calls a codeblock on a node, which may be this one: its frame's `argument` is `a`, and its
/// `caller` is `inlet` of `result`, a frame here. From a thread, or from main for the first call.
#define tam_call(where, codeblock, inlet, result, a)                                               \
    ((void)++tam_.counts.messages,                                                                 \
     am_short_request_4_from(where, tam_enter_, codeblock, result, inlet, a))

/// Sends 1 to 3 words to a continuation, and 4 where AM_MAX_WORDS is 5. From a thread.
#define tam_send_1(to, a)                                                                          \
    ((void)++tam_.counts.messages, am_short_request_2((to)->node, (to)->inlet, (to)->frame, a))
#define tam_send_2(to, a, b)                                                                       \
    ((void)++tam_.counts.messages, am_short_request_3((to)->node, (to)->inlet, (to)->frame, a, b))
#define tam_send_3(to, a, b, c)                                                                    \
    ((void)++tam_.counts.messages,                                                                 \
     am_short_request_4((to)->node, (to)->inlet, (to)->frame, a, b, c))
#if AM_MAX_WORDS >= 5
#define tam_send_4(to, a, b, c, d)                                                                 \
    ((void)++tam_.counts.messages,                                                                 \
     am_short_request_5((to)->node, (to)->inlet, (to)->frame, a, b, c, d))
#endif

#ifdef __cplusplus
}
#endif
