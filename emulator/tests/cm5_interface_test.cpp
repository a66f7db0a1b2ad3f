// The registers of the CM-5's network interface, driven by loads and stores without a processor.
#include "archive/archive.h"
#include "net/fat_tree.h"
#include "ni/cm5/interface.h"
#include "tests/network_numbers.h"

#include <algorithm>
#include <deque>
#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace inlet::cm5 {
namespace {

constexpr std::uint32_t load_cycles = 2, store_cycles = 3; ///< base costs of a CY7C601

class NoMemory final : public Bus {
  public:
    bool read(std::uint32_t, std::span<std::uint8_t>) override { return false; }
    bool write(std::uint32_t, std::span<const std::uint8_t>) override { return false; }
};

std::uint32_t first(unsigned network, std::uint32_t tag, std::uint32_t length) {
    return (network ? right_first : left_first) + (tag << tag_shift) + (length << length_shift);
}
std::uint32_t base(unsigned network) { return network ? right : left; }

constexpr Config usual{.load_wait = 5, .store_drain = 1, .interrupt_level = 10};

/// Interfaces, a fat tree, and one common clock.
class Machine {
  public:
    explicit Machine(std::uint32_t nodes, const FatTreeConfig &tree = test::fat_tree_numbers(),
                     const Config &costs = usual)
        : config(costs), network(tree, nodes), control(nodes, 20) {
        config.nodes = nodes;
        for (std::uint32_t n = 0; n < nodes; ++n)
            interfaces.emplace_back(config, n, network, &control);
    }

    /// Advances time; every interface does its due work.
    void to(std::uint64_t cycle) {
        while (now < cycle) {
            network.advance(now++);
            for (Interface &interface : interfaces)
                if (interface.next(now) <= now) interface.advance(now, bus);
        }
    }
    Answer access(std::uint32_t node, const Access &access) {
        Answer answer = interfaces[node].access(now, access);
        if (answer.kind != Answer::Kind::not_known) return answer;
        network.advance(now); // all clocks have reached it
        answer = interfaces[node].access(now, access);
        EXPECT_NE(answer.kind, Answer::Kind::not_known);
        return answer;
    }
    Answer load(std::uint32_t node, std::uint32_t offset, std::uint8_t bytes = 4) {
        return access(node, {ni_base + offset, bytes, false, 0, load_cycles});
    }
    Answer store(std::uint32_t node, std::uint32_t offset, std::uint64_t value,
                 std::uint8_t bytes = 4) {
        return access(node, {ni_base + offset, bytes, true, value, store_cycles});
    }
    std::uint32_t read(std::uint32_t node, std::uint32_t offset) {
        const Answer answer = load(node, offset);
        EXPECT_EQ(answer.kind, Answer::Kind::done);
        return static_cast<std::uint32_t>(answer.value);
    }
    std::uint32_t status_of(std::uint32_t node, unsigned n) { return read(node, base(n) + status); }
    /// As CMAM_4 sends (000 Figure 4-19): two doubles and a word.
    void send(std::uint32_t from, std::uint32_t to, std::uint32_t tag, std::uint32_t word,
              unsigned n = 0) {
        EXPECT_EQ(store(from, first(n, tag, 5), std::uint64_t{to} << 32 | word, 8).kind,
                  Answer::Kind::done);
        EXPECT_EQ(
            store(from, base(n) + cm5::send, std::uint64_t{word + 1} << 32 | (word + 2), 8).kind,
            Answer::Kind::done);
        EXPECT_EQ(
            store(from, base(n) + cm5::send, std::uint64_t{word + 3} << 32 | (word + 4), 8).kind,
            Answer::Kind::done);
    }
    Error error(const Answer &answer) const {
        EXPECT_EQ(answer.kind, Answer::Kind::fault);
        EXPECT_NE(std::string(interfaces[0].fault_text(answer.value)), "");
        return static_cast<Error>(answer.value);
    }

