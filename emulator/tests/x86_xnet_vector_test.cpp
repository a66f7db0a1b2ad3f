// Vectors in messages on an x86 (CSD-94-823 A.3, A.6, A.9): each rule, a message with a vector at
// every cycle, and random programs with events of two levels against a model. The rules are those
// of xnet_vectors.h, whose programs are words.
#include "effort.h"
#include "x86_xnet_node.h"
#include "xnet_vector_model.h"

#include <gtest/gtest.h>
#include <map>
#include <random>
#include <utility>
#include <vector>

namespace inlet::x86_xnet {
namespace {

using xnet_test::Meaning;
using xnet_test::numbered;
using xnet_test::VectorModel;

constexpr VectorConfig vector_cycles{.load = 3, .store = 5, .words_per_cycle = 2};
constexpr NetworkParts with_vectors{.vectors = vector_cycles};
constexpr std::uint32_t other = data + 0x200;

/// ModRM bytes of operands at [EBX], [ESI].
enum : unsigned { at_ebx = 3, at_esi = 6 };
/// The register fields of F3 0F FF.
enum : unsigned { sendv, sendhv, mcst, mcsth, mcstv, mcsthv, lwv, swv };

Text &vector(Text &text, unsigned what, unsigned number, unsigned place) {
    return text.bytes({0xF3, 0x0F, 0xFF, what << 3 | place, number});
}
/// EAX = 26; CTC EDI: two instructions.
Text &set_vlr(Text &text) {
    return text.bytes({0xB8}).word(isa::ni::vlr).bytes({0xF3, 0x0F, 0xB9, 0xE7});
}
/// EAX, EDX, ECX = node 1, the handler, the number of words at [ESI]; the send: four instructions.
Text &send_vector(Text &text, unsigned what, unsigned number, std::uint32_t words) {
    text.bytes({0xB8}).word(1).bytes({0xBA}).word(handler).bytes({0xB9}).word(words);
    return vector(text, what, number, at_esi);
}

/// A node behind its start-up code, at a program's first instruction, with numbered words from
/// `data` on. EBX is `data`, ESI is `other`, EDI 32.
class Begun : public XnetX86 {
  public:
    explicit Begun(const Text &program, const NetworkParts &parts = with_vectors)
        : XnetX86(placed(program), parts) {
        run_to(first());
        EXPECT_FALSE(failed);
        state().r[x86::ebx] = data;
        state().r[x86::esi] = other;
        state().r[x86::edi] = 32;
        for (std::uint32_t i = 0; i < 512; ++i) set_word(data + 4 * i, 100 + i);
    }
    void steps(unsigned count) {
        for (unsigned i = 0; i < count; ++i) ASSERT_TRUE(act()) << i;
    }
    /// The next instruction is fault `kind` with `value`.
    void faults(FaultKind kind, std::uint32_t value) {
        const std::uint32_t pc = state().pc;
        EXPECT_FALSE(act());
        ASSERT_TRUE(failed);
        EXPECT_EQ(failed->kind, kind) << describe(failed->kind);
        EXPECT_EQ(failed->value, value);
        EXPECT_EQ(failed->pc, pc);
    }
    std::uint32_t vlr() { return *interface().registers().peek(0, isa::ni::vlr, false); }
    static std::uint32_t first() { return Text().open().here(); }

