// A Myrinet network interface, which the host and the interface's processor, a Lanai, share (001
// 1.6.2): the window on the PCI bus, three DMA engines, timer, interrupt and special registers.
// SRAM is the memory of the Lanai. docs/myrinet.md describes the model.
#pragma once

#include "inlet/myrinet_config.h"
#include "inlet/named_count.h"
#include "inlet/state_dump.h"
#include "net/wormhole.h"
#include "ni/myrinet/dma_check.h"
#include "ni/myrinet/lfc_check.h"
#include "ni/myrinet/pci.h"
#include "ni/network_interface.h"
#include "node/shared_device.h"

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace inlet::myrinet {

enum Core : unsigned { host, lanai };

/// Errors of programs. fault_text() returns their messages.
enum class Error : std::uint8_t {
    no_register = 1,
    register_size,
    load_only,
    store_only,
    pin_size,
    not_pinned,
    dma_busy,
    dma_size,
    dma_address,
    send_busy,
    send_limits,
    receive_armed,
    receive_limits,
    packet_too_long,
    packet_address,
    breach, ///< what LFC's control program keeps is wrong
};

/// The last address of a packet's header.
inline constexpr std::uint32_t last_header = (1u << 20) - 12;

class Nic final : public SharedDevice {
  public:
    /// `config` and `network` must outlive this object.
    Nic(const MyrinetConfig &config, net::Wormhole &network, std::uint32_t node);

    // For ports (port.h).
    Answer access(unsigned core, std::uint64_t now, const Access &access);
    bool is_quiet(unsigned core, std::uint32_t address) const;
    /// The result of the host's last load of these bytes of the window, if it is one of its last
    /// loads: what a loop that polls SRAM would load again. Empty: it is not.
    std::optional<std::uint64_t> loaded(std::uint32_t address, unsigned bytes) const;

    /// What has been lost of its packets, and whether it waits for an acknowledgement.
    void show(DumpNode &dump) const;
    /// The packets that the host has handed over and the control program has not sent, and those
    /// that have come for the host and whose buffer it has not emptied.
    std::vector<HeldPacket> held(const Memory &of_host) const;

    // For the host's port, about messages. They change nothing but what observers are told.

    /// The instruction that has accessed the interface is at `pc`, in a handler's context.
    void accessed_by(std::uint32_t pc, Context context) {
        if (at(Start::hand_over) != never && launcher_.pc == 0) launcher_ = {pc, context};
    }
    /// The packets in the host's memory whose handlers have not begun, the first one first: those
    /// that the program's upcall takes, and those that name their handlers. They are collected in
    /// observed runs only.
    std::array<std::deque<net::Packet>, 2> &to_handle() { return to_handle_; }
    /// The packet with a handler whose last word has this address in the host's memory, and is not
    /// 0 (`of_host`); the first time only. Else nullptr.
    const net::Packet *find(std::uint32_t address, const Memory &of_host);
    /// Whether a packet in SRAM waits to be read; of LFC's, in an observed run only.
    bool follows() const { return follows_; }
    /// Software has read these bytes of SRAM.
    void note_read(std::uint64_t now, std::uint32_t address, std::uint32_t bytes);

    /// Adds the packets that this interface has sent, by LFC's kinds, and those that have come with
    /// a wrong checksum. Kinds without a packet are left out.
    void add_counts(NamedCounts &counts) const;

    /// The last cycle at which a packet with data was sent for the first time, or began to move to
    /// the host; of Hrx, whose host tells which are new, one that was sent for the first time.
    std::uint64_t last_progress() const { return progress_; }
    /// The last cycle at which a packet was sent again.
    std::uint64_t last_again() const { return again_; }

    /// Checks what LFC's control program keeps, from the begin of the run on. What is wrong ends
    /// the run with a fault of the Lanai.
    void check_lfc(std::unique_ptr<LfcCheck> check) { check_ = std::move(check); }

    /// Checks what changes while an engine has it, from the begin of the run on.
    void check_dma() { dma_check_.emplace(); }

    /// Reports that the send or receive DMA of this node begins or stops to use SRAM.
    void train(const net::TrainEvent &event) { trains_.push_back(event); }

    std::uint64_t next() const override;
    void advance(std::uint64_t now, SharedBus &cores) override;
    void finish(SharedBus &cores) override;
    std::uint64_t reach(unsigned from, unsigned to) const override;
    bool idle() const override;
    void archive(Archive &ar) override;
    std::vector<Named> named_state() const override;
    const char *fault_text(std::uint64_t code) const override;
    static FaultKind fault_kind(std::uint64_t code);

  private:
    /// Actions that an access starts and that happen at a later cycle.
    enum class Start : std::uint8_t {
        arm,
        send,
        dma,
        signal,
        acknowledge,
        timer,
        hand_over, ///< a packet's stores are in SRAM
        drop,      ///< software has dropped packets
        COUNT
    };
    enum class Engine : std::uint8_t { receive, send, dma };

    std::uint64_t &at(Start start) { return starts_[static_cast<std::size_t>(start)]; }
    std::uint64_t at(Start start) const { return starts_[static_cast<std::size_t>(start)]; }
    bool &runs(Engine engine) { return runs_[static_cast<std::size_t>(engine)]; }
    static Answer wrong(Error error) {
        return {Answer::Kind::fault, static_cast<std::uint64_t>(error), 0};
    }

    // Accesses (nic.cpp).
    Answer window_access(std::uint64_t now, const Access &access);
    Answer driver_access(std::uint64_t now, const Access &access);
    Answer load_register(std::uint64_t now, std::uint32_t offset) const;
    Answer store_register(std::uint64_t now, std::uint32_t offset, std::uint32_t value);
    /// False: what the control program keeps is wrong.
    bool check(const Access &access);
    std::uint32_t route_word(std::uint32_t node, std::uint32_t word) const;
    std::uint32_t units(std::uint64_t now) const {
        return static_cast<std::uint32_t>(now / config_->timer);
    }

    // Actions (nic_engines.cpp).
    void set(std::uint32_t events, SharedBus &cores);
    void start(Start what, std::uint64_t now, SharedBus &cores);
    void send(std::uint64_t now, SharedBus &cores);
    void receive(std::uint64_t now, SharedBus &cores);
    void end_transfer(std::uint64_t now, SharedBus &cores);
    void move_burst(std::uint32_t bytes, SharedBus &cores);
    void next_burst(std::uint64_t now, SharedBus &cores);
    void arbitrate(std::uint64_t now, SharedBus &cores);
    /// The destination of a packet, and the number of bytes of its route.
    struct Routed {
        std::uint32_t node;
        std::size_t bytes;
    };
    Routed follow(std::span<const std::uint8_t> packet) const;
    std::uint64_t not_drained() const;
    void fail(Error error, std::uint32_t value, SharedBus &cores) const;
    static void fail_if(const std::string &wrong, unsigned core, SharedBus &cores);
    void begin_dma_check(SharedBus &cores);
    void check_host_dma(SharedBus &cores);

    // Messages (nic_messages.cpp).
    struct Since { ///< the begin of a stage
        std::uint64_t cycle = 0;
        std::uint64_t held = 0; ///< cycles for which the Lanai had waited for SRAM
        void archive(Archive &ar);
    };
    /// A packet that the host has handed over.
    struct Launch {
        Since since;
        net::Packet packet;   ///< number 0: it gets the next one when it is sent
        std::uint32_t pc = 0; ///< of the host; 0: the run is not observed
        void archive(Archive &ar);
    };
    /// A packet in SRAM.
    struct Received {
        std::uint32_t first = 0, end = 0;
        Since since;
        net::Packet packet;
        bool delivered = false; ///< or the control program takes it itself
        bool again = false;     ///< it has been sent before
        bool for_host = true;   ///< by its format; of others, the control program decides
        /// When software read it first; never: it has not, or nobody asks (follows()). Of a packet
        /// in a snapshot this is not known; it counts as read.
        std::uint64_t read = never;
        void archive(Archive &ar);
    };
    /// The cycles for which the Lanai has waited for SRAM.
    std::uint64_t held(std::uint64_t now) const {
        return held_cycles_ + (held_ ? now - held_since_ : 0);
    }
    void set_handler(net::Packet &packet, bool active, std::span<const std::uint8_t> data) const;
    void set_handler(net::Packet &packet, std::span<const std::uint8_t> bytes) const;
    void hand_over(std::uint64_t now, SharedBus &cores);
    void tell_sent(std::uint64_t now, net::Packet &packet, std::span<const std::uint8_t> bytes,
                   SharedBus &cores);
    void note_received(std::uint64_t now, const net::Packet &packet,
                       std::span<const std::uint8_t> bytes, bool corrupt, SharedBus &cores);
    void begin_delivery(std::uint64_t now);
    void end_delivery(std::uint64_t now, SharedBus &cores);
    const Received *received_at(std::uint32_t first, std::uint32_t end) const;
    const Received *delivered_from(std::uint32_t first) const;
    /// A packet ends in the interface: its buffer is used again, or the run is over.
    static void tell_end(std::uint64_t now, const Received &one, SharedBus &cores);
    void look_at_unread();
    static void tell_lost(std::uint64_t now, const net::Packet &packet, const events::Dropped &how,
                          SharedBus &cores);
    void note_dropped(std::uint64_t now, unsigned core, std::uint32_t word);
    void drop(std::uint64_t now, SharedBus &cores);
    void drop_received(std::uint64_t now, std::uint32_t word, SharedBus &cores);
    void drop_in_host(std::uint64_t now, std::uint32_t word, SharedBus &cores);
    void archive_messages(Archive &ar);
    void count_sent(std::uint64_t now, std::span<const std::uint8_t> packet);

    const MyrinetConfig *config_;
    net::Wormhole *network_;
    std::uint32_t node_;
    Pci pci_;
    std::deque<net::TrainEvent> trains_; ///< events that advance() has not handled
    std::array<std::uint64_t, static_cast<std::size_t>(Start::COUNT)> starts_;
    std::array<bool, 3> runs_{};                     ///< whether each engine uses SRAM now
    bool held_ = false;                              ///< whether the Lanai waits for SRAM
    std::uint64_t held_since_ = 0, held_cycles_ = 0; ///< before `held_since_`
    std::uint64_t last_ = 0;                         ///< cycle of the last action
    std::uint32_t sent_ = 0;                         ///< number of packets sent
    bool sending_ = false;

    bool loads_ = false;          ///< whether a load of the host is pending
    std::uint64_t loaded_at_ = 0; ///< the cycle at which the pending load ends
    /// The host's last loads of the window, of different places. Only reports use them.
    struct Loaded {
        std::uint32_t offset = 0, bytes = 0;
        std::uint64_t value = 0;
    };
    static constexpr std::size_t most_loaded = 8;
    std::deque<Loaded> last_loads_;

    // Registers of the driver.
    bool open_ = false;
    std::uint32_t pin_first_ = 0, handler_ = 0, upcall_ = 0;
    std::map<std::uint32_t, std::uint32_t> pinned_; ///< address of a block to its size in bytes

    // Special registers.
    std::uint32_t isr_ = 0;
    std::uint32_t timer_ = 0, clock_ = 0; ///< IT and RTC at `since`
    std::uint64_t timer_since_ = 0, clock_since_ = 0;
    std::uint32_t ear_ = 0, lar_ = 0, counter_ = 0, direction_ = 0;
    std::uint32_t rmp_ = 0, rml_ = 0, smp_ = 0, smlt_ = 0, timeout_ = 0, myrinet_ = 0;
    // Messages.
    std::uint32_t handed_ = 0, handed_bytes_ = 0; ///< the last store to MYRINET_HAND_OVER
    struct Launcher {
        std::uint32_t pc = 0;
        Context context = Context::main;
    } launcher_;
    std::map<std::uint32_t, Launch> launches_; ///< by the address of the header
    std::vector<Received> received_;
    bool follows_ = false;  ///< follows(); no part of the state
    bool delivers_ = false; ///< the host DMA moves a received packet:
    Received delivered_;
    Since delivery_; ///< since the host DMA was started
    std::array<std::deque<net::Packet>, 2> to_handle_;
    /// What each core has dropped (LFC_DROPPED), and has not been told.
    std::array<std::vector<std::uint32_t>, 2> dropped_;
    /// Packets by the address of the last word that their DMA wrote to the host's memory, which the
    /// host's library sets to 0 when it no longer needs them.
    struct InHost {
        net::Packet packet;
        std::uint64_t since = 0;
        bool found = false; ///< by a poll, in an observed run
        void archive(Archive &ar);
        bool is_full(std::uint32_t at, const Memory &of_host) const;
    };
    std::map<std::uint32_t, InHost> in_host_;

    /// Packets sent, by tag (lfc_layout.h), the last one: those of others.
    static constexpr std::size_t kinds = 9;
    struct Counts {
        std::array<std::uint64_t, kinds> sent{};
        std::uint64_t unicast_bytes = 0, multicast_bytes = 0; ///< of data
        std::uint64_t again = 0;                              ///< of `sent`: not the first time
        std::uint64_t corrupt = 0;                            ///< received with a wrong checksum
        std::uint64_t lost = 0; ///< of `sent`, by the network's faults
        void archive(Archive &ar);
    } counts_;
    std::uint64_t progress_ = 0, again_ = 0; ///< last_progress(), last_again()

    std::optional<DmaCheck> dma_check_;
    std::unique_ptr<LfcCheck> check_; ///< nullptr: nothing is checked
    bool unchecked_ = false;          ///< it may have changed since it was checked
    std::string breach_;              ///< what is wrong

    /// The cycle since which the packet waits for which NRES was set last.
    std::uint64_t reset_since_ = SharedDevice::never;
};

} // namespace inlet::myrinet
