// Guards of static locals, for programs of one thread that are compiled with -fthreadsafe-statics.
// lib/threads has those of programs with threads.
#include <fail.h>

namespace {
/// Before a static local; the ABI of C++ prescribes the first byte.
struct Guard {
    unsigned char done, running;
};
} // namespace

extern "C" {
int __cxa_guard_acquire(Guard *g);
void __cxa_guard_release(Guard *g);
void __cxa_guard_abort(Guard *g);

int __cxa_guard_acquire(Guard *g) {
    if (g->done) return 0;
    if (g->running)
        xnet_fail_at(__builtin_return_address(0),
                     "the initializer of a static variable reaches the variable again");
    g->running = 1;
    return 1;
}
void __cxa_guard_release(Guard *g) { g->done = 1; }
void __cxa_guard_abort(Guard *g) { g->running = 0; }
}
