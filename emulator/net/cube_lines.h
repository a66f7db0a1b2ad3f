// The hypercube of the nCUBE/2 below an interface in the processor (docs/ncube2-xnet.md): two
// priorities over the same links; messages of a handler, up to five words, and a vector. The
// interface keeps
// every input channel armed. An arrived message waits there until it is taken, and later ones wait
// on their paths. A message to the node itself does not leave it.
//
// Channels are the priorities. Room depends on the destination: outlet() is its number for
// free_slots() and room_at().
#pragma once

#include "net/cube.h"
#include "net/network.h"

#include <array>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace inlet::net {

class CubeLines final : public Network {
  public:
    static constexpr unsigned low = 0, high = 1;
    /// Outlets behind the priorities: the output of each dimension, then the node itself at low and
    /// at high priority.
    static constexpr unsigned first_output = 2,
                              to_itself = first_output + CubeTopology::most_dimensions,
                              outlets = to_itself + 2;
    /// The word in front of the handler: destination, priority, and where there is a vector the
    /// number of the words before it (docs/ncube2-xnet.md).
    static constexpr std::uint32_t urgent = 1u << 29, with_vector = 1u << 28;
    static constexpr unsigned words_before_vector = 24;

    CubeLines(const CubeConfig &config, std::uint32_t nodes, std::uint64_t jitter);

    /// The outlet of a message of that priority.
    static unsigned outlet(std::uint32_t source, std::uint32_t destination, unsigned priority);

    const CubeTopology &topology() const override { return cube_.topology(); }
    unsigned channels() const override { return 2; }

    /// Packet::channel is the priority. `payload` is the vector. The cube's payload is the whole
    /// message, which this function makes.
    void inject(std::uint64_t cycle, const Packet &packet,
                std::span<const std::uint8_t> payload = {}) override;
    /// `channel` is an outlet(), or a priority: then whether some destination has room.
    std::uint32_t free_slots(std::uint32_t node, unsigned channel) const override;
    std::uint64_t room_at(std::uint32_t node, unsigned channel) const override;

    /// In order of arrival; of equal cycles the lowest dimension first.
    const Delivery *received(std::uint32_t node, unsigned channel,
                             std::uint32_t place) const override;
    const Delivery *front(std::uint32_t node, unsigned channel) const override {
        return received(node, channel, 0);
    }
    std::span<const std::uint8_t> payload(const Packet &packet) const override;
    void take(std::uint64_t cycle, std::uint32_t node, unsigned channel) override;

    void advance(std::uint64_t cycle) override;
    std::uint64_t next_delivery() const override { return cube_.next_delivery(); }
    std::uint64_t next_delivery(std::uint32_t node) const override {
        return cube_.next_delivery(node);
    }
    std::uint64_t min_delivery(bool to_oneself) const override {
        return to_oneself ? cube_.config().hop : cube_.min_delivery(false);
    }
    std::uint64_t min_delivery_after_take(bool to_oneself) const override {
        return cube_.min_delivery_after_take(to_oneself);
    }
    /// Minimum cycles from take() to room in another node's output.
    std::uint64_t min_ready_after_take() const { return cube_.min_ready_after_arm(); }
    std::uint64_t next_event() const override { return cube_.next_event(); }
    std::vector<Standing> standing() const override;
    std::uint64_t link_bytes() const override { return cube_.link_bytes(); }
    void archive(Archive &ar) override;

    // In parts, as Cube.

    static constexpr bool reaches_far = Cube::reaches_far;
    using Crossing = Cube::Crossing;
    void divide(const std::vector<bool> &own, std::vector<Crossing> &out);
    void enter(const Crossing &crossing);
    void adopt(CubeLines &from, const std::vector<bool> &which);
    void begin_with(const Numbers &numbers);
    std::uint64_t least_crossing() const { return cube_.least_crossing(); }
    static std::uint64_t least_after_event() { return Cube::least_after_event(); }

  private:
    /// Messages of a node to itself.
    struct Own {
        bool used = false;
        std::uint64_t free_at = 0;
        Delivery delivery;
        std::vector<std::uint8_t> vector;
        void archive(Archive &ar);
    };
    Own &own(std::uint32_t node, unsigned priority) { return own_[2 * node + priority]; }
    const Own &own(std::uint32_t node, unsigned priority) const {
        return own_[2 * node + priority];
    }
    /// The dimensions by which a node's messages of one priority came, in order of arrival;
    /// dimensions(): from the node itself.
    struct Arrived {
        std::array<std::uint8_t, CubeTopology::most_dimensions + 1> dimension{};
        std::uint8_t count = 0;
    };
    const Arrived &arrived(std::uint32_t node, unsigned priority) const {
        return arrived_[2 * node + priority];
    }
    const Delivery &come(std::uint32_t node, unsigned priority, unsigned dimension) const;
    /// A packet of the cube in the form for nodes: its channel is the priority, and its bytes are
    /// those of the vector, which are the last of the cube's payload.
    Packet shown(const Packet &packet) const;
    /// Follows the changes of a node's messages.
    void show(std::uint32_t node);
    /// Follows the changes of the cube.
    void follow();
    void tell_own(const Packet &packet, std::uint64_t cycle) const;

    Cube cube_;
    std::vector<Own> own_;
    std::vector<Delivery> shown_;  ///< by node and dimension: the message there
    std::vector<Arrived> arrived_; ///< by node and priority
    std::uint64_t own_flight_ = 0, own_acts_ = 0;
    /// Messages of nodes to themselves that observers have no hop of, by cycle and place in `own_`.
    std::set<std::pair<std::uint64_t, std::uint32_t>> untold_;
};

} // namespace inlet::net
