// Round trips of packets through adapters (EventKind::stage), their cycles divided among the host,
// its cache, the bus to the adapter, the adapter's firmware and the network.
#pragma once

#include "inlet/observer.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace inlet {

/// What a cycle of a round trip went to.
enum class TripPart : std::uint8_t {
    host,     ///< instructions, but for the next two
    cache,    ///< lines of the FIFOs fetched; flushes, and what waits for them
    channel,  ///< loads and stores of the adapter's registers
    firmware, ///< the adapter's processor
    waiting,  ///< for the firmware: it had nothing to do before and looks again, or works for
              ///< another
    dma,      ///< the adapter's transfers over the bus
    network,  ///< from the adapter to the other one
    nothing,  ///< the host executed nothing
    COUNT
};
inline constexpr std::size_t trip_parts = static_cast<std::size_t>(TripPart::COUNT);

/// A packet, the next one that its receiver sends, which goes back, and the next one that its
/// sender sends then. It begins where the first has been handed to the adapter and ends where the
/// third has: so a program that sends to and fro makes one trip after the other, without gaps.
struct AdapterTrip {
    using Parts = std::array<std::uint64_t, trip_parts>;

    MessageId request, reply;
    std::uint64_t begin = 0, end = 0;  ///< cycles
    std::uint64_t arrived = 0;         ///< the request is in the receiver's memory
    std::uint64_t answered = 0;        ///< the reply has been handed to the adapter
    std::uint64_t returned = 0;        ///< it is in the sender's memory
    std::uint32_t node = 0, other = 0; ///< sender and receiver
    std::array<Parts, 2> way{};        ///< until `answered`, from there on

    std::uint64_t cycles() const { return end - begin; }
};

/// Packets of a trace, and those that make round trips with no other packet in between.
class AdapterTrips final : public Observer {
  public:
    Wants wants() const override { return {.instructions = false, .hops = false}; }
    void event(const MessageEvent &event) override;

    bool any() const { return !packets_.empty(); }
    /// Without the parts of the hosts. In the order of time; none begins within another one of the
    /// same nodes. `only`: the one that begins with this packet.
    std::vector<AdapterTrip> find(std::optional<MessageId> only) const;

  private:
    static constexpr std::uint64_t unknown = ~std::uint64_t{0};
    struct Packet {
        MessageId id;
        std::uint32_t destination = 0;
        std::uint64_t handed = unknown, injected = unknown, left = unknown, arrived = unknown;
        std::array<std::uint64_t, stages> cycles{};

        bool whole() const { return handed != unknown && left != unknown && arrived != unknown; }
    };
    using List = std::vector<const Packet *>;

    std::optional<AdapterTrip> trip(const Packet &request, const std::vector<List> &sent,
                                    const std::vector<List> &received) const;

    std::map<std::uint64_t, Packet> packets_; ///< by MessageId::key()
    std::uint32_t nodes_ = 0;
};

/// Adds the parts of the hosts to trips, from a second reading of the trace. PowerPC's
/// instructions.
class HostParts final : public Observer {
  public:
    explicit HostParts(std::vector<AdapterTrip> &trips);

    void instruction(const InstructionEvent &event) override;
    /// Cycles in which a host executed nothing.
    void finish();

  private:
    struct Stay {
        std::uint64_t begin, end;
        AdapterTrip *trip;
        std::size_t way;
    };
    std::vector<AdapterTrip> &trips_;
    std::map<std::uint32_t, std::vector<Stay>> stays_; ///< by node, in the order of time
    std::map<std::uint32_t, std::size_t> next_;
};

} // namespace inlet
