// Multigame: counts of whole searches, and no early end. The games are trees whose size is known.
//
// tree    Every position has three children, a solution lies seven moves deep, and the estimate is
//         0, so the thresholds are 0 to 7. Some positions take long, so processes answer waves
//         while others work.
// chain   Every position has one child, at the next process. Each job takes longer than several
//         waves: all other processes have nothing to do and answer. A process that answered before
//         its last job, or between two jobs, would end the iteration early.
//
// Searches follow each other: jobs of one must not meet the one before.
#include <multigame.hpp>
#include <stdio.h>

namespace {

enum { deep = 7 };

struct tree {
    struct state {
        std::uint32_t path; ///< digits to base 3 behind a leading 1
        std::uint16_t depth;
        bool operator==(const state &) const = default;
    };
    enum { no_move = 3 };
    static inline std::uint32_t goal = 0;

    template <class F> static void for_each_move(const state &s, unsigned, F f) {
        if (s.path % 11 == 3)
            for (volatile unsigned i = 0; i < 3000; i = i + 1) {
            }
        for (unsigned move = 0; move < 3; ++move)
            f(state{s.path * 3 + move, static_cast<std::uint16_t>(s.depth + 1)}, move);
    }
    static unsigned estimate(const state &) { return 0; }
    static bool solved(const state &s) { return s.path == goal; }
    static std::uint32_t hash(const state &s) { return s.path * 0x9e3779b1u >> 7; }
};

std::uint64_t positions(unsigned threshold) { // 1 + 3 + ... + 3^threshold
    std::uint64_t sum = 0, level = 1;
    for (unsigned i = 0; i <= threshold; ++i, level *= 3) sum += level;
    return sum;
}

int search(unsigned jobs, unsigned table_bits, unsigned until) {
    std::uint32_t goal = 1;
    for (unsigned i = 0; i < deep; ++i) goal = goal * 3 + i % 3;
    tree::goal = goal;
    const multigame::result result = multigame::solve<tree>(
        tree::state{1, 0}, {.jobs = jobs, .table_bits = table_bits, .until = until});
    const unsigned last = until < deep ? until : deep;
    int wrong = result.solved != (last == deep) || result.iterations.size() != last + 1;
    if (result.solved) wrong += result.length != deep;
    std::uint64_t sent = 0;
    for (unsigned t = 0; t < result.iterations.size(); ++t) {
        const multigame::iteration &it = result.iterations[t];
        sent += it.sent;
        // All positions are different, so a table finds none. Positions at the threshold have
        // children too, which are beyond it.
        wrong += it.threshold != t || it.jobs != positions(t) || it.pruned != 0;
        wrong += it.generated != 3 * (positions(t) - it.solutions);
        wrong += it.solutions != (t == deep) || it.waves < 2;
    }
    wrong += (pan_nr_processes() > 1) != (sent > 0);
    return wrong;
}

struct chain {
    struct state {
        std::uint32_t depth;
        bool operator==(const state &) const = default;
    };
    enum { no_move = 1, length = 8 };
    template <class F> static void for_each_move(const state &s, unsigned, F f) {
        for (volatile unsigned i = 0; i < 6000; i = i + 1) {
        }
        f(state{s.depth + 1}, 0u);
    }
    static unsigned estimate(const state &) { return 0; }
    static bool solved(const state &s) { return s.depth == length; }
    static std::uint32_t hash(const state &s) { return s.depth / 2; } // two jobs, then a message
};

int follow(unsigned jobs) {
    const multigame::result result =
        multigame::solve<chain>(chain::state{0}, {.jobs = jobs, .table_bits = 0});
    int wrong = !result.solved || result.length != chain::length;
    for (unsigned t = 0; t < result.iterations.size(); ++t)
        wrong += result.iterations[t].threshold != t || result.iterations[t].jobs != t + 1;
    return wrong + (result.iterations.size() != chain::length + 1);
}

} // namespace

int main() {
    pan_init();
    int wrong = search(64, 6, 65535);
    wrong += search(4, 0, 65535);
    wrong += search(1, 3, 3);
    wrong += follow(1) + follow(4);
    printf("%u: %d wrong\n", pan_my_pid(), wrong);
    pan_end();
}
