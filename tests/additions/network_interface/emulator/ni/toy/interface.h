// The toy network interface: four registers of 4 bytes behind loads and stores. A message is one
// word.
//
//    0  load: 1 if a word has arrived; store: the word to send
//    4  load: takes the word; store: sends to the node of this number
//    8  load: this node's number
//   12  load: 1 if a message can be sent
#pragma once

#include "net/network.h"
#include "ni/network_interface.h"
#include "ni/node_port.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace inlet {

class ToyInterface final : public NetworkInterface {
  public:
    static constexpr std::uint32_t base = 0x30000000, bytes = 16;
    enum : std::uint32_t { word = 0, message = 4, self = 8, room = 12 }; ///< registers

    /// `wait`: wait states of each access. `network` has one channel.
    ToyInterface(net::Network &network, std::uint32_t node, std::uint32_t wait)
        : network_(&network), node_(node), wait_(wait) {}

    Range range() const override { return {base, bytes}; }
    Answer access(std::uint64_t now, const Access &access) override;
    void accessed(NodePort &node) override;
    bool is_polled() const override { return true; }
    bool is_quiet(std::uint64_t now, std::uint32_t address) const override;
    std::uint64_t stable_until(std::uint64_t now, std::uint32_t address) const override;
    std::uint64_t next_message() const override;
    void complete(MessageEvent &event, const net::Packet &packet) const override;
    const char *fault_text(std::uint64_t code) const override;
    FaultKind fault_kind(std::uint64_t code) const override;

    std::unique_ptr<NetworkInterface> copy() const override {
        return std::make_unique<ToyInterface>(*this);
    }
    bool same(const NetworkInterface &other) const override;
    void become(const NetworkInterface &other) override {
        *this = static_cast<const ToyInterface &>(other);
    }
    void archive(Archive &ar) override;
    std::vector<Named> named_state() const override { return {{"word", word_}}; }

  private:
    const net::Delivery *first(std::uint64_t now) const;
    Answer send(std::uint64_t now, std::uint32_t to);

    net::Network *network_;
    std::uint32_t node_, wait_;
    std::uint32_t word_ = 0; ///< to send
    std::uint32_t sent_ = 0; ///< messages
    // Of the last access, for accessed().
    std::optional<net::Packet> left_, taken_;
    std::uint64_t taken_at_ = 0;
};

} // namespace inlet
