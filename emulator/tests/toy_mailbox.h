// The shared device of the toy node with two cores: words from one core to the other, a copier into
// either memory, messages, a load that is answered later, and an interrupt line.
#pragma once

#include "archive/archive.h"
#include "net/network.h"
#include "ni/network_interface.h"
#include "node/shared_device.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

namespace inlet::test {

/// Registers of its ports, 4 bytes each:
///   0  load: the number of words that have come; store: a word for the other core
///   4  load: takes a word, 0 if there is none; store: copies (copy_of)
///   8  load: a word of the other core's memory, later; store: sends to node value % nodes
///  12  load: the cycle; store: interrupts the other core (pulse), after value % 64 cycles
class Mailbox final : public SharedDevice {
  public:
    static constexpr std::uint32_t base = 0x20000000, bytes = 16;
    static constexpr std::uint32_t from = 0x41000, to = 0x41100, window = 0x41010;
    static constexpr std::uint64_t reach_cycles = 3;

    /// What a store of `value` to register 4 copies: by core (0: the own one, 1: the other one),
    /// after value % 64 cycles; one word, which only this uses, or three others.
    static std::uint32_t copy_of(bool from_other, bool to_other, bool one, std::uint32_t after) {
        return after % 64 | from_other << 6 | to_other << 7 | one << 8;
    }

    Mailbox(net::Network &network, std::uint32_t node, std::uint32_t nodes)
        : network_(&network), node_(node), nodes_(nodes) {}

    Answer access(unsigned core, std::uint64_t now, const Access &access) {
        const std::uint64_t soon = now + reach_cycles;
        const auto value = static_cast<std::uint32_t>(access.value);
        switch ((access.address - base) / 4 << 1 | (access.store ? 1 : 0)) {
        case 0: return {.value = words_[core].size(), .cycles = 2};
        case 1: add(soon, Kind::post, 1 - core, value); break;
        case 2: {
            if (words_[core].empty()) return {.cycles = 1};
            const std::uint32_t word = words_[core].front();
            words_[core].pop_front();
            return {.value = word, .cycles = 1};
        }
        case 3: add(soon + value % 64, Kind::copy, core, value); break;
        case 4: add(soon + 3, Kind::load, core, 0); return {Answer::Kind::later};
        case 5: add(now + 2, Kind::send, core, value); break;
        case 6: return {.value = now & 0xFFFFFFFF};
        case 7: add(soon + value % 64, Kind::ring, 1 - core, value); break;
        default: return {Answer::Kind::fault, 1};
        }
        return {};
    }
    bool is_empty(unsigned core) const { return words_[core].empty(); }

    std::uint64_t next() const override {
        std::uint64_t next = never;
        for (const Action &one : actions_) next = std::min(next, one.cycle);
        if (!sends_.empty())
            next = std::min(next, std::max(last_ + 1, network_->room_at(node_, 0)));
        if (const net::Delivery *first = network_->front(node_, 0))
            next = std::min(next, std::max(last_ + 1, first->cycle));
        return next;
    }
    void advance(std::uint64_t now, SharedBus &cores) override {
        if (const net::Delivery *first = network_->front(node_, 0); first && first->cycle <= now) {
            const net::Packet packet = first->packet;
            network_->take(now, node_, 0);
            if (tells) cores.messages().note_received(now, packet);
            give(packet.tag, packet.data[0], cores);
        }
        if (!sends_.empty() && network_->room_at(node_, 0) <= now) {
            const auto [core, value] = sends_.front();
            sends_.pop_front();
            net::Packet packet{.source = node_,
                               .destination = value % nodes_,
                               .number = ++sent_,
                               .tag = core,
                               .words = 1};
            packet.data[0] = value;
            network_->inject(now + 1, packet);
            if (tells) cores.messages().note_sent();
        }
        last_ = now;
        std::vector<Action> due;
        std::erase_if(actions_, [&](const Action &one) {
            if (one.cycle > now) return false;
            due.push_back(one);
            return true;
        });
        for (const Action &one : due) act(one, now, cores);
    }
    std::uint64_t reach(unsigned, unsigned) const override { return reach_cycles + late_reach; }
    bool waits_for_room() const override {
        return !sends_.empty() && network_->room_at(node_, 0) == never;
    }
    bool idle() const override { return actions_.empty() && sends_.empty(); }
    void archive(Archive &ar) override {
        std::size_t left = ar.count(actions_.size());
        if (ar.loads()) actions_.assign(left, {});
        for (Action &one : actions_) ar(one.cycle, one.kind, one.core, one.value);
        left = ar.count(sends_.size());
        if (ar.loads()) sends_.assign(left, {});
        for (auto &[core, value] : sends_) ar(core, value);
        for (auto &words : words_) {
            left = ar.count(words.size());
            if (ar.loads()) words.assign(left, 0);
            for (std::uint32_t &word : words) ar(word);
        }
        ar(last_, sent_);
    }
    std::vector<Named> named_state() const override { return {}; }
    const char *fault_text(std::uint64_t) const override { return "there is no register"; }

