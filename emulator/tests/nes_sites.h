// Sites of StarT-Voyager without processors, for tests: endpoints on Arctic and one common clock.
// The test does what the processors would do.
#pragma once

#include "net/arctic.h"
#include "ni/voyager/nes.h"
#include "tests/lone_port.h"
#include "tests/network_numbers.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <stdexcept>
#include <string>
#include <vector>

namespace inlet::voyager {

/// Numbers of the queues that open() makes.
inline constexpr std::uint32_t low_express = 0, high_express = 1, low_basic = 8, high_basic = 9;

/// Counts messages; nothing else of a node is used.
class CountingPort final : public test::LonePort {
  public:
    engine::State &state() override { return none(); }
    Memory &memory() override { return none(); }
    engine::CodeMap &code() override { return none(); }
    net::Network &network() const override { return none(); }
    Observer *observer() const override { return watcher; }
    engine::Stepped &stepped() override { return none(); }
    std::uint32_t stack() const override { return 0; }
    void fail(FaultKind, std::uint32_t) override {}
    void note_sent() override { ++sent; }
    void note_received(std::uint64_t, const net::Packet &) override { ++received; }
    MessageEvent event_of(const events::Any &what) const override { return {.what = what}; }
    MessageEvent event_of(const events::Any &what, const net::Packet &packet) const override {
        MessageEvent event = event_of(what);
        event.message = {packet.source, packet.number};
        return event;
    }

    std::uint32_t sent = 0, received = 0;
    Observer *watcher = nullptr;

  private:
    struct None {
        template <typename T> operator T &() const { throw std::logic_error("not in this test"); }
    };
    static None none() { return {}; }
};

class Sites final : public SharedBus {
  public:
    explicit Sites(std::uint32_t sites, const NesConfig &numbers = test::nes_numbers(),
                   const ArcticConfig &links = test::arctic_numbers())
        : config(numbers), network(links, sites) {
        for (std::uint32_t n = 0; n < sites; ++n) nes.emplace_back(config, network, n);
        memories.assign(sites, Memory(memory_bytes));
    }

    /// Advances time to this cycle; every endpoint does its due work.
    void to(std::uint64_t cycle) {
        while (now < cycle) {
            network.advance(++now);
            acting = 0;
            for (Nes &one : nes) {
                ++acting;
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
        const std::size_t before = failures.size(); // a failure ends a run
        while (busy() && failures.size() == before) to(now + 1);
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
        const Access barrier{.address = window, .bytes = 1, .line = LineOperation::barrier};
        to(now + 1);
        if (access(n, core, barrier).kind != Answer::Kind::later) return;
        for (answered = false; !answered;) to(now + 1);
    }
    Error error(std::uint32_t n, unsigned core, const Access &one) {
        const Answer answer = access(n, core, one);
        return answer.kind == Answer::Kind::fault ? static_cast<Error>(answer.value) : Error{};
    }

    // SharedBus, of all sites.
    void wake(unsigned) override {}
    bool read(unsigned, std::uint32_t address, std::span<std::uint8_t> to) override {
        const Memory &memory = memories.at(acting - 1);
        if (address + to.size() > memory.size()) return false;
        std::copy_n(memory.begin() + address, to.size(), to.begin());
        return true;
    }
    bool write(unsigned, std::uint32_t address, std::span<const std::uint8_t> from) override {
        Memory &memory = memories.at(acting - 1);
        if (address + from.size() > memory.size()) return false;
        std::ranges::copy(from, memory.begin() + address);
        return true;
    }
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
    using Memory = std::vector<std::uint8_t>;
    static constexpr std::uint32_t memory_bytes = 1 << 14;
    std::vector<Memory> memories; ///< of the aPs

  private:
    std::size_t acting = 0; ///< the site that acts, from 1
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

using Words = std::vector<std::uint32_t>;

/// Every queue of jobs is resident, and destination d of a queue is the same queue of site d.
inline void open(Sites &sites) {
    const auto count = static_cast<std::uint32_t>(sites.nes.size());
    for (std::uint32_t n = 0; n < count; ++n)
        for (unsigned queue = 0; queue < miss; ++queue) {
            const bool of_sp = queue >= job_queues;
            if (!of_sp) sites.nes[n].bind(queue, queue);
            for (std::uint32_t to = 0; to < count; ++to)
                sites.nes[n].map(queue, to,
                                 table_entry(to, of_sp ? logical_of(queue) : queue, 100 + n));
        }
}

struct Care { ///< what a sender or receiver does not forget
    bool clean = true, sync = true, flush = true;
    bool busy = false; ///< an Express message holds the bus when the lines come
};

/// The pointers that a program keeps.
struct Program {
    std::uint32_t producer = 0, consumer = 0;
};

inline std::uint32_t send_entry(const Sites &sites, unsigned queue, std::uint32_t count) {
    return window + buffer(sites.config, queue, false, count);
}
inline std::uint32_t receive_entry(const Sites &sites, unsigned queue, std::uint32_t count) {
    return window + buffer(sites.config, queue, true, count);
}

/// Composes a Basic message and launches it (004 3.2, four steps).
inline void send(Sites &sites, std::uint32_t n, unsigned queue, Program &program, std::uint32_t to,
                 const Words &words, Care care = {}) {
    const unsigned core = owner(queue);
    const std::uint32_t at = send_entry(sites, queue, program.producer);
    const auto bytes = static_cast<std::uint32_t>(4 + 4 * words.size());
    sites.store(n, core, at, words.size() | to << destination_shift);
    for (std::uint32_t i = 0; i < words.size(); ++i) sites.store(n, core, at + 4 + 4 * i, words[i]);
    if (care.busy) sites.store(n, core, express_to(0, to, 0), 0);
    if (care.clean)
        for (std::uint32_t i = 0; i < bytes; i += 32)
            sites.line(n, core, at + i, LineOperation::clean);
    if (care.sync) sites.sync(n, core);
    sites.store(n, core, page_of(pointers, queue) + tx_producer, ++program.producer);
}

/// Reads the next Basic message: header and words.
inline Words receive(Sites &sites, std::uint32_t n, unsigned queue, Program &program,
                     Care care = {}) {
    const unsigned core = owner(queue);
    const std::uint32_t at = receive_entry(sites, queue, program.consumer);
    Words all{static_cast<std::uint32_t>(sites.load(n, core, at))};
    const std::uint32_t words = (all[0] & words_mask) + (queue == miss ? 1 : 0);
    for (std::uint32_t i = 0; i < words; ++i)
        all.push_back(static_cast<std::uint32_t>(sites.load(n, core, at + 4 + 4 * i)));
    if (care.flush)
        for (std::uint32_t i = 0; i < 4 + 4 * words; i += 32)
            sites.line(n, core, at + i, LineOperation::flush);
    sites.store(n, core, page_of(pointers, queue) + rx_consumer, ++program.consumer);
    return all;
}

inline Words count_from(std::uint32_t first, std::uint32_t words) {
    Words all(words);
    for (std::uint32_t &word : all) word = first++;
    return all;
}

} // namespace inlet::voyager
