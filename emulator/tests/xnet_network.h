// A network for tests of interfaces with network instructions. The test controls it.
#pragma once

#include "net/network.h"
#include "net/payloads.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <deque>
#include <span>
#include <stdexcept>
#include <vector>

namespace inlet::xnet_test {

/// The test delivers messages. Sent messages disappear. The state is always known.
class TestNetwork final : public net::Network {
  public:
    /// `handler_words`: xnet::Config's.
    explicit TestNetwork(unsigned handler_words = 1) : handler_words_(handler_words) {
        known_ = net::Network::never;
    }
    /// `vector`: the words of the message's vector, if it has one.
    void arrive(std::uint64_t cycle, unsigned channel, std::uint32_t handler,
                const std::vector<std::uint32_t> &words,
                const std::vector<std::uint32_t> &vector = {}) {
        net::Delivery &delivery = waiting_[channel].emplace_back();
        delivery.cycle = cycle;
        delivery.packet.number = ++number_;
        delivery.packet.tag = handler;
        delivery.packet.channel = static_cast<std::uint8_t>(channel);
        delivery.packet.words = static_cast<std::uint8_t>(handler_words_ + words.size());
        delivery.packet.data[0] = handler;
        std::copy(words.begin(), words.end(), delivery.packet.data.begin() + handler_words_);
        delivery.packet.bytes = static_cast<std::uint16_t>(4 * vector.size());
        const auto *const bytes = reinterpret_cast<const std::uint8_t *>(vector.data());
        if (!vector.empty())
            delivery.packet.payload = payloads_.add({bytes, delivery.packet.bytes});
    }
    std::vector<net::Packet> sent;
    std::vector<std::vector<std::uint32_t>> sent_vectors; ///< one for each of `sent`
    std::uint64_t attempts = 0;                           ///< SENDs of low priority
    std::uint64_t refuse_every = 0; ///< one in this many finds no room; 0: all find it
    void look_for_room(bool low_send) {
        full_ = low_send && refuse_every && ++attempts % refuse_every == 0;
    }

    const net::Topology &topology() const override { throw std::logic_error("no topology"); }
    unsigned channels() const override { return 2; }
    std::uint32_t free_slots(std::uint32_t, unsigned) const override { return full_ ? 0 : 1; }
    std::uint64_t room_at(std::uint32_t, unsigned) const override { return full_ ? never : 0; }
    void inject(std::uint64_t, const net::Packet &packet,
                std::span<const std::uint8_t> payload) override {
        sent.push_back(packet);
        auto &words = sent_vectors.emplace_back(payload.size() / 4);
        if (!payload.empty()) std::memcpy(words.data(), payload.data(), payload.size());
    }
    const net::Delivery *received(std::uint32_t, unsigned channel,
                                  std::uint32_t place) const override {
        return place < waiting_[channel].size() ? &waiting_[channel][place] : nullptr;
    }
    const net::Delivery *front(std::uint32_t node, unsigned channel) const override {
        return received(node, channel, 0);
    }
    std::span<const std::uint8_t> payload(const net::Packet &packet) const override {
        return packet.bytes ? payloads_.bytes(packet.payload) : std::span<const std::uint8_t>{};
    }
    void take(std::uint64_t, std::uint32_t, unsigned channel) override {
        const net::Packet &packet = waiting_[channel].front().packet;
        if (packet.bytes) payloads_.release(packet.payload);
        waiting_[channel].pop_front();
    }
    void advance(std::uint64_t) override {}
    std::uint64_t next_delivery() const override { return never; }
    std::uint64_t next_delivery(std::uint32_t) const override { return never; }
    std::uint64_t min_delivery(bool) const override { return 1; }
    std::uint64_t min_delivery_after_take(bool) const override { return 1; }
    std::uint64_t next_event() const override { return never; }
    std::vector<net::Standing> standing() const override { return {}; }
    void archive(Archive &) override {}

  private:
    unsigned handler_words_;
    std::array<std::deque<net::Delivery>, 2> waiting_;
    net::Payloads payloads_;
    std::uint32_t number_ = 0;
    bool full_ = false;
};

} // namespace inlet::xnet_test
