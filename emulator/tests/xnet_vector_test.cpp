// Vectors in messages on a SPARC: LDC, STC, vlr, sends and arrivals (CSD-94-823 A.3, A.6, A.9),
// each rule, and random programs with events of two levels against a model of registers and memory.
#include "effort.h"
#include "xnet_node.h"

#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <random>

namespace inlet {

namespace {

using namespace sparc_test;
using xnet_test::XnetNode;
namespace ni = isa::ni;

enum : unsigned { at = 1, handler = 2, vlr_from = 4, to = 16 }; ///< %g1, %g2, %g4, %l0

constexpr std::uint32_t vector_data = 0x40000, vector_stack = 0x50000, hret_word = 0x81B00060;

std::uint32_t ldc(unsigned vector, unsigned base, std::int32_t distance) {
    return format3_imm(0x30, vector, base, distance) | 0x40000000;
}
std::uint32_t stc(unsigned vector, unsigned base, std::int32_t distance) {
    return format3_imm(0x34, vector, base, distance) | 0x40000000;
}
std::uint32_t set_vlr(unsigned from) { return 0x81B00040 | from << 14 | ni::vlr << 25; }
std::uint32_t get(unsigned number, unsigned rd) { return 0x81B00020 | number << 14 | rd << 25; }
/// SENDnV, SENDnHV: handler in %g2, to node %g0.
std::uint32_t send_v(unsigned n, unsigned vector, bool high) {
    return 0x81B80100 | vector << 25 | handler << 14 | (high ? 1u << 9 : 0u) | n << 5;
}

sparc::Timing vector_timing() {
    sparc::Timing all = one_cycle_each();
    all.network = SparcNetworkConfig{};
    all.network->vectors = SparcVectorConfig{.load = 3, .store = 5, .words_per_cycle = 2};
    return all;
}

std::vector<std::uint32_t> numbered(std::uint32_t first, std::size_t words) {
    std::vector<std::uint32_t> all(words);
    std::iota(all.begin(), all.end(), first);
    return all;
}

/// A node at these instructions, with the interface on.
struct XnetVectors : testing::Test {
    void begin(std::vector<std::uint32_t> words, const sparc::Timing &timing = vector_timing()) {
        words.resize(words.size() + 64, 0x01000000);
        node = std::make_unique<XnetNode>(words, timing);
        State &s = node->state();
        s.r[sparc::psr_place] = sparc::psr::s | sparc::psr::et | sparc::psr::ec;
        s.r[sparc::wim_place] = 1u << 4;
        s.r[sparc::stack_register] = vector_stack;
        s.r[at] = vector_data;
        s.r[handler] = XnetNode::base;
        s.jump(XnetNode::base);
        node->start();
        node->write_interface(ni::nistat, 0x019C0000);
        for (std::uint32_t i = 0; i < 128; ++i) node->store_word(vector_data + 4 * i, 100 + i);
    }
    void steps(unsigned count) {
        for (unsigned i = 0; i < count; ++i) ASSERT_TRUE(node->act()) << i;
    }
    /// The next instruction is fault `kind` with `value`, and changes nothing.
    void faults(FaultKind kind, std::uint32_t value) {
        const std::uint32_t pc = node->state().pc;
        EXPECT_FALSE(node->act());
        ASSERT_TRUE(node->failed);
        EXPECT_EQ(node->failed->kind, kind) << describe(node->failed->kind);
        EXPECT_EQ(node->failed->value, value);
        EXPECT_EQ(node->failed->pc, pc);
    }
    std::uint32_t word(std::uint32_t address) {
        std::uint32_t value = 0;
        EXPECT_TRUE(node->load_word(address, value));
        return value;
    }
    std::uint32_t vlr() { return *node->interface().registers().peek(0, ni::vlr, false); }

