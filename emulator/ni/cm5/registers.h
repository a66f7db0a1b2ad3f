// Where the registers of the CM-5's network interface are. The paper (000, chapter 4) has their
// names and no number; the base and the clock's place are from Paradyn's CM-5 runtime, the others
// are ours. What the paper's listings need holds: `set NI_BASE` takes one instruction, and masks
// and offsets fit in the 13 signed bits of an immediate.
#pragma once

#include <cstdint>

namespace inlet::cm5 {

inline constexpr std::uint32_t ni_base = 0x20000000, ni_bytes = 0x1000;

enum Register : std::uint32_t {
    int_tags = 0x040,  ///< ld, st: a bit for each tag that interrupts; left 15..0, right 31..16
    int_cause = 0x044, ///< ld; st of 1 clears: bit 0 left, bit 1 right; set by an arrival (4.3.7)
    self = 0x048,      ///< ld: node number
    partition = 0x04C, ///< ld: number of nodes
    time = 0x070,      ///< ld: cycles, the low word
    barrier = 0x080,   ///< st enters; ld bit 0: complete
    left = 0x100,      ///< of the left network, which carries requests (4.3.2.1)
    right = 0x140,     ///< of the right network, which carries replies
    left_first = 0x800,
    right_first = 0xC00,
};
/// From `left` and `right` on.
inline constexpr std::uint32_t status = 0x0, send = 0x8, receive = 0x10;

/// `left_first` and `right_first`: the address says what begins (4.3.5.1).
inline constexpr unsigned tag_shift = 6, length_shift = 3;
inline constexpr std::uint32_t tags = 16, longest = 5; ///< words of data

namespace status_word {
inline constexpr std::uint32_t send_ok = 1u << 0; ///< the last message written was not dropped
inline constexpr std::uint32_t rec_ok = 1u << 1;  ///< one has arrived
inline constexpr unsigned length_left = 2;        ///< three bits: words of it not yet read
inline constexpr std::uint32_t send_space = 1u << 5;
inline constexpr unsigned rec_tag = 12; ///< four bits
} // namespace status_word

/// What the runtime's tags say (runtime/machine/cm5/cmam/cm5_ni.h), for observers: the first word
/// of these messages names a handler. The machine itself does the same with every tag.
namespace software {
inline constexpr std::uint32_t cmam = 1; ///< the handler's address
inline constexpr std::uint32_t am = 4;   ///< the source, and the handler's address in the rest
inline constexpr unsigned am_handler_bits = 22;
} // namespace software

} // namespace inlet::cm5
