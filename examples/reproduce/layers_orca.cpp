// What `inlet reproduce lfc` measures of Orca (001 7.1.5, Table 7.2), on 16 nodes: operations on an
// object of another process, by RPC, and on a replicated one, by broadcast. A process on node 2
// prints a line for each point: "curve NAME X CYCLES BYTES"; node 0 is the sequencer. With the
// argument `threads`: operations that threads execute, in place of continuations.
#include <am_core.h>
#include <cstdio>
#include <orca.hpp>

namespace {

enum : unsigned { there = 1, here = 2, rounds = 8, longest = 65536 };

struct Box {
    std::vector<char> bytes;
    void nothing() { bytes.clear(); }
    std::vector<char> give_back(std::span<const char> b) { return {b.begin(), b.end()}; }
    void put(std::span<const char> b) { bytes.assign(b.begin(), b.end()); }
};

/// `bytes` of an argument; they go `ways` ways.
template <class F> void measure(const char *name, unsigned bytes, unsigned ways, F f) {
    unsigned start = 0;
    for (unsigned i = 0; i <= rounds; ++i) {
        if (i == 1) start = am_cycles();
        f();
    }
    std::printf("curve %s %u %u %u\n", name, bytes, (am_cycles() - start) / rounds, ways * bytes);
}

bool by_threads;

void measure_all() {
    const orca::shared<Box> far(orca::single(there)), replica(orca::replicated);
    if (by_threads) {
        measure("orca_call_thread", 0, 2, [&] { far.call<&Box::nothing>(); });
        return;
    }
    measure("orca_call", 0, 2, [&] { far.call<&Box::nothing>(); });
    measure("orca_write", 0, 1, [&] { replica.call<&Box::nothing>(); });
    for (unsigned bytes = 1024; bytes <= longest; bytes *= 8) {
        const std::vector<char> many(bytes);
        measure("orca_call", bytes, 2, [&] { far.call<&Box::give_back>(many); });
        measure("orca_write", bytes, 1, [&] { replica.call<&Box::put>(many); });
    }
}

} // namespace

int main(int argc, char **) {
    by_threads = argc > 1;
    return orca::run([] { orca::fork<measure_all>(here); },
                     {.blocked = by_threads ? orca::threads : orca::continuations});
}
