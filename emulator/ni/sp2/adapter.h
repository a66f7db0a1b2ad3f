// The SP-2's communication adapter (TB2) as its node sees it (003 2.1): a send and a receive FIFO
// in main memory, which the adapter reads and writes by DMA over the Micro Channel, a length array
// that says what to send, and a register that frees received entries. The adapter's processor is
// not simulated; the adapter is a row of stages, each of which serves one packet after the other:
//
//   send:     length seen -> firmware -> DMA from the send FIFO -> 2 KB FIFO -> switch
//   receive:  switch -> 2 KB FIFO -> firmware, full? lost -> DMA into the receive FIFO
//
// One processor executes the firmware of both rows. DMA and the node's accesses share the Micro
// Channel. Both serve requests in order. The two halves of the 4 KB FIFO are the network's
// injection and receive buffers.
#pragma once

#include "inlet/tb2_config.h"
#include "memory/device.h"
#include "net/multistage.h"
#include "ni/network_interface.h"
#include "ni/sp2/registers.h"
#include "ni/window.h"

#include <array>
#include <cstdint>
#include <deque>
#include <span>
#include <utility>
#include <vector>

namespace inlet::sp2 {

/// Codes of an Answer that is a fault.
enum class Error : std::uint64_t {
    no_register = 1, ///< no such register, or not in this direction
    width,           ///< not the size of the register
    beyond,          ///< outside the FIFOs
    length,          ///< shorter than a header
    busy,            ///< a length for an entry that has not been fetched yet
    destination,     ///< no such node
    route,           ///< no such route
    popped,          ///< more entries than have arrived
    unfetched,       ///< a store to an entry that is to be fetched
};

/// The cycles at which a packet passed the stages of an adapter, in order.
struct Stages {
    std::uint64_t asked = 0; ///< send: its length was stored; receive: it left the switch
    std::uint64_t begun = 0; ///< the firmware begins with it
    std::uint64_t done = 0;  ///< the firmware ends
    std::uint64_t moved = 0; ///< its DMA ends

    bool operator==(const Stages &) const = default;
};

/// An event of a packet, for observers.
struct Happened {
    enum class Kind : std::uint8_t {
        sent,     ///< it enters the switch
        taken,    ///< it left the switch on its way to the receive FIFO
        received, ///< it is in the receive FIFO
        full,     ///< lost: the receive FIFO was full
        fault,    ///< lost: destroyed by the switch
    } kind;
    std::uint64_t cycle;
    net::Packet packet;
    Stages stages{}; ///< sent, received

    bool operator==(const Happened &) const = default;
};

/// What an access of the program says about packets, for observers.
struct Seen {
    enum class Kind : std::uint8_t {
        handed, ///< it stores the packet's length
        looked, ///< it loads the first word of an entry of the receive FIFO
        done,   ///< it zeroes that word: the entry is read
    } kind;
    std::uint64_t cycle;
    std::uint32_t entry; ///< of its FIFO
    /// handed: with the number that it will have; else of the entry, number 0 if that is empty.
    net::Packet packet;

    bool operator==(const Seen &) const = default;
};

class Adapter final : public Device {
  public:
    Adapter(const Tb2Config &config, std::uint32_t node, net::MultistageNetwork &network);

    Answer access(std::uint64_t now, const Access &access) override;
    /// Operates on the cache line of `address` at `now`. Returns the wait states.
    std::uint32_t flush_line(std::uint64_t now, std::uint32_t address, bool keep);
    std::uint32_t zero_line(std::uint64_t now, std::uint32_t address);

    std::uint64_t next(std::uint64_t now) const override;
    void advance(std::uint64_t now, Bus &bus) override;
    /// Whether a packet waits for a slot of the injection buffer, as far as is known. Then the
    /// network must be known up to `now` before advance().
    bool waits_for_room() const {
        return !sending_.empty() && !network_->free_slots(node_, channel);
    }
    /// The cycle since which the first unread entry of the receive FIFO is filled, or never.
    std::uint64_t unread_since() const;
    /// The packets in the adapter and its FIFOs that the program has sent, or has not read.
    std::vector<HeldPacket> held() const;
    /// Packets that the adapter has lost.
    std::uint64_t lost() const { return lost_full_ + lost_faults_; }
    /// Whether no packet is under way in the adapter.
    bool idle() const {
        return !visible_count_ && sending_.empty() && storing_.empty() && job_ == Job::none;
    }
    void archive(Archive &ar) override;
    std::vector<Named> named_state() const override;
    const char *fault_text(std::uint64_t code) const override;
    FaultKind fault_kind(std::uint64_t code) const override;

    /// The first cycle at which the program reported that it only polls, with no packet sent or
    /// received since, or never; and the last one.
    std::uint64_t quiet_since() const { return quiet_since_; }
    /// The same with packets sent since: again and again what nobody has acknowledged.
    std::uint64_t waits_since() const { return waits_since_; }
    std::uint64_t quiet_until() const { return quiet_until_; }
    /// Whether the last access was such a report, whose state is not known yet.
    bool reports() const { return reports_; }
    /// The state of the program in that report. A program that only polls has the same each time;
    /// in another state it has computed, and has not waited before.
    void note_report(std::uint64_t state);

