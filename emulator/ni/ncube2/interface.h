// The DMA channels of an nCUBE/2 as the network interface of a node on the engine (docs/ncube2.md,
// "Network and channels"; docs/ncube2-x86.md): an input and an output channel for each dimension,
// the registers that say which are ready, and an interrupt for each input.
//
// The payload of a message is read at LCNT and written when all of it has arrived, each in one
// piece.
#pragma once

#include "cpu/x86/port.h"
#include "net/cube.h"
#include "ni/kernel_services.h"
#include "ni/ncube2/kept_message.h"
#include "ni/network_interface.h"
#include "ni/node_port.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace inlet::ncube2 {

/// Register numbers of channels: input p is p, output p is first_output_register + p.
inline constexpr std::uint32_t first_output_register = 32;
/// Vectors of input interrupts: that of channel p is p further on (page "nCUBE/2", section 4).
inline constexpr unsigned first_input_vector = 0x40;
/// Bytes of a message with its first word: 256 words and the destination (000 4.2.4), and the most
/// that LCNT takes (docs/ncube2.md).
inline constexpr std::uint32_t usual_bytes = 1028, most_bytes = 2046;

/// Register numbers of LDPR and STPR (P1 4.4.3; `cycles` and `nodes`: docs/ncube2.md).
enum Number : std::uint32_t {
    number_node = 4,
    number_outrdy = 6,
    number_inrdy = 7,
    number_inen = 9,
    number_cycles = 13,
    number_nodes = 15,
};

/// Mark the functions that pass a message's words to the handler in its second word, of a request
/// and of a reply; stand before their first instruction (runtime/machine/ncube2/stub.S): "AMsh",
/// "AMrp".
inline constexpr std::uint32_t gives_words = 0x68734D41, gives_words_of_reply = 0x70724D41;
/// In the first word of other messages: the kernel's trap REPLY has sent it
/// (runtime/machine/ncube2/kernel/ncube2_ports.h). For observers; the machine ignores it.
inline constexpr std::uint32_t reply_bit = 0x00010000;

class Interface final : public NetworkInterface, public KernelServices {
  public:
    /// `interrupt_cycles`: additional cost of an interrupt's entry over that of an exception.
    Interface(std::uint32_t node, net::Cube &cube, std::uint32_t interrupt_cycles);

    void start(const engine::State &state) override { follow(state); }
    void follow(const engine::State &state) override { enabled_ = x86::takes_interrupts(state); }
    Executed execute(NodePort &node, const engine::Instruction &in) override;

    EventNumber due(std::uint64_t now) const override;
    std::uint64_t next_due(std::uint64_t now) const override;
    std::uint64_t take(NodePort &node, EventNumber event) override;
    /// The kernel keeps a message of the node to itself: its address and bytes.
    FaultKind kernel_service(NodePort &node, std::uint32_t number, std::uint32_t address,
                             std::uint32_t bytes) override;
    /// A node whose program has exited sleeps until a message arrives.
    bool is_polled() const override { return true; }
    std::uint64_t next_message() const override { return next_due(0); }

    // For observed nodes: begin and end of handlers, recognised in the program.
    Context shown() const override;
    const net::Packet *handled() const override {
        return begun_.empty() ? nullptr : &begun_.back().packet;
    }
    void watch(NodePort &node) override;

    void complete(MessageEvent &event, const net::Packet &packet) const override;
    std::vector<HeldPacket> held(const Memory &memory) const override;
    const char *fault_text(std::uint64_t /*code*/) const override { return error_.c_str(); }
    std::vector<Named> named_state() const override;

    std::unique_ptr<NetworkInterface> copy() const override {
        return std::make_unique<Interface>(*this);
    }
    /// The channels change with time, so a node that reads them is not in a busy-wait.
    bool same(const NetworkInterface & /*other*/) const override { return false; }
    void become(const NetworkInterface &other) override {
        *this = static_cast<const Interface &>(other);
    }
    void archive(Archive &ar) override;

  private:
    struct Input {
        std::uint32_t address = 0;
        bool armed = false;
        net::Packet packet{};   ///< the last one that has come
        std::uint64_t came = 0; ///< its cycle
        void archive(Archive &ar);
    };
    /// The result of an instruction.
    struct Outcome {
        enum class Kind : std::uint8_t { done, not_known, wrong } kind = Kind::done;
        std::uint32_t value = 0;
        std::optional<net::Packet> sent{};
        bool armed = false;
        FaultKind fault = FaultKind::port; ///< wrong: `port` has a text of its own
    };

    Outcome wrong(std::string text);
    Outcome run(NodePort &node, const x86::PortInstruction &port);
    Outcome set_address(const x86::PortInstruction &port);
    Outcome arm(NodePort &node, unsigned dimension);
    Outcome send(NodePort &node, unsigned dimension, std::uint32_t count);
    Outcome read(std::uint64_t now, std::uint32_t number);
    Outcome output_ready(std::uint64_t now);
    std::optional<unsigned> dimension_of(std::uint32_t channel, const char *what);
    /// The first armed input whose message has arrived by `now`, if any.
    std::optional<unsigned> come(std::uint64_t now) const;
    void receive(NodePort &node, unsigned dimension);
    /// The message that the node sends next.
    net::Packet packet_of(const Memory &memory, std::span<const std::uint8_t> payload);
    /// For observed nodes: the handler of the message at `address` has not yet begun.
    void expect(NodePort &node, std::uint32_t address, std::span<const std::uint8_t> payload,
                const net::Packet &packet);
    void begin(NodePort &node, const net::Packet &packet);

    std::uint32_t node_;
    net::Cube *cube_;
    std::uint32_t interrupt_cycles_;
    unsigned dimensions_;
    std::array<Input, net::CubeTopology::most_dimensions> inputs_{};
    std::array<std::uint32_t, net::CubeTopology::most_dimensions> outputs_{}; ///< addresses
    std::uint32_t inrdy_ = 0, inen_ = 0;
    bool enabled_ = false; ///< the processor takes interrupts
    std::uint32_t sent_ = 0;
    KeptMessage kept_message_;
    std::string error_;
    /// For observed nodes: an arrived message with the function in its first word and its user
    /// address, and a running handler with its return address.
    struct Waiting {
        std::uint32_t function, buffer;
        net::Packet packet;
    };
    struct Begun {
        std::uint32_t resume, stack;
        net::Packet packet;
    };
    std::vector<Waiting> waiting_;
    std::optional<net::Packet> about_to_; ///< its function passes the words to the handler
    std::vector<Begun> begun_;
};

} // namespace inlet::ncube2
