// The SP-2's adapter without a processor: FIFOs, length array, stages, driven by loads and stores.
#include "archive/archive.h"
#include "ni/sp2/adapter.h"
#include "tests/network_numbers.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <vector>

namespace inlet::sp2 {
namespace {

constexpr std::uint32_t base_cycles = 1; ///< of a load or store

class NoBus final : public Bus {
  public:
    bool read(std::uint32_t, std::span<std::uint8_t>) override { return false; }
    bool write(std::uint32_t, std::span<const std::uint8_t>) override { return false; }
};

std::uint32_t header(std::uint32_t to, std::uint32_t route = 0) {
    return to << node_shift | route << route_shift | 1u << 8;
}

/// Adapters, a switch, and one common clock.
class Machine {
  public:
    explicit Machine(std::uint32_t nodes, const Tb2Config &numbers = test::adapter_numbers(),
                     const MultistageConfig &links = test::multistage_numbers())
        : config(numbers), network(links, nodes), send_place(nodes), receive_place(nodes) {
        for (std::uint32_t n = 0; n < nodes; ++n) adapters.emplace_back(config, n, network);
    }

    /// Advances time; every adapter does its due work.
    void to(std::uint64_t cycle) {
        while (now < cycle) {
            network.advance(now++);
            for (Adapter &adapter : adapters) {
                if (adapter.next(now) <= now) adapter.advance(now, bus);
                ASSERT_GT(adapter.next(now), now);
            }
        }
    }
    Answer access(std::uint32_t n, const Access &one) { return adapters[n].access(now, one); }
    Answer store(std::uint32_t n, std::uint32_t address, std::uint64_t value, unsigned bytes = 4) {
        const Answer answer =
            access(n, {address, static_cast<std::uint8_t>(bytes), true, value, base_cycles});
        return answer;
    }
    Answer load(std::uint32_t n, std::uint32_t address, unsigned bytes = 4) {
        return access(n, {address, static_cast<std::uint8_t>(bytes), false, 0, base_cycles});
    }
    std::uint32_t word(std::uint32_t n, std::uint32_t address) {
        return static_cast<std::uint32_t>(load(n, address).value);
    }
    Error error(const Answer &answer) {
        EXPECT_EQ(answer.kind, Answer::Kind::fault);
        EXPECT_STRNE(adapters[0].fault_text(answer.value), "an error of the adapter");
        return static_cast<Error>(answer.value);
    }

    static std::uint32_t send_entry(std::uint32_t entry) { return send_fifo + entry * 256; }
    static std::uint32_t receive_entry(std::uint32_t entry) { return receive_fifo + entry * 256; }

    /// Writes the next entry of a node: header, then words that count from `first`.
    void write(std::uint32_t n, std::uint32_t head, std::uint32_t first, std::uint32_t bytes,
               bool flush = true) {
        const std::uint32_t at = send_entry(send_place[n]);
        store(n, at, head);
        for (std::uint32_t i = 4; i + 4 <= bytes; i += 4) store(n, at + i, first++);
        if (flush)
            for (std::uint32_t i = 0; i < bytes; i += config.line_bytes)
                adapters[n].flush_line(now, at + i, false);
    }
    Answer ring(std::uint32_t n, std::uint32_t bytes) {
        const std::uint32_t entry = send_place[n];
        send_place[n] = (entry + 1) % Tb2Config::send_entries;
        return store(n, registers_base + lengths + entry, bytes, 1);
    }
    void send(std::uint32_t n, std::uint32_t head, std::uint32_t first, std::uint32_t bytes = 16) {
        write(n, head, first, bytes);
        EXPECT_EQ(ring(n, bytes).kind, Answer::Kind::done);
    }
    bool room(std::uint32_t n) {
        return !load(n, registers_base + lengths + send_place[n], 1).value;
    }

    /// The first word of the next entry, read anew; takes the entry if it is filled.
    std::uint32_t poll(std::uint32_t n, std::vector<std::uint32_t> *words = nullptr,
                       std::uint32_t bytes = 16) {
        const std::uint32_t at = receive_entry(receive_place[n]);
        const std::uint32_t first = word(n, at);
        if (!first) {
            adapters[n].flush_line(now, at, false);
            return 0;
        }
        if (words)
            for (std::uint32_t i = 4; i < bytes; i += 4) words->push_back(word(n, at + i));
        store(n, at, 0);
        for (std::uint32_t i = 0; i < 256; i += config.line_bytes)
            adapters[n].flush_line(now, at + i, false);
        store(n, registers_base + pop, 1);
        if (++receive_place[n] == adapters.size() * config.receive_entries_per_node)
            receive_place[n] = 0;
        return first;
    }

