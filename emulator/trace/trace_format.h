// The bytes of a trace file, as docs/trace.md describes them; shared by writer and reader.
#pragma once

#include "inlet/cost.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace inlet::trace {

inline constexpr std::string_view magic = "INLETTRC";
inline constexpr std::uint32_t version = 4;         ///< a run, to be repeated
inline constexpr std::uint32_t records_version = 8; ///< of files of single records
inline constexpr std::uint32_t oldest_version = 1, newest_version = 8; ///< that are read
inline constexpr std::size_t preamble_bytes = 12; ///< magic, version (32 bit, little-endian)

/// First byte of what is in a recorded run.
namespace run {
inline constexpr std::uint8_t answer = 1; ///< of a host service: signed value, then what was read
inline constexpr std::uint8_t mark = 2;   ///< a cycle that all have reached, and the fingerprint
inline constexpr std::uint8_t ran = 3;    ///< the run came to its own end: the fingerprint
inline constexpr std::uint8_t end = 4;    ///< a JSON text; the last
/// Cycles from one mark to the next, at most; that of an interruption may come a little later.
inline constexpr std::uint64_t farthest_marks = 1 << 22;
} // namespace run

/// First byte of an instruction record: below 0x80, these bits.
namespace instruction {
inline constexpr std::uint8_t context_mask = 0x03; ///< Context
inline constexpr std::uint8_t pc = 0x04;    ///< pc is not behind the last one: signed difference
inline constexpr std::uint8_t cycle = 0x08; ///< the node's clock jumped: signed difference
inline constexpr std::uint8_t cost = 0x10;  ///< not issue 1 alone: which causes, then each
/// First time at this pc: the encoding. Since format 8 its length, then `word`'s four bytes,
/// big-endian, then those behind them; before only `word`'s.
inline constexpr std::uint8_t word = 0x20;
inline constexpr std::uint8_t waiting = 0x40;
} // namespace instruction

/// The causes of a cost by their bits. Format 1 has the first three, always all of them.
inline constexpr std::uint32_t Cost::*causes[] = {
    &Cost::issue, &Cost::load_use,     &Cost::network, &Cost::multiply,
    &Cost::cache, &Cost::write_buffer, &Cost::ni_wait};
inline constexpr std::size_t causes_in_format_1 = 3;

/// First byte of all other records.
inline constexpr std::uint8_t event = 0x80; ///< + EventKind; poll since format 6, drop 7, stage 8
inline constexpr std::uint8_t node = 0xC0;  ///< what follows belongs to node N
inline constexpr std::uint8_t end = 0xC1;   ///< the run ended: a JSON text
inline constexpr std::uint8_t hop = 0xC2;   ///< since format 5; it belongs to no node
/// What follows belongs to core N of its node, until the next `node`, which is that of core 0.
/// Since format 8.
inline constexpr std::uint8_t core = 0xC3;

/// Bits of an event's flags.
inline constexpr std::uint8_t event_high = 0x04; ///< beside the context in the two low bits
/// Since format 3. A vector's words are a number more, at the end.
inline constexpr std::uint8_t event_multicast = 0x08, event_vector = 0x10;
/// Since format 5: where it ended was drained. For how many receivers is the last number.
inline constexpr std::uint8_t event_drained = 0x20;
/// Of a hop's. Before format 8 from is in the three low bits and to in the next; since then each
/// has a byte behind the flags.
inline constexpr std::uint8_t hop_port = 0x07, hop_high = 0x40, hop_second = 0x80;
inline constexpr unsigned hop_to_shift = 3;

/// Longest record but `end`: a hop, or an event of eleven numbers of at most ten bytes, after a
/// change of node.
inline constexpr std::size_t longest_record = 128;
/// No frame that the writer makes is longer than this when unpacked; a reader refuses longer ones.
inline constexpr std::size_t longest_frame = std::size_t{64} << 20;

/// Signed numbers as unsigned ones that are small when the number is near 0.
constexpr std::uint64_t zigzag(std::int64_t value) {
    return static_cast<std::uint64_t>(value) << 1 ^ (value < 0 ? ~std::uint64_t{0} : 0);
}
constexpr std::int64_t unzigzag(std::uint64_t value) {
    return static_cast<std::int64_t>(value >> 1 ^ (~(value & 1) + 1));
}

} // namespace inlet::trace
