// What a program did in one run, as far as it must not depend on the network's delays, and how two
// runs differ in it.
#pragma once

#include <cstdint>
#include <inlet/machine.h>
#include <optional>
#include <string>
#include <vector>

namespace inlet::cli {

struct Behaviour {
    Outcome outcome = Outcome::exited;
    std::vector<std::optional<std::uint32_t>> status; ///< by node; none: it has not exited
    std::vector<std::vector<std::string>> lines;      ///< by node, in its order
};

/// The first thing in which a run differs, in the order outcome, statuses, output by node.
struct Difference {
    enum class What : std::uint8_t { outcome, status, output } what = What::outcome;
    std::uint32_t node = 0;                     ///< status, output
    std::size_t line = 0;                       ///< output: counted from 1
    std::optional<std::string> expected, found; ///< output: none: there is no such line
};

std::optional<Difference> compare(const Behaviour &expected, const Behaviour &found);

} // namespace inlet::cli
