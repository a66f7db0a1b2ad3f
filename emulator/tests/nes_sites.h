// Sites of StarT-Voyager without processors, for tests: endpoints on Arctic and one common clock.
// The test does what the processors would do.
#pragma once

#include "net/arctic.h"
#include "ni/voyager/nes.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <stdexcept>
#include <string>
#include <vector>

namespace inlet::voyager {

/// Counts messages; nothing else of a node is used.
class CountingPort final : public NodePort {
  public:
    std::uint32_t number() const override { return 0; }
    engine::State &state() override { return none(); }
    Memory &memory() override { return none(); }
    engine::CodeMap &code() override { return none(); }
    Caches *caches() override { return nullptr; }
    net::Network &network() const override { return none(); }
    Observer *observer() const override { return nullptr; }
    engine::Stepped &stepped() override { return none(); }
    std::uint32_t stack() const override { return 0; }
    void wake() override {}
    void forget_turns() override {}
    void fail(FaultKind, std::uint32_t) override {}
    void explain(const std::string &) override {}
    void trap(const std::function<void()> &) override {}
    void note_interruption() override {}
    void note_sent() override { ++sent; }
    void note_received(std::uint64_t, const net::Packet &) override { ++received; }
    void announce_arrivals(std::uint64_t) override {}
    MessageEvent event_of(EventKind, const net::Packet &, bool) const override { return {}; }
    bool store_bytes(std::uint32_t, std::span<const std::uint8_t>) override { return false; }

    std::uint32_t sent = 0, received = 0;

  private:
    struct None {
        template <typename T> operator T &() const { throw std::logic_error("not in this test"); }
    };
    static None none() { return {}; }
};

class Sites final : public SharedBus {
  public:
    explicit Sites(std::uint32_t sites, const NesConfig &numbers = {},
                   const ArcticConfig &links = {})
        : config(numbers), network(links, sites) {
        for (std::uint32_t n = 0; n < sites; ++n) nes.emplace_back(config, network, n);
    }

    /// Advances time to this cycle; every endpoint does its due work.
    void to(std::uint64_t cycle) {
        while (now < cycle) {
            network.advance(++now);
            for (Nes &one : nes) {
                if (one.next() > now) continue;
                one.advance(now, *this);
                if (one.next() <= now) throw std::logic_error("an action is not over");
            }
        }
    }
    /// Until nothing moves.
    void settle() {
        const auto busy = [&] {
            return network.busy() || std::ranges::any_of(nes, [&](const Nes &one) {
                       return !one.idle() || one.next() != Nes::never;
                   });
        };
        while (busy()) to(now + 1);
    }

    Answer access(std::uint32_t n, unsigned core, const Access &access) {
        const Answer answer = nes[n].access(core, now, access);
        if (nes[n].next() <= now) throw std::logic_error("an access acts immediately");
        return answer;
    }
    /// Stores, and waits as the processor does.
    void store(std::uint32_t n, unsigned core, std::uint32_t address, std::uint64_t value,
               std::uint8_t bytes = 4) {
        const Answer answer = access(n, core, {address, bytes, true, value});
        if (answer.kind != Answer::Kind::done)
            throw std::logic_error(nes[n].fault_text(answer.value));
        to(now + 1 + answer.cycles);
    }
    std::uint64_t load(std::uint32_t n, unsigned core, std::uint32_t address,
                       std::uint8_t bytes = 4) {
        const Answer answer = access(n, core, {address, bytes});
        if (answer.kind == Answer::Kind::later) {
            for (answered = false; !answered;) to(now + 1);
            return value;
        }
        if (answer.kind != Answer::Kind::done)
            throw std::logic_error(nes[n].fault_text(answer.value));
        to(now + 1 + answer.cycles);
        return answer.value;
    }
    void line(std::uint32_t n, unsigned core, std::uint32_t address, LineOperation operation) {
        to(now + 1 + access(n, core, {.address = address, .bytes = 1, .line = operation}).cycles);
    }
    void sync(std::uint32_t n, unsigned core) {
        to(now + 1);
        while (const std::uint64_t waits = nes[n].barrier(core, now)) to(now + waits);
    }
    Error error(std::uint32_t n, unsigned core, const Access &one) {
        const Answer answer = access(n, core, one);
        return answer.kind == Answer::Kind::fault ? static_cast<Error>(answer.value) : Error{};
    }

    // SharedBus, of all sites.
    void wake(unsigned) override {}
    bool read(unsigned, std::uint32_t, std::span<std::uint8_t>) override { return false; }
    bool write(unsigned, std::uint32_t, std::span<const std::uint8_t>) override { return false; }
    void interrupt(unsigned, std::uint32_t, std::uint32_t) override {}
    void answer(unsigned, std::uint64_t, std::uint64_t with) override {
        answered = true;
        value = with;
    }
    void stall(unsigned, std::uint64_t) override {}
    void hold(unsigned) override {}
    void release(unsigned) override {}
    void fail(unsigned core, FaultKind kind, std::uint32_t wrong, const std::string &why) override {
        failures.push_back({core, kind, wrong, why});
    }
    NodePort &messages() override { return counts; }

    struct Failure {
        unsigned core;
        FaultKind kind;
        std::uint32_t value;
        std::string why;
    };

    NesConfig config;
    net::ArcticNetwork network;
    std::deque<Nes> nes;
    std::uint64_t now = 0;
    CountingPort counts;
    std::vector<Failure> failures;

  private:
    bool answered = false;
    std::uint64_t value = 0;
};

// --- What runtimes do ---

constexpr std::uint32_t page_of(std::uint32_t region, unsigned queue) {
    return region + queue * page;
}
/// The address of an Express store: the core's queue, destination, tag.
constexpr std::uint32_t express_to(unsigned queue, std::uint32_t destination, std::uint32_t tag) {
    const unsigned number = queue < job_queues ? queue : queue - sp_express;
    return express_transmit + (number << tx_queue_shift) + (destination << tx_destination_shift) +
           (tag << tx_tag_shift);
}
constexpr std::uint32_t poll_of(std::uint32_t set) { return one_poll + (set << poll_shift); }

} // namespace inlet::voyager