    Config config;
    net::FatTreeNetwork network;
    net::ControlNetwork control;
    std::deque<Interface> interfaces;
    NoMemory bus;
    std::uint64_t now = 1;
};

TEST(Cm5Interface, AMessageArrivesWithTagLengthAndWords) {
    for (const unsigned n : {0u, 1u}) {
        Machine machine(16);
        EXPECT_EQ(machine.status_of(3, n), status_word::send_ok | status_word::send_space);
        machine.send(3, 9, 6, 100, n);
        ASSERT_TRUE(machine.interfaces[3].sent());
        EXPECT_EQ(machine.interfaces[3].sent()->tag, 6u);
        EXPECT_TRUE(machine.status_of(3, n) & status_word::send_ok);
        EXPECT_FALSE(machine.status_of(9, n) & status_word::rec_ok);
        machine.to(500);
        EXPECT_EQ(machine.status_of(9, 1 - n), status_word::send_ok | status_word::send_space);
        EXPECT_EQ(machine.status_of(9, n),
                  status_word::send_ok | status_word::send_space | status_word::rec_ok |
                      5u << status_word::length_left | 6u << status_word::rec_tag);
        EXPECT_EQ(machine.load(9, base(n) + receive, 8).value, 100ull << 32 | 101);
        EXPECT_EQ(machine.status_of(9, n) >> status_word::length_left & 7, 3u);
        EXPECT_EQ(machine.read(9, base(n) + receive), 102u);
        EXPECT_EQ(machine.load(9, base(n) + receive, 8).value, 103ull << 32 | 104);
        EXPECT_FALSE(machine.status_of(9, n) & status_word::rec_ok);
        EXPECT_EQ(machine.network.in_flight(), 0u);
    }
}

TEST(Cm5Interface, MessagesHaveZeroToFiveWords) {
    Machine machine(4);
    for (std::uint32_t words = 0; words <= longest; ++words) {
        EXPECT_EQ(machine.store(0, first(0, 1, words), 2).kind, Answer::Kind::done);
        for (std::uint32_t i = 0; i < words; ++i) {
            EXPECT_FALSE(machine.interfaces[0].sent());
            machine.store(0, left + send, 7 + i);
        }
        EXPECT_TRUE(machine.interfaces[0].sent());
        machine.to(machine.now + 500);
        EXPECT_EQ(machine.status_of(2, 0) >> status_word::length_left & 7, words);
        for (std::uint32_t i = 0; i < words; ++i) EXPECT_EQ(machine.read(2, left + receive), 7 + i);
        if (words == 0) machine.read(2, left + receive); // takes the message
        EXPECT_FALSE(machine.status_of(2, 0) & status_word::rec_ok);
    }
    EXPECT_EQ(machine.error(machine.store(0, first(0, 1, 6), 2)), Error::length);
}

/// 000 4.3.8: the five accesses of a send, two of which are loads, and their order (4.3.5.1).
TEST(Cm5Interface, LoadsWaitAndStoresArePosted) {
    Machine machine(4);
    EXPECT_EQ(machine.load(0, self).cycles, 5u);
    EXPECT_EQ(machine.store(0, int_tags, 0).cycles, 0u);
    EXPECT_EQ(machine.load(0, self).cycles, 5u + store_cycles + 1); // at the store's own cycle
    machine.to(machine.now + store_cycles);
    EXPECT_EQ(machine.load(0, self).cycles, 6u); // directly after it
    machine.to(machine.now + 1);
    EXPECT_EQ(machine.load(0, self).cycles, 5u);
    Machine cbus(4, test::fat_tree_numbers(), {.load_wait = 0, .store_wait = 0, .store_drain = 0});
    EXPECT_EQ(cbus.store(0, int_tags, 0).cycles, 0u);
    cbus.to(cbus.now + store_cycles);
    EXPECT_EQ(cbus.load(0, self).cycles, 0u);
}

/// 000 4.3.1: "the message can be dropped"; then software writes all of it again.
TEST(Cm5Interface, AFullFifoDropsAndTheStatusSaysSo) {
    Machine machine(4);
    machine.send(0, 1, 0, 1);
    machine.send(0, 1, 0, 11); // the FIFO has one slot
    EXPECT_FALSE(machine.interfaces[0].sent());
    EXPECT_FALSE(machine.status_of(0, 0) & (status_word::send_ok | status_word::send_space));
    EXPECT_TRUE(machine.status_of(0, 1) & status_word::send_ok); // the other network has its own
    EXPECT_EQ(machine.interfaces[0].dropped(), 1u);
    machine.to(machine.now + 300);
    EXPECT_FALSE(machine.status_of(0, 0) & status_word::send_ok) << "it is lost";
    EXPECT_TRUE(machine.status_of(0, 0) & status_word::send_space);
    machine.send(0, 1, 0, 21);
    EXPECT_TRUE(machine.status_of(0, 0) & status_word::send_ok);
    machine.to(machine.now + 300);
    for (const std::uint32_t word : {1u, 21u})
        for (std::uint32_t i = 0; i < 5; ++i) EXPECT_EQ(machine.read(1, left + receive), word + i);
    EXPECT_EQ(machine.interfaces[0].messages_sent(), 2u);
}

TEST(Cm5Interface, ASecondBeginningDropsTheOpenMessage) {
    Machine machine(4);
    machine.store(0, first(0, 1, 3), 2);
    machine.store(0, left + send, 5);
    machine.store(0, first(0, 2, 1), 3); // a handler runs in between
    EXPECT_FALSE(machine.status_of(0, 0) & status_word::send_ok);
    machine.store(0, left + send, 9);
    EXPECT_TRUE(machine.status_of(0, 0) & status_word::send_ok);
    machine.to(500);
    EXPECT_FALSE(machine.status_of(2, 0) & status_word::rec_ok);
    EXPECT_EQ(machine.read(3, left + receive), 9u);
    // The interrupted code's later writes belong to no message.
    EXPECT_EQ(machine.error(machine.store(0, left + send, 6)), Error::not_open);
}

TEST(Cm5Interface, ErrorsHaveNoEffect) {
    Machine machine(4);
    EXPECT_EQ(machine.error(machine.load(0, left + receive)), Error::empty);
    EXPECT_EQ(machine.error(machine.load(0, left + send)), Error::no_register);
    EXPECT_EQ(machine.error(machine.store(0, left + status, 1)), Error::no_register);
    EXPECT_EQ(machine.error(machine.load(0, 0x10)), Error::no_register);
    EXPECT_EQ(machine.error(machine.load(0, left + status, 1)), Error::width);
    EXPECT_EQ(machine.error(machine.load(0, left + status, 8)), Error::width);
    EXPECT_EQ(machine.error(machine.store(0, left + send, 1, 2)), Error::width);
    EXPECT_EQ(machine.error(machine.store(0, left + send, 1)), Error::not_open);
    EXPECT_EQ(machine.error(machine.store(0, first(0, 1, 2), 4)), Error::destination);
    EXPECT_EQ(machine.error(machine.store(0, first(0, 1, 2), 0x00080001)), Error::destination);
    EXPECT_EQ(machine.error(machine.store(0, first(0, 1, 0), 1, 8)), Error::not_open);
    EXPECT_EQ(machine.error(machine.store(0, left + send, 1)), Error::not_open);
    machine.store(0, first(0, 1, 2), 1);
    machine.store(0, left + send, 7);
    EXPECT_EQ(machine.error(machine.store(0, left + send, 1, 8)), Error::not_open);
    EXPECT_EQ(machine.store(0, left + send, 8).kind, Answer::Kind::done);
    machine.to(500);
    EXPECT_EQ(machine.load(1, left + receive, 8).value, 7ull << 32 | 8);
}

TEST(Cm5Interface, RegistersOfTheNode) {
    Machine machine(6);
    machine.to(77);
    EXPECT_EQ(machine.read(4, self), 4u);
    EXPECT_EQ(machine.read(4, partition), 6u);
    EXPECT_EQ(machine.read(4, cm5::time), 77u);
}

TEST(Cm5Interface, InterruptsAreByTagAndEdgeTriggered) { // 000 4.3.7
    Machine machine(4);
    Interface &receiver = machine.interfaces[1];
    machine.send(0, 1, 3, 1); // while no message interrupts
    machine.to(400);
    EXPECT_EQ(receiver.next(machine.now), Device::never);
    machine.store(1, int_tags, 1u << 3 | 1u << (16 + 2));
    machine.to(500);
    EXPECT_EQ(receiver.interrupts(), 0u) << "an arrival while disabled is not remembered";
    machine.send(0, 1, 4, 11); // another tag
    machine.to(800);
    EXPECT_EQ(receiver.interrupts(), 0u);
    machine.send(0, 1, 3, 21);
    machine.send(0, 1, 2, 31, 1);
    std::uint64_t came = 0;
    while (!came) {
        machine.to(machine.now + 1);
        if (receiver.interrupts() & 1) came = machine.now;
    }
    ASSERT_TRUE(machine.network.received(1, 0, 2));
    EXPECT_EQ(came, machine.network.received(1, 0, 2)->cycle);
    machine.to(machine.now + 300);
    EXPECT_EQ(machine.read(1, int_cause), 3u);
    machine.store(1, int_cause, 1);
    EXPECT_EQ(receiver.interrupts(), 2u);
    machine.to(machine.now + 300);
    EXPECT_EQ(receiver.interrupts(), 2u) << "the messages that are there do not interrupt again";
    for (unsigned i = 0; i < 15; ++i) machine.read(1, left + receive);
    machine.send(0, 1, 3, 41);
    machine.to(machine.now + 300);
    EXPECT_EQ(receiver.interrupts(), 3u);
}

TEST(Cm5Interface, TheBarrierIsCompleteWhenAllHaveCome) {
    Machine machine(5);
    for (unsigned round = 0; round < 3; ++round) {
        std::uint64_t last = 0;
        for (std::uint32_t n = 0; n < 5; ++n) {
            for (std::uint32_t m = 0; m < 5; ++m)
                EXPECT_EQ(machine.read((m + round) % 5, barrier), m >= n);
            EXPECT_EQ(machine.store((n + round) % 5, barrier, 1).kind, Answer::Kind::done);
            last = machine.now + store_cycles;
            EXPECT_EQ(machine.error(machine.store((n + round) % 5, barrier, 1)), Error::barrier);
            machine.to(machine.now + 10);
        }
        for (std::uint32_t n = 0; n < 5; ++n) EXPECT_EQ(machine.read(n, barrier), 0u);
        machine.to(last + 19);
        EXPECT_EQ(machine.read(2, barrier), 0u);
        machine.to(last + 20);
        for (std::uint32_t n = 0; n < 5; ++n) EXPECT_EQ(machine.read(n, barrier), 1u);
    }
}

TEST(Cm5Interface, ItsStateIsSavedWhole) {
    Machine one(4), two(4);
    one.send(1, 0, 3, 50);
    one.to(400);
    one.store(0, int_tags, 8);
    one.store(0, first(1, 2, 2), 1); // an open message, and a half-read one
    one.read(0, left + receive);
    one.store(3, barrier, 1);
    Archive save;
    one.network.archive(save);
    one.control.archive(save);
    for (Interface &interface : one.interfaces) interface.archive(save);
    const std::vector<std::uint8_t> bytes = save.take();
    Archive load(bytes);
    two.network.archive(load);
    two.control.archive(load);
    for (Interface &interface : two.interfaces) interface.archive(load);
    load.finish();
    two.now = one.now;
    for (Machine *machine : {&one, &two}) {
        EXPECT_EQ(machine->read(0, left + receive), 51u);
        EXPECT_EQ(machine->read(0, int_tags), 8u);
        EXPECT_EQ(machine->read(3, barrier), 0u);
        machine->store(0, right + send, 1ull << 32 | 2, 8);
        ASSERT_TRUE(machine->interfaces[0].sent());
        EXPECT_EQ(machine->interfaces[0].sent()->number, 1u);
    }
    EXPECT_EQ(one.interfaces[0].named_state(), two.interfaces[0].named_state());
}

/// A load that reports how long its value is stable returns that value until then.
TEST(Cm5Interface, StatusIsStableAsLongAsItSays) {
    Machine machine(4);
    std::minstd_rand random(1);
    std::uint64_t until = 0, promised = 0;
    std::uint32_t value = 0;
    for (std::uint32_t sent = 0; machine.now < 20000; machine.to(machine.now + 1)) {
        machine.network.advance(machine.now);
        const std::uint32_t here = machine.status_of(1, 0);
        if (machine.now < until) {
            ASSERT_EQ(here, value) << machine.now;
        }
        value = here;
        until = std::max(until,
                         machine.interfaces[1].stable_until(machine.now, ni_base + left + status));
        promised += until > machine.now + 1;
        if (here & status_word::rec_ok && random() % 40 == 0) {
            for (unsigned i = 0; i < 5; ++i) machine.read(1, left + receive);
            until = 0;
        }
        if (random() % 300 == 0) {
            machine.send(0, 1, 0, ++sent * 8);
            until = std::min(until, machine.now + machine.network.min_delivery(false));
        }
    }
    EXPECT_GT(promised, 1000u);
}

/// Every node sends requests at random, answers each on the other network, and retries dropped
/// messages; while it cannot send it takes replies only (000 4.3.2.1).
void storm(std::uint32_t nodes, std::uint32_t requests) {
    Machine machine(nodes);
    std::minstd_rand random(nodes);
    struct Node {
        std::uint32_t asked = 0, answered = 0;
        bool asking = false, answering = false;
        std::uint32_t to = 0, word = 0, back = 0, back_word = 0;
    };
    std::vector<Node> all(nodes);
    std::uint64_t drops = 0;
    const auto try_send = [&](std::uint32_t n, std::uint32_t to, std::uint32_t word, unsigned on) {
        machine.store(n, first(on, on, 2), to);
        machine.store(n, base(on) + send, std::uint64_t{n} << 32 | word, 8);
        const bool accepted = machine.status_of(n, on) & status_word::send_ok;
        drops += !accepted;
        return accepted;
    };
    const auto done = [&] {
        return std::ranges::all_of(all,
                                   [&](const Node &node) { return node.answered == requests; });
    };
    for (; machine.now < 400000 && !done(); machine.to(machine.now + 10))
        for (std::uint32_t n = 0; n < nodes; ++n) {
            Node &node = all[n];
            if (machine.status_of(n, 1) & status_word::rec_ok) { // replies
                const std::uint64_t got = machine.load(n, right + receive, 8).value;
                ASSERT_EQ(got, std::uint64_t{node.to} << 32 | (node.word ^ 0xFFFF));
                node.asking = false;
                ++node.answered;
            }
            if (node.answering) {
                node.answering = !try_send(n, node.back, node.back_word, 1);
                continue;
            }
            if (machine.status_of(n, 0) & status_word::rec_ok) {
                const std::uint64_t got = machine.load(n, left + receive, 8).value;
                node.back = static_cast<std::uint32_t>(got >> 32);
                node.back_word = static_cast<std::uint32_t>(got) ^ 0xFFFF;
                node.answering = true;
            } else if (!node.asking && node.asked < requests) {
                node.to = static_cast<std::uint32_t>(random() % nodes);
                node.word = static_cast<std::uint32_t>(random());
                node.asking = try_send(n, node.to, node.word, 0);
                node.asked += node.asking;
            }
        }
    EXPECT_TRUE(done()) << "at " << machine.now;
    EXPECT_EQ(machine.network.in_flight(), 0u);
}

TEST(Cm5Interface, StormsOfRequestsAndReplies) {
    storm(2, 200);
    storm(16, 60);
    storm(100, 20);
}
TEST(Cm5Interface, AStormOf1024Nodes) { storm(1024, 3); }

} // namespace
} // namespace inlet::cm5
