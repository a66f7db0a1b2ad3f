// The cost of RMI, for docs/rmi.md: the mean of some rounds, after one that is not counted. With
// the argument `fresh`: the rows whose arguments are in memory that is not used again.
#include "costs.h"

#include <rmi.hpp>
#include <string.h>

namespace {

struct Link : rmi::value {
    int key = 0;
    rmi::ptr<Link> next;
    void serialize(auto &a) { a(key, next); }
};

struct Target : rmi::object {
    volatile bool stop = false;
    void nothing() {}
    void quick() {}
    rmi::array<char> give_back(rmi::array<char> a) { return a; }
    void list(rmi::ptr<Link>) {}
    void synchronized() { rmi::synchronized s(*this); }
    void compute() {
        while (!stop) am_poll(); // no poll where messages interrupt
    }
    void end() { stop = true; }
    void collect() { rmi::collect(); }
};

template <class F> void measure(const char *what, F f) {
    unsigned start = 0;
    for (int i = -1; i < rounds; ++i) {
        if (i == 0) start = am_cycles();
        f();
    }
    row(what, (am_cycles() - start) / rounds);
}

void arrays(rmi::remote<Target> t, const char *none, const char *one, const char *many) {
    const std::pair<const char *, unsigned> rows[] = {{none, 0}, {one, 1024}, {many, 65536}};
    for (const auto &[what, bytes] : rows) {
        if (!what) continue;
        const rmi::array<char> a(bytes);
        measure(what, [&] { t.call<&Target::give_back>(a); });
    }
}

} // namespace

template <> constexpr bool rmi::never_blocks<&Target::quick> = true;

int main(int argc, char **argv) {
    const bool fresh = argc > 1 && !strcmp(argv[1], "fresh");
    const auto run = [fresh] {
        const auto t = rmi::create<Target>(1), here = rmi::create<Target>(0);
        if (fresh) {
            arrays(t, nullptr, nullptr, "64 KB, in fresh memory");
            return;
        }
        measure("a call without parameters, to an idle process",
                [&] { t.call<&Target::nothing>(); });
        measure("of a method that is declared `never_blocks`", [&] { t.call<&Target::quick>(); });
        measure("of a synchronized method", [&] { t.call<&Target::synchronized>(); });
        const auto computes = rmi::start<&Target::compute>(t);
        measure("to a process that computes", [&] { t.call<&Target::nothing>(); });
        t.call<&Target::end>();
        computes.join();
        measure("on the own process", [&] { here.call<&Target::nothing>(); });
        arrays(t, "an array there and back, 0 bytes", "an array there and back, 1 KB",
               "an array there and back, 64 KB");
        rmi::ptr<Link> list;
        for (int i = 0; i < 100; ++i) {
            auto link = rmi::make<Link>();
            link->next = list;
            list = link;
        }
        measure("a list of 100 objects, one way", [&] { t.call<&Target::list>(list); });
        measure("`rmi::create`", [&] { rmi::create<Target>(1); });
        measure("a remote thread started and joined",
                [&] { rmi::start<&Target::nothing>(t).join(); });
        rmi::monitor m;
        measure("`rmi::synchronized`, in and out", [&] { const rmi::synchronized s(m); });
    };
    return rmi::run(run, {.arguments = fresh ? rmi::fresh : rmi::reuse, .region = 2u << 20});
}
