// The promises that the network makes to the scheduler (docs/network.md), as checks. They are
// always on: a broken promise would be a wrong result that nobody sees. A few comparisons for each
// packet.
#pragma once

#include "net/packet.h"

#include <cstdint>
#include <stdexcept>

namespace inlet::net {

/// A bug in inlet: the network, or who calls it, does not keep its contract.
class ContractBroken : public std::logic_error {
    using std::logic_error::logic_error;
};

namespace contract {

[[noreturn]] void broken(const char *promise, std::uint64_t cycle, std::uint64_t bound);

/// A packet enters its injection buffer after all that is known, and finds a free slot there.
inline void inject(std::uint64_t cycle, std::uint64_t known, std::uint32_t free_slots) {
    if (cycle <= known) broken("a packet enters the network in its past", cycle, known);
    if (!free_slots) broken("a packet enters a full injection buffer", cycle, known);
}

/// What a node or a router does at `now` has its effect in a later cycle: links, buffers, credits.
inline void effect(std::uint64_t cycle, std::uint64_t now) {
    if (cycle <= now) broken("an effect is not later than its cause", cycle, now);
}

/// Heads come into one input buffer one after the other, so that "who waited longest" never
/// depends on the order of calls.
inline void head(std::uint64_t cycle, std::uint64_t before) {
    if (cycle <= before) broken("two heads come into one buffer at once", cycle, before);
}

/// A packet is delivered no sooner than its last word can be there: `earliest`, the time of its own
/// length on its own way with nothing in it.
inline void deliver(std::uint64_t cycle, std::uint64_t earliest) {
    if (cycle < earliest) broken("a packet is delivered too early", cycle, earliest);
}

/// A node takes only what is delivered (`delivered`: since when; nullptr: nothing is), and not
/// before.
inline void take(std::uint64_t cycle, const std::uint64_t *delivered, std::uint64_t known) {
    if (!delivered) broken("a packet is taken where none is", cycle, known);
    if (cycle < known) broken("a packet is taken in the network's past", cycle, known);
    if (cycle < *delivered) broken("a packet is taken before it is there", cycle, *delivered);
}

/// A slot that was filled comes free, and slots in the order of time (`before`: the last one). So
/// no more come free than were filled.
inline void release(std::uint64_t cycle, std::uint32_t filled, std::uint64_t before) {
    if (!filled) broken("a slot comes free that nobody filled", cycle, before);
    if (cycle < before) broken("a slot comes free out of turn", cycle, before);
}

} // namespace contract

} // namespace inlet::net
