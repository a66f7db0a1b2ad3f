#include "node/node_output.h"

#include "archive/archive.h"
#include "cpu/engine/archive.h"
#include "net/network.h"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace inlet {

void NodeOutput::note(const RepeatedBranch &branch) {
    const auto [found, is_new] = repeated_.try_emplace(branch.pc, branch);
    RepeatedBranch &first = found->second;
    if (std::tie(branch.cycle, branch.node) < std::tie(first.cycle, first.node)) first = branch;
}

void NodeOutput::note(const Fault &fault) {
    const auto order = [](const Fault &f) { return std::tuple(f.cycle, f.node, f.core); };
    if (!fault_ || order(fault) < order(*fault_)) fault_ = fault;
}

void NodeOutput::add(NodeOutput &from) {
    std::ranges::move(from.lines_, std::back_inserter(lines_));
    for (const auto &[pc, branch] : from.repeated_) note(branch);
    if (from.fault_) note(*from.fault_);
    from = {};
}

std::vector<ConsoleLine> NodeOutput::take_lines(std::uint64_t cycle) {
    // Lines of a node that is ahead of the others come later than theirs.
    std::ranges::stable_sort(lines_, [](const ConsoleLine &a, const ConsoleLine &b) {
        return std::tie(a.cycle, a.id) < std::tie(b.cycle, b.id);
    });
    const auto end = std::ranges::find_if(lines_, [&](const ConsoleLine &line) {
        return line.cycle >= cycle && cycle != net::Network::never;
    });
    std::vector<ConsoleLine> taken(std::make_move_iterator(lines_.begin()),
                                   std::make_move_iterator(end));
    lines_.erase(lines_.begin(), end);
    return taken;
}

std::vector<RepeatedBranch> NodeOutput::repeated() const {
    std::vector<RepeatedBranch> all;
    for (const auto &[pc, branch] : repeated_) all.push_back(branch);
    return all;
}

// The structured bindings name all members: a member that is added does not compile until it is
// named here.

static void archive(Archive &ar, RepeatedBranch &branch) {
    auto &[node, cycle, pc] = branch;
    ar(node);
    ar.cycle(cycle);
    ar(pc);
}

static void archive(Archive &ar, ConsoleLine &line) {
    auto &[cycle, id, text] = line;
    ar.cycle(cycle);
    ar(id, text);
}

void NodeOutput::archive(Archive &ar, std::uint32_t nodes) {
    ar(lines_, repeated_, fault_);
    if (!ar.loads()) return;
    ar.require(!fault_ || fault_->node < nodes, "a fault of a node that there is not");
    for (const ConsoleLine &line : lines_)
        ar.require(line.id.node < nodes, "a line of a node that there is not");
}

} // namespace inlet
