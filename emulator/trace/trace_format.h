// The bytes of a trace file, shared by writer and reader: `magic`, the version, and zstd frames
// with checksum. A reader takes whole frames and stops at the first truncated or damaged one.
// Numbers are little-endian; `u` is an unsigned LEB128 number, `s` a signed one (zigzag).
//
// A recorded run (version 4) has
//
//   1. a header, a JSON object with `program` (path), `program_hash` (FNV-1a of the file, 64
//      bit, as text), `arguments`, `nodes`, `machine_name`, `machine` (text of the machine file),
//      where present `columns` and `io_nodes` (of `nodes`, the last ones), and `run`:
//      `arguments_hex` (argv, each byte as two digits), `machine_hash` (of the machine's numbers),
//      `jitter`, `max_cycles`, `only` (list of conditions), `program_bytes`, `io_program_bytes`,
//      `snapshot_bytes`;
//   2. files of these sizes, each in as many frames as it takes: the program, the program of I/O
//      nodes, the snapshot from which the run continued;
//   3. frames of records:
//
//      run::answer  s result of the service, u bytes read, these; precedes the mark behind which it
//                   was given
//      run::mark    u cycle, fingerprint (64 bit); the first is the begin of the run, the
//                   others are an eighth of the cycle apart, at least 2^16 cycles. A reader takes
//                   one that is more than 2^23 away for damage
//      run::ran     fingerprint (64 bit); an interrupted run has none and ends at its last mark
//      run::end     u bytes, JSON text: the document of 'inlet run --json' without `console`
//
//   To repeat the run, take the machine with `columns` and `io_nodes`, the program and the
//   snapshot, run to each mark and compare; at `ran` run to the end.
//
// A file of single records (version 8) has in its first frame the header, without `run` and with
// `symbols` (list of [address, size, name]) and `marks` (of .xnet_trace: list of [address, begins,
// name]). Its other frames hold whole records:
//
//   instruction  the fields whose bits are set, in the order of the bits
//   event + kind flags (byte), s cycle, s pc, u source and u number of the message, u other node
//                (drained: its destination), u handler, u words, u value; with event_vector u words
//                of the vector, with event_drained u receivers for whom it was drained
//   node, core   u node; u core
//   hop          flags (byte), from (byte), to (byte), s cycle, u cycles since the head came, u
//                cycles until the last word has left, u cycles until it arrives, u source and u
//                number of the message, u destination, u handler, u words, u 1 if it is a
//                multicast, u router, u next router, u node and one (0: none), u receivers for whom
//                it is drained (0: not drained)
//   end          u bytes, JSON text: the document of 'inlet run --json' without `console`
//
// For each core a reader keeps next pc and next cycle, 0 at first. An instruction without further
// bits is there, costs issue 1, and has the encoding that its pc had the last time. Next pc is then
// its pc and length, next cycle its cycle and cost. Cycle and pc of an event are differences to
// these and change neither; the cycle of a hop is the difference to that of the last hop, at first
// to 0. `from` and `to` are ports of the router: 4 is the node's side; of a grid 0 is north, 1
// south, 2 west, 3 east. inlet/observer.h defines the fields.
//
// Records of one node are in the order of its clock, hops in the order of cycle and router, those
// of a message between its inject and its arrive. Otherwise the order is the host's.
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
/// The encoding: the first time at this pc, and always below 0x10000 or from 16 MiB above it on
/// (TraceWords). Since format 8 its length, then `word`'s four bytes, big-endian, then those behind
/// them; before only `word`'s.
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
