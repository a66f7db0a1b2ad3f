// Vectors in messages on a processor with network instructions: loads, stores, vlr, sends and
// arrivals (CSD-94-823 A.3, A.6, A.9), each rule, and random programs with events of two levels
// against a model of registers and memory.
//
// A test program of a processor instantiates the suite with its Dialect, which has
//
//     class Node;                       a node that the test controls
//     base, data;                       addresses: of the program, and of memory for data
//     nop, hret, illegal;               words
//     at, other, handler, lengths, to;  places of registers that all levels share: two addresses,
//                                       the address of a send's handler, four numbers, a result
//     load(v, a), store(v, a);          words: a vector register and memory at an address register
//     load_sum(v, a, b);                at the sum of two
//     set_vlr(from), get(number, to);   words: moves of registers of the interface
//     send(n, v, high);                 a word: a send to `handler` on node 0
//     words_at;                         place of a send's first word
//     make(words, vectors);             a node in main at `base` with all events open; no vectors:
//                                       the processor has none
//     accepted(state);                  the outcome of the last send
#pragma once

#include "effort.h"
#include "inlet/isa/t1_isa.h"
#include "inlet/network_parts.h"
#include "ni/xnet/registers.h"
#include "xnet_vector_model.h"

#include <cstdint>
#include <cstring>
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <random>
#include <vector>