    std::unique_ptr<XnetNode> node;
};

TEST_F(XnetVectors, CostTheirStartAndTheirWords) {
    for (const std::uint32_t words : {0u, 1u, 2u, 3u, 31u, 32u}) {
        begin({set_vlr(vlr_from), ldc(4, at, 0), stc(4, at, 256)});
        node->state().r[vlr_from] = words;
        steps(1);
        const std::uint64_t before = node->state().now;
        steps(1);
        EXPECT_EQ(node->state().now - before, 3 + (words + 1) / 2);
        steps(1);
        EXPECT_EQ(node->state().now - before, 3 + 5 + 2 * ((words + 1) / 2));
    }
}

TEST_F(XnetVectors, MoveTheirLengthAndNoMore) {
    begin({ldc(4, at, 0), set_vlr(vlr_from), stc(4, at, 128), ldc(4, at, 8), stc(4, at, 256)});
    node->state().r[vlr_from] = 3;
    steps(5);
    EXPECT_EQ(word(vector_data + 128), 100u);
    EXPECT_EQ(word(vector_data + 136), 102u);
    EXPECT_EQ(word(vector_data + 140), 135u) << "as it was";
    EXPECT_EQ(word(vector_data + 256), 102u);
    EXPECT_EQ(word(vector_data + 268), 167u) << "as it was";
}

TEST_F(XnetVectors, AddressIsTheSumOfTwoRegisters) {
    begin({0xC1800000 | 9u << 25 | at << 14 | vlr_from, stc(9, at, 256)});
    node->state().r[vlr_from] = 12;
    steps(2);
    EXPECT_EQ(word(vector_data + 256), 103u);
}

TEST_F(XnetVectors, WithLengthZeroNoAddressIsLookedAt) {
    begin({set_vlr(0), ldc(4, at, 3), stc(4, at, 1)});
    steps(3);
    EXPECT_EQ(word(vector_data), 100u);
}

TEST_F(XnetVectors, FaultsNameTheFirstWrongAddressAndMoveNothing) {
    begin({ldc(4, at, 2)});
    faults(FaultKind::unaligned, vector_data + 2);
    begin({stc(4, vlr_from, 0)});
    const std::uint32_t end = node->memory().bytes();
    node->state().r[vlr_from] = end - 64; // half of it is there
    node->store_word(end - 64, 7);
    faults(FaultKind::unmapped, end);
    EXPECT_EQ(word(end - 64), 7u);
    begin({ldc(4, 0, 4)});
    faults(FaultKind::unmapped, 4);
}

TEST_F(XnetVectors, LengthIsAtMostARegister) {
    begin({get(ni::vlr, to), set_vlr(vlr_from)});
    node->state().r[vlr_from] = 33;
    steps(1);
    EXPECT_EQ(node->state().r[to], 32u);
    faults(FaultKind::vector_length, 33);
    EXPECT_EQ(vlr(), 32u);
}

TEST_F(XnetVectors, OverwrittenCodeIsDecodedAgain) {
    // A vector of NOPs over an UNIMP.
    begin({ldc(4, at, 0), stc(4, vlr_from, 0), 0x00000000});
    for (std::uint32_t i = 0; i < 32; ++i) node->store_word(vector_data + 4 * i, 0x01000000);
    node->state().r[vlr_from] = XnetNode::base + 8;
    node->memory().watch(XnetNode::base, true);
    steps(2);
    EXPECT_FALSE(node->act());
    EXPECT_EQ(node->failed->kind, FaultKind::not_decoded) << "which a node does then";
    EXPECT_EQ(word(XnetNode::base + 8), 0x01000000u);
}

TEST_F(XnetVectors, ASendCopiesItsRegister) {
    begin({set_vlr(vlr_from), ldc(7, at, 0), send_v(2, 7, false), send_v(0, 7, true)});
    State &s = node->state();
    s.r[vlr_from] = 5;
    s.r[sparc::out0] = 11;
    s.r[sparc::out0 + 1] = 12;
    steps(4);
    ASSERT_EQ(node->messages().sent.size(), 2u);
    const net::Packet &low = node->messages().sent[0];
    EXPECT_EQ(low.words, 3u);
    EXPECT_EQ(low.data[2], 12u);
    EXPECT_EQ(low.channel, xnet::Registers::low);
    EXPECT_EQ(low.vector_words(), 5u);
    EXPECT_EQ(node->messages().sent_vectors[0], numbered(100, 5));
    EXPECT_EQ(node->messages().sent[1].channel, xnet::Registers::high);
    EXPECT_EQ(node->messages().sent_vectors[1], numbered(100, 5));
    EXPECT_EQ(s.r[sparc::ccc_register], 1u);
}

TEST_F(XnetVectors, ArriveInTheCopyOfTheirLevel) {
    // Main loads %c1; a handler stores its own, with nistat.
    const std::uint32_t stores = 8;
    std::vector<std::uint32_t> words(64, 0x01000000);
    words[0] = ldc(1, at, 0);
    words[1] = stc(1, at, 256);
    words[stores] = get(ni::nistat, 8);
    words[stores + 1] = stc(1, at, 384);
    words[stores + 2] = hret_word;
    for (const bool high : {false, true}) {
        begin(words);
        steps(1);
        node->messages().arrive(0, high, XnetNode::base + 4 * stores, {1}, numbered(900, 3));
        steps(2); // event, RDNI
        EXPECT_EQ(isa::nistat::vlen.get(node->state().r[8]), 3u);
        EXPECT_EQ(isa::nistat::slen.get(node->state().r[8]), 1u);
        steps(3);
        EXPECT_EQ(word(vector_data + 384), 900u);
        EXPECT_EQ(word(vector_data + 392), 902u);
        EXPECT_EQ(word(vector_data + 396), 0u) << "the level's register begins empty";
        EXPECT_EQ(word(vector_data + 256), 100u) << "main's is its own";
    }
}

TEST_F(XnetVectors, AMachineWithoutThemHasNoSuchInstruction) {
    sparc::Timing without = vector_timing();
    without.network->vectors.reset();
    for (const std::uint32_t word : {ldc(4, at, 0), stc(4, at, 0), send_v(1, 4, false)}) {
        begin({word}, without);
        EXPECT_FALSE(node->act());
        EXPECT_EQ(node->failed->kind, FaultKind::illegal) << describe(node->failed->kind);
    }
}

// --- random programs against a model ------------------------------------------------------------

constexpr unsigned program_words = 160, handlers = 4, handler_words = 8;
constexpr std::uint32_t area = 1024; ///< bytes of data

struct VectorModel {
    std::uint32_t length = 32;
    std::array<std::array<std::uint32_t, 32>, 32> shared{};
    std::array<std::array<std::uint32_t, 32>, 2> events{};
    std::map<std::uint32_t, std::uint32_t> memory;
    std::vector<unsigned> levels; ///< 0: low, 1: high; the last one runs
    std::vector<std::vector<std::uint32_t>> sent;

