// Addresses of the registers of the CM-5's network interface: the runtime's numbers under the
// emulator's names.
#pragma once

#include "../../../runtime/machine/cm5/include/cm5_ni.h"

#include <cstdint>

namespace inlet::cm5 {

inline constexpr std::uint32_t ni_base = NI_BASE, ni_bytes = 0x1000;

enum Register : std::uint32_t {
    int_tags = NI_INT_TAGS_O,   ///< ld, st: a bit for each tag that interrupts
    int_cause = NI_INT_CAUSE_O, ///< ld; st of 1 clears: bit 0 left, bit 1 right (4.3.7)
    self = NI_SELF_O,           ///< ld: node number
    partition = NI_PARTITION_O, ///< ld: number of nodes
    time = NI_TIME_O,           ///< ld: cycles, the low word
    /// Only interfaces with blocks; st: the bytes that the next message carries to memory.
    block_from = NI_BLOCK_FROM_O,
    block_to = NI_BLOCK_TO_O,
    block_bytes = NI_BLOCK_BYTES_O,
    barrier = NI_BARRIER_O,  ///< st enters; ld bit 0: complete
    left = NI_LDR_STATUS_O,  ///< of the left network, which carries requests (4.3.2.1)
    right = NI_RDR_STATUS_O, ///< of the right network, which carries replies
    left_first = NI_LDR_SEND_FIRST_O,
    right_first = NI_RDR_SEND_FIRST_O,
};
/// Offsets from `left` and `right`.
inline constexpr std::uint32_t status = 0, send = NI_LDR_SEND_O - NI_LDR_STATUS_O,
                               receive = NI_LDR_RECV_O - NI_LDR_STATUS_O;
static_assert(NI_RDR_SEND_O == right + send && NI_RDR_RECV_O == right + receive);

/// `left_first` and `right_first`: the address encodes tag and length (4.3.5.1).
inline constexpr unsigned tag_shift = NI_FIRST_TAG_P, length_shift = NI_FIRST_LENGTH_P;
inline constexpr std::uint32_t tags = 16, longest = 5; ///< words of data

namespace status_word {
inline constexpr std::uint32_t send_ok = 1u << NI_SEND_OK_P; ///< the last message was not dropped
inline constexpr std::uint32_t rec_ok = 1u << NI_REC_OK_P;   ///< a message has arrived
inline constexpr unsigned length_left = NI_REC_LENGTH_P;     ///< three bits: words not yet read
inline constexpr std::uint32_t send_space = 1u << NI_SEND_SPACE_P;
inline constexpr unsigned rec_tag = NI_DR_REC_TAG_P; ///< four bits
} // namespace status_word

/// Tags of the runtime, for observers: the first word of these messages names a handler. The
/// machine treats all tags alike.
namespace software {
inline constexpr std::uint32_t cmam = NI_TAG_CMAM; ///< the handler's address
inline constexpr std::uint32_t am = NI_TAG_AM;     ///< the source, and the handler's address
inline constexpr unsigned am_handler_bits = NI_AM_SOURCE_P;
} // namespace software

} // namespace inlet::cm5
