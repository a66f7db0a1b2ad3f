// Processes that do one run together (docs/network.md, "Ranks"): each has some of the nodes. A rank
// is one of them. Whoever makes a machine gives it an implementation; that of `inlet run --ranks`
// is MPI's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace inlet {

class Ranks {
  public:
    virtual ~Ranks() = default;

    virtual std::uint32_t count() const = 0;
    virtual std::uint32_t number() const = 0;
    /// Of these, how many are processes of this host.
    virtual std::uint32_t on_this_host() const = 0;

    /// Sends bytes to another rank; at least one. It does not wait for the receiver.
    virtual void send(std::uint32_t to, std::span<const std::byte> message) = 0;
    /// The next message of a rank, in the order in which that has sent them; empty: none has come
    /// yet. Until the next call.
    virtual std::span<const std::byte> receive(std::uint32_t from) = 0;

    // All ranks call these with as many numbers, and each gets the same.

    /// The least of each number.
    virtual void least(std::span<std::uint64_t> numbers) = 0;
    virtual void sum(std::span<std::uint64_t> numbers) = 0;
};

} // namespace inlet