    std::array<std::uint32_t, 32> &at(unsigned number) {
        return number == 1 && !levels.empty() ? events[levels.back()] : shared[number];
    }
    void arrive(unsigned level, const std::vector<std::uint32_t> &words) {
        levels.push_back(level);
        std::copy(words.begin(), words.end(), events[level].begin());
    }
    /// `r`: the general registers.
    void step(std::uint32_t word, const State &s) {
        const unsigned rd = word >> 25 & 31;
        const std::uint32_t address = s.r[word >> 14 & 31] + (word & 0xFFF);
        if (word == hret_word) {
            levels.pop_back();
        } else if (word >> 30 == 3) {
            for (unsigned i = 0; i < length; ++i) {
                std::uint32_t &there = memory[address + 4 * i], &here = at(rd)[i];
                (word >> 21 & 1 ? there = here : here = there);
            }
        } else if ((word & 0x81F80000) == 0x81B80000) {
            sent.emplace_back(at(rd).begin(), at(rd).begin() + length);
        } else {
            length = s.r[word >> 14 & 31];
        }
    }
};

class VectorPrograms {
  public:
    explicit VectorPrograms(std::uint32_t seed) : random_(seed) {}
    unsigned pick(unsigned below) { return static_cast<unsigned>(random_() % below); }