    Tb2Config config;
    net::MultistageNetwork network;
    std::vector<Adapter> adapters;
    std::vector<std::uint32_t> send_place, receive_place;
    NoBus bus;
    std::uint64_t now = 1;
};

/// Micro Channel cycles of a transfer.
std::uint64_t channel(std::uint32_t bytes) { return ((bytes + 3) / 4 * 33 + 9) / 10; }
std::uint64_t link(std::uint32_t bytes) { return (bytes * 33 + 19) / 20; }

TEST(Sp2Adapter, APacketAloneTakesTheSumOfItsStages) {
    for (const std::uint32_t bytes : {16u, 32u, 252u}) {
        Machine machine(2);
        const Tb2Config &c = machine.config;
        machine.write(0, header(1), 100, bytes);
        const std::uint64_t rung = machine.now;
        EXPECT_EQ(machine.ring(0, bytes).cycles, c.access);
        const std::uint64_t due = rung + base_cycles + c.access + c.idle_send + c.firmware_send +
                                  channel(bytes) + 1 + 33 + link(bytes) + c.idle_receive +
                                  c.firmware_receive + channel(bytes);
        machine.to(due - 1);
        EXPECT_EQ(machine.poll(1), 0u);
        machine.to(due);
        std::vector<std::uint32_t> words;
        EXPECT_EQ(machine.poll(1, &words, bytes), header(0)) << "with the sender's number";
        for (std::uint32_t i = 0; i < words.size(); ++i) EXPECT_EQ(words[i], 100 + i);
        EXPECT_EQ(words.size(), bytes / 4 - 1);
        EXPECT_TRUE(machine.adapters[0].idle());
        const std::vector<Happened> sent = machine.adapters[0].take_happened();
        ASSERT_EQ(sent.size(), 1u);
        EXPECT_EQ(sent[0].kind, Happened::Kind::sent);
        const std::vector<Happened> received = machine.adapters[1].take_happened();
        ASSERT_EQ(received.size(), 2u);
        EXPECT_EQ(received[0].kind, Happened::Kind::taken);
        EXPECT_EQ(received[1].kind, Happened::Kind::received);
        EXPECT_EQ(received[1].cycle, due);
        // The stages, which are contiguous.
        const std::uint64_t handed = rung + base_cycles + c.access, begun = handed + c.idle_send,
                            done = begun + c.firmware_send;
        EXPECT_EQ(sent[0].stages, (Stages{handed, begun, done, done + channel(bytes)}));
        const std::uint64_t back = due - channel(bytes);
        EXPECT_EQ(received[1].stages, (Stages{back - c.firmware_receive - c.idle_receive,
                                              back - c.firmware_receive, back, due}));
    }
}

/// Programs of one board use a byte for the node; those that load `wide`, nine bits.
TEST(Sp2Adapter, HeadersOfManyNodesHaveNineBitsForTheNode) {
    Machine machine(300);
    constexpr std::uint32_t last = 299;
    for (const std::uint32_t n : {0u, 1u, last})
        EXPECT_EQ(machine.word(n, registers_base + wide), n);
    machine.send(0, last << wide_node_shift | 3u << route_shift | 7, 0);
    machine.send(last, 1u << wide_node_shift | 7, 0);
    machine.to(5000);
    EXPECT_EQ(machine.poll(last), 3u << route_shift | 7) << "from node 0";
    EXPECT_EQ(machine.poll(1), last << wide_node_shift | 7);
    machine.write(0, 300u << wide_node_shift, 0, 16);
    EXPECT_EQ(machine.error(machine.ring(0, 16)), Error::destination);
}

TEST(Sp2Adapter, AProgramThatOnlyPollsSaysSoUntilAPacketComesOrGoes) {
    Machine machine(2);
    const auto say = [&](std::uint32_t n) { machine.store(n, registers_base + quiet, 1); };
    const Adapter &one = machine.adapters[0], &other = machine.adapters[1];
    EXPECT_EQ(one.quiet_since(), Device::never);
    say(0);
    const std::uint64_t first = one.quiet_since();
    EXPECT_EQ(first, machine.now + machine.config.access);
    EXPECT_EQ(one.quiet_until(), first);
    machine.to(machine.now + 1000);
    say(0);
    say(1);
    EXPECT_EQ(one.quiet_since(), first) << "the first time counts";
    EXPECT_EQ(one.quiet_until(), machine.now + machine.config.access);
    EXPECT_NE(other.quiet_since(), Device::never);
    machine.send(0, header(1), 0, 16);
    EXPECT_EQ(one.quiet_since(), Device::never) << "it sends";
    machine.to(machine.now + 5000);
    EXPECT_EQ(other.quiet_since(), Device::never) << "one has come";
}

/// Cycles between two packets of 252 bytes that node 0 sends as fast as it can; `both`: node 1 too.
double cycles_per_packet(const Tb2Config &numbers, bool both) {
    Machine machine(2, numbers);
    std::uint32_t got = 0;
    std::uint64_t first = 0, last = 0;
    for (; got < 400; machine.to(machine.now + 50)) {
        for (std::uint32_t n = 0; n < (both ? 2u : 1u); ++n)
            if (machine.room(n)) machine.send(n, header(1 - n, n), 0, 252); // own spine chip
        for (std::uint32_t n = 0; n < 2; ++n)
            while (machine.poll(n)) {
                if (++got == 100) first = machine.now;
                last = machine.now;
            }
    }
    return static_cast<double>(last - first) / (got - 100);
}

TEST(Sp2Adapter, TheSlowestStageIsTheRate) {
    Tb2Config c = test::adapter_numbers();
    c.access = 1; // the test's own accesses must not count
    EXPECT_NEAR(cycles_per_packet(c, false), 416, 3) << "the link: 252 bytes at 40 MB/s";
    EXPECT_NEAR(cycles_per_packet(c, true), 740.0 / 2, 4) << "the firmware of both ways";
    c.firmware_send = c.firmware_receive = 100;
    c.channel_cycles = 66; // 40 MB/s: 416 cycles each
    EXPECT_NEAR(cycles_per_packet(c, true), 416, 12) << "the Micro Channel";
}

/// A long instruction may span the times at which two packets enter the network.
TEST(Sp2Adapter, TwoPacketsThatAreDueAtOnceEnterOneAfterTheOther) {
    Machine machine(2);
    machine.send(0, header(1), 100);
    machine.send(0, header(1), 200);
    while (machine.now < 5000) machine.network.advance(machine.now++);
    machine.adapters[0].advance(machine.now, machine.bus);
    machine.to(10000);
    std::vector<std::uint32_t> words;
    EXPECT_EQ(machine.poll(1, &words), header(0));
    EXPECT_EQ(machine.poll(1, &words), header(0));
    EXPECT_EQ(words, (std::vector<std::uint32_t>{100, 101, 102, 200, 201, 202}));
}

TEST(Sp2Adapter, AForgottenFlushSendsTheOldBytes) {
    Machine machine(2);
    for (std::uint32_t i = 0; i < Tb2Config::send_entries; ++i) { // every entry has been used once
        machine.send(0, header(1), 1000);
        machine.to(machine.now + 2000);
        EXPECT_NE(machine.poll(1), 0u);
    }
    machine.write(0, header(1), 2000, 16, false);
    machine.ring(0, 16);
    machine.to(machine.now + 4000);
    std::vector<std::uint32_t> words;
    EXPECT_EQ(machine.poll(1, &words), header(0));
    EXPECT_EQ(words, (std::vector<std::uint32_t>{1000, 1001, 1002}));
}

TEST(Sp2Adapter, AForgottenFlushOfAnEmptyEntryIsSeenForEver) {
    Machine machine(2);
    EXPECT_EQ(machine.word(1, machine.receive_entry(0)), 0u);
    machine.send(0, header(1), 5);
    machine.to(machine.now + 5000);
    EXPECT_EQ(machine.adapters[1].packets_received(), 1u);
    EXPECT_EQ(machine.word(1, machine.receive_entry(0)), 0u) << "the line is in the cache";
    machine.adapters[1].flush_line(machine.now, machine.receive_entry(0), false);
    EXPECT_EQ(machine.word(1, machine.receive_entry(0)), header(0));
}

TEST(Sp2Adapter, LinesCostWhatTheConfigurationSays) {
    Machine machine(2);
    const Tb2Config &c = machine.config;
    const std::uint32_t at = machine.send_entry(3);
    EXPECT_EQ(machine.load(0, at).cycles, c.miss);
    EXPECT_EQ(machine.load(0, at + 60).cycles, 0u);
    EXPECT_EQ(machine.load(0, at + 64).cycles, c.miss);
    EXPECT_EQ(machine.adapters[0].flush_line(machine.now, at, false), c.flush_clean);
    EXPECT_EQ(machine.store(0, at, 1).cycles, c.miss);
    EXPECT_EQ(machine.store(0, at + 8, 1, 8).cycles, 0u);
    EXPECT_EQ(machine.adapters[0].flush_line(machine.now, at, true), c.flush_dirty);
    EXPECT_EQ(machine.load(0, at).cycles, 0u) << "dcbst leaves the line";
    EXPECT_EQ(machine.adapters[0].flush_line(machine.now, at, false), c.flush_clean);
    EXPECT_EQ(machine.adapters[0].flush_line(machine.now, at, false), 0u);
    machine.adapters[0].zero_line(machine.now, at);
    EXPECT_EQ(machine.load(0, at + 8).cycles, 0u);
    EXPECT_EQ(machine.word(0, at + 8), 0u);
}

TEST(Sp2Adapter, FourLengthsAtOnceAndZerosChangeNothing) {
    Machine machine(2);
    for (std::uint32_t i = 0; i < 4; ++i) {
        machine.write(0, header(1), 10 * i, 16 + 4 * i);
        ++machine.send_place[0];
    }
    EXPECT_EQ(machine.store(0, registers_base, 16u << 24 | 24u << 8).kind, Answer::Kind::done);
    EXPECT_EQ(machine.word(0, registers_base), 16u << 24 | 24u << 8);
    machine.to(machine.now + 10000);
    EXPECT_EQ(machine.word(0, registers_base), 24u << 8) << "entry 1 comes before entry 2";
    EXPECT_EQ(machine.adapters[1].packets_received(), 1u);
    machine.store(0, registers_base, 20u << 16 | 28);
    machine.to(machine.now + 10000);
    EXPECT_EQ(machine.word(0, registers_base), 0u);
    for (std::uint32_t i = 0; i < 4; ++i) {
        std::vector<std::uint32_t> words;
        EXPECT_EQ(machine.poll(1, &words, 16 + 4 * i), header(0));
        EXPECT_EQ(words.front(), 10 * i);
    }
}

TEST(Sp2Adapter, AccessesAndDmaShareTheChannel) {
    Machine machine(2);
    const Tb2Config &c = machine.config;
    machine.send(0, header(1), 0, 252);
    const std::uint64_t dma = machine.now + base_cycles + c.access + c.idle_send + c.firmware_send;
    machine.to(dma + 10);
    EXPECT_EQ(machine.load(0, machine.send_entry(9)).cycles, (252 + 7) / 8 - 10 + c.miss)
        << "a miss waits for the memory bus";
    EXPECT_EQ(machine.load(0, registers_base + node).cycles, channel(252) - 10 + c.access);
    EXPECT_EQ(machine.load(0, registers_base + node).cycles, channel(252) - 10 + 2 * c.access);
    EXPECT_EQ(machine.load(1, registers_base + node).cycles, c.access);
}

TEST(Sp2Adapter, AFullReceiveFifoLosesPackets) {
    Tb2Config c = test::adapter_numbers();
    c.receive_entries_per_node = 4; // 8 entries
    Machine machine(2, c);
    for (std::uint32_t i = 0; i < 12; ++i) machine.send(0, header(1), i * 8);
    machine.to(machine.now + 20000);
    EXPECT_EQ(machine.adapters[1].packets_received(), 8u);
    EXPECT_EQ(machine.adapters[1].lost_full(), 4u);
    EXPECT_EQ(machine.word(1, registers_base + dropped), 4u);
    EXPECT_EQ(machine.network.in_flight(), 0u);
    std::vector<std::uint32_t> words;
    for (std::uint32_t i = 0; i < 3; ++i) EXPECT_NE(machine.poll(1, &words), 0u);
    for (std::uint32_t i = 0; i < 3; ++i) machine.send(0, header(1), 1000 + i * 8);
    machine.to(machine.now + 20000);
    EXPECT_EQ(machine.adapters[1].lost_full(), 4u) << "popped entries are free again";
    for (std::uint32_t i = 0; i < 8; ++i) EXPECT_NE(machine.poll(1, &words), 0u);
    EXPECT_EQ(machine.poll(1), 0u);
    std::vector<std::uint32_t> firsts;
    for (std::size_t i = 0; i < words.size(); i += 3) firsts.push_back(words[i]);
    EXPECT_EQ(firsts, (std::vector<std::uint32_t>{0, 8, 16, 24, 32, 40, 48, 56, 1000, 1008, 1016}));
}

TEST(Sp2Adapter, FaultsOfTheSwitchLosePackets) {
    MultistageConfig links = test::multistage_numbers();
    links.faults_per_million = 200000;
    Machine machine(2, test::adapter_numbers(), links);
    std::uint32_t got = 0;
    for (std::uint32_t i = 0; i < 500; ++i) {
        machine.send(0, header(1), i);
        machine.to(machine.now + 1200);
        got += machine.poll(1) != 0;
    }
    machine.to(machine.now + 5000);
    while (machine.poll(1)) ++got;
    EXPECT_EQ(got + machine.adapters[1].lost_faults(), 500u);
    EXPECT_NEAR(static_cast<double>(machine.adapters[1].lost_faults()), 100, 30);
    EXPECT_EQ(machine.network.in_flight(), 0u);
}

TEST(Sp2Adapter, WhatIsWrongIsAFault) {
    Machine machine(3);
    const std::uint32_t slot = registers_base + lengths;
    EXPECT_EQ(machine.error(machine.load(0, registers_base + 0x104)), Error::no_register);
    EXPECT_EQ(machine.error(machine.store(0, registers_base + node, 1)), Error::no_register);
    EXPECT_EQ(machine.error(machine.load(0, registers_base + node, 2)), Error::width);
    EXPECT_EQ(machine.error(machine.store(0, slot, 16, 2)), Error::width);
    EXPECT_EQ(machine.error(machine.load(0, registers_base + 2, 4)), Error::no_register);
    EXPECT_EQ(machine.error(machine.load(0, receive_fifo + 3 * 64 * 256)), Error::beyond);
    EXPECT_EQ(machine.error(machine.load(0, send_fifo + send_fifo_bytes)), Error::beyond);
    machine.write(0, header(2), 0, 16);
    EXPECT_EQ(machine.error(machine.store(0, slot, 3, 1)), Error::length);
    EXPECT_EQ(machine.store(0, slot, 16, 1).kind, Answer::Kind::done);
    EXPECT_EQ(machine.error(machine.store(0, slot, 16, 1)), Error::busy);
    const Access flush{send_fifo, 1, false, 0, base_cycles, LineOperation::flush};
    EXPECT_EQ(machine.access(0, flush).kind, Answer::Kind::done) << "nothing is changed by it";
    machine.store(0, send_fifo, header(1));
    EXPECT_EQ(machine.error(machine.access(0, flush)), Error::unfetched);
    machine.send_place[0] = 1;
    machine.write(0, header(3), 0, 16);
    EXPECT_EQ(machine.error(machine.ring(0, 16)), Error::destination);
    machine.write(0, header(1, 4), 0, 16);
    EXPECT_EQ(machine.error(machine.ring(0, 16)), Error::route);
    EXPECT_EQ(machine.error(machine.store(0, registers_base + pop, 1)), Error::popped);
}

/// Random stores, loads, flushes and DMA, against two arrays and the lines that are cached.
TEST(Sp2Window, KeepsCacheAndMemoryApart) {
    for (const std::uint32_t line : {64u, 256u}) {
        constexpr std::uint32_t bytes = 2048;
        Window window(bytes, line);
        std::vector<std::uint8_t> memory(bytes), cpu(bytes);
        std::vector<bool> cached(bytes / line), changed(bytes / line);
        std::minstd_rand random(line);
        const auto fetch = [&](std::uint32_t n) {
            if (cached[n]) return false;
            std::copy_n(memory.begin() + n * line, line, cpu.begin() + n * line);
            cached[n] = true;
            return true;
        };
        for (unsigned turn = 0; turn < 100000; ++turn) {
            const unsigned size = 1u << random() % 4;
            const auto at = static_cast<std::uint32_t>(random() % bytes) & ~(size - 1);
            const std::uint32_t n = at / line;
            std::uint64_t value = random();
            switch (random() % 6) {
            case 0:
                EXPECT_EQ(window.store(at, size, value), fetch(n));
                for (unsigned i = size; i-- > 0; value >>= 8)
                    cpu[at + i] = static_cast<std::uint8_t>(value);
                changed[n] = true;
                break;
            case 1:
                window.flush(at, turn % 2);
                if (cached[n] && changed[n])
                    std::copy_n(cpu.begin() + n * line, line, memory.begin() + n * line);
                changed[n] = false;
                cached[n] = cached[n] && turn % 2;
                break;
            case 2: {
                const std::vector<std::uint8_t> data(4, static_cast<std::uint8_t>(value));
                window.write_memory(at & ~3u, data);
                std::ranges::copy(data, memory.begin() + (at & ~3u));
                break;
            }
            case 3:
                if (turn % 8) break;
                window.zero(at);
                std::fill_n(cpu.begin() + n * line, line, std::uint8_t{0});
                cached[n] = changed[n] = true;
                break;
            case 4: ASSERT_EQ(window.memory(at, 1)[0], memory[at]); break;
            default: {
                std::uint64_t got = 0, want = 0;
                ASSERT_EQ(window.load(at, size, got), fetch(n));
                for (unsigned i = 0; i < size; ++i) want = want << 8 | cpu[at + i];
                ASSERT_EQ(got, want);
            }
            }
        }
    }
}

/// Every node sends packets of all lengths to every node; each arrives once, complete and, by one
/// route, in order. Half-way the state is saved, and another machine continues.
void storm(std::uint32_t nodes, std::uint32_t packets) {
    Tb2Config c = test::adapter_numbers();
    c.line_bytes = nodes % 2 ? 64 : 256;
    Machine first(nodes, c), second(nodes, c);
    Machine *machine = &first;
    std::minstd_rand random(nodes);
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> due;
    std::uint32_t sent = 0, got = 0;
    for (; machine->now < 4000000 && got < packets; machine->to(machine->now + 97)) {
        if (machine == &first && got > packets / 2) {
            Archive save;
            first.network.archive(save);
            for (Adapter &adapter : first.adapters) adapter.archive(save);
            const std::vector<std::uint8_t> bytes = save.take();
            Archive load(bytes);
            second.network.archive(load);
            for (Adapter &adapter : second.adapters) adapter.archive(load);
            load.finish();
            second.now = first.now;
            second.send_place = first.send_place;
            second.receive_place = first.receive_place;
            machine = &second;
        }
        for (std::uint32_t n = 0; n < nodes; ++n) {
            std::vector<std::uint32_t> words;
            while (const std::uint32_t word = machine->poll(n, &words, 252)) {
                std::vector<std::uint32_t> &of_pair = due[{word >> node_shift, n}];
                ASSERT_FALSE(of_pair.empty());
                ASSERT_EQ(words.front(), of_pair.front());
                for (std::uint32_t i = 1; i < (word & 0xFF); ++i)
                    ASSERT_EQ(words[i], words.front() + i);
                of_pair.erase(of_pair.begin());
                words.clear();
                ++got;
            }
            if (sent >= packets || random() % 20 || !machine->room(n)) continue;
            const auto to = static_cast<std::uint32_t>(random() % nodes);
            const auto count = static_cast<std::uint32_t>(1 + random() % 62);
            machine->send(n, header(to, to % 4) | count, sent * 100, 4 + 4 * count);
            due[{n, to}].push_back(sent++ * 100);
        }
    }
    EXPECT_EQ(got, packets) << "at " << machine->now;
    for (const Adapter &adapter : machine->adapters) EXPECT_EQ(adapter.lost_full(), 0u);
    EXPECT_EQ(machine->network.in_flight(), 0u);
}

TEST(Sp2Adapter, StormsLoseNothingThatHasRoom) {
    storm(1, 100);
    storm(2, 500);
    storm(7, 1500);
    storm(16, 2000);
}

} // namespace
} // namespace inlet::sp2
