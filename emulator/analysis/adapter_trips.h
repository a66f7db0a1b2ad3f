// Round trips of packets through adapters (EventKind::stage). Divides their cycles among the host,
// its cache, the bus to the adapter, the adapter's firmware and the network.
#pragma once

#include "inlet/image.h"
#include "inlet/observer.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace inlet {

/// The cause of a cycle of a round trip.
enum class TripPart : std::uint8_t {
    host,     ///< instructions, except cycles of the next two parts
    cache,    ///< line fills; DCBST, DCBF, DCBZ and SYNC
    channel,  ///< loads and stores of the adapter's registers; on a Myrinet, of its memory
    firmware, ///< the adapter's processor
    waiting,  ///< for the firmware, which polls or serves another packet; on a Myrinet, of the
              ///< firmware for SRAM
    dma,      ///< the adapter's transfers over the bus
    network,  ///< from adapter to adapter
    nothing,  ///< the host executed no instruction
    COUNT
};
inline constexpr std::size_t trip_parts = static_cast<std::size_t>(TripPart::COUNT);

/// A packet (the request), the next packet of its receiver (the reply, back to the sender), and the
/// next packet of the sender. A trip begins when the request is handed to the adapter and ends when
/// the third packet is. A ping-pong program thus makes trips without gaps.
struct AdapterTrip {
    using Parts = std::array<std::uint64_t, trip_parts>;

    MessageId request, reply;
    std::uint64_t begin = 0, end = 0;  ///< cycles
    std::uint64_t arrived = 0;         ///< cycle at which the request is in the receiver's memory
    std::uint64_t answered = 0;        ///< cycle at which the reply is handed to the adapter
    std::uint64_t returned = 0;        ///< cycle at which the reply is in the sender's memory
    std::uint32_t node = 0, other = 0; ///< sender and receiver
    std::array<Parts, 2> way{};        ///< cycles: [0] until `answered`, [1] from there on

    std::uint64_t cycles() const { return end - begin; }
};

/// Collects the packets of a trace and finds round trips without other packets in between.
class AdapterTrips final : public Observer {
  public:
    Wants wants() const override { return {.instructions = false, .hops = false}; }
    void event(const MessageEvent &event) override;

    bool any() const { return !packets_.empty(); }
    /// Round trips by time, without the hosts' parts (HostParts). Trips of one node do not overlap.
    /// `only`: the trip that begins with this packet.
    std::vector<AdapterTrip> find(std::optional<MessageId> only) const;

  private:
    static constexpr std::uint64_t unknown = ~std::uint64_t{0};
    struct Packet {
        MessageId id;
        std::uint32_t destination = 0;
        std::uint64_t handed = unknown, injected = unknown, left = unknown, arrived = unknown;
        std::array<std::uint64_t, stages.size()> cycles{};

        bool whole() const { return handed != unknown && left != unknown && arrived != unknown; }
    };
    using List = std::vector<const Packet *>;

    std::optional<AdapterTrip> trip(const Packet &request, const std::vector<List> &sent,
                                    const std::vector<List> &received) const;

    std::map<std::uint64_t, Packet> packets_; ///< by MessageId::key()
    std::uint32_t nodes_ = 0;
};

/// Adds the hosts' parts to trips, in a second pass over the trace.
class HostParts final : public Observer {
  public:
    HostParts(std::vector<AdapterTrip> &trips, Processor processor);

    void instruction(const InstructionEvent &event) override;
    /// Adds TripPart::nothing. Call it after the pass.
    void finish();

  private:
    struct Stay {
        std::uint64_t begin, end;
        AdapterTrip *trip;
        std::size_t way;
    };
    std::vector<AdapterTrip> &trips_;
    Processor processor_;
    std::map<std::uint32_t, std::vector<Stay>> stays_; ///< by node and time
    std::map<std::uint32_t, std::size_t> next_;
};

} // namespace inlet
