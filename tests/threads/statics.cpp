// Static locals and exceptions in threads, with -fthreadsafe-statics. Threads that reach a static
// local whose initializer waits find it complete, and an initializer that throws leaves it to the
// next thread. Each thread has exceptions of its own (where the library has exceptions). With an
// argument: an initializer that needs its own variable, which ends the run.
#include <pan_threads.h>
#include <stdio.h>

namespace {

constexpr int threads = 4;
int made, wrong;

void check(bool ok, const char *what) {
    if (!ok) ++wrong, printf("wrong: %s\n", what);
}

struct Slow {
    int value = 0;
    Slow() {
        for (int i = 0; i < 5; ++i) pan_thread_yield(); // the others come
        value = 7;
        ++made;
    }
};

int slow() {
    static Slow s;
    return s.value;
}

int again(int n) {
    static int value = n ? again(n - 1) + 1 : 1;
    return value;
}

#ifdef __cpp_exceptions
int tries;
struct Throws {
    Throws() {
        pan_thread_yield();
        if (++tries < threads) throw tries;
    }
};
int caught;
void throws() {
    try {
        static Throws t;
    } catch (int) {
        pan_thread_yield(); // the next thread throws and catches meanwhile
        ++caught;
    }
}

void nested(int n) {
    try {
        throw n;
    } catch (int first) {
        check(first == n, "the exception caught");
        pan_thread_yield();
        try {
            throw 100 + n;
        } catch (int second) {
            pan_thread_yield();
            check(second == 100 + n, "the second exception");
        }
        pan_thread_yield();
        try {
            throw; // this thread's, not the one that another thread has caught last
        } catch (int third) {
            check(third == n, "the exception thrown again");
        }
    }
}
#endif

int numbers[threads];
void run(void *arg) {
    const int n = *static_cast<int *>(arg);
    check(slow() == 7, "a static local");
#ifdef __cpp_exceptions
    throws();
    nested(n);
#else
    (void)n;
#endif
}

} // namespace

int main(int argc, char **) {
    if (argc > 1) return again(1);
    pan_thread_p all[threads];
    for (int i = 0; i < threads; ++i) {
        numbers[i] = i;
        all[i] = pan_thread_create(run, &numbers[i], 0, i % 2);
    }
    for (pan_thread_p t : all) pan_thread_join(t);
    check(made == 1, "one initialization");
#ifdef __cpp_exceptions
    check(tries == threads && caught == threads - 1, "initializers that throw");
#endif
    printf("%d wrong\n", wrong);
}
