// A node whose cores share a device (node/shared_device.h): the order of their accesses, the
// horizon between them, and the device's only way to them.
#pragma once

#include "inlet/core_id.h"
#include "node/node_core.h"
#include "node/shared_device.h"

#include <array>
#include <cstdint>

namespace inlet {

class Node final : public SharedBus {
  public:
    static constexpr unsigned cores = 2;

    /// All three must outlive it.
    Node(SharedDevice &device, NodeCore &first, NodeCore &second, const net::Network &network)
        : device_(&device), cores_{&first, &second}, network_(&network) {}

    const SharedDevice &device() const { return *device_; }
    std::uint64_t clock() const { return device_->next(); }
    /// The device acts, at clock().
    void advance();
    void finish() { device_->finish(*this); }
    /// The cycle before which the device and the other core do not reach this core.
    std::uint64_t horizon(unsigned core) const;

    /// Whether all accesses that come before one of this core at `cycle` have happened.
    bool admits(const NodeCore &core, std::uint64_t cycle) const;
    /// This access of the device, which is no quiet load, has happened.
    void accessed(const NodeCore &core, std::uint64_t cycle);

    void archive(Archive &ar);

    [[noreturn]] static void broken(const char *promise, std::uint64_t cycle, std::uint64_t bound);

    // The device's view (SharedBus).
    void wake(unsigned core) override { cores_.at(core)->wake(now_); }
    bool read(unsigned core, std::uint32_t address, std::span<std::uint8_t> to) override {
        return cores_.at(core)->read(now_, address, to);
    }
    bool write(unsigned core, std::uint32_t address, std::span<const std::uint8_t> from) override {
        return cores_.at(core)->write_at(now_, address, from);
    }
    std::uint64_t serve_dma(unsigned core, std::uint32_t address, std::uint32_t bytes) override {
        return cores_.at(core)->serve_dma(now_, address, bytes);
    }
    void drop_lines(unsigned core, std::uint32_t address, std::uint32_t bytes) override {
        cores_.at(core)->drop_lines(address, bytes);
    }
    void interrupt(unsigned core, std::uint32_t all, std::uint32_t lines) override {
        cores_.at(core)->interrupt(now_, all, lines);
    }
    void answer(unsigned core, std::uint64_t cycle, std::uint64_t value) override {
        cores_.at(core)->answer(now_, cycle, value);
    }
    void stall(unsigned core, std::uint64_t cycles) override {
        cores_.at(core)->stall(now_, cycles);
    }
    void hold(unsigned core) override { cores_.at(core)->hold(now_); }
    void release(unsigned core) override { cores_.at(core)->release(now_); }
    void fail(unsigned core, FaultKind kind, std::uint32_t value, const std::string &why) override {
        cores_.at(core)->fail(now_, kind, value, why);
    }
    NodePort &messages() override { return cores_.front()->messages(now_); }

  private:
    SharedDevice *device_;
    std::array<NodeCore *, cores> cores_;
    const net::Network *network_;
    std::uint64_t now_ = 0; ///< of the last action
    struct Last {           ///< access
        std::uint64_t cycle = 0;
        CoreId id;
    } last_;
};

} // namespace inlet
