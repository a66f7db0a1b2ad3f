// Hard-wired handlers: addresses that the network interface interprets itself, beside the CPU.
// CSD-94-823 3.9 reserves 0xFFFF0000 - 0xFFFFFFFC for them and defines none; isa/decisions.md says
// what these are. docs/hardwired.md is the programmer's page.
#pragma once

#include "net/mesh.h"
#include "ni/t1/config.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace inlet::t1 {

inline constexpr std::uint32_t first_hardwired = 0xFFFF0000;

/// The handlers, by address.
enum class HardwiredHandler : std::uint32_t {
    fetch = first_hardwired,       ///< address, node, handler, ...: a high message {word, ...}
    store = first_hardwired + 4,   ///< address, word, ...
    forward = first_hardwired + 8, ///< node, handler, ...: the same message {...} to there
};

/// Whether the message is valid as far as its sender can check: the handler exists, and the message
/// has all of its words.
bool hardwired_exists(std::uint32_t handler, std::uint32_t words);

/// The request of a message to its receiver.
struct HardwiredRequest {
    net::Packet message;
    HardwiredHandler handler;
    std::uint32_t address() const { return message.data[0]; } ///< fetch, store: bytes
    /// store: the words to write, in order.
    std::span<const std::uint32_t> values() const {
        return {message.data.data() + 1, message.words - 1u};
    }
    /// fetch, forward: the value that is no valid destination or handler, if any.
    std::optional<std::uint32_t> wrong(std::uint32_t nodes) const;
    /// fetch (with the word that was read), forward: the message to send, without source and
    /// number.
    net::Packet answer(std::uint32_t word) const;
};

/// The unit of a node's network interface that executes them: one message of each priority at a
/// time, so that high ones pass blocked low ones.
class Hardwired {
  public:
    Hardwired(const Config &config, std::uint32_t node, net::Mesh &mesh)
        : config_(&config), node_(node), mesh_(&mesh) {}

    /// Whether the message is for this unit rather than for the CPU.
    bool takes(const net::Packet &message) const {
        return config_->hardwired && message.tag >= first_hardwired;
    }
    /// Whether request() or answer() has work at `now`.
    bool due(std::uint64_t now) const;
    /// The first cycle from `now` on at which work may be due, or net::Mesh::never.
    std::uint64_t next_due(std::uint64_t now) const;
    /// Whether an answer waits for a slot of the injection buffer.
    bool waits_for_room() const;
    /// Whether no request is without its answer.
    bool idle() const { return !units_[0].answers && !units_[1].answers; }

    /// Takes the due message from the network, if any.
    std::optional<HardwiredRequest> request(std::uint64_t now);
    /// Completes the request, with or without a message to send.
    void done(std::uint64_t now, const HardwiredRequest &request,
              const std::optional<net::Packet> &answer);
    /// Takes the message that is due to be sent, if any.
    std::optional<net::Packet> answer(std::uint64_t now);

    bool operator==(const Hardwired &) const = default;
    void archive(Archive &ar);

  private:
    struct Unit {
        std::uint64_t ready = 0; ///< cycle at which the last message is complete
        bool answers = false;    ///< `message` is to be sent then
        net::Packet message;

        bool operator==(const Unit &) const = default;
    };
    const net::Packet *waiting(std::uint64_t now, unsigned p) const;
    bool sendable(std::uint64_t now, unsigned p) const;

    const Config *config_;
    std::uint32_t node_;
    net::Mesh *mesh_;
    std::array<Unit, net::priorities> units_;
};

} // namespace inlet::t1
