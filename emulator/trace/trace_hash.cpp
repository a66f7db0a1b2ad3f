#include "inlet/trace_hash.h"

#include "inlet/config.h"
#include "trace/event_words.h"
#include "trace/hash_step.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>

namespace inlet {

namespace {

using trace::mix;

std::uint64_t mix(std::uint64_t hash, std::initializer_list<std::uint64_t> values) {
    for (const std::uint64_t value : values) hash = trace::mix(hash, value);
    return hash;
}

std::uint64_t pair(std::uint32_t high, std::uint32_t low) {
    return std::uint64_t{high} << 32 | low;
}

/// A value with which no instruction begins.
constexpr std::uint64_t event_mark = 0x100;
/// Values with which no record begins, down from this: of the parts of a cost behind the sixth.
constexpr std::uint64_t part_mark = ~std::uint64_t{0};

} // namespace

// The structured bindings name all members: a member that is added does not compile until it is
// named here.

void TraceHash::append(std::vector<std::uint64_t> &values, const InstructionEvent &event) {
    // Traces do not record the stack pointer, and the object of a wait comes from an analysis.
    const auto &[node, context, cycle, pc, word, cost, waiting, stack, core, length, tail, wait] =
        event;
    const auto part = [&cost](std::size_t n) { return cost.*cost_parts[n]; };
    const std::uint64_t first = static_cast<std::uint64_t>(context) << 1 | (waiting ? 1 : 0);
    const std::uint64_t own[] = {first,
                                 cycle,
                                 pair(pc, word),
                                 pair(part(0), part(1)),
                                 pair(part(2), part(3)),
                                 pair(part(4), part(5))};
    values.insert(values.end(), std::begin(own), std::end(own));
    // Causes that only some machines have, so that the hashes of others stay unchanged.
    for (std::size_t n = 6; n < cost_parts.size(); ++n)
        if (part(n)) values.insert(values.end(), {part_mark - (n - 6), part(n)});
    // Only values that differ from T1's, so that T1's hashes stay unchanged.
    if (length == 4) return;
    values.push_back(length);
    constexpr std::size_t most = 11; // of an x86
    for (std::size_t i = 0; i < most || i + 4 < length; ++i) values.push_back(tail.at(i));
}

void TraceHash::instruction(const InstructionEvent &event) {
    Chain &chain = nodes_.at(event.node);
    if (event.core == 0) {
        const std::size_t before = chain.values.size();
        append(chain.values, event);
        pending_ += chain.values.size() - before;
        return settle_some();
    }
    std::vector<std::uint64_t> values;
    append(values, event);
    std::uint64_t &hash = further_.try_emplace({event.node, event.core}, seed).first->second;
    for (const std::uint64_t value : values) hash = mix(hash, value);
}

void TraceHash::wait(const WaitEvent &waited) {
    const InstructionEvent &first = waited.turn.front();
    if (first.core != 0) return Observer::wait(waited);
    Chain &chain = nodes_.at(first.node);
    Chain::Repeat repeat{chain.values.size(), 0, 0, waited.turns, waited.cycles};
    std::vector<std::uint64_t> places;
    for (const InstructionEvent &event : waited.turn) {
        places.push_back(chain.values.size() - repeat.first + 1); // of its cycle
        append(chain.values, event);
    }
    repeat.size = chain.values.size() - repeat.first;
    repeat.places = places.size();
    chain.values.insert(chain.values.end(), places.begin(), places.end());
    chain.repeats.push_back(repeat);
    chain.repeated += repeat.turns * repeat.size;
    pending_ += repeat.size + repeat.places;
    settle_some();
}

void TraceHash::event(const MessageEvent &event) {
    const auto &[what, node, context, cycle, pc, message, destination, handler, words, high,
                 multicast, vector_words, drained, core] = event;
    const auto &[source, number] = message;
    const auto [other, value] = trace::words_of(event); // of `what` and `destination`
    const EventKind kind = event.kind();
    const std::uint64_t first = event_mark | static_cast<std::uint64_t>(kind) << 3 |
                                static_cast<std::uint64_t>(context) << 1 | (high ? 1 : 0) |
                                (multicast ? 1u << 9 : 0) | std::uint64_t{vector_words} << 10 |
                                std::uint64_t{drained} << 18;
    const std::uint64_t own[] = {
        first, cycle, pair(pc, other), pair(source, number), pair(handler, words), value};
    const bool of_device =
        shares_device_ && (kind == EventKind::inject || kind == EventKind::arrive ||
                           kind == EventKind::drop || kind == EventKind::stage);
    if (core != 0 || of_device) {
        const Core chain{node, of_device ? device : core};
        std::uint64_t &hash = further_.try_emplace(chain, seed).first->second;
        for (const std::uint64_t part : own) hash = mix(hash, part);
        return;
    }
    std::vector<std::uint64_t> &values = nodes_.at(node).values;
    values.insert(values.end(), std::begin(own), std::end(own));
    pending_ += std::size(own);
    settle_some();
}

void TraceHash::hop(const HopEvent &event) {
    const auto &[message, destination, handler, words, high, multicast, router, node, from, to,
                 next, second, since, cycle, end, arrives, drained] = event;
    const std::uint64_t first = static_cast<std::uint64_t>(from) |
                                static_cast<std::uint64_t>(to) << 3 | (high ? 1u << 6 : 0) |
                                (multicast ? 1u << 7 : 0) | (second ? 1u << 8 : 0) |
                                std::uint64_t{words} << 9 | std::uint64_t{drained} << 41;
    hops_ = mix(hops_, {first, pair(message.source, message.number), pair(destination, handler),
                        pair(router, next), node, since, cycle, end, arrives});
    // A grid's ports fit their bits.
    if (std::max(from, to) > static_cast<Port>(7))
        hops_ = mix(hops_, pair(static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to)));
}

std::vector<std::uint64_t> TraceHash::state() const {
    settle();
    std::vector<std::uint64_t> all{version};
    for (const Chain &node : nodes_) all.push_back(node.hash);
    for (const auto &[core, hash] : further_) all.insert(all.end(), {core.node, core.core, hash});
    all.push_back(hops_);
    return all;
}

void TraceHash::resume(const std::vector<std::uint64_t> &state) {
    if (state.empty())
        throw UserError("the snapshot has no trace hash: the run that wrote it had none");
    // In archives without a version, the first number is a node's hash.
    if (state.front() != version)
        throw UserError("the snapshot's trace hash is of another inlet, whose hash is over other "
                        "events, and cannot go on; the run can, without --trace-hash");
    const std::size_t least = nodes_.size() + 2;
    if (state.size() < least || (state.size() - least) % 3 != 0)
        throw UserError("the snapshot's trace hash is of another number of nodes");
    const auto further = state.begin() + 1 + static_cast<std::ptrdiff_t>(nodes_.size());
    for (std::size_t n = 0; n < nodes_.size(); ++n) nodes_[n] = Chain{.hash = state[n + 1]};
    pending_ = 0;
    further_.clear();
    for (auto at = further; at != state.end() - 1; at += 3)
        further_[{static_cast<std::uint32_t>(at[0]), static_cast<std::uint32_t>(at[1])}] = at[2];
    hops_ = state.back();
}

std::uint64_t TraceHash::value() const {
    settle();
    std::uint64_t hash = mix(seed, nodes_.size());
    for (const Chain &node : nodes_) hash = mix(hash, node.hash);
    for (const auto &[core, of] : further_) hash = mix(hash, {pair(core.node, core.core), of});
    return hops_ == seed ? hash : mix(hash, hops_); // old formats have no hops
}

} // namespace inlet
