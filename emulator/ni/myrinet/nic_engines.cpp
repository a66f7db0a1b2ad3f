// The actions of a Myrinet interface: DMA engines, timer, interrupt, arbitration of SRAM.
#include "../../../runtime/machine/lanai/include/myrinet_registers.h"
#include "ni/myrinet/nic.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace inlet::myrinet {

using net::SwitchGrid;

namespace {
constexpr std::uint32_t burst_word_bytes = 4;
}

/// Returns the cycle at which NRES is set, or `never`.
std::uint64_t Nic::not_drained() const {
    if (!(myrinet_ & LANAI_NRES_ON) || isr_ & LANAI_NRES) return never;
    const std::uint64_t since = network_->waits_since(node_);
    if (since == net::Network::never || since == reset_since_) return never;
    return since + std::max<std::uint64_t>(1, std::uint64_t{timeout_} * config_->timer);
}

std::uint64_t Nic::next() const {
    std::uint64_t next = std::min(pci_.next(), *std::ranges::min_element(starts_));
    if (!trains_.empty()) next = std::min(next, trains_.front().cycle);
    const auto later = [&](std::uint64_t cycle) {
        if (cycle != never) next = std::min(next, std::max(cycle, last_ + 1));
    };
    if (const net::Delivery *const packet = network_->front(node_)) later(packet->cycle);
    if (sending_ && at(Start::send) == never) later(network_->room_at(node_));
    later(not_drained());
    if (config_->arbitration == Arbitration::any_two && !pci_.idle() &&
        pci_.first().kind == Pci::Kind::burst && !runs_[static_cast<std::size_t>(Engine::dma)])
        later(pci_.first().begin);
    return next;
}

std::uint64_t Nic::reach(unsigned from, unsigned to) const {
    if (from == to) return 1;
    const std::uint64_t word = config_->network.word;
    if (from == host)
        return word * std::min({config_->store, config_->line, config_->partial + 1,
                                config_->load_sample});
    return std::min<std::uint64_t>(word * config_->dma_start, config_->kernel);
}

bool Nic::idle() const {
    return pci_.idle() && trains_.empty() && !sending_ && counter_ == 0 && !loads_ &&
           !network_->front(node_) && at(Start::signal) == never && at(Start::acknowledge) == never;
}

void Nic::advance(std::uint64_t now, SharedBus &cores) {
    while (!trains_.empty() && trains_.front().cycle <= now) {
        runs(trains_.front().receives ? Engine::receive : Engine::send) = trains_.front().runs;
        trains_.pop_front();
    }
    while (!pci_.idle() && pci_.next() <= now) end_transfer(now, cores);
    for (unsigned i = 0; i < starts_.size(); ++i)
        if (starts_[i] <= now) {
            starts_[i] = never;
            start(static_cast<Start>(i), now, cores);
        }
    if (sending_ && at(Start::send) == never && network_->room_at(node_) <= now && last_ < now) {
        sending_ = false;
        if (dma_check_) fail_if(dma_check_->end(DmaCheck::Part::send, cores), lanai, cores);
        set(LANAI_SEND, cores);
    }
    if (const net::Delivery *const packet = network_->front(node_); packet && packet->cycle <= now)
        receive(now, cores);
    if (not_drained() <= now) {
        reset_since_ = network_->waits_since(node_);
        set(LANAI_NRES, cores);
    }
    arbitrate(now, cores);
    last_ = now;
}

void Nic::set(std::uint32_t events, SharedBus &cores) {
    cores.wake(lanai);
    isr_ |= events;
}

void Nic::fail(Error error, std::uint32_t value, SharedBus &cores) const {
    cores.fail(lanai, FaultKind::unmapped, value, fault_text(static_cast<std::uint64_t>(error)));
}

void Nic::fail_if(const std::string &wrong, unsigned core, SharedBus &cores) {
    if (!wrong.empty()) cores.fail(core, FaultKind::program_failed, 0, wrong);
}