  private:
    static std::vector<std::uint8_t> placed(const Text &program) {
        Text text;
        text.open().append(program);
        return text.with_handler();
    }
};

TEST(X86Vectors, CostTheirStartAndTheirWords) {
    for (const std::uint32_t words : {0u, 1u, 2u, 3u, 31u, 32u}) {
        Text text;
        vector(vector(set_vlr(text), lwv, 4, at_ebx), swv, 4, at_ebx);
        Begun node(text);
        node.state().r[x86::edi] = words;
        node.steps(2);
        const std::uint64_t before = node.state().now;
        node.steps(1);
        EXPECT_EQ(node.state().now - before, 3 + (words + 1) / 2);
        node.steps(1);
        EXPECT_EQ(node.state().now - before, 3 + 5 + 2 * ((words + 1) / 2));
    }
}

TEST(X86Vectors, MoveTheirLengthAndNoMore) {
    Text text;
    vector(set_vlr(vector(text, lwv, 4, at_ebx)), swv, 4, at_esi);
    Begun node(text);
    node.state().r[x86::edi] = 3;
    node.steps(4);
    EXPECT_EQ(node.word(other), 100u);
    EXPECT_EQ(node.word(other + 8), 102u);
    EXPECT_EQ(node.word(other + 12), 231u) << "as it was";

    // The rest of a register keeps what it has.
    Text more;
    set_vlr(vector(set_vlr(vector(more, lwv, 4, at_ebx)), lwv, 4, at_esi));
    vector(more, swv, 4, at_esi);
    Begun again(more);
    again.state().r[x86::edi] = 3;
    again.steps(4);
    again.state().r[x86::edi] = 5;
    again.steps(3);
    EXPECT_EQ(again.word(other + 8), 230u);
    EXPECT_EQ(again.word(other + 12), 103u);
    EXPECT_EQ(again.word(other + 20), 233u) << "as it was";
}

TEST(X86Vectors, AddressesAreThoseOfAllInstructions) {
    Text text; // lwv $9, -4(%ebx,%edi,2); swv $9, other
    text.bytes({0xF3, 0x0F, 0xFF, 0x74, 0x7B, 0xFC, 9});
    text.bytes({0xF3, 0x0F, 0xFF, 0x3D}).word(other).bytes({9});
    Begun node(text);
    node.steps(2);
    EXPECT_EQ(node.word(other), 115u);
}

TEST(X86Vectors, WithLengthZeroNoAddressIsLookedAt) {
    Text text;
    vector(vector(set_vlr(text), lwv, 4, at_esi), swv, 4, at_esi);
    Begun node(text);
    node.state().r[x86::edi] = 0;
    node.state().r[x86::esi] = data + 3;
    node.steps(4);
    EXPECT_EQ(node.word(data), 100u);
}

TEST(X86Vectors, FaultsNameTheFirstWrongAddressAndMoveNothing) {
    for (const unsigned what : {lwv, swv}) {
        Text text;
        vector(text, what, 4, at_esi);
        Begun unaligned(text);
        unaligned.state().r[x86::esi] = data + 2;
        unaligned.faults(FaultKind::unaligned, data + 2);
        Begun cut(text);
        const std::uint32_t end = cut.memory().bytes();
        cut.set_word(end - 64, 7); // half of it is there
        cut.state().r[x86::esi] = end - 64;
        cut.faults(FaultKind::unmapped, end);
        EXPECT_EQ(cut.word(end - 64), 7u);
        Begun low(text);
        low.state().r[x86::esi] = 4;
        low.faults(FaultKind::unmapped, 4);
    }
}

TEST(X86Vectors, LengthIsAtMostARegister) {
    Text text; // EAX = 26; CFC EDX
    text.bytes({0xB8}).word(isa::ni::vlr).bytes({0xF3, 0x0F, 0xB9, 0xDA});
    set_vlr(text);
    Begun node(text);
    node.state().r[x86::edi] = 33;
    node.steps(3);
    EXPECT_EQ(node.state().r[x86::edx], 32u);
    node.faults(FaultKind::vector_length, 33);
    EXPECT_EQ(node.vlr(), 32u);
}

TEST(X86Vectors, OverwrittenCodeIsDecodedAgain) {
    Text text;
    vector(vector(text, lwv, 4, at_ebx), swv, 4, at_esi).bytes({0x0F, 0x0B}); // UD2
    Begun node(text);
    constexpr std::uint32_t nops = 0x90909090;
    for (std::uint32_t i = 0; i < 32; ++i) node.set_word(data + 4 * i, nops);
    const std::uint32_t behind = (Begun::first() + 10 + 3) & ~3u;
    node.state().r[x86::esi] = behind;
    node.memory().watch(text_base, true);
    node.steps(2);
    EXPECT_EQ(node.word(behind), nops);
    EXPECT_FALSE(node.act());
    EXPECT_EQ(node.failed->kind, FaultKind::not_decoded) << "which a node does then";
}

TEST(X86Vectors, ASendCopiesItsRegister) {
    for (const auto &[what, priority] :
         {std::pair(sendv, net::CubeLines::low), std::pair(sendhv, net::CubeLines::high)}) {
        Text text;
        send_vector(vector(set_vlr(text), lwv, 7, at_ebx), what, 7, 2);
        text.bytes({0xEB, 0xFE});
        Begun node(text);
        node.state().r[x86::edi] = 5;
        node.steps(6);
        const std::uint64_t before = node.state().now;
        node.steps(1);
        EXPECT_EQ(node.state().now - before, 2u + 2 * 2) << "two words, whatever the vector";
        EXPECT_FALSE(x86::read_eflags(node.state()) & x86::eflags::cf);
        node.run_to(0, node.state().now + 1000);
        const auto taken = node.taken(priority);
        ASSERT_TRUE(taken);
        EXPECT_EQ(taken->packet.tag, handler);
        EXPECT_EQ(taken->packet.words, 2u);
        EXPECT_EQ(taken->packet.data[1], 229u) << "at [ESI + 4]";
        EXPECT_EQ(taken->vector, numbered(100, 5));
    }
}

/// On the wire a message has its handler and destination, its words, its vector, and an end.
TEST(X86Vectors, TakeTheirTimeOnTheWire) {
    std::map<std::uint32_t, std::uint64_t> arrival;
    for (const std::uint32_t length : {0u, 1u, 32u}) {
        Begun node(Text().bytes({0xEB, 0xFE}));
        net::CubeLines &lines = node.lines();
        const std::uint64_t now = node.state().now;
        node.message(now, net::CubeLines::low, {1}, numbered(0, length));
        while (!lines.front(0, net::CubeLines::low)) lines.advance(lines.known() + 1);
        arrival[length] = lines.front(0, net::CubeLines::low)->cycle - now;
    }
    EXPECT_EQ(arrival[1] - arrival[0], 4u * 9);
    EXPECT_EQ(arrival[32] - arrival[0], 128u * 9);
}

TEST(X86Vectors, ANodeSendsThemToItself) {
    Text text; // the handler is a loop
    text.bytes({0xB8}).word(0).bytes({0xBA}).word(Begun::first()).bytes({0xB9}).word(0);
    vector(vector(text, sendv, 7, at_ebx), lwv, 7, at_esi).bytes({0xEB, 0xFE});
    Begun node(text);
    node.set_word(data, 1);
    node.steps(5);
    node.run_to(Begun::first(), node.state().now + 1000);
    ASSERT_EQ(node.state().pc, Begun::first());
    EXPECT_EQ(isa::nistat::vlen.get(
                  *node.interface().registers().peek(node.state().now, isa::ni::nistat, false)),
              32u);
}

TEST(X86Vectors, ArriveInTheCopyOfTheirLevel) {
    // Main loads register 1; a handler stores its own at [ESI], and returns.
    Text text;
    const std::uint32_t loop = Begun::first() + 5;
    vector(text, lwv, 1, at_ebx).bytes({0xEB, 0xFE});
    vector(text, swv, 1, at_esi).bytes({0xC3});
    vector(text, swv, 1, at_esi);
    for (const unsigned priority : {net::CubeLines::low, net::CubeLines::high}) {
        Begun node(text);
        node.steps(1);
        node.message(node.state().now, priority, {1}, numbered(900, 3), loop + 2);
        node.run_to(loop + 2, node.state().now + 1000);
        ASSERT_EQ(node.state().pc, loop + 2);
        const std::uint32_t status =
            *node.interface().registers().peek(node.state().now, isa::ni::nistat, false);
        EXPECT_EQ(isa::nistat::vlen.get(status), 3u);
        EXPECT_EQ(isa::nistat::slen.get(status), 1u);
        node.run_to(loop, node.state().now + 1000);
        EXPECT_EQ(node.word(other), 900u);
        EXPECT_EQ(node.word(other + 8), 902u);
        EXPECT_EQ(node.word(other + 12), 0u) << "the level's register begins empty";
        node.state().r[x86::esi] = data + 0x400;
        node.state().jump(loop + 8);
        node.steps(1);
        EXPECT_EQ(node.word(data + 0x400), 100u) << "main's is its own";
        EXPECT_EQ(node.word(data + 0x400 + 12), 103u);
    }
}

TEST(X86Vectors, EachNeedsItsPart) {
    constexpr NetworkParts grid{.grid = MeshConfig{}};
    NetworkParts all = with_vectors;
    all.grid = MeshConfig{};
    for (unsigned what = sendv; what <= swv; ++what) {
        const bool multicasts = what >= mcst && what <= mcsthv;
        const bool vectors = what != mcst && what != mcsth;
        const std::vector<std::uint8_t> bytes = {
            0xF3, 0x0F, 0xFF, static_cast<std::uint8_t>(what << 3 | at_esi), 31, 0x90};
        const auto is_one = [&](const NetworkParts &parts) {
            const engine::Instruction in =
                x86::decode(bytes, text_base, {.xnet = true, .parts = parts});
            EXPECT_EQ(in.length, in.kind == engine::Kind::illegal ? 1u : vectors ? 5u : 4u);
            return in.kind == engine::Kind::network;
        };
        EXPECT_FALSE(is_one({})) << what;
        EXPECT_EQ(is_one(with_vectors), !multicasts) << what;
        EXPECT_EQ(is_one(grid), !vectors) << what;
        EXPECT_TRUE(is_one(all)) << what;
        EXPECT_EQ(x86::decode(bytes, text_base, {.parts = all}).kind, engine::Kind::illegal);
    }
    // Register 32; an operand that is no memory; a prefix; none.
    const std::initializer_list<std::vector<std::uint8_t>> wrong = {
        {0xF3, 0x0F, 0xFF, 0x06, 32, 0},
        {0xF3, 0x0F, 0xFF, 0xC6, 1, 0},
        {0x66, 0xF3, 0x0F, 0xFF, 0x06, 1},
        {0xF2, 0x0F, 0xFF, 0x06, 1, 0},
        {0x0F, 0xFF, 0x06, 1, 0, 0}};
    for (const auto &bytes : wrong)
        EXPECT_EQ(x86::decode(bytes, text_base, {.xnet = true, .parts = all}).kind,
                  engine::Kind::illegal);
    Text text;
    Begun node(set_vlr(text), {});
    node.steps(1);
    node.faults(FaultKind::bad_register, isa::ni::vlr);
}

TEST(X86Vectors, AMessageAtEveryCycleOfEachLevelLeavesNoTrace) {
    // Main moves vectors by registers 1 and 2, of two lengths; so does the handler, which keeps
    // vlr.
    constexpr std::uint32_t stores = text_base + 0x280, kept = data + 0x1100, flight = 44;
    Text text;
    for (unsigned i = 0; i < 30; ++i) text.bytes({0x90}); // until the first message can be here
    for (unsigned i = 0; i < 3; ++i) {
        text.bytes({0xBF}).word(32 - 5 * i); // EDI
        set_vlr(text);
        vector(vector(vector(text, lwv, 1, at_ebx), lwv, 2, at_esi), swv, 1, at_esi);
        vector(text, swv, 2, at_ebx).bytes({0x83, 0xC3, 0x40}); // EBX += 64
    }
    Text all;
    all.open().append(text);
    const std::uint32_t end = all.here();
    all.bytes({0xEB, 0xFE});
    all.with_handler();
    // EAX = 26; CFC ECX; EDX = 3; CTC EDX; SWV 1, kept; CTC ECX; RET.
    Text store;
    store.bytes({0xB8}).word(isa::ni::vlr).bytes({0xF3, 0x0F, 0xB9, 0xD9, 0xBA}).word(3);
    store.bytes({0xF3, 0x0F, 0xB9, 0xE2, 0xF3, 0x0F, 0xFF, 0x3D}).word(kept).bytes({1});
    store.bytes({0xF3, 0x0F, 0xB9, 0xE1, 0xC3});
    const std::vector<std::uint8_t> bytes = all.over(stores, store);
    const auto begin = [&](XnetX86 &node) {
        node.run_to(Begun::first());
        node.state().r[x86::ebx] = data;
        node.state().r[x86::esi] = other;
        for (std::uint32_t i = 0; i < 512; ++i) node.set_word(data + 4 * i, 100 + i);
    };
    XnetX86 alone(bytes, with_vectors);
    begin(alone);
    const std::uint64_t first = alone.state().now;
    alone.run_to(end);
    ASSERT_FALSE(alone.failed);
    const std::uint64_t last = alone.state().now;
    for (const unsigned priority : {net::CubeLines::low, net::CubeLines::high})
        for (std::uint64_t cycle = first; cycle + flight < last; ++cycle) {
            XnetX86 node(bytes, with_vectors);
            begin(node);
            // From the node itself, a hop later.
            net::Packet own;
            own.number = 7;
            own.tag = stores;
            own.channel = static_cast<std::uint8_t>(priority);
            const std::vector<std::uint32_t> vector = numbered(7000, 3);
            own.bytes = 12;
            while (node.state().now < cycle && node.act()) {
            }
            node.lines().inject(std::max(cycle, node.lines().known() + 1), own,
                                {reinterpret_cast<const std::uint8_t *>(vector.data()), 12});
            node.run_to(end);
            node.run_to(0, last + 500);
            ASSERT_FALSE(node.failed) << cycle;
            ASSERT_EQ(node.events, 1u) << cycle;
            ASSERT_EQ(node.memory_of_main(), alone.memory_of_main()) << cycle;
            ASSERT_EQ(node.word(kept + 8), 7002u) << cycle;
        }
    EXPECT_GT(last - first, 200u);
}

// --- random programs against a model ------------------------------------------------------------

constexpr unsigned instructions = 160, handlers = 4, of_handler = 7;
constexpr std::uint32_t area = 1024; ///< bytes of data

/// A program behind `leave`: main, then handlers, each with what its instructions mean.
class VectorProgram {
  public:
    explicit VectorProgram(std::uint32_t seed) : random_(seed) {
        text_.open().bytes({0xE9}).word(first - text_.here() - 4); // JMP
        text_.with_handler();
        text_.at(first);
        for (unsigned i = 0; i < instructions; ++i) instruction();
        end = text_.here();
        text_.bytes({0x90});
        for (unsigned h = 0; h < handlers; ++h) {
            entries.push_back(text_.here());
            for (unsigned i = 0; i < of_handler; ++i) instruction();
            text_.bytes({0xC3});
        }
        meanings[leave] = {Meaning::Kind::leave};
    }
    unsigned pick(unsigned below) { return static_cast<unsigned>(random_() % below); }
    std::uint32_t address() { return data + 4 * pick((area - 128) / 4); }
    std::vector<std::uint8_t> bytes() { return text_.all(); }

