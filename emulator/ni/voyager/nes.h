// StarT-Voyager's network endpoint subsystem (NES) between the application processor (aP) and the
// service processor (sP) of a site: Basic and Express messages, OnePoll, Reclaim, translation and
// receive-queue tags in hardware (004 3, 4). docs/voyager.md has the model.
#pragma once

#include "inlet/nes_config.h"
#include "net/network.h"
#include "ni/voyager/bus.h"
#include "ni/voyager/registers.h"
#include "ni/window.h"
#include "node/shared_device.h"

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

namespace inlet::voyager {

/// What a program did wrong. fault_text() has the texts.
enum class Error : std::uint8_t {
    size = 1,
    unaligned,
    no_register,
    other_core,
    load_transmit,
    store_receive,
    express_full,
    no_entry,
    words,
    producer,
    consumer,
    serviced_load,
    control_value,
    refill,
    bus_copy,
};

class Nes final : public SharedDevice {
  public:
    /// The network must outlive it.
    Nes(const NesConfig &config, net::Network &network, std::uint32_t site);

    // Before cycle 0, what system code sets up.
    void bind(unsigned queue, std::uint32_t logical) { tags_.at(queue) = logical | valid; }
    void map(unsigned queue, std::uint32_t destination, std::uint32_t entry) {
        tables_.at(queue).at(destination) = entry;
    }
    void reclaim(unsigned queue, bool on) {
        reclaims_ = (reclaims_ & ~(1u << queue)) | std::uint32_t{on} << queue;
    }

    // For the ports.
    Answer access(unsigned core, std::uint64_t now, const Access &access);
    Answer line_operation(unsigned core, std::uint64_t now, const Access &access);
    /// Returns the processor cycles for which a `sync` waits for posted operations (004 3.1) if no
    /// retry delays them.
    std::uint64_t barrier(unsigned core, std::uint64_t now) const;
    /// Whether a load finds no message, and takes nothing.
    bool is_quiet(unsigned core, std::uint32_t address) const;
    /// Since when a message of the core's queues can be read; or never.
    std::uint64_t unread_since(unsigned core) const;

    std::uint64_t next() const override;
    void advance(std::uint64_t now, SharedBus &cores) override;
    std::uint64_t reach(unsigned from, unsigned to) const override;
    bool waits_for_room() const override;
    bool idle() const override;
    void archive(Archive &ar) override;
    std::vector<Named> named_state() const override;
    const char *fault_text(std::uint64_t code) const override;

    /// Messages that a transmit queue has not sent yet, that a receive queue holds.
    std::uint32_t unsent(unsigned queue) const {
        return transmit_[queue].producer - transmit_[queue].consumer;
    }
    std::uint32_t unread(unsigned queue) const {
        return receive_[queue].producer - receive_[queue].consumer;
    }

  private:
    struct Express {                         ///< a message in a queue of the NES
        std::uint32_t first = 0, second = 0; ///< to send: destination << 8 | tag, data
        std::uint64_t since = 0;
        void archive(Archive &ar);
    };
    struct Transmit {
        std::uint32_t producer = 0, consumer = 0;
        std::uint32_t posted = 0; ///< Express stores on the bus
        std::deque<Express> express;
        void archive(Archive &ar);
    };
    struct Receive {
        std::uint32_t reserved = 0; ///< for messages that have been taken from the network
        std::uint32_t producer = 0; ///< can be read
        std::uint32_t consumer = 0; ///< read
        std::uint32_t freed = 0;    ///< places that may be filled again
        std::deque<Express> express;
        std::deque<std::uint64_t> since; ///< of Basic messages from the consumer on
        void archive(Archive &ar);
    };
    /// A message in the transmit or the receive stage.
    struct Moving {
        std::uint64_t ready = 0;
        net::Packet packet;
        std::vector<std::uint8_t> bytes;
        std::uint32_t queue = 0; ///< receive: where it goes
        void archive(Archive &ar);
    };
    /// The transmit engine: reclaims the lines of one message, then reads it.
    struct Sending {
        enum class State : std::uint8_t { idle, reclaims, reads } state = State::idle;
        std::uint32_t queue = 0;
        std::uint32_t line = 0;          ///< that is reclaimed
        std::uint64_t until = 0;         ///< reads: the end
        std::vector<std::uint8_t> bytes; ///< of a Basic message, as they were at the beginning
        void archive(Archive &ar);
    };
    /// Reclaim of the lines of messages that the program has read.
    struct Sweep {
        bool runs = false;
        std::uint32_t queue = 0, line = 0;
        void archive(Archive &ar);
    };
    /// An operation on the aP's bus that the sP has started.
    struct Copy {
        bool runs = false;
        std::uint32_t address = 0, command = 0;
        void archive(Archive &ar);
    };
    enum Reclaims : std::uint32_t { for_transmit, for_receive };

