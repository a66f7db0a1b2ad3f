// run: --nodes 16 79 --until 40
// flags: -O2 -lpanda
// The 15-puzzle by Multigame (Bhoedjang's thesis, 001, 8.5.7: Puzzle): IDA* on all processes with a
// spread transposition table, and at most 64 or 4 jobs in a message. Positions are Korf's
// (Depth-first iterative-deepening, 1985, Table 1). Without the table the positions of each
// iteration are those of a sequential search, which process 0 makes for comparison.
//
// A trace has the search. With `unchecked` nothing is compared, for short traces.
//
//   puzzle [--jobs N] [--no-table] [--until THRESHOLD] [12 | 55 | 79 | 16 tiles from the upper
//   left, 0: blank; default 79] [--counters] [unchecked]
#include "../applications.h"

#include <am_core.h>
#include <iterator>
#include <multigame.hpp>
#include <xnet_trace.h>

namespace {

struct puzzle {
    /// Tiles by four bits, place 0 first, and the sum of their distances.
    struct state {
        std::uint32_t tiles[2];
        std::uint8_t blank, distance;
        bool operator==(const state &) const = default;
        unsigned at(unsigned place) const { return tiles[place / 8] >> 4 * (place % 8) & 15; }
    };
    enum { up, left, right, down, no_move }; // the blank's; 3 - m undoes m

    static unsigned distance(unsigned tile, unsigned place) {
        const int rows = static_cast<int>(tile / 4) - static_cast<int>(place / 4);
        const int columns = static_cast<int>(tile % 4) - static_cast<int>(place % 4);
        return static_cast<unsigned>(abs(rows) + abs(columns));
    }

    template <class F> static void for_each_move(const state &s, unsigned last, F f) {
        static constexpr int step[] = {-4, -1, 1, 4};
        const unsigned row = s.blank / 4u, column = s.blank % 4u;
        const bool possible[] = {row > 0, column > 0, column < 3, row < 3};
        for (unsigned move = 0; move < 4; ++move) {
            if (!possible[move] || move == 3 - last) continue;
            const unsigned from = static_cast<unsigned>(s.blank + step[move]), tile = s.at(from);
            state child = s;
            child.tiles[from / 8] &= ~(15u << 4 * (from % 8));
            child.tiles[s.blank / 8] |= tile << 4 * (s.blank % 8);
            child.blank = static_cast<std::uint8_t>(from);
            child.distance = static_cast<std::uint8_t>(s.distance - distance(tile, from) +
                                                       distance(tile, s.blank));
            f(child, move);
        }
    }

    static unsigned estimate(const state &s) { return s.distance; }
    static bool solved(const state &s) { return s.distance == 0; }
    static std::uint32_t hash(const state &s) {
        std::uint32_t h = s.tiles[0] * 0x9e3779b1u ^ (s.tiles[1] + 0x7f4a7c15u) * 0x85ebca6bu;
        h = (h ^ h >> 15) * 0x2c1b3c6du;
        return h ^ h >> 13;
    }
};

const int positions[][17] = {
    {12, 14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15},
    {55, 13, 8, 14, 3, 9, 1, 0, 7, 15, 5, 4, 10, 12, 2, 6, 11},
    {79, 0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15},
};

/// A permutation can be solved if its parity is that of the blank's distance to its corner.
bool solvable(const int *tiles) {
    unsigned odd = 0;
    for (int i = 0; i < 16; ++i) {
        if (tiles[i] == 0) odd += static_cast<unsigned>(i / 4 + i % 4);
        for (int j = 0; j < i; ++j) odd += tiles[j] > tiles[i];
    }
    return odd % 2 == 0;
}

puzzle::state pack(const int *tiles) {
    puzzle::state s{};
    unsigned seen = 0;
    for (unsigned i = 0; i < 16; ++i) {
        const auto tile = static_cast<unsigned>(tiles[i]);
        if (tile > 15 || seen >> tile & 1)
            xnet_fail("puzzle: tile %d is not 0 to 15, or appears twice", tiles[i]);
        seen |= 1u << tile;
        s.tiles[i / 8] |= tile << 4 * (i % 8);
        if (tile == 0)
            s.blank = static_cast<std::uint8_t>(i);
        else
            s.distance = static_cast<std::uint8_t>(s.distance + puzzle::distance(tile, i));
    }
    if (!solvable(tiles))
        xnet_fail("puzzle: this position has no solution: two tiles are exchanged");
    return s;
}

/// Depth first on one board, to compare with. Nothing of Multigame is used.
struct sequential {
    int board[16];
    unsigned long long jobs = 0, generated = 0, solutions = 0;
    unsigned long long to_first = 0; ///< positions generated before the first solution

