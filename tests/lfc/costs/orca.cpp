// The cost of each kind of operation of Orca, for docs/orca.md: the mean of some rounds, after one
// that is not counted. A process on node 2 measures, since the sequencer of broadcasts is node 0;
// node 1 has the objects of one process.
//   orca [threads]    operations that are executed by threads (001 Figure 7.8)
#include "costs.h"

#include <orca.hpp>
#include <pan_mt.h>
#include <vector>

namespace {

enum : unsigned { here = 2, there = 1 };

struct Int {
    int x = 0;
    void set(int v) { x = v; }
    int value() const { return x; }
    void take(std::span<const char> bytes) { x = static_cast<int>(bytes.size()); }
};
struct Gate {
    unsigned round = 0, opened_at = 0;
    void open(unsigned now) { ++round, opened_at = now; }
    orca::guarded<unsigned> await(unsigned wanted) const {
        if (round < wanted) return orca::blocked;
        return opened_at;
    }
};
using ints = orca::shared<Int>;
using gates = orca::shared<Gate>;

template <class F> void measure(const char *what, F f) {
    unsigned start = 0;
    for (int i = -1; i < rounds; ++i) {
        if (i == 0) start = am_cycles();
        f();
    }
    row(what, (am_cycles() - start) / rounds);
}

/// Opens the gate, long after the other process has begun to wait.
void opener(gates gate) {
    enum { long_enough = 200000 };
    for (int i = -1; i < rounds; ++i) {
        const unsigned from = am_cycles();
        while (am_cycles() - from < long_enough) {
            am_poll();
            pan_thread_yield(); // to a thread that executes operations
        }
        gate.call<&Gate::open>(am_cycles());
    }
}
void blocked(const char *what, orca::placement where) {
    gates gate(where);
    orca::fork<opener>(there, gate);
    unsigned all = 0;
    for (int i = -1; i < rounds; ++i) {
        const unsigned called = am_cycles();
        const unsigned opened = gate.call<&Gate::await>(static_cast<unsigned>(i + 2));
        if (static_cast<int>(opened - called) < 0) std::printf("the operation was not blocked\n");
        if (i >= 0) all += am_cycles() - opened;
    }
    row(what, all / rounds);
}

void forked(unsigned at, gates done) { done.call<&Gate::open>(am_cycles() - at); }
void fork_process(const char *what) {
    gates done(orca::single(here));
    unsigned all = 0;
    for (int i = -1; i < rounds; ++i) {
        orca::fork<forked>(there, am_cycles(), done);
        const unsigned took = done.call<&Gate::await>(static_cast<unsigned>(i + 2));
        if (i >= 0) all += took;
    }
    row(what, all / rounds);
}

/// Until an operation of this process has been executed at the new place.
void move(const char *what, orca::placement from, orca::placement to) {
    ints object(orca::automatic);
    unsigned all = 0;
    for (int i = -1; i < rounds; ++i) {
        object.place(from);
        object.call<&Int::value>();
        const unsigned start = am_cycles();
        object.place(to);
        object.call<&Int::value>();
        if (i >= 0) all += am_cycles() - start;
    }
    row(what, all / rounds);
}

bool threads;

void all() {
    const std::vector<char> kilobyte(1024), many(65536);
    ints far(orca::single(there));
    if (threads) {
        measure("by RPC, executed by a thread (001 Figure 7.8)", [&] { far.call<&Int::set>(1); });
        blocked("a blocked operation by RPC in a thread, from the change until its caller goes on",
                orca::single(there));
        return;
    }
    ints near(orca::single(here)), everywhere(orca::replicated);
    measure("an operation on an object of this process", [&] { near.call<&Int::set>(1); });
    measure("a read of a replica", [&] { everywhere.call<&Int::value>(); });
    measure("a write of a replicated object", [&] { everywhere.call<&Int::set>(1); });
    measure("with an array of 1 KB", [&] { everywhere.call<&Int::take>(kilobyte); });
    measure("with an array of 64 KB", [&] { everywhere.call<&Int::take>(many); });
    measure("an operation by RPC on an object of another process", [&] { far.call<&Int::set>(1); });
    measure("by RPC, with an array of 1 KB", [&] { far.call<&Int::take>(kilobyte); });
    measure("by RPC, with an array of 64 KB", [&] { far.call<&Int::take>(many); });
    blocked("a blocked operation by RPC, from the change until its caller goes on",
            orca::single(there));
    blocked("a blocked read of a replica, from the change by broadcast until its caller goes on",
            orca::replicated);
    fork_process("`orca::fork` on another process, until its first line");
    move("a change of place, from this process to another", orca::single(here),
         orca::single(there));
    move("from another process to this one", orca::single(there), orca::single(here));
    move("from another process to all", orca::single(there), orca::replicated);
}

} // namespace

int main(int argc, char **) {
    threads = argc > 1;
    return orca::run([] { orca::fork<all>(here); },
                     {.blocked = threads ? orca::threads : orca::continuations});
}
