// What `inlet reproduce lfc` measures of RMI (001 7.2.3, Table 7.2): calls of an object of another
// process. Node 0 prints a line for each point: "curve NAME X CYCLES BYTES"; bytes of an array go
// there and back.
#include <am_core.h>
#include <cstdio>
#include <rmi.hpp>

namespace {

enum : unsigned { rounds = 8, longest = 65536 };

struct Target : rmi::object {
    void nothing() {}
    void quick() {}
    rmi::array<char> give_back(rmi::array<char> a) { return a; }
};

template <class F> void measure(const char *name, unsigned bytes, F f) {
    unsigned start = 0;
    for (unsigned i = 0; i <= rounds; ++i) {
        if (i == 1) start = am_cycles();
        f();
    }
    std::printf("curve %s %u %u %u\n", name, bytes, (am_cycles() - start) / rounds, 2 * bytes);
}

} // namespace

template <> constexpr bool rmi::never_blocks<&Target::quick> = true;

int main() {
    return rmi::run([] {
        const auto t = rmi::create<Target>(1);
        measure("rmi_call", 0, [&] { t.call<&Target::nothing>(); });
        measure("rmi_quick", 0, [&] { t.call<&Target::quick>(); });
        for (unsigned bytes = 0; bytes <= longest; bytes = bytes ? 8 * bytes : 1024) {
            const rmi::array<char> a(bytes);
            measure("rmi_array", bytes, [&] { t.call<&Target::give_back>(a); });
        }
    });
}