    void search(int blank, int from, int cost, int estimate, int threshold) {
        ++jobs;
        if (estimate == 0) {
            if (!solutions++) to_first = generated;
            return;
        }
        for (const int next : {blank - 4, blank - 1, blank + 1, blank + 4}) {
            if (next < 0 || next > 15 || next == from) continue;
            if (next / 4 != blank / 4 && next % 4 != blank % 4) continue;
            const int tile = board[next];
            const auto far = [tile](int place) {
                return abs(tile / 4 - place / 4) + abs(tile % 4 - place % 4);
            };
            const int then = estimate - far(next) + far(blank);
            ++generated;
            if (cost + 1 + then > threshold) continue;
            board[blank] = tile;
            search(next, blank, cost + 1, then, threshold);
            board[next] = tile;
        }
    }
};

struct comparison {
    int bad = 0; ///< iterations with other counts
    /// What a search generates that ends at the first solution; the root counts too. Korf's table
    /// has these numbers: 546344, 927212 and 540860.
    unsigned long long to_first = 1;
};

comparison compare(const int *tiles, const multigame::result &result, bool table) {
    comparison c;
    for (const multigame::iteration &it : result.iterations) {
        sequential s;
        int blank = 0, estimate = 0;
        for (int i = 0; i < 16; ++i) {
            s.board[i] = tiles[i];
            if (tiles[i] == 0)
                blank = i;
            else
                estimate += abs(tiles[i] / 4 - i / 4) + abs(tiles[i] % 4 - i % 4);
        }
        s.search(blank, -1, 0, estimate, static_cast<int>(it.threshold));
        // With a table fewer positions are searched, but a threshold has a solution or none.
        if (table ? (s.solutions == 0) != (it.solutions == 0) || it.jobs > s.jobs
                  : s.jobs != it.jobs || s.generated != it.generated || s.solutions != it.solutions)
            ++c.bad;
        c.to_first += s.solutions ? s.to_first : s.generated;
    }
    return c;
}

} // namespace

int main(int argc, char **argv) {
    multigame::options options;
    const int *chosen = positions[2] + 1;
    int own[16], given = 0;
    const application_options_t common = application_options(&argc, argv);
    if (common.paper) xnet_fail("puzzle: the thesis does not print its position");
    for (int i = 1; i < argc; ++i) {
        const char *const a = argv[i];
        if (!strcmp(a, "--no-table"))
            options.table_bits = 0;
        else if (!strcmp(a, "--jobs") && i + 1 < argc)
            options.jobs = application_number("puzzle", argv[++i], "jobs", 1, 1024);
        else if (!strcmp(a, "--until") && i + 1 < argc)
            options.until = application_number("puzzle", argv[++i], "moves", 0, 65535);
        else if (given < 16 && *a >= '0' && *a <= '9')
            own[given++] = (int)application_number("puzzle", a, "a tile or position", 0, 100);
        else
            xnet_fail("puzzle: '%s' is no option; --jobs N, --no-table, --until N, a position", a);
    }
    if (given == 1) {
        chosen = nullptr;
        for (const auto &p : positions)
            if (p[0] == own[0]) chosen = p + 1;
        if (!chosen) xnet_fail("puzzle: position %d is not stored; 12, 55 and 79 are", own[0]);
    } else if (given == 16) {
        chosen = own;
    } else if (given) {
        xnet_fail("puzzle: %d tiles, a position has 16", given);
    }
    const puzzle::state root = pack(chosen);
    pan_init();
    xnet_trace_on();
    const unsigned start = am_cycles();
    const multigame::result result = multigame::solve<puzzle>(root, options);
    const unsigned cycles = am_cycles() - start;
    xnet_trace_off();
    if (pan_my_pid() == 0) {
        multigame::counters all;
        for (const multigame::iteration &it : result.iterations) {
            all += it;
            if (!common.json)
                printf("threshold %2u: %6llu jobs, %6llu generated, %6llu pruned\n",
                       (unsigned)it.threshold, (unsigned long long)it.jobs,
                       (unsigned long long)it.generated, (unsigned long long)it.pruned);
        }
        comparison c;
        if (!common.unchecked) c = compare(chosen, result, options.table_bits != 0);
        if (common.json) {
            const application_counter_t counters[] = {
                {"nodes", double(pan_nr_processes())},
                {"jobs_of_message", double(options.jobs)},
                {"cycles", double(cycles)},
                {"moves", double(result.length)},
                {"iterations", double(result.iterations.size())},
                {"jobs", double(all.jobs)},
                {"generated", double(all.generated)},
                {"pruned", double(all.pruned)},
                {"sent", double(all.sent)},
                {"messages", double(all.messages)}};
            application_json("puzzle", counters, std::size(counters), !c.bad);
        } else {
            if (result.solved)
                printf("%u moves", result.length);
            else
                printf("no solution within %u moves", (unsigned)result.iterations.back().threshold);
            printf(": %llu jobs, %llu generated\n", (unsigned long long)all.jobs,
                   (unsigned long long)all.generated);
            printf("%u cycles, %llu jobs sent in %llu messages%s\n", cycles,
                   (unsigned long long)all.sent, (unsigned long long)all.messages,
                   c.bad ? "  WRONG" : "");
            if (result.solved && !common.unchecked)
                printf("a sequential search generates %llu to the first solution\n", c.to_first);
        }
    }
    pan_end();
}