    static constexpr std::uint32_t first = text_base + 0x310;
    std::uint32_t end = 0;
    std::vector<std::uint32_t> entries;
    std::map<std::uint32_t, Meaning> meanings; ///< by address; those that are missing: nothing

  private:
    void instruction() {
        using Kind = Meaning::Kind;
        const unsigned kind = pick(10), number = pick(4);
        const bool ebx = pick(2);
        const Meaning meaning{kind < 4 ? Kind::load : Kind::store, number,
                              ebx ? unsigned{x86::ebx} : unsigned{x86::esi}};
        if (kind < 7) {
            meanings[text_.here()] = meaning;
            vector(text_, kind < 4 ? lwv : swv, number, ebx ? at_ebx : at_esi);
        } else if (kind < 9) {
            send_vector(text_, pick(2) ? sendv : sendhv, number, pick(6));
            meanings[text_.here() - 5] = {Kind::send, number};
        } else {
            set_vlr(text_);
            meanings[text_.here() - 4] = {Kind::length, 0, x86::edi};
        }
    }
    std::mt19937 random_;
    Text text_;
};

TEST(X86Vectors, AtRandomDoWhatTheModelDoesWithEventsOfTwoLevels) {
    std::uint64_t events = 0, nested = 0, sent = 0, refused = 0;
    for (std::uint32_t seed = 0; seed < test::tries(200); ++seed) {
        VectorProgram program(seed);
        XnetX86 node(program.bytes(), with_vectors);
        State &s = node.state();
        node.run_to(VectorProgram::first);
        VectorModel m;
        std::vector<std::vector<std::uint32_t>> seen;
        for (std::uint32_t i = 0; i < area / 4; ++i) {
            node.set_word(data + 4 * i, seed << 16 | i);
            m.memory[data + 4 * i] = seed << 16 | i;
        }
        const auto drain = [&] {
            for (const unsigned priority : {net::CubeLines::low, net::CubeLines::high})
                while (auto taken = node.taken(priority)) seen.push_back(taken->vector);
        };
        while (s.pc != program.end || !m.levels.empty()) {
            // A message of the neighbour, or of the node itself while a handler runs.
            const unsigned priority = program.pick(2);
            const bool own = program.pick(3) == 0;
            const unsigned outlet = net::CubeLines::outlet(own ? 0 : 1, 0, priority);
            if (program.pick(20) == 0 && node.lines().room_at(own ? 0 : 1, outlet) <= s.now &&
                node.lines().known() <= s.now) {
                const auto words = numbered(program.pick(1 << 20), program.pick(33));
                const std::uint32_t entry = program.entries[program.pick(handlers)];
                node.message(s.now + 1, priority, {}, words, entry, own ? 0 : 1);
            }
            // As if the program had computed them.
            s.r[x86::ebx] = program.address();
            s.r[x86::esi] = program.address();
            s.r[x86::edi] = program.pick(33);
            if (s.now > node.lines().known()) node.lines().advance(s.now);
            drain();
            if (const auto event = node.interface().due(s.now)) {
                const bool high = event == static_cast<unsigned>(xnet::Event::high_arrival);
                const net::Packet packet = node.lines().front(0, high)->packet;
                const auto bytes = node.lines().payload(packet);
                std::vector<std::uint32_t> words(bytes.size() / 4);
                if (!bytes.empty()) std::memcpy(words.data(), bytes.data(), bytes.size());
                ++events;
                nested += !m.levels.empty();
                m.arrive(high, words);
                ASSERT_TRUE(node.act());
            } else {
                const auto meaning = program.meanings.find(s.pc);
                const std::uint32_t pc = s.pc;
                const State before = s;
                ASSERT_TRUE(node.act()) << "seed " << seed << ": " << describe(node.failed->kind)
                                        << std::hex << " " << node.failed->value << " at " << pc;
                if (s.instructions == before.instructions) continue; // it asked the network first
                if (meaning == program.meanings.end()) continue;
                const bool sends = meaning->second.kind == Meaning::Kind::send;
                const bool no = sends && (x86::read_eflags(s) & x86::eflags::cf);
                refused += no;
                if (!no) m.step(meaning->second, before);
            }
            ASSERT_EQ(*node.interface().registers().peek(s.now, isa::ni::vlr, false), m.length);
        }
        for (const std::uint64_t last = s.now + 10000; s.now < last;) {
            node.lines().advance(s.now += 100);
            drain();
        }
        ASSERT_EQ(seen, m.sent) << "seed " << seed;
        for (const auto &[address, value] : m.memory)
            ASSERT_EQ(node.word(address), value) << "seed " << seed << std::hex << " " << address;
        sent += m.sent.size();
    }
    EXPECT_GT(events, test::tries(500));
    EXPECT_GT(nested, test::tries(20));
    EXPECT_GT(sent, test::tries(500));
    EXPECT_GT(refused, test::tries(500));
}

} // namespace
} // namespace inlet::x86_xnet