namespace inlet::xnet_test {

inline constexpr VectorConfig vector_cycles{.load = 3, .store = 5, .words_per_cycle = 2};

template <class D> struct XnetVectors : testing::Test {
    void begin(std::vector<std::uint32_t> words,
               std::optional<VectorConfig> vectors = vector_cycles) {
        words.resize(words.size() + 64, D::nop);
        node = D::make(words, vectors);
        state().r[D::at] = D::data;
        state().r[D::handler] = D::base;
        for (std::uint32_t i = 0; i < 128; ++i) node->store_word(D::data + 4 * i, 100 + i);
    }
    engine::State &state() { return node->state(); }
    void steps(unsigned count) {
        for (unsigned i = 0; i < count; ++i) ASSERT_TRUE(node->act()) << i;
    }
    /// The next instruction is fault `kind` with `value`, and changes nothing.
    void faults(FaultKind kind, std::uint32_t value) {
        const std::uint32_t pc = state().pc;
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
    std::uint32_t vlr() { return *node->interface().registers().peek(0, isa::ni::vlr, false); }

    std::unique_ptr<typename D::Node> node;
};

TYPED_TEST_SUITE_P(XnetVectors);

TYPED_TEST_P(XnetVectors, CostTheirStartAndTheirWords) {
    using D = TypeParam;
    for (const std::uint32_t words : {0u, 1u, 2u, 3u, 31u, 32u}) {
        this->begin({D::set_vlr(D::lengths), D::load(4, D::at), D::store(4, D::at)});
        this->state().r[D::lengths] = words;
        this->steps(1);
        const std::uint64_t before = this->state().now;
        this->steps(1);
        EXPECT_EQ(this->state().now - before, 3 + (words + 1) / 2);
        this->steps(1);
        EXPECT_EQ(this->state().now - before, 3 + 5 + 2 * ((words + 1) / 2));
    }
}

TYPED_TEST_P(XnetVectors, MoveTheirLengthAndNoMore) {
    using D = TypeParam;
    this->begin({D::load(4, D::at), D::set_vlr(D::lengths), D::store(4, D::other)});
    this->state().r[D::lengths] = 3;
    this->state().r[D::other] = D::data + 128;
    this->steps(3);
    EXPECT_EQ(this->word(D::data + 128), 100u);
    EXPECT_EQ(this->word(D::data + 136), 102u);
    EXPECT_EQ(this->word(D::data + 140), 135u) << "as it was";

    // The rest of a register keeps what it has.
    this->begin({D::load(4, D::at), D::set_vlr(D::lengths), D::load(4, D::other),
                 D::set_vlr(D::lengths + 1), D::store(4, D::other)});
    this->state().r[D::lengths] = 3;
    this->state().r[D::lengths + 1] = 5;
    this->state().r[D::other] = D::data + 128;
    this->steps(5);
    EXPECT_EQ(this->word(D::data + 136), 134u);
    EXPECT_EQ(this->word(D::data + 140), 103u);
    EXPECT_EQ(this->word(D::data + 148), 137u) << "as it was";
}

TYPED_TEST_P(XnetVectors, AddressIsTheSumOfTwoRegisters) {
    using D = TypeParam;
    this->begin({D::load_sum(9, D::at, D::lengths), D::store(9, D::other)});
    this->state().r[D::lengths] = 12;
    this->state().r[D::other] = D::data + 256;
    this->steps(2);
    EXPECT_EQ(this->word(D::data + 256), 103u);
}

TYPED_TEST_P(XnetVectors, WithLengthZeroNoAddressIsLookedAt) {
    using D = TypeParam;
    this->begin({D::set_vlr(D::lengths), D::load(4, D::other), D::store(4, D::other)});
    this->state().r[D::lengths] = 0;
    this->state().r[D::other] = D::data + 3;
    this->steps(3);
    EXPECT_EQ(this->word(D::data), 100u);
}

TYPED_TEST_P(XnetVectors, FaultsNameTheFirstWrongAddressAndMoveNothing) {
    using D = TypeParam;
    this->begin({D::load(4, D::other)});
    this->state().r[D::other] = D::data + 2;
    this->faults(FaultKind::unaligned, D::data + 2);
    this->begin({D::store(4, D::other)});
    const std::uint32_t end = this->node->memory().bytes();
    this->state().r[D::other] = end - 64; // half of it is there
    this->node->store_word(end - 64, 7);
    this->faults(FaultKind::unmapped, end);
    EXPECT_EQ(this->word(end - 64), 7u);
    this->begin({D::load(4, D::other)});
    this->state().r[D::other] = 4;
    this->faults(FaultKind::unmapped, 4);
}

TYPED_TEST_P(XnetVectors, LengthIsAtMostARegister) {
    using D = TypeParam;
    this->begin({D::get(isa::ni::vlr, D::to), D::set_vlr(D::lengths)});
    this->state().r[D::lengths] = 33;
    this->steps(1);
    EXPECT_EQ(this->state().r[D::to], 32u);
    this->faults(FaultKind::vector_length, 33);
    EXPECT_EQ(this->vlr(), 32u);
}

TYPED_TEST_P(XnetVectors, OverwrittenCodeIsDecodedAgain) {
    using D = TypeParam;
    // A vector of NOPs over an illegal instruction.
    this->begin({D::load(4, D::at), D::store(4, D::other), D::illegal});
    for (std::uint32_t i = 0; i < 32; ++i) this->node->store_word(D::data + 4 * i, D::nop);
    this->state().r[D::other] = D::base + 8;
    this->node->memory().watch(D::base, true);
    this->steps(2);
    EXPECT_FALSE(this->node->act());
    EXPECT_EQ(this->node->failed->kind, FaultKind::not_decoded) << "which a node does then";
    EXPECT_EQ(this->word(D::base + 8), D::nop);
}

TYPED_TEST_P(XnetVectors, ASendCopiesItsRegister) {
    using D = TypeParam;
    this->begin(
        {D::set_vlr(D::lengths), D::load(7, D::at), D::send(2, 7, false), D::send(0, 7, true)});
    engine::State &s = this->state();
    s.r[D::lengths] = 5;
    s.r[D::words_at] = 11;
    s.r[D::words_at + 1] = 12;
    this->steps(4);
    auto &messages = this->node->messages();
    ASSERT_EQ(messages.sent.size(), 2u);
    const net::Packet &low = messages.sent[0];
    EXPECT_EQ(low.data[low.words - 1], 12u);
    EXPECT_EQ(low.data[low.words - 2], 11u);
    EXPECT_EQ(low.channel, xnet::Registers::low);
    EXPECT_EQ(low.vector_words(), 5u);
    EXPECT_EQ(messages.sent_vectors[0], numbered(100, 5));
    EXPECT_EQ(messages.sent[1].channel, xnet::Registers::high);
    EXPECT_EQ(messages.sent_vectors[1], numbered(100, 5));
    EXPECT_TRUE(D::accepted(s));
}

TYPED_TEST_P(XnetVectors, ArriveInTheCopyOfTheirLevel) {
    using D = TypeParam;
    // Main loads register 1; a handler stores its own, with nistat.
    const std::uint32_t stores = 8;
    std::vector<std::uint32_t> words(64, D::nop);
    words[0] = D::load(1, D::at);
    words[1] = D::store(1, D::lengths);
    words[stores] = D::get(isa::ni::nistat, D::to);
    words[stores + 1] = D::store(1, D::other);
    words[stores + 2] = D::hret;
    for (const bool high : {false, true}) {
        this->begin(words);
        this->state().r[D::lengths] = D::data + 256;
        this->state().r[D::other] = D::data + 384;
        this->steps(1);
        this->node->messages().arrive(0, high, D::base + 4 * stores, {1}, numbered(900, 3));
        this->steps(2); // event, read
        EXPECT_EQ(isa::nistat::vlen.get(this->state().r[D::to]), 3u);
        EXPECT_EQ(isa::nistat::slen.get(this->state().r[D::to]), 1u);
        this->steps(3);
        EXPECT_EQ(this->word(D::data + 384), 900u);
        EXPECT_EQ(this->word(D::data + 392), 902u);
        EXPECT_EQ(this->word(D::data + 396), 0u) << "the level's register begins empty";
        EXPECT_EQ(this->word(D::data + 256), 100u) << "main's is its own";
    }
}

TYPED_TEST_P(XnetVectors, AMachineWithoutThemHasNoSuchInstruction) {
    using D = TypeParam;
    for (const std::uint32_t word : {D::load(4, D::at), D::store(4, D::at), D::send(1, 4, false)}) {
        this->begin({word}, std::nullopt);
        EXPECT_FALSE(this->node->act());
        EXPECT_EQ(this->node->failed->kind, FaultKind::illegal)
            << describe(this->node->failed->kind);
    }
    this->begin({D::set_vlr(D::lengths)}, std::nullopt);
    this->faults(FaultKind::bad_register, isa::ni::vlr);
}

// --- random programs against a model ------------------------------------------------------------

inline constexpr unsigned program_words = 160, handlers = 4, handler_words = 8;
inline constexpr std::uint32_t area = 1024; ///< bytes of data

template <class D> class VectorPrograms {
  public:
    explicit VectorPrograms(std::uint32_t seed) : random_(seed) {
        for (unsigned i = 0; i < program_words; ++i) instruction();
        add(D::nop, {Meaning::Kind::nothing}); // the end
        for (unsigned h = 0; h < handlers; ++h) {
            for (unsigned i = 1; i < handler_words; ++i) instruction();
            add(D::hret, {Meaning::Kind::leave});
        }
    }
    unsigned pick(unsigned below) { return static_cast<unsigned>(random_() % below); }
    std::uint32_t address() { return D::data + 4 * pick((area - 128) / 4); }

    std::vector<std::uint32_t> words;
    std::vector<Meaning> meanings;

  private:
    void add(std::uint32_t word, const Meaning &meaning) {
        words.push_back(word);
        meanings.push_back(meaning);
    }
    /// Registers 0 to 3.
    void instruction() {
        using Kind = Meaning::Kind;
        const unsigned kind = pick(10), vector = pick(4), place = pick(2) ? D::at : D::other;
        const unsigned length = D::lengths + pick(4);
        if (kind < 4)
            add(D::load(vector, place), {Kind::load, vector, place});
        else if (kind < 7)
            add(D::store(vector, place), {Kind::store, vector, place});
        else if (kind < 9)
            add(D::send(pick(5), vector, pick(2)), {Kind::send, vector});
        else
            add(D::set_vlr(length), {Kind::length, 0, length});
    }
    std::mt19937 random_;
};

TYPED_TEST_P(XnetVectors, AtRandomDoWhatTheModelDoesWithEventsOfTwoLevels) {
    using D = TypeParam;
    std::uint64_t events = 0, nested = 0, sent = 0;
    for (std::uint32_t seed = 0; seed < test::tries(200); ++seed) {
        VectorPrograms<D> programs(seed);
        const auto made = D::make(programs.words, vector_cycles);
        typename D::Node &node = *made;
        engine::State &s = node.state();
        VectorModel m;
        s.r[D::handler] = D::base;
        for (unsigned r = 0; r < 4; ++r) s.r[D::lengths + r] = programs.pick(33);
        for (std::uint32_t i = 0; i < area / 4; ++i) {
            node.store_word(D::data + 4 * i, seed << 16 | i);
            m.memory[D::data + 4 * i] = seed << 16 | i;
        }
        const std::uint32_t last = D::base + 4 * program_words;
        while (s.pc != last) {
            if (programs.pick(20) == 0) {
                const std::uint32_t h = last + 4 + 4 * handler_words * programs.pick(handlers);
                node.messages().arrive(s.now, programs.pick(2), h, {},
                                       numbered(programs.pick(1 << 20), programs.pick(33)));
            }
            // As if the program had computed them.
            s.r[D::at] = programs.address();
            s.r[D::other] = programs.address();
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
                m.step(programs.meanings[(s.pc - D::base) / 4], s);
            }
            ASSERT_TRUE(node.act()) << "seed " << seed << ": " << describe(node.failed->kind);
            ASSERT_EQ(*node.interface().registers().peek(s.now, isa::ni::vlr, false), m.length);
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

REGISTER_TYPED_TEST_SUITE_P(XnetVectors, CostTheirStartAndTheirWords, MoveTheirLengthAndNoMore,
                            AddressIsTheSumOfTwoRegisters, WithLengthZeroNoAddressIsLookedAt,
                            FaultsNameTheFirstWrongAddressAndMoveNothing, LengthIsAtMostARegister,
                            OverwrittenCodeIsDecodedAgain, ASendCopiesItsRegister,
                            ArriveInTheCopyOfTheirLevel, AMachineWithoutThemHasNoSuchInstruction,
                            AtRandomDoWhatTheModelDoesWithEventsOfTwoLevels);

} // namespace inlet::xnet_test
