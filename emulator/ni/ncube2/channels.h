// The channels of an nCUBE/2 node with its own processor: an input and an output channel for each
// dimension, each with an address and a count register, ready and enable bits, interrupts and the
// time-out register (P1 4.4.2, 4.4.3, 4.6; docs/ncube2.md).
//
// The payload of a message is read at LCNT and written when all of it has arrived, each in one
// piece.
#pragma once

#include "cpu/ncube/execute.h"
#include "cpu/ncube/instruction_set.h"
#include "memory/memory.h"
#include "net/cube.h"
#include "ni/network_interface.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace inlet::ncube2 {

using Answer = ncube::Interface::Answer;

/// Register numbers of channels: input p is p, output p is 32 + p.
inline constexpr std::uint32_t first_output = 32, last_register = 63;
inline constexpr std::uint32_t host_channel = 31;   ///< I/O, which is not emulated
inline constexpr std::uint32_t timer_cycles = 2000; ///< 100 us (P1 4.4.3)
/// Bytes of a message with its first word: 256 words and the destination (000 4.2.4).
inline constexpr std::uint32_t usual_longest = 1028;
/// The most that LCNT takes (assumed: the kernel's `lenmask` admits this many).
inline constexpr std::uint32_t longest_message = 2046;

/// An access to a buffer while a channel owns it (--check-dma).
struct Touched {
    std::uint32_t channel = 0; ///< register number
    std::uint32_t address = 0; ///< physical
    bool store = false;
};

class Channels final : public ncube::Interface {
  public:
    Channels(std::uint32_t node, net::Cube &cube);

    /// Sets the node's memory. Call it before the other functions.
    void use(const Memory &memory) { memory_ = &memory; }
    /// The first of these accesses, at `now`, to a buffer that a channel owns.
    std::optional<Touched> touched(std::uint64_t now,
                                   std::span<const ncube::DataAccess> made) const;

    Answer load_register(std::uint64_t now, unsigned number, std::uint32_t value) override;
    Answer store_register(std::uint64_t now, unsigned number, std::uint32_t &value) override;
    Answer load_pointer(std::uint64_t now, std::uint32_t channel, std::uint32_t value) override;
    Answer load_count(std::uint64_t now, std::uint32_t channel, std::uint32_t value) override;
    void reset(std::uint64_t now) override;
    const std::string &error_text() const override { return error_; }

    /// The first cycle at which advance() has work, or net::Cube::never.
    std::uint64_t next() const;
    /// Advances the time-out register and takes messages that have arrived completely; `take`
    /// receives each message with its destination.
    using Take =
        std::function<void(std::uint32_t address, unsigned channel, const net::Delivery &delivery)>;
    void advance(std::uint64_t now, const Take &take);
    /// Whether the time-out register runs or its interrupt is pending.
    bool counts() const { return timed_out_ || expires_ != net::Cube::never; }
    /// The interrupt to take now with this program status, if any. The order is time-out, inputs
    /// from the lowest on, outputs (assumed).
    std::optional<unsigned> pending(std::uint64_t now, std::uint32_t psw) const;
    /// Marks the interrupt as taken.
    void taken(unsigned vector);
    /// Whether pending() depends on the future cycle at which an output channel becomes ready.
    bool waits_for_output(std::uint32_t psw) const;

    /// The next message of the node, which has these bytes. LCNT sends others by itself.
    net::Packet packet_of(std::span<const std::uint8_t> payload);
    /// The message that LCNT has sent since the last call, or whether it has armed an input.
    std::optional<net::Packet> take_sent() { return std::exchange(last_sent_, {}); }
    bool take_armed() { return std::exchange(armed_, false); }
    /// The messages in the buffers of inputs that software has not set up again.
    std::vector<HeldPacket> held() const;
    std::uint32_t input_ready() const { return inrdy_; }
    std::uint32_t input_enable() const { return inen_; }
    std::uint32_t output_enable() const { return outen_; }
    std::uint32_t sent() const { return sent_; }
    void archive(Archive &ar);

  private:
    struct Input {
        std::uint32_t address = 0;
        bool armed = false;
        net::Packet packet{};   ///< the last one that has come
        std::uint64_t came = 0; ///< its cycle
        void archive(Archive &ar);
    };
    struct Output {
        std::uint32_t address = 0, bytes = 0;
        void archive(Archive &ar);
    };

    Answer fail(std::string text);
    std::optional<unsigned> dimension_of(std::uint32_t channel, const char *what);
    Answer outrdy(std::uint64_t now, std::uint32_t &value) const;
    Answer send(std::uint64_t now, unsigned dimension, std::uint32_t count);
    Answer arm(std::uint64_t now, unsigned dimension);

    std::uint32_t node_;
    net::Cube *cube_;
    const Memory *memory_ = nullptr;
    unsigned dimensions_;
    std::array<Input, net::CubeTopology::most_dimensions> inputs_{};
    std::array<Output, net::CubeTopology::most_dimensions> outputs_{};
    std::uint32_t inrdy_ = 0, inen_ = 0, outen_ = 0, id_;
    std::uint64_t expires_ = net::Cube::never; ///< cycle at which the time-out register becomes 0
    bool timed_out_ = false;
    std::uint32_t sent_ = 0;
    std::optional<net::Packet> last_sent_;
    bool armed_ = false;
    std::string error_;
};

} // namespace inlet::ncube2