void Nic::start(Start what, std::uint64_t now, SharedBus &cores) {
    switch (what) {
    case Start::arm:
        network_->arm(now + 1, node_);
        if (dma_check_) dma_check_->begin(DmaCheck::Part::receive, lanai, rmp_, rml_ - rmp_, cores);
        return;
    case Start::send: send(now, cores); return;
    case Start::dma: {
        const auto after = pinned_.upper_bound(ear_);
        const bool pinned = after != pinned_.begin() && [&] {
            const auto &[first, bytes] = *std::prev(after);
            return ear_ - first < bytes && counter_ <= bytes - (ear_ - first);
        }();
        if (!pinned) return fail(Error::not_pinned, ear_, cores);
        if (dma_check_) begin_dma_check(cores);
        next_burst(now, cores);
        return;
    }
    case Start::signal:
        if (handler_) cores.interrupt(host, ~0u, handler_);
        return;
    case Start::acknowledge: cores.interrupt(host, ~0u, 0); return;
    case Start::timer: set(LANAI_TIME, cores); return;
    case Start::hand_over: hand_over(now, cores); return;
    case Start::drop: drop(now, cores); return;
    case Start::COUNT: return;
    }
}

/// Follows the route to the destination. Only observers use the result.
Nic::Routed Nic::follow(std::span<const std::uint8_t> packet) const {
    const SwitchGrid &grid = network_->topology();
    std::uint32_t at = grid.neighbour(node_, SwitchGrid::port_of(0));
    std::size_t bytes = 0;
    for (; bytes < packet.size() && grid.node_at(at) == net::Topology::none; ++bytes) {
        const unsigned socket = packet[bytes] - SwitchGrid::route_mark;
        if (socket >= SwitchGrid::sockets || !grid.has_link(at, SwitchGrid::port_of(socket))) break;
        at = grid.neighbour(at, SwitchGrid::port_of(socket));
    }
    const std::uint32_t node = grid.node_at(at);
    return {node == net::Topology::none ? node_ : node, bytes};
}

/// Sends a packet with the bytes that SRAM contains now, one cycle after the store to SMLT.
void Nic::send(std::uint64_t now, SharedBus &cores) {
    std::vector<std::uint8_t> bytes(smlt_ - smp_);
    if (!cores.read(lanai, smp_, bytes)) return fail(Error::send_limits, smp_, cores);
    if (dma_check_)
        dma_check_->begin(DmaCheck::Part::send, lanai, smp_,
                          static_cast<std::uint32_t>(bytes.size()), cores);
    net::Packet packet;
    packet.source = node_;
    packet.bytes = static_cast<std::uint16_t>(bytes.size());
    tell_sent(now, packet, bytes, cores);
    if (network_->loses(packet)) {
        ++counts_.lost;
        tell_lost(now, packet, {Drop::fault}, cores);
    }
    network_->inject(now + 1, packet, bytes);
    cores.messages().note_sent();
}

void Nic::receive(std::uint64_t now, SharedBus &cores) {
    const net::Packet packet = network_->front(node_)->packet;
    const std::span<const std::uint8_t> payload = network_->payload(packet);
    std::vector<std::uint8_t> bytes(payload.begin(), payload.end());
    network_->take(now, node_);
    cores.messages().note_received(now, packet);
    const bool corrupt = network_->corrupt(packet);
    counts_.corrupt += corrupt ? 1 : 0;
    if (corrupt && myrinet_ & LANAI_CRC_STOPS)
        return cores.fail(
            lanai, FaultKind::program_failed, 0,
            fmt::format(
                "packet {} of node {} has come with a wrong checksum, from the link {}; this "
                "control program takes the network for reliable (LANAI_CRC_STOPS)",
                packet.number, packet.source, network_->corrupting_link(packet)));
    bytes.resize((bytes.size() + 3) & ~std::size_t{3});
    if (myrinet_ & LANAI_CRC_ON) {
        bytes.resize(bytes.size() + 4);
        bytes.back() = corrupt ? 1 : 0;
    }
    if (bytes.size() > rml_ - rmp_) return fail(Error::packet_too_long, rmp_, cores);
    if (dma_check_) fail_if(dma_check_->end(DmaCheck::Part::receive, cores), lanai, cores);
    if (!cores.write(lanai, rmp_, bytes)) return fail(Error::receive_limits, rmp_, cores);
    note_received(now, packet, bytes, corrupt && myrinet_ & LANAI_CRC_ON, cores);
    set(LANAI_RECV | LANAI_BUFF, cores);
    rmp_ += static_cast<std::uint32_t>(bytes.size());
}

