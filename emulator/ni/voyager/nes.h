// StarT-Voyager's network endpoint subsystem (NES) between the application processor (aP) and the
// service processor (sP) of a site: Basic and Express messages, OnePoll, Reclaim, translation and
// receive-queue tags in hardware (004 3, 4). docs/voyager.md has the model.
#pragma once

#include "inlet/nes_config.h"
#include "net/network.h"
#include "ni/network_interface.h"
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
    tag_on,
    serviced_load,
    event_left,
    control_value,
    refill,
    bus_copy,
    dma_start,
    dma_memory,
    dma_slot,
};

/// What an instruction of a core did with messages.
struct News {
    std::vector<std::uint8_t> launched{};  ///< transmit queues, one for each message
    std::optional<net::Packet> taken{};    ///< an Express message
    std::optional<std::uint32_t> polled{}; ///< a load looked for messages; found::... of its result
    std::optional<net::Packet> reads{};    ///< a Basic message whose header it loaded
    std::optional<std::uint32_t> released{}; ///< a queue: it stored the consumer pointer
    std::uint64_t cycle = 0;                 ///< of the access
    void archive(Archive &ar);
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
    /// The messages of both processors that are in the endpoint, or that firmware keeps for a full
    /// queue.
    std::vector<HeldPacket> held() const;
    /// Since when a message of the core's queues can be read; or never.
    std::uint64_t unread_since(unsigned core) const;

