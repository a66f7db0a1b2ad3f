// The CM-5's network interface as its processor sees it (000 4.3.1, 4.3.5): registers of two data
// networks behind loads and stores, a bit mask of tags that interrupt, a clock and a barrier.
#pragma once

#include "net/control_network.h"
#include "net/network.h"
#include "ni/cm5/registers.h"
#include "ni/network_interface.h"
#include "ni/node_port.h"

#include <array>
#include <cstdint>

namespace inlet::cm5 {

struct Config {
    std::uint32_t nodes = 1;
    /// Wait states of a load and of a store, and cycles after a store before a load can begin: the
    /// three calibrated numbers (docs/machine-file.md).
    std::uint32_t load_wait = 0, store_wait = 0, store_drain = 0;
    std::uint32_t interrupt_level = 0; ///< interrupt level of the processor, 1 to 15
    /// Additional cycles of the store that completes a message and of the first load from a message
    /// that has arrived: LogP's overheads.
    std::uint32_t send = 0, receive = 0;
    bool blocks = false; ///< messages may carry bytes from memory to memory (block_from and so on)
};

/// Codes of an Answer that is a fault; the SPARC raises data_access_exception.
enum class Error : std::uint64_t {
    no_register = 1, ///< no such register, or not in this direction
    width,           ///< bytes and halfwords, or doubles outside a FIFO
    empty,           ///< a read of a FIFO without a message (4.3.5.3)
    not_open,        ///< a word outside a message, or one too many
    length,          ///< a message of more than 5 words
    destination,     ///< no such node, or reserved bits set (Figure 4-19, lines 6-7)
    barrier,         ///< entered again before completion
    block,           ///< more bytes than a message can carry
    memory,          ///< bytes of a message are outside of memory
};

class Interface final : public NetworkInterface {
  public:
    static constexpr unsigned networks = 2; ///< left, right: channels of the data network

    /// `data` has two channels. `control` may be nullptr: then there is no barrier.
    Interface(const Config &config, std::uint32_t node, net::Network &data,
              net::ControlNetwork *control);

    Answer access(std::uint64_t now, const Access &access) override;
    std::uint64_t stable_until(std::uint64_t now, std::uint32_t address) const override;
    std::uint64_t next(std::uint64_t now) const override;
    void advance(std::uint64_t now, Bus &bus) override;
    std::uint32_t interrupts() const override { return cause_; }
    void archive(Archive &ar) override;
    std::vector<Named> named_state() const override;
    const char *fault_text(std::uint64_t code) const override;
    FaultKind fault_kind(std::uint64_t code) const override;

    Range range() const override { return {ni_base, ni_bytes, 1u << config_->interrupt_level}; }
    void accessed(NodePort &node) override;
    bool is_polled() const override { return true; }
    bool is_quiet(std::uint64_t now, std::uint32_t address) const override;
    Answer answer_ahead(std::uint64_t now, const Access &access) override;
    std::uint64_t quiet_end(std::uint64_t since) const override;
    std::uint64_t wakes_others_at() const override { return wakes_at_; }
    std::uint64_t next_message() const override;
    /// Handlers for observers, of messages that name one (namespace software in registers.h): from
    /// the handler's first instruction until the processor returns to the address after its jump.
    /// Low: of the left network, high: of the right one.
    Context shown() const override;
    void watch(NodePort &node) override;
    void complete(MessageEvent &event, const net::Packet &packet) const override;
    std::unique_ptr<NetworkInterface> copy() const override {
        return std::make_unique<Interface>(*this);
    }
    bool same(const NetworkInterface &other) const override;
    void become(const NetworkInterface &other) override {
        *this = static_cast<const Interface &>(other);
    }

    /// The message that the last store sent, or nullptr.
    const net::Packet *sent() const { return has_sent_ ? &last_ : nullptr; }
    std::uint64_t dropped() const { return dropped_; } ///< messages lost because of full FIFOs
    std::uint32_t messages_sent() const { return sent_; }

