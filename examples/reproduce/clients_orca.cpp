// What `inlet reproduce clients` measures of Orca (001 7.1, 8.5.6): messages of each kind of
// operation, and the part of a vector that LEQ broadcasts. Node 0 prints a line for each point:
// "curve NAME X CYCLES BYTES", with a count in place of cycles. x of an operation is its place: 0
// here, 1 another process, 2 a read of a replica, 3 a write of one.
#include <cstdio>
#include <orca.hpp>
#include <pan_mt.h>

namespace {

struct vector {
    std::vector<double> values;
    void put(std::span<const double> part) { values.assign(part.begin(), part.end()); }
    unsigned size() const { return static_cast<unsigned>(values.size()); }
};

void point(const char *name, unsigned x, unsigned value) {
    std::printf("curve %s %u %u 0\n", name, x, value);
}
template <class F> unsigned packets_of(F f) {
    const unsigned before = pan_packet_stats().sent;
    f();
    return pan_packet_stats().sent - before;
}

} // namespace

int main() {
    return orca::run([] {
        orca::shared<vector> here(orca::single(0)), there(orca::single(1)),
            replica(orca::replicated);
        const std::vector<double> part(16); // 128 bytes, 8.5.6
        const auto put = [&part](const orca::shared<vector> &to) {
            return packets_of([&] { to.call<&vector::put>(part); });
        };
        const unsigned packets[] = {put(here), put(there),
                                    packets_of([&] { replica.call<&vector::size>(); }),
                                    put(replica)};
        for (unsigned i = 0; i < 4; ++i) point("operation_packets", i, packets[i]);
        point("part_bytes", 0, replica.call<&vector::size>() * sizeof(double));
    });
}
