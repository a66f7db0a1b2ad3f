// Errors of programs with RMI. tests/rmi/run expects the texts below in the errors of the compiler
// with -DMISUSE=N (`compile`), or of a run with the argument N (`run`).
// clang-format off
// run 1: rmi: a call of Buffer::put by a null reference
// run 2: rmi: process 0 calls Buffer::put by a reference to object 77, but process 1 has no such object
// run 3: Buffer::put: no processor 9, there are 2
// run 4: rmi::create: no processor 9, there are 2
// run 5: rmi: wait: thread 0 has not entered the monitor (rmi::synchronized)
// run 6: rmi: notify: thread
// run 6: has not entered the monitor; thread
// run 7: rmi: a monitor in an upcall: methods that are declared rmi::never_blocks run there
// run 8: Buffer::get: a call in an upcall: methods that are declared rmi::never_blocks run there
// run 9: rmi: the region of 4096 bytes for fresh arguments is full: call rmi::collect()
// run 10: rmi::collect: 1 arguments are still in use; the program has to release them
// run 11: process 0 joins thread 1 of process 1, which has been joined
// run 12: rmi::create: rmi::run comes first
// run 13: rmi::run: a second time
// run 14: rmi::self: rmi::create has not made this object
// compile 15: a remote method has a pointer as parameter: it means nothing to another process
// compile 16: a remote method has a parameter T &: arguments are copied, so return a result
// compile 17: the method is of another class than the object
// compile 18: a class of a graph needs `void serialize(auto &a) { a(members...); }`
// compile 19: rmi::create needs a class derived from rmi::object
// run 20: rmi: a thread waits for a monitor: thread 0 holds the mutex
// run 21: deadlock: every node waits
// run 21: method<&A::outer
// run 21: method<&B::relay
// run 21: method<&A::inner
// compile 22: a class of a graph needs a constructor without parameters
// compile 23: rmi::make needs a class derived from rmi::value
// run 24: method<&Buffer::wait_for_it
// compile 25: rmi::ptr is for arguments of remote methods only
// compile 26: a remote method with another number of arguments
// run 27: heap exhausted
// clang-format on
#include <pan_mt.h>
#include <rmi.hpp>
#include <stdlib.h>

struct Open : rmi::value { // no serialize
    int x = 0;
};
struct Node : rmi::value {
    rmi::ptr<Node> next;
    void serialize(auto &a) { a(next); }
};
struct Closed : rmi::value {
    explicit Closed(int) {}
    void serialize(auto &) {}
};
struct Plain {
    int x = 0;
};

struct Buffer : rmi::object {
    int content = 0;
    void put(int v) { content = v; }
    int get() { return content; }
    void synchronized_put() { rmi::synchronized s(*this); } // declared never_blocks
    void wait_for_it() {
        rmi::synchronized s(*this);
        wait();
    }
    void notify_it() { notify(); }
    void calls_another(rmi::remote<Buffer> b) { content = b.call<&Buffer::get>(); } // also
    void pointer(int *) {}
    void out(int &) {}
    void open(rmi::ptr<Open>) {}
    void array(rmi::array<char>) {}
    void node(rmi::ptr<Node>) {}
    rmi::array<char> kept;
    void keep(rmi::array<char> a) { kept = a; }
    void collect() { rmi::collect(); }
    int recurse(rmi::remote<Buffer> b) { return 1 + b.call<&Buffer::recurse>(rmi::self(*this)); }
};
struct Other : rmi::object {
    void nothing() {}
};

struct B;
struct A : rmi::object {
    void outer(rmi::remote<B> b);
    void inner() { rmi::synchronized s(*this); }
};
struct B : rmi::object {
    void relay(rmi::remote<A> a) {
        a.call<&A::inner>(); // the call back
    }
};
void A::outer(rmi::remote<B> b) {
    rmi::synchronized s(*this);
    b.call<&B::relay>(rmi::self(*this));
}

template <> constexpr bool rmi::never_blocks<&Buffer::synchronized_put> = true;
template <> constexpr bool rmi::never_blocks<&Buffer::calls_another> = true;

static void at_compile_time(rmi::remote<Buffer> b) {
#if MISUSE == 15
    b.call<&Buffer::pointer>(nullptr);
#elif MISUSE == 16
    int x = 0;
    b.call<&Buffer::out>(x);
#elif MISUSE == 17
    b.call<&Other::nothing>();
#elif MISUSE == 18
    b.call<&Buffer::open>(rmi::make<Open>());
#elif MISUSE == 19
    rmi::create<Plain>(1);
#elif MISUSE == 22
    rmi::make<Closed>(1);
#elif MISUSE == 23
    rmi::make<Plain>();
#elif MISUSE == 25
    marshal::writer out;
    out(rmi::ptr<Node>());
#elif MISUSE == 26
    b.call<&Buffer::put>(1, 2);
#endif
    (void)b;
}

static void notify_it(void *buffer) { static_cast<Buffer *>(buffer)->notify_it(); }

static void with_monitors(int which) {
    Buffer buffer;
    if (which == 6) {
        rmi::synchronized s(buffer);
        pan_thread_join(pan_thread_create(notify_it, &buffer, 0, 1));
    }
    pan_mutex_lock(pan_mutex_create());
    rmi::synchronized s(buffer);
    buffer.wait();
}

static void with_calls(int which) {
    auto here = rmi::create<Buffer>(0), b = rmi::create<Buffer>(1);
    at_compile_time(b);
    switch (which) {
    case 1: rmi::remote<Buffer>().call<&Buffer::put>(1); break;
    case 2: rmi::remote<Buffer>({1, 77}).call<&Buffer::put>(1); break;
    case 3: rmi::remote<Buffer>({9, 1}).call<&Buffer::put>(1); break;
    case 4: rmi::create<Buffer>(9); break;
    case 6:
    case 20: with_monitors(which); break;
    case 7: b.call<&Buffer::synchronized_put>(); break;
    case 8: b.call<&Buffer::calls_another>(b); break;
    case 9:
        for (int i = 0; i < 5; ++i) b.call<&Buffer::array>(rmi::array<char>(1000));
        break;
    case 10:
        b.call<&Buffer::keep>(rmi::array<char>(10));
        b.call<&Buffer::collect>();
        break;
    case 11: {
        const auto t = rmi::start<&Buffer::put>(b, 1);
        t.join();
        t.join();
        break;
    }
    case 13: rmi::run([] {}); break;
    case 14: {
        Buffer mine;
        rmi::self(mine);
        break;
    }
    case 21: {
        const auto a = rmi::create<A>(0);
        rmi::start<&A::outer>(a, rmi::create<B>(1)).join();
        break;
    }
    case 24: b.call<&Buffer::wait_for_it>(); break;
    case 27: b.call<&Buffer::recurse>(here); break;
    }
}

int main(int argc, char **argv) {
    const int which = argc > 1 ? atoi(argv[1]) : 0;
    if (which == 5) rmi::monitor().wait();
    if (which == 12) rmi::create<Buffer>(0);
    const bool fresh = which == 9 || which == 10;
    const auto run = [which] { with_calls(which); };
    return rmi::run(run, {.arguments = fresh ? rmi::fresh : rmi::reuse, .region = 4096});
}
