// Archives of a node, and of a machine's state besides nodes and network (archive/archive.h).
#include "cpu/engine/archive.h"

#include "node/node_core.h"

#include <algorithm>
#include <cassert>

namespace inlet {

using engine::Stop;

// The structured bindings name all members: a member that is added does not compile until it is
// named here.

static void archive(Archive &ar, DumpNode::Refused &refused) {
    auto &[pc, destination, handler, high] = refused;
    ar(pc, destination, handler, high);
}

void NodeCore::archive(Archive &ar) {
    auto &[context, node, reached, later, held, held_since, horizon, core, stop, polls, ahead,
           devices, wait_began, only_waits, repeats, refused, exit, host, lines, asked_lines] =
        *this;
    auto &[mode, counts, core_context, observer, number, state, memory, code, words, abi, caches,
           guards, stepped, interface, announced, failure] = core;
    auto &[asked, sent, received, refused_cycles, parked_cycles, message_hash] = counts;
    auto &[exited, exit_pc, exit_stack, status, exit_cycle] = exit;
    assert(!ahead.active() && !polls_quietly());
    if (ar.loads()) ahead.drop();
    if (ar.loads()) polls.reset();
    ar.choice(mode, node ? Mode::asleep : Mode::faulted);
    memory.archive(ar);
    guards.archive(ar, memory);
    code.archive(ar, memory);
    engine::archive(ar, state, words);
    if (caches) caches->archive(ar);
    if (!devices.has(*interface)) interface->archive(ar);
    devices.archive(ar);
    ar.choice(stop, Stop::access);
    ar(stepped, asked, only_waits, repeats, refused, exited, exit_pc, status, sent, received,
       refused_cycles, parked_cycles, message_hash);
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
    if (node) ar.cycle(exit_cycle);
    if (node) archive_shared(ar);
    if (ar.loads()) horizon = 0, wait_began = {};
    if (mode == Mode::waiting) {
        ar.cycle(wait_began.cycle);
        ar(wait_began.pc);
    }
    static_cast<void>(later), static_cast<void>(lines), static_cast<void>(asked_lines);
    if (ar.loads()) check_loaded(ar);
}

void NodeCore::check_loaded(const Archive &ar) {
    for (unsigned p = 0; p < context_->network->channels(); ++p)
        ar.require(!core_.announced_[p] ||
                       context_->network->received(core_.number(), p, core_.announced_[p] - 1),
                   "a message that nobody has");
    ar.require(core_.mode != Mode::faulted || core_.state().fault.kind != FaultKind::none,
               "a fault without a cause");
    ar.require(stop_ != Stop::system && stop_ != Stop::fault, "a stop that is over");
    ar.require(core_.set().sound(core_.state()), "a register that has no such value");
    if (core_.mode == Mode::waiting || stop_ == Stop::network || stop_ == Stop::host) {
        const std::uint32_t unaligned = core_.state().pc & ((1u << core_.set().shift()) - 1);
        ar.require(!unaligned && core_.memory().read<std::uint8_t>(core_.state().pc) &&
                       core_.code().fetch(core_.memory(), core_.state().pc),
                   "no code where it stands");
        const engine::Instruction *in = core_.instruction();
        using engine::Kind;
        ar.require(in && (stop_ != Stop::network || in->kind == Kind::network) &&
                       (stop_ != Stop::host || in->kind == Kind::host),
                   "another instruction where it stands");
    }
    ar.require(core_.mode != Mode::waiting ||
                   (core_.turn_comes_back() && wait_began_.cycle <= core_.state().now),
               "a wait that is none");
}

} // namespace inlet