void Nic::end_transfer(std::uint64_t now, SharedBus &cores) {
    const Pci::Transfer done = pci_.first();
    pci_.end_first();
    switch (done.kind) {
    case Pci::Kind::write:
        for (std::uint32_t i = 0; i < Pci::line_bytes;) {
            std::uint32_t end = i;
            while (end < Pci::line_bytes && done.line.mask >> end & 1) ++end;
            if (end > i && dma_check_)
                fail_if(dma_check_->host_writes(done.line.offset + i, end - i), host, cores);
            if (end > i)
                cores.write(lanai, done.line.offset + i,
                            std::span(done.line.data).subspan(i, end - i));
            i = end + 1;
        }
        return;
    case Pci::Kind::load: {
        std::array<std::uint8_t, 8> bytes{};
        cores.read(lanai, done.line.offset, std::span(bytes).first(done.bytes));
        std::uint64_t value = 0;
        for (unsigned i = done.bytes; i-- > 0;) value = value << 8 | bytes.at(i);
        loads_ = false;
        note_read(now, done.line.offset, done.bytes);
        std::erase_if(last_loads_,
                      [&](const Loaded &one) { return one.offset == done.line.offset; });
        if (last_loads_.size() == most_loaded) last_loads_.pop_front();
        last_loads_.push_back({done.line.offset, done.bytes, value});
        cores.answer(host, std::max(loaded_at_, now), value);
        return;
    }
    case Pci::Kind::burst:
        runs(Engine::dma) = false;
        move_burst(done.bytes, cores);
        ear_ += done.bytes;
        lar_ += done.bytes;
        counter_ -= done.bytes;
        if (counter_ == 0) {
            check_host_dma(cores);
            if (dma_check_) dma_check_->end_host_dma();
            end_delivery(now, cores);
            return set(LANAI_DMA, cores);
        }
        next_burst(now, cores);
    }
}

/// A host DMA starts. What one burst takes from the host's memory it takes at one time, so the host
/// may change it, as LFC's does with the counters that INTR fetches.
void Nic::begin_dma_check(SharedBus &cores) {
    const bool to_host = direction_ != 0;
    if (to_host || counter_ > burst_word_bytes * config_->dma_burst)
        dma_check_->begin(DmaCheck::Part::source, to_host ? lanai : host, to_host ? lar_ : ear_,
                          counter_, cores);
    dma_check_->begin(DmaCheck::Part::destination, to_host ? host : lanai, to_host ? ear_ : lar_,
                      counter_, cores);
}

void Nic::check_host_dma(SharedBus &cores) {
    if (!dma_check_) return;
    const Core from = direction_ != 0 ? lanai : host, to = direction_ != 0 ? host : lanai;
    fail_if(dma_check_->changed(DmaCheck::Part::source, cores), from, cores);
    fail_if(dma_check_->changed(DmaCheck::Part::destination, cores), to, cores);
}

void Nic::move_burst(std::uint32_t bytes, SharedBus &cores) {
    std::vector<std::uint8_t> moved(bytes);
    const bool to_host = direction_ != 0;
    check_host_dma(cores);
    if (!cores.read(to_host ? lanai : host, to_host ? lar_ : ear_, moved) ||
        !cores.write(to_host ? host : lanai, to_host ? ear_ : lar_, moved))
        fail(Error::not_pinned, ear_, cores);
    if (to_host) cores.drop_lines(host, ear_, bytes);
    if (dma_check_) dma_check_->wrote(DmaCheck::Part::destination, to_host ? ear_ : lar_, moved);
}

void Nic::next_burst(std::uint64_t now, SharedBus &cores) {
    const std::uint32_t bytes = std::min(counter_, burst_word_bytes * config_->dma_burst);
    pci_.burst(std::max(now, cores.serve_dma(host, ear_, bytes)), bytes);
}

/// Makes the Lanai wait while the network DMA engines, which have priority, use SRAM. With
/// pci_and_one the PCI bus has a separate access to SRAM.
void Nic::arbitrate(std::uint64_t now, SharedBus &cores) {
    if (config_->arbitration == Arbitration::any_two && !pci_.idle() &&
        pci_.first().kind == Pci::Kind::burst && pci_.first().begin <= now)
        runs(Engine::dma) = true;
    const bool receives = runs(Engine::receive), sends = runs(Engine::send);
    bool held = false;
    switch (config_->arbitration) {
    case Arbitration::pci_and_one: held = receives || sends; break;
    case Arbitration::any_two: held = receives + sends + runs(Engine::dma) >= 2; break;
    case Arbitration::none: break;
    }
    if (held == held_) return;
    if (held) {
        cores.hold(lanai);
        held_since_ = now;
    } else {
        cores.release(lanai);
        held_cycles_ += now - held_since_;
    }
    held_ = held;
}

} // namespace inlet::myrinet