  private:
    /// One of the two data networks.
    struct Side {
        bool open = false;   ///< a message is being written
        bool send_ok = true; ///< the last one was accepted
        std::uint8_t tag = 0, length = 0;
        std::uint8_t written = 0; ///< words, the destination first
        std::uint8_t read = 0;    ///< words of the first message that has arrived
        std::uint32_t destination = 0;
        std::array<std::uint32_t, longest> words{};
        std::uint32_t arrived =
            0; ///< messages in the incoming FIFO whose interrupt has been raised

        bool operator==(const Side &) const = default;
    };
    /// The bytes of memory that a message carries.
    struct Block {
        std::uint32_t from = 0, to = 0;
        std::uint16_t bytes = 0;

        bool operator==(const Block &) const = default;
    };
    /// A message whose bytes the interface reads from memory at `cycle` and which enters the
    /// network one cycle later.
    struct Waiting {
        std::uint64_t cycle = never; ///< never: no message waits
        std::uint32_t from = 0, to = 0;
        net::Packet packet;

        bool operator==(const Waiting &) const = default;
    };
    /// Effects of the accesses of one instruction, until the node has counted and reported them.
    struct News {
        bool sent = false, refused = false, polled = false;
        bool began = false, took = false; ///< the first, and the last word of `taken` was read
        std::uint8_t network = 0;
        std::uint32_t found = 0; ///< polled: bits of `found`
        std::uint64_t cycle = 0; ///< of the access
        net::Packet taken;
    };
    /// The state of the handler, for observers, of the message that was read last, by network.
    struct Handling {
        enum class State : std::uint8_t {
            none,
            to_begin, ///< the processor has not reached its handler yet
            begun,
        } state = State::none;
        std::uint32_t address = 0;           ///< address of the handler; 0: the message names none
        std::uint32_t resume = 0, stack = 0; ///< begun: the return address and its %sp
        net::Packet message;
    };

    std::uint32_t wait_of_load(std::uint64_t now) const;
    Answer load(std::uint64_t now, const Access &access);
    Answer store(std::uint64_t now, const Access &access);
    Answer status_of(std::uint64_t now, unsigned network) const;
    Answer pop(std::uint64_t now, unsigned network, unsigned words);
    Answer begin(std::uint64_t now, const Access &access);
    Answer push(std::uint64_t now, const Access &access, unsigned network);
    Answer finish(std::uint64_t now, const Access &access, unsigned network, const Side &written);
    const net::Delivery *first(std::uint64_t now, unsigned network) const;
    void note_arrivals(std::uint64_t now);
    std::uint64_t next_block(std::uint64_t now) const;
    void move_blocks(std::uint64_t now, Bus &bus);
    bool is_whole(unsigned network) const;
    bool has_room(unsigned network) const;
    Answer set_block(std::uint32_t offset, std::uint32_t value);
    void enter(std::uint64_t cycle, unsigned network);
    void archive_blocks(Archive &ar);
    void tell(NodePort &node, const News &news);
    void begin_handler(NodePort &node, unsigned network);
    void end_handler(NodePort &node, unsigned network);

    const Config *config_;
    std::uint32_t node_;
    net::Network *data_;
    net::ControlNetwork *control_;
    std::array<Side, networks> sides_;
    std::uint32_t int_tags_ = 0, cause_ = 0;
    std::uint64_t stored_at_ = 0; ///< end of the last store; 0: none yet
    std::uint32_t sent_ = 0;      ///< messages
    std::uint64_t dropped_ = 0;
    Block block_; ///< for the next message
    std::array<Waiting, networks> waiting_;
    std::array<std::uint32_t, networks> whole_{}; ///< arrived messages whose bytes are in memory
    bool lost_ = false;                           ///< bytes of a message were outside of memory
    std::uint64_t wakes_at_ = never;              ///< set by the last access; not archived
    bool has_sent_ = false;
    net::Packet last_;
    News news_;
    std::array<Handling, networks> handling_;
};

} // namespace inlet::cm5