    std::uint32_t ticks(std::uint32_t bus_cycles) const { return bus_cycles * config_.ratio; }
    std::uint32_t entries(unsigned queue) const;
    bool reclaimed(unsigned queue) const { return reclaims_ >> queue & 1; }
    std::uint32_t window_word(unsigned core, std::uint32_t offset) const;

    // Accesses; nes.cpp.
    Answer window_access(unsigned core, std::uint64_t now, const Access &access,
                         std::uint32_t offset);
    std::optional<Error> check(unsigned core, const Access &access) const;
    std::uint64_t read(unsigned core, std::uint64_t now, std::uint32_t address, unsigned bytes,
                       unsigned &taken);
    std::uint64_t take(unsigned core, unsigned queue, unsigned &taken);
    std::uint64_t poll(unsigned core, std::uint32_t set, unsigned &taken);
    std::uint64_t empty() const { return std::uint64_t{empty_[0]} << 32 | empty_[1]; }
    /// The queue that OnePoll chooses, or `queues`.
    unsigned best(unsigned core, std::uint32_t set) const;
    std::uint32_t fact(std::uint32_t at) const; ///< a word of the page `about` (registers.h)
    std::uint32_t pointer(unsigned queue, std::uint32_t at) const;
    std::uint32_t control_register(std::uint32_t at) const;

    // Effects of bus operations; nes.cpp.
    void end(unsigned core, std::uint64_t now, SharedBus &cores);
    void act(unsigned core, std::uint64_t now, const Bus::Operation &done, SharedBus &cores);
    void store(unsigned core, std::uint64_t now, const Bus::Operation &operation, SharedBus &cores);
    void store_pointer(unsigned queue, std::uint32_t at, std::uint32_t value, SharedBus &cores);
    void store_control(std::uint64_t now, std::uint32_t at, std::uint32_t value, SharedBus &cores);
    void fail(unsigned core, Error error, std::uint32_t value, SharedBus &cores) const;

    // Operations of firmware on the aP (nes_service.cpp).
    void deliver_to(std::uint64_t now, std::uint32_t value, SharedBus &cores);
    void start_copy(std::uint64_t now, std::uint32_t value, SharedBus &cores);
    void end_copy(SharedBus &cores);

    // Queues and messages; nes_queues.cpp.
    void release(unsigned queue);
    void add_event(std::uint64_t now, std::uint32_t offset, std::uint32_t value, SharedBus &cores);
    void snooped(unsigned core, std::uint64_t now, const Bus::Operation &operation,
                 SharedBus &cores);
    std::uint64_t arrival(unsigned channel) const;
    void start_sending(std::uint64_t now, SharedBus &cores);
    void snoop(std::uint64_t now, unsigned queue, std::uint32_t offset, Reclaims which,
               SharedBus &cores);
    void line_done(std::uint64_t now, Reclaims which, SharedBus &cores);
    /// Lines of the Basic message in this entry, as its header says.
    std::uint32_t lines(unsigned queue, std::uint32_t offset) const;
    void begin_read(std::uint64_t now);
    void end_read(std::uint64_t now, SharedBus &cores);
    void start_sweep(std::uint64_t now, SharedBus &cores);
    /// The receive queue of a packet if it is resident and of the packet's kind; `miss`: none.
    unsigned resident(const net::Packet &packet) const;
    /// Where the packet goes now; `queues`: nowhere.
    unsigned place_of(const net::Packet &packet) const;
    bool has_place(unsigned queue, unsigned channel) const;
    void take_packet(std::uint64_t now, unsigned channel, SharedBus &cores);
    void deliver(std::uint64_t now, SharedBus &cores);
    void inject(std::uint64_t now, unsigned channel, SharedBus &cores);

    static constexpr unsigned channels = 2;
    static constexpr std::size_t depth = 4; ///< most messages of a channel in the transmit stage

    NesConfig config_;
    net::Network *network_;
    std::uint32_t site_;
    std::array<Window, cores> windows_;
    std::array<Bus, cores> buses_;
    std::array<bool, cores> syncs_{};           ///< whether a `sync` waits for posted operations
    std::array<std::uint32_t, cores> second_{}; ///< word that the last load left at + 4
    std::array<Transmit, queues> transmit_;
    std::array<Receive, queues> receive_;
    std::array<std::uint32_t, job_queues> tags_{};
    std::array<std::array<std::uint32_t, destinations>, queues> tables_{};
    std::array<std::uint32_t, 2> empty_{};
    std::uint32_t reclaims_ = 0;

    Copy copy_;
    Sending sending_;
    std::array<std::uint32_t, channels> last_{}; ///< transmit queue served, by priority
    std::array<std::deque<Moving>, channels> outgoing_;
    Sweep sweep_;
    std::uint64_t receives_until_ = 0; ///< the receive engine is busy
    std::deque<Moving> incoming_;
    std::uint64_t now_ = 0; ///< of the last action
    std::uint32_t sent_ = 0;
};

} // namespace inlet::voyager
