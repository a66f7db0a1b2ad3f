// Checks of the contract between network and scheduler (docs/network.md). They are always on,
// because a violation would be a silent wrong result. They cost a few comparisons a packet.
#pragma once

#include "net/packet.h"

#include <cstdint>
#include <stdexcept>

namespace inlet::net {

/// A bug in inlet: the network or its caller violates the contract.
class ContractBroken : public std::logic_error {
    using std::logic_error::logic_error;
};

namespace contract {

[[noreturn]] void broken(const char *promise, std::uint64_t cycle, std::uint64_t bound);

/// A packet enters its injection buffer after the known time and finds a free slot.
inline void inject(std::uint64_t cycle, std::uint64_t known, std::uint32_t free_slots) {
    if (cycle <= known) broken("a packet enters the network in its past", cycle, known);
    if (!free_slots) broken("a packet enters a full injection buffer", cycle, known);
}

/// Actions at `now` have effects in later cycles only: links, buffers, credits.
inline void effect(std::uint64_t cycle, std::uint64_t now) {
    if (cycle <= now) broken("an effect is not later than its cause", cycle, now);
}

/// Heads enter an input buffer in different cycles, so that the longest wait never depends on the
/// order of calls.
inline void head(std::uint64_t cycle, std::uint64_t before) {
    if (cycle <= before) broken("two heads come into one buffer at once", cycle, before);
}

/// A packet is delivered at `earliest` or later: the time of its length on its way in an empty
/// network.
inline void deliver(std::uint64_t cycle, std::uint64_t earliest) {
    if (cycle < earliest) broken("a packet is delivered too early", cycle, earliest);
}

/// A node takes delivered packets only. `delivered`: since when; nullptr: there is none.
inline void take(std::uint64_t cycle, const std::uint64_t *delivered, std::uint64_t known) {
    if (!delivered) broken("a packet is taken where none is", cycle, known);
    if (cycle < known) broken("a packet is taken in the network's past", cycle, known);
    if (cycle < *delivered) broken("a packet is taken before it is there", cycle, *delivered);
}

/// A filled slot becomes free, no earlier than the last one (`before`). So no more become free than
/// were filled.
inline void release(std::uint64_t cycle, std::uint32_t filled, std::uint64_t before) {
    if (!filled) broken("a slot comes free that nobody filled", cycle, before);
    if (cycle < before) broken("a slot comes free out of turn", cycle, before);
}

} // namespace contract

} // namespace inlet::net
