// Archives of a node, and of a machine's state besides nodes and network (archive/archive.h).
#include "scheduler/archive.h"

#include "node/node.h"

#include <algorithm>
#include <cassert>

namespace inlet {

using engine::Stop;

// The structured bindings name all members: a member that is added does not compile until it is
// named here.

void archive(Archive &ar, RepeatedBranch &branch) {
    auto &[node, cycle, pc] = branch;
    ar(node);
    ar.cycle(cycle);
    ar(pc);
}

void archive(Archive &ar, ConsoleLine &line) {
    auto &[cycle, node, text] = line;
    ar.cycle(cycle);
    ar(node, text);
}

static void archive(Archive &ar, DumpNode::Refused &refused) {
    auto &[pc, destination, handler, high] = refused;
    ar(pc, destination, handler, high);
}

void Node::archive(Archive &ar) {
    auto &[context, observer, number, mode, memory, guards, code, state, words, abi, caches,
           interface, devices, stop, stepped, ahead, polls, asked, only_waits, refused, exited,
           exit_pc, exit_stack, status, sent, received, refused_cycles, parked_cycles, message_hash,
           announced, failure, host] = *this;
    assert(!ahead.active() && !polls_quietly());
    if (ar.loads()) ahead.drop();
    if (ar.loads()) polls.reset();
    ar.choice(mode, Mode::faulted);
    memory.archive(ar);
    guards.archive(ar, memory);
    code.archive(ar, memory);
    engine::archive(ar, state, words);
    if (caches) caches->archive(ar);
    if (!devices.has(*interface)) interface->archive(ar);
    devices.archive(ar);
    ar.choice(stop, Stop::access);
    ar(stepped, asked, only_waits, refused, exited, exit_pc, status, sent, received, refused_cycles,
       parked_cycles, message_hash);
    // Without an observer, the counts are 0, so that a later observer is notified of all messages
    // present.
    std::uint32_t heard[net::most_channels] = {};
    const unsigned channels = std::max(net::priorities, context->network->channels());
    if (observer && !ar.loads()) std::copy_n(announced, channels, heard);
    for (unsigned p = 0; p < channels; ++p) ar(heard[p]);
    if (ar.loads()) std::fill_n(announced, channels, 0);
    if (ar.loads() && observer) std::copy_n(heard, channels, announced);
    ar(failure);
    host.archive(ar);
    if (interface->goes_on()) ar(exit_stack);
    if (ar.loads()) check_loaded(ar);
}

void Node::check_loaded(const Archive &ar) {
    for (unsigned p = 0; p < context_->network->channels(); ++p)
        ar.require(!announced_[p] || context_->network->received(number_, p, announced_[p] - 1),
                   "a message that nobody has");
    ar.require(mode_ != Mode::faulted || state_.fault.kind != FaultKind::none,
               "a fault without a cause");
    ar.require(stop_ != Stop::system && stop_ != Stop::fault, "a stop that is over");
    if (mode_ == Mode::waiting || stop_ == Stop::network || stop_ == Stop::host) {
        const std::uint32_t unaligned = state_.pc & ((1u << code_.set().shift()) - 1);
        ar.require(!unaligned && memory_.read<std::uint8_t>(state_.pc) &&
                       code_.fetch(memory_, state_.pc),
                   "no code where it stands");
        const engine::Instruction *in = code_.program().at(state_.pc);
        using engine::Kind;
        ar.require(in && (stop_ != Stop::network || in->kind == Kind::network) &&
                       (stop_ != Stop::host || in->kind == Kind::host),
                   "another instruction where it stands");
    }
    ar.require(mode_ != Mode::waiting || turn_comes_back(), "a wait that is none");
}

bool Node::turn_comes_back() const {
    constexpr std::uint64_t longest = 4096; // instructions; a loop has no more than a few
    if (!state_.spin_cycles || !state_.spin_instructions || state_.spin_instructions > longest ||
        state_.spin_cycles >= Archive::last_cycle)
        return false;
    engine::State copy = state_;
    Memory &memory = const_cast<Memory &>(memory_); // nothing is stored
    engine::Stepped stepped;
    for (std::uint64_t n = 0; n < state_.spin_instructions; ++n) {
        const engine::Instruction *in = code_.program().at(copy.pc);
        if (!in || in->kind == engine::Kind::store) return false;
        const Stop stop = engine::step(copy, memory, code_.program(), stepped);
        if (stop != Stop::budget && stop != Stop::spin) return false;
    }
    return engine::same_but_for_time(state_, copy);
}

} // namespace inlet
