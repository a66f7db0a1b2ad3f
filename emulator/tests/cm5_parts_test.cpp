// A CM-5 in parts gives what it gives in one part: messages, barriers, faults, deadlocks, limits.
#include "as_one_part.h"
#include "kinds/cm5.h"
#include "ni/cm5/registers.h"
#include "thread_ranks.h"

#include <atomic>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace inlet::test {
namespace {

/// A program of SPARC instructions, with labels.
class Sparc {
  public:
    enum Register : unsigned { g0, g1, g2, g3, g4, g5, o0 = 8, o2 = 10, l0 = 16, l1, l2, l3 };
    enum Condition : unsigned { equal = 1, less = 3, always = 8, not_equal = 9, not_less = 11 };

    Sparc &label(const std::string &name) {
        labels_[name] = words_.size();
        return *this;
    }
    Sparc &set(Register to, std::uint32_t value) { // a multiple of 1024, or less
        return value < 1024 ? add(to, g0, static_cast<int>(value))
                            : word(to << 25 | 4u << 22 | value >> 10);
    }
    Sparc &add(Register to, Register from, int number) { return immediate(0, to, from, number); }
    Sparc &subtract(Register to, Register from, Register number) {
        return word(2u << 30 | to << 25 | 4u << 19 | from << 14 | number);
    }
    Sparc &compare(Register a, int number) { return immediate(0x14, g0, a, number); }
    Sparc &compare(Register a, Register b) { return word(2u << 30 | 0x14u << 19 | a << 14 | b); }
    Sparc &test(Register a, std::uint32_t bits) {
        return immediate(0x11, g0, a, static_cast<int>(bits));
    }
    Sparc &count_down(Register number) { return immediate(0x14, number, number, 1); }
    Sparc &load(Register to, std::uint32_t offset) { return memory(0, to, offset); }
    Sparc &store(Register from, std::uint32_t offset) { return memory(4, from, offset); }
    /// With an empty delay slot.
    Sparc &branch(Condition condition, const std::string &to) {
        uses_.emplace_back(words_.size(), to);
        return word(condition << 25 | 2u << 22).word(4u << 22);
    }
    Sparc &exit() { return set(o0, 0).immediate(0x3A, always, g0, 0x60); }

    Image image() const {
        std::vector<std::uint32_t> words = words_;
        for (const auto &[at, to] : uses_)
            words[at] |= static_cast<std::uint32_t>(labels_.at(to) - at) & 0x3FFFFF;
        Image image;
        image.path = "test";
        image.processor = Processor::sparc;
        image.entry = first_address(Processor::sparc);
        std::vector<std::uint8_t> bytes;
        for (const std::uint32_t word : words)
            for (int shift = 24; shift >= 0; shift -= 8)
                bytes.push_back(static_cast<std::uint8_t>(word >> shift));
        const auto size = static_cast<std::uint32_t>(bytes.size());
        image.segments.push_back({image.entry, size, true, false, std::move(bytes)});
        image.end = image.entry + size;
        return image;
    }

  private:
    Sparc &word(std::uint32_t word) {
        words_.push_back(word);
        return *this;
    }
    Sparc &immediate(unsigned op3, unsigned rd, unsigned rs1, int number) {
        return word(2u << 30 | rd << 25 | op3 << 19 | rs1 << 14 | 1u << 13 |
                    (static_cast<std::uint32_t>(number) & 0x1FFF));
    }
    /// Of the network interface, whose address is in g1.
    Sparc &memory(unsigned op3, unsigned rd, std::uint32_t offset) {
        return word(3u << 30 | rd << 25 | op3 << 19 | g1 << 14 | 1u << 13 | offset);
    }

