// run: --nodes 4
// flags: -O2 -lpanda
// Branch and bound: the shortest tour through 10 cities, or as many as the argument says. Jobs are
// beginnings of tours, in an object on process 0. All processes read the length of the best tour so
// far in their replicas, before each step; it is written seldom. Process 0 compares it with that of
// an exhaustive search.
#include <algorithm>
#include <am.h>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <orca.hpp>

namespace {
constexpr unsigned most_cities = 10;
unsigned cities = most_cities;

unsigned distance(unsigned a, unsigned b) {
    const int x = static_cast<int>(a * 37 % 101) - static_cast<int>(b * 37 % 101);
    const int y = static_cast<int>(a * 53 % 89) - static_cast<int>(b * 53 % 89);
    return static_cast<unsigned>((x < 0 ? -x : x) + (y < 0 ? -y : y));
}
} // namespace

struct Jobs {
    unsigned next = 0;
    unsigned take() { return next++; }
};
struct Bound {
    unsigned best = ~0u, workers = 0;
    void improve(unsigned length) { best = std::min(best, length); }
    unsigned value() const { return best; }
    void end() { ++workers; }
    orca::guarded<unsigned> await(unsigned count) const {
        if (workers < count) return orca::blocked;
        return best;
    }
};

namespace {
struct Tour {
    std::array<unsigned char, most_cities> city;
    unsigned length = 0;
    Tour() {
        for (unsigned i = 0; i < cities; ++i) city[i] = static_cast<unsigned char>(i);
    }
    /// Makes the city at `from` the one at `at`, behind those that are fixed.
    void fix(unsigned at, unsigned from) {
        std::swap(city[at], city[from]);
        length += distance(city[at - 1], city[at]);
    }
};

/// Tours that begin with the first `fixed` cities. `bound()` is the best length, `found` a better
/// one.
template <class Bound, class Found>
void search(const Tour &t, unsigned fixed, const Bound &bound, const Found &found) {
    if (t.length >= bound()) return;
    if (fixed == cities - 3) am_poll(); // lets messages in, where handlers run in polls
    if (fixed == cities) {
        const unsigned length = t.length + distance(t.city[cities - 1], t.city[0]);
        if (length < bound()) found(length);
        return;
    }
    for (unsigned i = fixed; i < cities; ++i) {
        Tour next = t;
        next.fix(fixed, i);
        search(next, fixed + 1, bound, found);
    }
}
} // namespace

void worker(orca::shared<Jobs> queue, orca::shared<Bound> bound) {
    const unsigned jobs = (cities - 1) * (cities - 2);
    for (unsigned job; (job = queue.call<&Jobs::take>()) < jobs;) {
        Tour t;
        t.fix(1, 1 + job / (cities - 2));
        t.fix(2, 2 + job % (cities - 2));
        search(
            t, 3, [&] { return bound.call<&Bound::value>(); },
            [&](unsigned length) { bound.call<&Bound::improve>(length); });
    }
    bound.call<&Bound::end>();
}

int main(int argc, char **argv) {
    if (argc > 1) cities = static_cast<unsigned>(std::atoi(argv[1]));
    if (cities < 4 || cities > most_cities) {
        std::fprintf(stderr, "tsp: 4 to %u cities\n", most_cities);
        return 2;
    }
    return orca::run([] {
        orca::shared<Jobs> queue(orca::single(0));
        orca::shared<Bound> bound(orca::replicated);
        for (unsigned p = 0; p < orca::processors(); ++p) orca::fork<worker>(p, queue, bound);
        const unsigned best = bound.call<&Bound::await>(orca::processors());
        unsigned least = ~0u;
        search(
            Tour(), 1, [] { return ~0u; },
            [&](unsigned length) { least = std::min(least, length); });
        std::printf("the shortest tour has length %u%s\n", best, best == least ? "" : ", WRONG");
    });
}