    /// Takes the events since the last call, in order.
    std::vector<Happened> take_happened() { return std::exchange(happened_, {}); }
    /// The same; valid until the next access.
    std::span<const Seen> take_seen() {
        told_.swap(seen_);
        seen_.clear();
        return told_;
    }

    std::uint64_t lost_full() const { return lost_full_; }
    std::uint64_t lost_faults() const { return lost_faults_; }
    std::uint32_t packets_sent() const { return sent_; }
    std::uint64_t packets_received() const { return received_; }
    /// Busy cycles of firmware and Micro Channel.
    std::uint64_t firmware_cycles() const { return firmware_cycles_; }
    std::uint64_t channel_cycles() const { return channel_cycles_; }

  private:
    static constexpr unsigned channel = 0;
    static constexpr std::uint32_t send_entries = Tb2Config::send_entries;
    static constexpr std::size_t in_pipe = 2; ///< packets between firmware and FIFO, each way

    /// The packet that the firmware works on.
    enum class Job : std::uint8_t { none, send, receive };
    /// A packet behind the firmware. Its DMA ends at `end`.
    struct Moving {
        std::uint64_t end = 0;
        std::uint32_t entry = 0;
        std::uint8_t bytes = 0;         ///< sending
        net::Packet packet;             ///< receiving
        std::vector<std::uint8_t> data; ///< sending: empty until fetched
        Stages stages{};
    };

    Answer load(std::uint64_t now, const Access &access);
    Answer store(std::uint64_t now, const Access &access);
    Answer window_access(std::uint64_t now, const Access &access);
    Answer line_access(std::uint64_t now, const Access &access);
    Answer set_lengths(std::uint64_t now, const Access &access);
    std::uint32_t programmed(std::uint64_t now);
    std::uint32_t line_wait(std::uint64_t now, std::uint32_t cycles) const;
    std::uint64_t dma(std::uint64_t now, std::uint32_t bytes);
    Window *window(std::uint32_t address, std::uint32_t bytes, std::uint32_t &offset);

    std::uint64_t send_ready() const;
    std::uint64_t receive_ready() const;
    std::uint64_t next_fetch() const;
    std::uint64_t next_injection() const;
    std::uint64_t due() const;
    bool step(std::uint64_t at, std::uint64_t now);
    void begin(std::uint64_t at, Job job);
    void end_of_firmware(std::uint64_t at, std::uint64_t now);
    void fetch();
    void inject(std::uint64_t now);
    void store_first();
    void lose(std::uint64_t at, std::uint64_t now, bool fault);
    bool sendable(std::uint32_t header) const;
    net::Packet packet_of(std::span<const std::uint8_t> data, std::uint32_t number) const;
    void see(std::uint64_t now, const Access &access, std::uint32_t offset);
    unsigned shift() const { return wide_ ? wide_node_shift : node_shift; }
    void note(Happened::Kind kind, std::uint64_t now, const net::Packet &packet,
              const Stages &stages = {}) {
        happened_.push_back({kind, now, packet, stages});
    }

    const Tb2Config *config_;
    std::uint32_t node_, nodes_;
    net::MultistageNetwork *network_;
    Window send_, receive_;

    // Sending. Entries are fetched in ring order, not in the order of their lengths.
    std::array<std::uint8_t, send_entries> lengths_{};
    std::array<std::uint64_t, send_entries>
        visible_{}, ///< by entry with a length: the cycle at which it is seen
        rung_{};    ///< the cycle at which it was stored
    std::uint32_t visible_count_ = 0;
    std::uint32_t next_send_ = 0; ///< the next entry to fetch
    std::deque<Moving> sending_;  ///< fetched, in order

    // Receiving.
    std::uint32_t receive_entries_;
    std::uint32_t next_receive_ = 0; ///< the next entry to fill
    std::uint32_t free_entries_;     ///< not reserved for a packet
    struct Stored {
        net::Packet packet;
        std::uint64_t since = 0;
        void archive(Archive &ar);
    };
    std::deque<Stored> stored_; ///< the entries that are filled and not popped
    std::deque<Moving> storing_;
    std::uint32_t next_stored_ = 0;          ///< the first entry behind the filled ones
    mutable std::uint32_t first_unread_ = 0; ///< a lower bound of the first unread entry
    std::uint64_t receive_done_ = 0;         ///< cycle at which the last packet was stored or lost

    Job job_ = Job::none;
    std::uint64_t firmware_until_ = 0, channel_until_ = 0;
    /// When the firmware was last done with a packet of each way: the next one asks from then on,
    /// so that both ways get their turns.
    std::uint64_t sent_at_ = 0, received_at_ = 0;
    std::uint64_t injected_at_ = 0; ///< cycle at which the last packet entered the network
    std::uint64_t bus_from_ = 0, bus_until_ = 0; ///< DMA holds the memory bus between these cycles
    std::uint32_t sent_ = 0;
    std::uint64_t received_ = 0, lost_full_ = 0, lost_faults_ = 0;
    std::uint64_t firmware_cycles_ = 0, channel_cycles_ = 0;
    std::uint64_t quiet_since_ = never, waits_since_ = never, quiet_until_ = 0;
    std::uint64_t report_ = 0; ///< the state in the last report
    bool reports_ = false;
    bool wide_ = false; ///< headers have nine bits for a node
    std::vector<Happened> happened_;
    std::vector<Seen> seen_, told_;
};

} // namespace inlet::sp2
