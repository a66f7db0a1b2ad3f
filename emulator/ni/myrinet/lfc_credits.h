// Checks what an Nrx control program keeps of credits, buffers and recovery channels (001 4; 2.5 of
// the listings' repairs).
//
// For each peer p of an interface, with counts since the begin of the run:
//   send credits of p + packets for p in the send queue + sent to p - credits received from p
//     = window
//   free credits of p + received packets of p in buffers + credits sent to p = received from p
// Packets are those that need a credit. Added up over two interfaces: the credits of a pair, those
// in packets under way, and the packets under way or in buffers are the window. For each channel c:
//   acks of c = sent and queued packets on c - CHANNEL_CLEARs received
//     + 1 if one that came on it is in a buffer
//   packets that came on c = CHANNEL_CLEARs of c sent and queued + 1 if c is in use
// and no packet comes on a channel that is in use. A receive buffer is armed, free, or in use.
#pragma once

#include "ni/myrinet/lfc_check.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace inlet::myrinet {

class LfcCredits final : public LfcCheck {
  public:
    /// Whether a control program that shows these fields can be checked.
    static bool knows(const GuestFields &state);

    /// `sram`: must outlive this object. `state`: knows() holds.
    LfcCredits(const Memory &sram, const GuestFields &state);

    void came(std::span<const std::uint8_t> packet) override;
    std::string takes() override;
    void sends(std::uint32_t destination, std::span<const std::uint8_t> packet) override;
    std::string begins_pass() override;

  private:
    struct Peer {
        std::int64_t sent = 0, came = 0;                 ///< packets that need a credit
        std::int64_t credits_sent = 0, credits_came = 0; ///< in headers
        // Of the channel that this peer owns:
        std::int64_t channel_sent = 0, channel_came = 0; ///< packets
        std::int64_t clears_sent = 0, clears_came = 0;
        // In the program's queues and buffers, counted again in each pass:
        std::int64_t queued = 0, held = 0, channel_queued = 0, clears_queued = 0, channel_held = 0;
        void forget_queues();
    };
    /// The program's fields, by name.
    struct Fields {
        GuestField me, nodes, window, sends;
        GuestField send_credits, free_credits, acks, next_channel, tree_parent, tree_channels;
        GuestField src, tree, refs, received, next, dest, channel, tag;
        /// Their `distance` is a number: of descriptors that are no control packets, of trees.
        GuestField descriptors, trees;
    };

    static Fields fields_of(const GuestFields &state);
    bool has_channels() const { return fields_.acks.bytes != 0; }
    std::string count_sends();
    std::string count_used();
    std::string count_channels();
    std::string compare() const;

    const Fields fields_;
    std::vector<Peer> peers_;
    Header came_;
};

} // namespace inlet::myrinet
