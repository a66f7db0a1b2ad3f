// A Myrinet network interface, which the host and the interface's processor, a Lanai, share (001
// 1.6.2): the window on the PCI bus, three DMA engines, timer, interrupt and special registers.
// SRAM is the memory of the Lanai. docs/myrinet.md describes the model.
#pragma once

#include "inlet/myrinet_config.h"
#include "net/wormhole.h"
#include "ni/myrinet/pci.h"
#include "node/shared_device.h"

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
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
};

class Nic final : public SharedDevice {
  public:
    /// `config` and `network` must outlive this object.
    Nic(const MyrinetConfig &config, net::Wormhole &network, std::uint32_t node);

    // For ports (port.h).
    Answer access(unsigned core, std::uint64_t now, const Access &access);
    bool is_quiet(unsigned core, std::uint32_t address) const;

    /// Reports that the send or receive DMA of this node begins or stops to use SRAM.
    void train(const net::TrainEvent &event) { trains_.push_back(event); }

    std::uint64_t next() const override;
    void advance(std::uint64_t now, SharedBus &cores) override;
    std::uint64_t reach(unsigned from, unsigned to) const override;
    bool idle() const override;
    void archive(Archive &ar) override;
    std::vector<Named> named_state() const override;
    const char *fault_text(std::uint64_t code) const override;

  private:
    /// Actions that an access starts and that happen at a later cycle.
    enum class Start : std::uint8_t { arm, send, dma, signal, acknowledge, timer, COUNT };
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
    void move_burst(std::uint32_t bytes, SharedBus &cores) const;
    void next_burst(std::uint64_t now);
    void arbitrate(std::uint64_t now, SharedBus &cores);
    std::uint32_t destination(std::span<const std::uint8_t> route) const;
    std::uint64_t not_drained() const;
    void fail(Error error, std::uint32_t value, SharedBus &cores) const;

    const MyrinetConfig *config_;
    net::Wormhole *network_;
    std::uint32_t node_;
    Pci pci_;
    std::deque<net::TrainEvent> trains_; ///< events that advance() has not handled
    std::array<std::uint64_t, static_cast<std::size_t>(Start::COUNT)> starts_;
    std::array<bool, 3> runs_{}; ///< whether each engine uses SRAM now
    bool held_ = false;          ///< whether the Lanai waits for SRAM
    std::uint64_t last_ = 0;     ///< cycle of the last action
    std::uint32_t sent_ = 0;     ///< number of packets sent
    bool sending_ = false;

    bool loads_ = false;          ///< whether a load of the host is pending
    std::uint64_t loaded_at_ = 0; ///< the cycle at which the pending load ends

    // Registers of the driver.
    bool open_ = false;
    std::uint32_t pin_first_ = 0, handler_ = 0;
    std::map<std::uint32_t, std::uint32_t> pinned_; ///< address of a block to its size in bytes

    // Special registers.
    std::uint32_t isr_ = 0;
    std::uint32_t timer_ = 0, clock_ = 0; ///< IT and RTC at `since`
    std::uint64_t timer_since_ = 0, clock_since_ = 0;
    std::uint32_t ear_ = 0, lar_ = 0, counter_ = 0, direction_ = 0;
    std::uint32_t rmp_ = 0, rml_ = 0, smp_ = 0, smlt_ = 0, timeout_ = 0, myrinet_ = 0;
    /// The cycle since which the packet waits for which NRES was set last.
    std::uint64_t reset_since_ = SharedDevice::never;
};

} // namespace inlet::myrinet
