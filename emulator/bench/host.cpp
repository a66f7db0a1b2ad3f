#include "bench/host.h"

#include "bench/guest.h"

#include <cstdint>

namespace inlet::bench {

namespace {

constexpr std::uint32_t branches = 20'000'000;

/// Seconds for that many branches, each taken if a random number has one of `bits`.
double take(std::uint64_t bits) {
    asm volatile("" : "+r"(bits));            // hides the value from the compiler
    std::uint64_t random = 88172645463325252; // xorshift
    const double start = cpu_seconds();
    for (std::uint32_t i = 0; i < branches; ++i) {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        if (random & bits) asm volatile("nop"); // keeps the branch
    }
    return cpu_seconds() - start;
}

} // namespace

double misprediction(double &seconds) {
    const double never = take(0), at_random = take(1 << 20);
    seconds = never + at_random;
    return 1e9 * (at_random - never) / (branches / 2.); // half of them are mispredicted
}

} // namespace inlet::bench