    /// Moves out the news of the core's last instruction, which has ended at `now`.
    News take_news(unsigned core, std::uint64_t now);
    /// The message that was launched last but `back` into this queue.
    net::Packet launched(unsigned queue, std::size_t back) const;
    /// Of a Basic receive queue of the aP: the number of its next message.
    std::uint32_t consumed(unsigned queue) const { return receive_[queue].consumer; }

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
        std::uint32_t first = 0, second = 0; ///< to send: the store's address, data
        std::uint64_t since = 0;
        net::Packet packet{}; ///< received
        void archive(Archive &ar);
    };
    /// A message from the store that launches it until the engine has read it.
    struct Launch {
        std::uint32_t number = 0;
        std::uint32_t destination = 0, tag = 0, bytes = 0, word = 0; ///< as far as the store knows
        std::uint64_t cycle = 0;                                     ///< the store is done
        std::uint64_t queued = 0; ///< it is in the transmit queue
        void archive(Archive &ar);
    };
    struct Transmit {
        std::uint32_t producer = 0, consumer = 0;
        std::uint32_t posted = 0; ///< Express stores on the bus
        std::deque<Express> express;
        std::uint32_t launched = 0;  ///< messages; their stores may still be on the bus
        std::deque<Launch> launches; ///< from the consumer on
        void archive(Archive &ar);
    };
    /// A Basic message in a receive queue.
    struct Basic {
        std::uint64_t since = 0;
        net::Packet packet;
        void archive(Archive &ar);
    };
    struct Receive {
        std::uint32_t reserved = 0; ///< for messages that have been taken from the network
        std::uint32_t producer = 0; ///< can be read
        std::uint32_t consumer = 0; ///< read
        std::uint32_t freed = 0;    ///< places that may be filled again
        std::deque<Express> express;
        std::deque<Basic> basic; ///< from the consumer on
        /// Of an Express queue: entries of Tag-On lines that are reserved, written, freed.
        std::uint32_t tag_reserved = 0, tag_producer = 0, tag_consumer = 0;
        void archive(Archive &ar);
    };
    /// A message in the transmit or the receive stage.
    struct Moving {
        std::uint64_t ready = 0;
        net::Packet packet;
        std::vector<std::uint8_t> bytes;
        std::uint32_t queue = 0; ///< receive: where it goes
        /// Sent: launched, queued, read from, ready from. Received: out of the network, taken; of
        /// one that firmware has kept: in the miss queue, out of it.
        std::array<std::uint64_t, 4> times{};
        void archive(Archive &ar);
    };
    /// The transmit engine: reclaims the lines of one message, then reads it.
    struct Sending {
        enum class State : std::uint8_t { idle, reclaims, reads } state = State::idle;
        std::uint32_t queue = 0;
        std::uint32_t line = 0;             ///< that is reclaimed
        std::uint64_t since = 0, until = 0; ///< the beginning; reads: the end
        std::vector<std::uint8_t> bytes;    ///< of a Basic message, as they were at the beginning
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
    /// The DMA engine that sends: it reads 64 bytes of memory for each packet.
    struct Dma {
        bool runs = false, reads = false;
        std::uint32_t source = 0, target = 0, left = 0, where = 0;
        std::uint64_t since = 0; ///< of the packet
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
    void store_pointer(std::uint64_t now, unsigned queue, std::uint32_t at, std::uint32_t value,
                       SharedBus &cores);
    void store_control(std::uint64_t now, std::uint32_t at, std::uint32_t value, SharedBus &cores);
    void fail(unsigned core, Error error, std::uint32_t value, SharedBus &cores) const;

    // Operations of firmware on the aP (nes_service.cpp).
    void deliver_to(std::uint64_t now, std::uint32_t value, SharedBus &cores);
    void start_copy(std::uint64_t now, std::uint32_t value, SharedBus &cores);
    void end_copy(std::uint64_t now, SharedBus &cores);
    net::Packet packet_at(std::uint32_t offset) const;

    // Queues and messages; nes_queues.cpp.
    void release(unsigned queue, SharedBus &cores);
    void wake_waiting(unsigned queue, SharedBus &cores);
    /// Sets destination and tag of a packet from the Destination Table (004 4.1). False: no entry.
    bool translate(net::Packet &packet, unsigned queue, std::uint32_t destination,
                   std::uint32_t tag) const;
    void note_launch(unsigned core, unsigned queue, Launch launch);
    void note_store(unsigned core, std::uint32_t address, std::uint32_t value);
    void note_queued(unsigned queue, std::uint32_t first, std::uint32_t last, std::uint64_t now,
                     SharedBus &cores);
    net::Packet packet_of(unsigned queue, const Launch &launch) const;
    std::optional<net::Packet> message_at(unsigned core, std::uint32_t offset) const;
    /// The sP's load of an Express message has ended.
    void took(std::uint64_t now, SharedBus &cores);
    void tell_sent(std::uint64_t now, const Moving &message, SharedBus &cores) const;
    void tell_received(std::uint64_t now, const Moving &message, SharedBus &cores) const;
    /// Remembers what is in the miss queue, for the time at which firmware refills a queue with it.
    void keep(std::uint64_t now, const Moving &message);
    void archive_news(Archive &ar);
    /// Gives the message that firmware puts into a queue the identity that it had before.
    void find_kept(std::uint64_t now, Moving &message, SharedBus &cores);
    /// Firmware has moved lines into the program's memory: of a message of the miss queue, if they
    /// are the entry of one.
    void note_moved(std::uint64_t now, std::uint32_t offset, SharedBus &cores);
    std::deque<Moving>::iterator remembered(const net::Packet &packet);
    /// Tells of a message that no program of an aP launches.
    void tell_by_engine(std::uint64_t since, const net::Packet &packet, SharedBus &cores) const;
    /// Tells that firmware has taken a message.
    void tell_taken(std::uint64_t now, const net::Packet &packet, SharedBus &cores) const;
    /// Appends to the sP's events queue.
    void add_event(std::uint64_t now, Kind kind, std::uint32_t about, std::uint32_t value,
                   SharedBus &cores);
    // DMA (nes_dma.cpp).
    void store_dma(std::uint64_t now, std::uint32_t at, std::uint32_t value, SharedBus &cores);
    void start_dma_read(std::uint64_t now, SharedBus &cores);
    void end_dma_read(std::uint64_t now, SharedBus &cores);
    void write_dma(std::uint64_t now, Moving message, SharedBus &cores);
    void end_dma_write(std::uint64_t now, SharedBus &cores);
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
    bool has_place(unsigned queue, unsigned channel, std::uint32_t lines = 0) const;
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
    std::uint32_t asked_free_ = 0; ///< queues whose free places firmware has looked at, since then
                                   ///< unchanged

    Copy copy_;
    Dma dma_;
    static constexpr unsigned to_memory = queues + 1;   ///< a Moving's queue: memory, by DMA
    static constexpr std::uint32_t dma_depth = 4;       ///< packets of the engine that receives
    std::uint32_t dma_places_ = 0;                      ///< of it that are taken
    std::deque<Moving> dma_writes_;                     ///< on the bus
    std::array<std::uint32_t, dma_slot_count> slots_{}; ///< bytes that are missing
    Sending sending_;
    std::array<std::uint32_t, channels> last_{}; ///< transmit queue served, by priority
    std::array<std::deque<Moving>, channels> outgoing_;
    Sweep sweep_;
    std::uint64_t receives_until_ = 0; ///< the receive engine is busy
    std::deque<Moving> incoming_;
    std::deque<Moving> kept_; ///< in the miss queue or in firmware's memory; without their bytes
    std::array<News, cores> news_;
    std::uint64_t now_ = 0; ///< of the last action
    std::uint32_t sent_ = 0;
};

} // namespace inlet::voyager
