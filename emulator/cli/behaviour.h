// The observable result of a run, which must not depend on the network's delays, and differences
// between two results.
#pragma once

#include <cstdint>
#include <inlet/machine.h>
#include <optional>
#include <string>
#include <vector>

namespace inlet::cli {

struct Behaviour {
    Outcome outcome = Outcome::exited;
    std::vector<std::optional<std::uint32_t>> status; ///< by node; empty: not exited
    std::vector<std::vector<std::string>> lines;      ///< by node, in the order of output
};

/// The first difference between two runs, in the order outcome, statuses, output by node.
struct Difference {
    enum class What : std::uint8_t { outcome, status, output } what = What::outcome;
    std::uint32_t node = 0;                     ///< status, output
    std::size_t line = 0;                       ///< output: from 1
    std::optional<std::string> expected, found; ///< output; empty: no such line
};

std::optional<Difference> compare(const Behaviour &expected, const Behaviour &found);

} // namespace inlet::cli
