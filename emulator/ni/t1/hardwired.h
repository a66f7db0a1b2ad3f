// Hard-wired handlers: addresses that the network interface interprets itself, beside the CPU.
// CSD-94-823 3.9 reserves 0xFFFF0000 - 0xFFFFFFFC for them and defines none; isa/decisions.md says
// what these are. docs/hardwired.md is for who programs them.
#pragma once

#include "net/mesh.h"
#include "ni/t1/config.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace inlet::t1 {

inline constexpr std::uint32_t first_hardwired = 0xFFFF0000;

/// What they are, by address.
enum class HardwiredHandler : std::uint32_t {
    fetch = first_hardwired,       ///< address, node, handler, ...: a high message {word, ...}
    store = first_hardwired + 4,   ///< address, word, ...
    forward = first_hardwired + 8, ///< node, handler, ...: the same message {...} to there
};

/// Whether the message can be done at all, as far as its sender's interface can see: the handler
/// exists, and its words are there.
bool hardwired_exists(std::uint32_t handler, std::uint32_t words);

/// What a message wants of its receiver, once it is taken.
struct HardwiredRequest {
    net::Packet message;
    HardwiredHandler handler;
    std::uint32_t address() const { return message.data[0]; } ///< fetch, store: bytes
    /// store: the words to write, in order.
    std::span<const std::uint32_t> values() const {
        return {message.data.data() + 1, message.words - 1u};
    }
    /// fetch, forward: whether what it names can be sent to; if not, the value that is wrong.
    std::optional<std::uint32_t> wrong(std::uint32_t nodes) const;
    /// fetch (with the word that was read), forward: what goes out, without source and number.
    net::Packet answer(std::uint32_t word) const;
};

/// The part of a node's network interface that does them: for each priority one message at a time,
/// so that high ones pass low ones that cannot go on.
class Hardwired {
  public:
    Hardwired(const Config &config, std::uint32_t node, net::Mesh &mesh)
        : config_(&config), node_(node), mesh_(&mesh) {}

    /// Whether the message is for this unit and none for the CPU.
    bool takes(const net::Packet &message) const {
        return config_->hardwired && message.tag >= first_hardwired;
    }
    /// Something is to be done at `now`: request() or answer() has it.
    bool due(std::uint64_t now) const;
    /// The first cycle from `now` on at which something may be due; net::Mesh::never.
    std::uint64_t next_due(std::uint64_t now) const;
    /// An answer waits for a slot of the injection buffer.
    bool waits_for_room() const;
    /// Nothing is between a request and its answer.
    bool idle() const { return !units_[0].answers && !units_[1].answers; }

    /// Takes the message that is due from the network, if one is.
    std::optional<HardwiredRequest> request(std::uint64_t now);
    /// Says how the message was done: with something to send, or without.
    void done(std::uint64_t now, const HardwiredRequest &request,
              const std::optional<net::Packet> &answer);
    /// What is due to be sent, if it is: its place is free again.
    std::optional<net::Packet> answer(std::uint64_t now);

    bool operator==(const Hardwired &) const = default;
    void archive(Archive &ar);

  private:
    struct Unit {
        std::uint64_t ready = 0; ///< cycle: done with the last message
        bool answers = false;    ///< `message` is then to be sent
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