    std::vector<std::uint32_t> words_;
    std::map<std::string, std::size_t> labels_;
    std::vector<std::pair<std::size_t, std::string>> uses_;
};

enum class Ending : std::uint8_t { exits, fault, deadlock };

/// Three rounds: each node sends messages to others in turn, receives as many, and enters a
/// barrier. With an ending other than an exit node 3, after the first of them, reads a register
/// that there is not, or waits for a message too many.
Image rounds(Ending ending) {
    using S = Sparc;
    constexpr int each = 12;
    constexpr std::uint32_t first =
        cm5::left_first | 5u << cm5::tag_shift | 1u << cm5::length_shift;
    Sparc code;
    code.set(S::g1, cm5::ni_base).load(S::g2, cm5::self).set(S::l0, 3).set(S::l3, 0).set(S::g4, 0);
    code.add(S::g5, S::g2, 0);
    code.label("round").set(S::g3, each).add(S::l3, S::l3, each);
    code.label("send").add(S::g5, S::g5, 7);
    code.label("wrap").compare(S::g5, S::o2).branch(S::less, "again");
    code.subtract(S::g5, S::g5, S::o2).branch(S::always, "wrap");
    code.label("again").store(S::g5, first).store(S::g2, cm5::left + cm5::send);
    code.load(S::l1, cm5::left + cm5::status);
    code.test(S::l1, cm5::status_word::rec_ok).branch(S::equal, "none");
    code.load(S::l2, cm5::left + cm5::receive).add(S::g4, S::g4, 1);
    code.label("none").test(S::l1, cm5::status_word::send_ok).branch(S::equal, "again");
    code.count_down(S::g3).branch(S::not_equal, "send");
    code.label("receive").compare(S::g4, S::l3).branch(S::not_less, "enter");
    code.load(S::l1, cm5::left + cm5::status).test(S::l1, cm5::status_word::rec_ok);
    code.branch(S::equal, "receive").load(S::l2, cm5::left + cm5::receive).add(S::g4, S::g4, 1);
    code.branch(S::always, "receive");
    code.label("enter").store(S::g0, cm5::barrier);
    code.label("wait").load(S::l1, cm5::barrier).test(S::l1, 1).branch(S::equal, "wait");
    if (ending != Ending::exits) {
        code.compare(S::g2, 3).branch(S::not_equal, "on");
        if (ending == Ending::fault) code.load(S::l1, 0x700);
        code.add(S::l3, S::l3, 1).label("on");
    }
    code.count_down(S::l0).branch(S::not_equal, "round").exit();
    code.label("rest").branch(S::always, "rest");
    return code.image();
}

RunOptions sixteen() {
    RunOptions options;
    options.nodes = 16;
    options.arguments = {"test"};
    options.max_cycles = 2'000'000;
    return options;
}

TEST(Cm5Parts, MessagesAndBarriers) {
    for (const auto &[nodes, jitter] : {std::pair{2u, 0u}, {5u, 7u}, {16u, 0u}, {64u, 1u}}) {
        SCOPED_TRACE(std::to_string(nodes) + " nodes, jitter " + std::to_string(jitter));
        RunOptions options = sixteen();
        options.nodes = nodes;
        options.jitter = jitter;
        const auto one =
            expect_as_one_part(MachineConfig::load("cm5"), rounds(Ending::exits), options);
        EXPECT_EQ(one.result.outcome, Outcome::exited);
        EXPECT_EQ(one.result.nodes[0].messages_received, 36u);
    }
}

TEST(Cm5Parts, FaultsDeadlocksAndLimits) {
    const MachineConfig machine = MachineConfig::load("cm5");
    RunOptions options = sixteen();
    const auto fault = expect_as_one_part(machine, rounds(Ending::fault), options);
    EXPECT_EQ(fault.result.outcome, Outcome::fault);
    EXPECT_EQ(fault.result.fault.node, 3u);
    EXPECT_EQ(expect_as_one_part(machine, rounds(Ending::deadlock), options).result.outcome,
              Outcome::deadlock);
    for (const std::uint64_t limit : {1u, 500u, 1234u}) {
        options.max_cycles = limit;
        EXPECT_EQ(expect_as_one_part(machine, rounds(Ending::exits), options).result.outcome,
                  Outcome::max_cycles);
    }
}

/// Messages and barriers go through rank 0 where they go between the others.
TEST(Cm5Parts, RanksAreAsOne) {
    RunOptions options = sixteen();
    for (const Ending ending : {Ending::exits, Ending::fault, Ending::deadlock})
        for (const auto &[nodes, jitter] : {std::pair{5u, 7u}, {16u, 0u}, {64u, 1u}}) {
            SCOPED_TRACE(std::to_string(nodes) + " nodes");
            options.nodes = nodes;
            options.jitter = jitter;
            expect_ranks_as_one(MachineConfig::load("cm5"), rounds(ending), options);
        }
    options.nodes = 16;
    options.jitter = 0;
    MachineConfig machine = MachineConfig::load("cm5");
    for (const std::uint32_t barrier : {machine.part<Cm5Config>().barrier_latency, 3u}) {
        machine.part<Cm5Config>().barrier_latency = barrier;
        options.max_cycles = 2'000'000;
        const auto whole = expect_ranks_as_one(machine, rounds(Ending::exits), options);
        for (const std::uint64_t part : {1, 3, 4, 6}) { // of 7
            options.max_cycles = whole.result.cycles * part / 7;
            EXPECT_EQ(expect_ranks_as_one(machine, rounds(Ending::exits), options).result.outcome,
                      Outcome::max_cycles);
        }
    }
}

TEST(Cm5Parts, CanBeStopped) {
    const std::atomic<bool> stop = true;
    for (const unsigned threads : {1u, 2u}) {
        RunOptions options = sixteen();
        options.stop = &stop;
        options.threads = {.count = threads, .parts = 4};
        // It computes for ever.
        Sparc counts;
        counts.label("on").add(Sparc::g2, Sparc::g2, 1).branch(Sparc::always, "on");
        const Image image = counts.image();
        EXPECT_EQ(Machine(MachineConfig::load("cm5"), image, options).run().outcome,
                  Outcome::interrupted);
    }
}

/// A barrier that is faster than a link.
TEST(Cm5Parts, AFastBarrier) {
    MachineConfig machine = MachineConfig::load("cm5");
    machine.part<Cm5Config>().barrier_latency = 3;
    Cm5Platform platform(machine, 16, 0);
    const net::Divided *const three = platform.divide(3, net::Divided::every_part);
    ASSERT_TRUE(three);
    EXPECT_EQ(three->parts(), 3u);
    const auto one = expect_as_one_part(machine, rounds(Ending::exits), sixteen());
    EXPECT_EQ(one.result.outcome, Outcome::exited);
}

} // namespace
} // namespace inlet::test
