// Gang scheduling (CSD-94-823 3.6): coprocessor 2 control registers by which a kernel switches
// programs on all nodes at once. They are ours, not Appendix A's, and optional (docs/gang.md).
#pragma once

#include <cstdint>

namespace inlet::t1 {

/// Register numbers that Table 1 leaves free. In user mode they raise Reserved Instruction.
enum GangRegister : std::uint32_t {
    gang_timer = 10, ///< rw: when Count equals it, IP7 of Cause is set; a write clears it
    gang_drain = 11, ///< rw: bits below
    gang_kmh = 12,   ///< rw: handler, in kernel mode, of messages that are diverted or stored
    gang_dest = 13,  ///< ro, in a handler: where its message was to go: bits below
    gang_level = 14, ///< rw, in a handler: nistat's low half, and the bits below
    gang_balance =
        15, ///< ro: messages sent here in user mode minus those of them taken here, modulo 2^32; a
            ///< multicast counts as its receivers, one that was drained as those without a copy
};
inline bool is_gang_register(std::uint32_t number) {
    return number >= gang_timer && number <= gang_balance;
}

namespace gang {
// drain
inline constexpr std::uint32_t drain = 1u << 0;  ///< this node's router drains (net::Mesh::drain)
inline constexpr std::uint32_t divert = 1u << 1; ///< messages sent in user mode go to kmh
/// The kernel holds messages in memory that precede all arrivals. An arrival is pending; its event
/// goes to kmh and takes nothing from the network.
inline constexpr std::uint32_t stored_low = 1u << 2, stored_high = 1u << 3;
inline constexpr std::uint32_t all = drain | divert | stored_low | stored_high;
// dest
inline constexpr unsigned direction_shift = 13; ///< net::Port of the next hop, if any, in two bits
inline constexpr std::uint32_t sent_by_user = 1u << 15;
/// Hops from this node to the destination. Of a drained multicast: to the last node without a copy,
/// or 0 if it has left its copy.
inline constexpr unsigned hops_shift = 16;
// level
inline constexpr std::uint32_t information = 0xFFFF;
inline constexpr std::uint32_t to_user = 1u << 16;    ///< the KUc that HRET restores
inline constexpr std::uint32_t of_message = 1u << 17; ///< HRET restores one
} // namespace gang

/// The values of the registers.
struct Gang {
    static constexpr std::uint64_t never = ~std::uint64_t{0};

    std::uint64_t rings_at = never; ///< cycle at which Count next equals `timer`
    std::uint32_t timer = 0, drain = 0, kmh = 0, balance = 0;

    bool stored(bool high) const { return drain & (high ? gang::stored_high : gang::stored_low); }
    bool operator==(const Gang &) const = default;
};

} // namespace inlet::t1