    bool tells = true;            ///< messages to core 0
    std::uint64_t late_reach = 0; ///< a wrong promise
    bool forgets_to_wake = false; ///< a fault of a device

  private:
    enum class Kind : std::uint8_t { post, copy, load, send, ring, quiet };
    struct Action {
        std::uint64_t cycle = 0;
        Kind kind = Kind::post;
        std::uint32_t core = 0;
        std::uint32_t value = 0;
    };
    struct Send {
        std::uint32_t core = 0, value = 0;
    };

    void add(std::uint64_t cycle, Kind kind, unsigned core, std::uint32_t value) {
        actions_.push_back({cycle, kind, core, value});
    }
    void give(unsigned core, std::uint32_t word, SharedBus &cores) {
        if (!forgets_to_wake) cores.wake(core);
        words_[core].push_back(word);
    }
    void act(const Action &one, std::uint64_t now, SharedBus &cores) {
        switch (one.kind) {
        case Kind::post: return give(one.core, one.value, cores);
        case Kind::copy: {
            std::array<std::uint8_t, 12> copied{};
            const unsigned source = one.core ^ (one.value >> 6 & 1);
            const unsigned target = one.core ^ (one.value >> 7 & 1);
            const std::size_t size = one.value & 0x100 ? 4 : 12;
            const std::uint32_t offset = one.value & 0x100 ? 0 : 4;
            cores.read(source, from + offset, std::span(copied).first(size));
            cores.write(target, to + offset, std::span(copied).first(size));
            return;
        }
        case Kind::load: {
            std::array<std::uint8_t, 4> word{};
            cores.read(1 - one.core, window, word);
            return cores.answer(one.core, now + 2, word[0] | std::uint64_t{word[3]} << 8);
        }
        case Kind::send: return sends_.push_back({one.core, one.value});
        case Kind::ring:
            add(now + 1 + one.value % 8, Kind::quiet, one.core, 0);
            return cores.interrupt(one.core, 1, 1);
        case Kind::quiet: return cores.interrupt(one.core, 1, 0);
        }
    }

    net::Network *network_;
    std::uint32_t node_, nodes_;
    std::vector<Action> actions_; ///< in the order of their causes
    std::deque<Send> sends_;
    std::array<std::deque<std::uint32_t>, 2> words_;
    std::uint64_t last_ = 0; ///< cycle of the last action
    std::uint32_t sent_ = 0;
};

class MailboxPort final : public NetworkInterface {
  public:
    MailboxPort(Mailbox &box, unsigned core) : box_(&box), core_(core) {}

    Range range() const override { return {Mailbox::base, Mailbox::bytes}; }
    Answer access(std::uint64_t now, const Access &access) override {
        return box_->access(core_, now, access);
    }
    bool is_quiet(std::uint64_t, std::uint32_t address) const override {
        return address == Mailbox::base && box_->is_empty(core_);
    }
    std::uint64_t stable_until(std::uint64_t now, std::uint32_t address) const override {
        return is_quiet(now, address) ? never : now;
    }
    bool announces() const override { return true; }
    const char *fault_text(std::uint64_t code) const override { return box_->fault_text(code); }
    std::unique_ptr<NetworkInterface> copy() const override {
        return std::make_unique<MailboxPort>(*box_, core_);
    }
    bool same(const NetworkInterface &) const override { return true; }
    void become(const NetworkInterface &) override {}
    void archive(Archive &) override {}

  private:
    Mailbox *box_;
    unsigned core_;
};

} // namespace inlet::test
