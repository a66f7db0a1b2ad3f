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
//      run::answer  s result of the service, u number of bytes read, these bytes; precedes the
//                   first mark after the call
//      run::mark    u cycle, fingerprint (64 bit); the first is the beginning of the run. The
//                   distance of the others is an eighth of the cycle, 2^16 to 2^22 cycles, or less
//                   in a ring. A reader takes one that is more than 2^23 cycles away for damage
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
//                of the vector, with event_drained u receivers for which it is drained
//   node, core   u node; u core
//   hop          flags (byte), from (byte), to (byte), s cycle, u cycles since the head's arrival,
//                u cycles until the last word has left, u cycles until it arrives, u source and u
//                number of the message, u destination, u handler, u words, u 1 if it is a
//                multicast, u router, u next router, u node + 1 (0: none), u receivers for which it
//                is drained (0: not drained)
//   end          u bytes, JSON text: the document of 'inlet run --json' without `console`
//
// For each core a reader keeps next pc and next cycle, initially 0. An instruction without further
// bits is at these, costs issue 1, and has the encoding that its pc had the last time. It sets next
// pc to its pc plus length, and next cycle to its cycle plus cost. Cycle and pc of an event are
// differences to these and change neither. The cycle of a hop is the difference to that of the last
// hop, initially 0. `from` and `to` are ports of the router: 4 is the node's side; of a grid 0 is
// north, 1 south, 2 west, 3 east. inlet/observer.h defines the fields.
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
inline constexpr std::uint32_t records_version = 8; ///< of a file of single records
inline constexpr std::uint32_t oldest_version = 1, newest_version = 8; ///< that a reader accepts
inline constexpr std::size_t preamble_bytes = 12; ///< magic, version (32 bit, little-endian)

/// First byte of a record of a recorded run.
namespace run {
inline constexpr std::uint8_t answer = 1; ///< of a host service: signed value, then the bytes read
inline constexpr std::uint8_t mark = 2;   ///< a cycle reached by all nodes, and the fingerprint
inline constexpr std::uint8_t ran = 3;    ///< the run has ended: the fingerprint
inline constexpr std::uint8_t end = 4;    ///< a JSON text; the last record
/// Maximum distance of marks, in cycles. The mark of an interruption may be a little later.
inline constexpr std::uint64_t farthest_marks = 1 << 22;
} // namespace run

/// First byte of an instruction record, below 0x80: these bits.
namespace instruction {
inline constexpr std::uint8_t context_mask = 0x03; ///< Context
inline constexpr std::uint8_t pc = 0x04;           ///< pc is not next pc: signed difference
inline constexpr std::uint8_t cycle = 0x08;        ///< the node's clock jumped: signed difference
inline constexpr std::uint8_t cost = 0x10; ///< not just issue 1: a byte of causes, then each
/// The encoding. Present at the first execution of a pc, and always at pcs outside of 16 MiB from
/// 0x10000 on (TraceWords). Since format 8: length, the four bytes of `word`, big-endian, then the
/// remaining bytes; before, `word` only.
inline constexpr std::uint8_t word = 0x20;
inline constexpr std::uint8_t waiting = 0x40;
} // namespace instruction

/// The parts of a cost (cost_parts) have a bit each in a byte. Format 1 has the first three, always
/// all of them.
static_assert(cost_parts.size() <= 8);
inline constexpr std::size_t causes_in_format_1 = 3;

/// First byte of all other records.
inline constexpr std::uint8_t event = 0x80; ///< + EventKind; poll since format 6, drop 7, stage 8
inline constexpr std::uint8_t node = 0xC0;  ///< the following records belong to node N
inline constexpr std::uint8_t end = 0xC1;   ///< the run has ended: a JSON text
inline constexpr std::uint8_t hop = 0xC2;   ///< since format 5; belongs to no node
/// The following records belong to core N of the node, up to the next `node`, which selects core 0.
/// Since format 8.
inline constexpr std::uint8_t core = 0xC3;

/// Bits of an event's flags.
inline constexpr std::uint8_t event_high = 0x04; ///< the context is in the two low bits
/// Since format 3. With event_vector, the vector's words follow at the end.
inline constexpr std::uint8_t event_multicast = 0x08, event_vector = 0x10;
/// Since format 5: the message was drained. The number of receivers follows at the end.
inline constexpr std::uint8_t event_drained = 0x20;
/// Bits of a hop's flags. Before format 8, `from` is in bits 0 to 2 and `to` in bits 3 to 5; since
/// then each is a byte behind the flags.
inline constexpr std::uint8_t hop_port = 0x07, hop_high = 0x40, hop_second = 0x80;
inline constexpr unsigned hop_to_shift = 3;

/// Longest record except `end`, in bytes: a hop, or an event of eleven numbers of at most ten
/// bytes, with a change of node.
inline constexpr std::size_t longest_record = 128;
/// Longest frame of a writer, in bytes when unpacked. A reader refuses longer ones.
inline constexpr std::size_t longest_frame = std::size_t{64} << 20;

/// Encodes a signed number as an unsigned one that is small for numbers near 0.
constexpr std::uint64_t zigzag(std::int64_t value) {
    return static_cast<std::uint64_t>(value) << 1 ^ (value < 0 ? ~std::uint64_t{0} : 0);
}
constexpr std::int64_t unzigzag(std::uint64_t value) {
    return static_cast<std::int64_t>(value >> 1 ^ (~(value & 1) + 1));
}

} // namespace inlet::trace