    std::vector<std::uint32_t> words() {
        std::vector<std::uint32_t> all;
        for (unsigned i = 0; i < program_words; ++i) all.push_back(instruction());
        all.push_back(0x01000000); // the end
        for (unsigned h = 0; h < handlers; ++h) {
            for (unsigned i = 1; i < handler_words; ++i) all.push_back(instruction());
            all.push_back(hret_word);
        }
        return all;
    }

  private:
    /// %g4 to %g7 are lengths; %c0 to %c3.
    std::uint32_t instruction() {
        const unsigned kind = pick(10), vector = pick(4);
        const auto distance = static_cast<std::int32_t>(4 * pick((area - 128) / 4));
        if (kind < 4) return ldc(vector, at, distance);
        if (kind < 7) return stc(vector, at, distance);
        if (kind < 9) return send_v(pick(5), vector, pick(2));
        return set_vlr(4 + pick(4));
    }
    std::mt19937 random_;
};

TEST(VectorsAtRandom, do_what_the_model_does_with_events_of_two_levels) {
    std::uint64_t events = 0, nested = 0, sent = 0;
    for (std::uint32_t seed = 0; seed < test::tries(200); ++seed) {
        VectorPrograms programs(seed);
        const std::vector<std::uint32_t> words = programs.words();
        XnetNode node(words, vector_timing());
        State &s = node.state();
        VectorModel m;
        s.r[sparc::psr_place] = sparc::psr::s | sparc::psr::et | sparc::psr::ec;
        s.r[sparc::wim_place] = 1u << 4;
        s.r[sparc::stack_register] = vector_stack;
        s.r[at] = vector_data;
        s.r[handler] = XnetNode::base;
        for (unsigned r = 4; r < 8; ++r) s.r[r] = programs.pick(33);
        s.jump(XnetNode::base);
        node.start();
        node.write_interface(ni::nistat, 0x019C0000);
        for (std::uint32_t i = 0; i < area / 4; ++i) {
            node.store_word(vector_data + 4 * i, seed << 16 | i);
            m.memory[vector_data + 4 * i] = seed << 16 | i;
        }
        const std::uint32_t last = XnetNode::base + 4 * program_words;
        while (s.pc != last) {
            if (programs.pick(20) == 0) {
                const std::uint32_t h = last + 4 + 4 * handler_words * programs.pick(handlers);
                node.messages().arrive(s.now, programs.pick(2), h, {},
                                       numbered(programs.pick(1 << 20), programs.pick(33)));
            }
            if (const auto event = node.interface().due(s.now)) {
                const bool high = event == static_cast<unsigned>(xnet::Event::high_arrival);
                const net::Packet packet = node.messages().front(0, high)->packet;
                const auto bytes = node.messages().payload(packet);
                std::vector<std::uint32_t> vector(bytes.size() / 4);
                if (!bytes.empty()) std::memcpy(vector.data(), bytes.data(), bytes.size());
                ++events;
                nested += !m.levels.empty();
                m.arrive(high, vector);
            } else {
                m.step(words[(s.pc - XnetNode::base) / 4], s);
            }
            ASSERT_TRUE(node.act()) << "seed " << seed << ": " << describe(node.failed->kind);
            ASSERT_EQ(*node.interface().registers().peek(s.now, ni::vlr, false), m.length);
            ASSERT_EQ(node.messages().sent_vectors.size(), m.sent.size());
            if (!m.sent.empty()) {
                ASSERT_EQ(node.messages().sent_vectors.back(), m.sent.back());
            }
        }
        for (const auto &[address, value] : m.memory) {
            std::uint32_t found = 0;
            ASSERT_TRUE(node.load_word(address, found));
            ASSERT_EQ(found, value) << "seed " << seed << std::hex << " at " << address;
        }
        sent += m.sent.size();
    }
    EXPECT_GT(events, test::tries(2000));
    EXPECT_GT(nested, test::tries(100));
    EXPECT_GT(sent, test::tries(2000));
}

} // namespace

} // namespace inlet
