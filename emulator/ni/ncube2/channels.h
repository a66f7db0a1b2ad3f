// The network interface of an nCUBE/2 node: an input and an output channel for each dimension, each
// with an address and a count register, ready and enable bits, interrupts and the time-out register
// (P1 4.4.2, 4.4.3, 4.6; docs/ncube2.md).
//
// The payload of a message is read at LCNT and written when all of it has come, each in one piece.
#pragma once

#include "cpu/ncube/execute.h"
#include "net/cube.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace inlet::ncube2 {

using Answer = ncube::Interface::Answer;

/// Register numbers of channels: input p is p, output p is 32 + p.
inline constexpr std::uint32_t first_output = 32, last_register = 63;
inline constexpr std::uint32_t host_channel = 31;   ///< I/O: there is none here
inline constexpr std::uint32_t timer_cycles = 2000; ///< 100 us (P1 4.4.3)
/// Bytes of a message with its first word: 256 words and the destination (000 4.2.4).
inline constexpr std::uint32_t usual_longest = 1028;
/// That LCNT takes (assumed: the kernel's `lenmask` lets so many pass).
inline constexpr std::uint32_t longest_message = 2046;

/// A buffer that the processor touched while a channel had it (--check-dma).
struct Touched {
    std::uint32_t channel = 0; ///< register number
    std::uint32_t address = 0; ///< physical
    bool store = false;
};

class Channels final : public ncube::Interface, private ncube::AccessCheck {
  public:
    Channels(std::uint32_t node, net::Cube &cube, ncube::Space &space);
    Channels(const Channels &) = delete;
    Channels &operator=(const Channels &) = delete;

    /// Reports accesses of buffers that a channel has.
    void check_buffers(const std::uint64_t &now);
    /// The first since the last call.
    std::optional<Touched> take_touched();

    Answer load_register(std::uint64_t now, unsigned number, std::uint32_t value) override;
    Answer store_register(std::uint64_t now, unsigned number, std::uint32_t &value) override;
    Answer load_pointer(std::uint64_t now, std::uint32_t channel, std::uint32_t value) override;
    Answer load_count(std::uint64_t now, std::uint32_t channel, std::uint32_t value) override;
    void reset(std::uint64_t now) override;
    const std::string &error_text() const override { return error_; }

    /// The first cycle at which advance() has something to do; net::Cube::never.
    std::uint64_t next() const;
    /// Writes messages that have come whole into memory, and lets the time-out register run.
    void advance(std::uint64_t now);
    /// The interrupt to take now, by program status; nothing. Time-out, then inputs from the lowest
    /// on, then outputs (assumed).
    std::optional<unsigned> pending(std::uint64_t now, std::uint32_t psw) const;
    /// It has been taken.
    void taken(unsigned vector);
    /// Whether pending() depends on when an output channel becomes ready, which is not known yet.
    bool waits_for_output() const { return outen_ != 0; }

    /// Of the message that the last LCNT sent; 0: it sent none.
    std::uint32_t last_sent() const { return last_sent_; }
    std::uint32_t sent() const { return sent_; }
    std::uint64_t received() const { return received_; }
    std::uint64_t bytes_received() const { return bytes_received_; }
    std::uint32_t input_ready() const { return inrdy_; }
    std::uint32_t input_enable() const { return inen_; }
    /// Messages that have come into channel p: their source and number, for reports.
    struct Arrived {
        std::uint64_t cycle = 0;
        std::uint32_t source = 0, number = 0;
        unsigned channel = 0;
    };
    const Arrived &last_arrived(unsigned channel) const { return arrived_[channel]; }
    /// Acts on the network since the last call.
    bool take_acted() { return std::exchange(acted_, false); }

  private:
    struct Input {
        std::uint32_t address = 0;
        bool armed = false;
    };
    struct Output {
        std::uint32_t address = 0, bytes = 0;
    };

    Answer fail(std::string text);
    std::optional<unsigned> dimension_of(std::uint32_t channel, const char *what);
    Answer outrdy(std::uint64_t now, std::uint32_t &value) const;
    Answer send(std::uint64_t now, unsigned dimension, std::uint32_t count);
    Answer arm(std::uint64_t now, unsigned dimension);
    void accessed(std::uint32_t physical, unsigned bytes, bool store) override;

    std::uint32_t node_;
    net::Cube *cube_;
    ncube::Space *space_;
    unsigned dimensions_;
    std::array<Input, net::CubeTopology::most_dimensions> inputs_{};
    std::array<Output, net::CubeTopology::most_dimensions> outputs_{};
    std::array<Arrived, net::CubeTopology::most_dimensions> arrived_{};
    std::uint32_t inrdy_ = 0, inen_ = 0, outen_ = 0, id_;
    std::uint64_t expires_ = net::Cube::never; ///< time-out register: when it becomes 0
    bool timed_out_ = false;
    std::uint32_t sent_ = 0, last_sent_ = 0;
    std::uint64_t received_ = 0, bytes_received_ = 0;
    bool acted_ = false;
    std::string error_;
    const std::uint64_t *clock_ = nullptr; ///< --check-dma
    std::optional<Touched> touched_;
};

} // namespace inlet::ncube2
