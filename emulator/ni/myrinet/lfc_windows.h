// Checks what a control program keeps that retransmits (Irx), or whose host does (Hrx), and the
// numbers, acknowledgements and contents of the packets that leave (001 8.2.2, 8.3.2).
//
// Of the packets for a peer, whoever numbers them:
//   a number that is sent for the first time is the next one, and within the window
//   a packet that is sent again has the data that it had
//   acknowledgements do not go back, and acknowledge nothing that has not come in order
// Of an Irx, at each pass of its main loop:
//   packets outstanding for a peer: the numbers behind the last one that it has acknowledged, at
//     most a window; others wait only if there are as many. Each is queued for the send DMA, or its
//     timer runs; each timer belongs to such a packet
//   the number expected next advances by the packets that come with it, by one each
//   packets that may be acknowledged: those that are received and forwarded. While there are more
//     than have been acknowledged, an ACK is queued or its timer runs
//   references of a buffer = descriptors with it + 1 if it waits for its delivery
// A receive buffer is armed, free, or in use; the number of free ones is what the program counts.
#pragma once

#include "ni/myrinet/lfc_check.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace inlet::myrinet {

class LfcWindows final : public LfcCheck {
  public:
    /// Whether a control program that shows these fields can be checked.
    static bool knows(const GuestFields &state);

    /// `sram`: must outlive this object. `state`: knows() holds.
    LfcWindows(const Memory &sram, const GuestFields &state);

    void came(std::span<const std::uint8_t> packet) override;
    std::string takes() override;
    void sends(std::uint32_t destination, std::span<const std::uint8_t> packet) override;
    std::string begins_pass() override;

  private:
    static constexpr std::uint32_t most_window = 32;
    /// Numbers have 16 bits, acknowledgements 8.
    struct Peer {
        std::uint16_t next = 0;  ///< number that is sent to it next for the first time
        std::uint16_t acked = 0; ///< the number that it expects, by its acknowledgements
        std::uint16_t came = 0;  ///< the number behind those that have come from it in order
        std::uint16_t expected = 0, may_advance = 0; ///< Irx: at the last pass; since then
        std::uint16_t acknowledged = 0;              ///< to it
        /// Hashes of the packets sent last, by number.
        std::array<std::uint64_t, most_window> contents{};
    };
    /// The program's fields, by name. Of an Hrx only those of `common`.
    struct Fields {
        GuestField me, nodes, window, free_count, deliveries, delivering, next_delivery; // common
        GuestField freed, sends, sending, next, number, buffer, state;
        GuestField next_number, outstanding, unacknowledged, following, blocked;
        GuestField expected, ackable, held, acked, timed, wanted, refused, refusals;
        GuestField retransmissions, later, late_acks, later_peer;
        GuestField src, refs, unsent, received, packet_number;
        GuestField descriptors; ///< its `distance` is a number
    };

    static Fields fields_of(const GuestFields &state);
    bool is_irx() const { return fields_.outstanding.bytes != 0; }
    void check_sent(std::uint32_t destination, const Header &header,
                    std::span<const std::uint8_t> packet);
    std::string count_deliveries();
    std::string check_queue();
    std::string check_packets_to(std::uint32_t p);
    std::string check_timers();
    std::string check_packets_from(std::uint32_t p);
    std::string find_freed();
    std::string check_received(std::uint32_t b);
    std::string check_buffers();

    const Fields fields_;
    std::vector<Peer> peers_;
    Header came_;
    std::string wrong_; ///< in a packet that has left
    // Counted again in each pass:
    std::vector<std::uint32_t> references_; ///< of each buffer
    std::vector<std::uint32_t> to_forward_; ///< of each peer: as `held`
    std::vector<bool> freed_;               ///< each buffer
    std::vector<bool> queued_;              ///< for the send DMA, or being sent; by descriptor
    std::uint32_t timers_ = 0, ack_timers_ = 0;
};

} // namespace inlet::myrinet
