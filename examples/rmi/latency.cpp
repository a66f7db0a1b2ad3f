// run: --nodes 2
// flags: -O2 -lpanda
// Figures 7.15 and 7.16 of Bhoedjang's thesis (001 7.2.3): a method takes an array and returns it.
// Cycles for a call there and back, and bytes a kilocycle. With the argument `fresh`, the arrays
// that arrive are placed in memory that is not used again, as in Manta without garbage collection.
#include <am_core.h>
#include <rmi.hpp>
#include <stdio.h>
#include <string.h>

constexpr unsigned rounds = 4;

struct Echo : rmi::object {
    rmi::array<char> give_back(rmi::array<char> a) { return a; }
    void nothing() {}
    void collect() { rmi::collect(); }
};

int main(int argc, char **argv) {
    const bool fresh = argc > 1 && !strcmp(argv[1], "fresh");
    const auto run = [fresh] {
        auto echo = rmi::create<Echo>(1);
        unsigned start = 0;
        for (unsigned i = 0; i <= rounds; ++i) {
            if (i == 1) start = am_cycles();
            echo.call<&Echo::nothing>();
        }
        printf("no parameter: %u cycles\n", (am_cycles() - start) / rounds);
        for (unsigned bytes = 0; bytes <= 65536; bytes = bytes ? bytes * 4 : 16) {
            rmi::array<char> a(bytes);
            for (unsigned i = 0; i <= rounds; ++i) {
                if (i == 1) start = am_cycles();
                echo.call<&Echo::give_back>(a);
            }
            const unsigned cycles = (am_cycles() - start) / rounds;
            printf("%5u bytes: %u cycles, %u bytes a kilocycle\n", bytes, cycles,
                   2 * bytes * 1000 / cycles);
            if (!fresh) continue;
            rmi::collect();
            echo.call<&Echo::collect>();
        }
    };
    return rmi::run(run, {.arguments = fresh ? rmi::fresh : rmi::reuse});
}
