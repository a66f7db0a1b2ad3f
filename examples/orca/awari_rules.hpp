// The rules of Awari, numbers of its positions, and a sequential solver (docs/awari.md).
//
// Twelve pits in a circle: 0 to 5 belong to the player who moves, 6 to 11 to the other one. The
// level of a position is its number of stones.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace awari {

enum { most_stones = 15 };

using board = std::array<std::uint8_t, 12>;

/// C(n, k) for the n that positions need.
struct binomials {
    std::array<std::array<std::uint32_t, 13>, most_stones + 13> of{};
    constexpr binomials() {
        for (unsigned n = 0; n < of.size(); ++n) {
            of[n][0] = 1;
            for (unsigned k = 1; k < 13 && n; ++k) of[n][k] = of[n - 1][k - 1] + of[n - 1][k];
        }
    }
};
inline constexpr binomials choose;

/// The number of positions with so many stones: 12 pits are 11 borders among the stones.
inline std::uint32_t positions(unsigned stones) { return choose.of[stones + 11][11]; }

/// A position's number among those of its level: its borders, as a combination.
inline std::uint32_t number(const board &b) {
    std::uint32_t sum = 0;
    unsigned border = 0;
    for (unsigned i = 0; i < 11; ++i, ++border) {
        border += b[i];
        sum += choose.of[border][i + 1];
    }
    return sum;
}

inline board position(std::uint32_t number, unsigned stones) {
    board b{};
    unsigned before = stones + 11;
    for (unsigned i = 11; i--;) {
        unsigned border = before - 1;
        while (choose.of[border][i + 1] > number) --border;
        number -= choose.of[border][i + 1];
        b[i + 1] = static_cast<std::uint8_t>(before - border - 1);
        before = border;
    }
    b[0] = static_cast<std::uint8_t>(before);
    return b;
}

/// The same position for the other player.
inline board turned(const board &b) {
    board t;
    for (unsigned i = 0; i < 12; ++i) t[i] = b[(i + 6) % 12];
    return t;
}
inline unsigned own_stones(const board &b) { return b[0] + b[1] + b[2] + b[3] + b[4] + b[5]; }
inline unsigned other_stones(const board &b) { return b[6] + b[7] + b[8] + b[9] + b[10] + b[11]; }

inline unsigned next_pit(unsigned pit, unsigned from) {
    pit = pit == 11 ? 0 : pit + 1;
    return pit != from ? pit : pit == 11 ? 0 : pit + 1;
}

/// Calls f(child, captured) for each move; the child is the other player's position. Returns false
/// if there is none: then the player who has the stones gets them.
template <class F> bool for_each_move(const board &b, F f) {
    const bool starving = other_stones(b) == 0;
    bool any = false;
    for (unsigned pit = 0; pit < 6; ++pit) {
        if (b[pit] == 0 || (starving && b[pit] < 6 - pit)) continue;
        any = true;
        board child = b;
        child[pit] = 0;
        unsigned at = pit;
        for (unsigned stones = b[pit]; stones; --stones) ++child[at = next_pit(at, pit)];
        unsigned captured = 0;
        for (; at >= 6 && (child[at] == 2 || child[at] == 3); --at) {
            captured += child[at];
            child[at] = 0;
        }
        f(turned(child), captured);
    }
    return any;
}

/// Calls f(parent) for each move without a capture that leads to `b`.
template <class F> void for_each_unmove(const board &b, F f) {
    if (own_stones(b) == 0) return; // such a move would have had to give stones
    const board after = turned(b);
    for (unsigned pit = 0; pit < 6; ++pit) {
        if (after[pit] != 0) continue;
        board parent = after;
        for (unsigned at = next_pit(pit, pit); parent[at]; at = next_pit(at, pit)) {
            --parent[at];
            ++parent[pit];
            if (at < 6 || (after[at] != 2 && after[at] != 3)) f(parent);
        }
    }
}

enum : std::int8_t { unknown = 127, none = -128 };

/// What a position's captures and its end decide, and the number of its other moves.
struct start {
    std::int8_t best; ///< stones won less stones lost by the best capture; none: no capture
    std::uint8_t open;
};

/// value(level, number) gives the values of lower levels.
template <class Value> start start_of(const board &b, unsigned stones, Value value) {
    start s{none, 0};
    const bool moves = for_each_move(b, [&](const board &child, unsigned captured) {
        if (!captured) {
            ++s.open;
            return;
        }
        const int won = static_cast<int>(captured) - value(stones - captured, number(child));
        s.best = std::max(s.best, static_cast<std::int8_t>(won));
    });
    if (!moves) {
        const int all = static_cast<int>(stones);
        s.best = static_cast<std::int8_t>(own_stones(b) ? all : -all);
    }
    return s;
}

using level = std::vector<std::int8_t>;

/// The values of all positions of a level, by sweeps: for each value, the positions that can force
/// it are added until none is found.
inline level solve_level(unsigned stones, const std::vector<level> &lower) {
    const std::uint32_t count = positions(stones);
    std::vector<start> starts(count);
    std::vector<std::uint32_t> child, first(count + 1);
    for (std::uint32_t i = 0; i < count; ++i) {
        first[i] = static_cast<std::uint32_t>(child.size());
        const board b = position(i, stones);
        starts[i] = start_of(b, stones, [&](unsigned l, std::uint32_t n) { return lower[l][n]; });
        for_each_move(b, [&](const board &c, unsigned captured) {
            if (!captured) child.push_back(number(c));
        });
    }
    first[count] = static_cast<std::uint32_t>(child.size());
    level values(count, unknown);
    for (int v = static_cast<int>(stones); v > 0; --v)
        for (bool more = true; more;) {
            more = false;
            for (std::uint32_t i = 0; i < count; ++i) {
                if (values[i] != unknown) continue;
                bool wins = starts[i].best >= v, loses = starts[i].best <= -v;
                for (std::uint32_t c = first[i]; c < first[i + 1]; ++c) {
                    const int of_child = values[child[c]];
                    wins |= of_child <= -v;
                    loses &= of_child >= v && of_child != unknown;
                }
                if (!wins && !loses) continue;
                values[i] = static_cast<std::int8_t>(wins ? v : -v);
                more = true;
            }
        }
    for (std::int8_t &v : values)
        if (v == unknown) v = 0;
    return values;
}

} // namespace awari
