// What the nodes of a partition write while they run, beside their own state.
#pragma once

#include "inlet/core_id.h"
#include "inlet/machine.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace inlet {

class Archive;

/// A whole line of console output and when it was complete.
struct ConsoleLine {
    std::uint64_t cycle = 0;
    CoreId id;
    std::string text;
};

/// One thread at a time writes to it, the one that runs the partition. The host's order of nodes
/// changes nothing in it.
class NodeOutput {
  public:
    void print(ConsoleLine line) { lines_.push_back(std::move(line)); }
    /// Keeps the first one at each pc.
    void note(const RepeatedBranch &branch);
    /// Keeps the earliest one.
    void note(const Fault &fault);

    /// Moves what another one holds here.
    void add(NodeOutput &from);

    bool has_lines() const { return !lines_.empty(); }
    /// Removes the lines that were complete before `cycle` (at the end of the run: all of them,
    /// net::Network::never), and returns them in the order of time.
    std::vector<ConsoleLine> take_lines(std::uint64_t cycle);
    const std::optional<Fault> &fault() const { return fault_; }
    /// By pc.
    std::vector<RepeatedBranch> repeated() const;

    void archive(Archive &ar, std::uint32_t nodes);

  private:
    std::vector<ConsoleLine> lines_;
    std::map<std::uint32_t, RepeatedBranch> repeated_; ///< by pc
    std::optional<Fault> fault_;
};

} // namespace inlet
