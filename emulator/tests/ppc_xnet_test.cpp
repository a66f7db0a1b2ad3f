// Network instructions on a PowerPC without a machine: encodings, register sets, errors; a message
// of each level at every cycle; random programs with events of two levels.
#include "ppc_generator.h"
#include "ppc_xnet_node.h"
#include "tests/xnet_numbers.h"

#include <array>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <string>

namespace inlet {

namespace {

using engine::State;
using ppc_test::XnetNode;
namespace ni = isa::ni;

constexpr std::uint32_t base = ppc_test::code, memory = ppc_test::data;
constexpr std::uint32_t hret = 0x14000038, sc = 0x44000002, nop = 0x60000000;
/// nistat: HPMM, LPMM, LPEE, EE, AME.
constexpr std::uint32_t open_status = 0x019C0000;

std::uint32_t d_word(unsigned op, unsigned d, unsigned a, std::int32_t imm) {
    return op << 26 | d << 21 | a << 16 | (static_cast<std::uint32_t>(imm) & 0xFFFF);
}
std::uint32_t x_word(unsigned op, unsigned d, unsigned a, unsigned b, unsigned xo,
                     bool rc = false) {
    return op << 26 | d << 21 | a << 16 | b << 11 | xo << 1 | unsigned{rc};
}
std::uint32_t addi(unsigned d, unsigned a, std::int32_t imm) { return d_word(14, d, a, imm); }
std::uint32_t addis(unsigned d, unsigned a, std::int32_t imm) { return d_word(15, d, a, imm); }
std::uint32_t stw(unsigned d, unsigned a, std::int32_t imm) { return d_word(36, d, a, imm); }
std::uint32_t add(unsigned d, unsigned a, unsigned b) { return x_word(31, d, a, b, 266); }
std::uint32_t send(unsigned n, unsigned handler, unsigned destination, bool high = false) {
    return 5u << 26 | handler << 16 | destination << 11 | n << 8 | (high ? 34u : 32u) << 1 | 1;
}
std::uint32_t mfxr(unsigned d, unsigned number) { return 5u << 26 | d << 21 | number << 16 | 4; }
std::uint32_t mtxr(unsigned number, unsigned s) { return 5u << 26 | s << 21 | number << 16 | 12; }
std::uint32_t branch_on(unsigned bo, unsigned bi, std::int32_t distance) {
    return 16u << 26 | bo << 21 | bi << 16 | (static_cast<std::uint32_t>(distance) & 0xFFFC);
}

// --- encodings ----------------------------------------------------------------------------------

/// The function codes are T1's (CSD-94-823 A.6, A.7; isa/xnet).
void expect_codes(const ppc::Timing &timing) {
    const NetworkParts &parts = *timing.network;
    for (std::uint32_t low = 0; low < 1u << 11; ++low) {
        const unsigned n = low >> 8, function = low >> 1 & 63;
        const bool record = low & 1, zero = !(low >> 7 & 1);
        const bool has_vector = function & 1, multicast = function & 4;
        const bool sends = function >= 32 && function <= 39 && n <= 5 && record && zero &&
                           parts.meets({.vectors = has_vector, .multicasts = multicast});
        const bool alone = !n && !record && zero;
        const bool vectors = alone && (function == 0x32 || function == 0x3A) && parts.vectors;
        const bool others = alone && (function == 2 || function == 6 || function == 28);
        const auto is = [&](std::uint32_t operands) {
            return ppc::decode(5u << 26 | operands | low, base, timing).kind ==
                   engine::Kind::network;
        };
        // With all operand fields 0, each is an instruction; HRET has no operands.
        EXPECT_EQ(is(0), sends || vectors || others) << low;
        EXPECT_EQ(is(3u << 16 | 4u << 11), sends || vectors) << low;
        EXPECT_EQ(is(3u << 21 | 19u << 16),
                  (sends && has_vector) || vectors || (others && function != 28))
            << low;
        EXPECT_EQ(is(31u << 21 | 3u << 16 | 4u << 11), (sends && has_vector) || vectors) << low;
    }
}

TEST(PpcXnet, encodings_are_t1s_function_codes_in_opcode_5) {
    ppc::Timing timing;
    timing.network = test::ppc_network_numbers();
    expect_codes(timing);
    timing.network->vectors.emplace();
    expect_codes(timing);
    timing.network->grid.emplace();
    expect_codes(timing);
    timing.network->vectors.reset();
    expect_codes(timing);
    EXPECT_EQ(ppc::decode(send(2, 3, 4), base, ppc::Timing{}).kind, engine::Kind::illegal);
    EXPECT_EQ(ppc::decode(hret, base, ppc::Timing{}).kind, engine::Kind::illegal);
}

// --- register sets ------------------------------------------------------------------------------

TEST(PpcXnet, writing_ee_and_lpee_changes_the_visible_set) {
    XnetNode node({mtxr(ni::nistat, 9), addi(1, 0, 0x11), addi(3, 0, 3), mtxr(ni::nistat, 10),
                   addi(1, 0, 0x22), mtxr(ni::nistat, 11), mfxr(12, ni::nistat),
                   mtxr(ni::nistat, 9), sc});
    State &s = node.state();
    s.r[1] = 0x1000;
    s.r[3] = 0x3000;
    s.r[ppc::cr_register + 5] = 9;
    s.r[9] = 0x000C0000;  // EE, AME: the low set
    s.r[10] = 0x00140000; // LPEE, AME: the high set
    s.r[11] = 0x001C0000; // main's
    while (node.act() && s.pc != base + 28) {
    }
    EXPECT_EQ(s.r[1], 0x1000u);
    EXPECT_EQ(s.r[3], 0x3000u);
    EXPECT_EQ(s.r[ppc::cr_register + 5], 9u);
    EXPECT_EQ(s.r[12] & 0x001C0000, 0x001C0000u);
    node.act();
    EXPECT_EQ(s.r[1], 0x11u);
    EXPECT_EQ(s.r[3], 3u);
    EXPECT_EQ(s.r[ppc::cr_register + 5], 0u);
}

TEST(PpcXnet, a_handler_has_the_words_its_stack_and_a_condition_register) {
    // Handler: stores the words; CR0 and r8 are its own; reads inh and LPEPC.
    const std::uint32_t handler = base + 0x100;
    std::vector<std::uint32_t> words = {nop, nop, sc};
    words.resize(0x40, nop);
    for (unsigned i = 0; i < 5; ++i) words.push_back(stw(3 + i, 31, static_cast<int>(4 * i)));
    words.insert(words.end(), {stw(1, 31, 20), mfxr(8, ni::inh), stw(8, 31, 24), mfxr(8, ni::lpepc),
                               stw(8, 31, 28), d_word(10, 0, 3, 7), hret});
    XnetNode node(words);
    State &s = node.state();
    s.r[31] = memory;
    s.r[1] = 0x7770;
    for (unsigned r = 3; r <= 8; ++r) s.r[r] = r;
    for (unsigned f = 0; f < 8; ++f) s.r[ppc::cr_register + f] = 8 >> f % 4;
    node.write_interface(ni::nistat, open_status);
    s.linked = true;
    node.messages().arrive(1, 0, handler, {101, 102, 103, 104, 105});
    const State before = s;
    while (node.act()) {
    }
    EXPECT_FALSE(node.failed);
    EXPECT_EQ(node.returns, 1u);
    for (unsigned i = 0; i < 5; ++i) EXPECT_EQ(node.word(memory + 4 * i), 101 + i);
    EXPECT_EQ(node.word(memory + 20), 0u); // no code has set this level's r1
    EXPECT_EQ(node.word(memory + 24), handler);
    EXPECT_EQ(node.word(memory + 28), base + 4);
    EXPECT_FALSE(s.linked);
    for (unsigned r = 0; r < ppc::words; ++r) EXPECT_EQ(s.r[r], before.r[r]) << r;
    EXPECT_EQ(s.now, 2u + 5 + 12) << "2 NOPs, dispatch, 12 instructions of one cycle";
}

TEST(PpcXnet, a_debugger_sees_its_registers) {
    XnetNode node({nop, nop, sc});
    node.write_interface(ni::nistat, open_status);
    node.write_interface(ni::dmh, base + 0x40);
    node.write_interface(ni::lpepc, base + 8);
    std::map<std::string, std::uint32_t> seen;
    for (const RegisterInfo &info : node.interface().control_registers()) {
        EXPECT_STREQ(info.feature, interface_feature);
        const auto place = static_cast<std::uint32_t>(seen.size());
        seen[info.name] = node.interface().control_register(node.state(), place);
    }
    EXPECT_EQ(seen.size(), 12u);
    EXPECT_EQ(seen.at("ni_dmh"), base + 0x40);
    EXPECT_EQ(seen.at("ni_lpepc"), base + 8);
    EXPECT_EQ(seen.at("ni_nistat") & open_status, open_status);
    EXPECT_EQ(node.interface().control_register(node.state(), 12), 0u);
}

TEST(PpcXnet, the_low_bits_of_a_handlers_word_are_softwares) {
    std::vector<std::uint32_t> words = {nop, nop, nop, sc};
    words.resize(0x40, nop);
    words.insert(words.end(), {mfxr(8, ni::inh), stw(8, 31, 0), hret}); // dmh
    XnetNode node(words);
    node.state().r[31] = memory;
    node.write_interface(ni::dmh, base + 0x100);
    node.write_interface(ni::nistat, open_status);
    node.messages().arrive(1, 0, 0x12346, {});
    while (node.act()) {
    }
    EXPECT_EQ(node.word(memory), 0x12346u);
    EXPECT_EQ(node.returns, 1u);
}

// --- sends and what goes wrong ------------------------------------------------------------------

TEST(PpcXnet, a_send_says_in_cr0_whether_it_was_accepted) {
    for (const bool accepted : {true, false})
        for (unsigned so = 0; so < 2; ++so) {
            XnetNode node({send(3, 9, 10), mfxr(11, ni::nistat), sc});
            State &s = node.state();
            node.messages().refuse_every = accepted ? 0 : 1;
            for (unsigned i = 0; i < 5; ++i) s.r[3 + i] = 0x30 + i;
            s.r[9] = 0x1234;
            s.r[ppc::so_register] = so;
            s.r[ppc::cr_register] = 0xC;
            while (node.act()) {
            }
            EXPECT_EQ(s.r[ppc::cr_register], (accepted ? 2u : 0u) | so);
            EXPECT_EQ(s.r[11] >> 30 & 1, unsigned{accepted});
            ASSERT_EQ(node.messages().sent.size(), std::size_t{accepted});
            if (!accepted) continue;
            const net::Packet &packet = node.messages().sent[0];
            EXPECT_EQ(packet.tag, 0x1234u);
            EXPECT_EQ(packet.words, 3u);
            for (unsigned i = 0; i < 3; ++i) EXPECT_EQ(packet.data[i], 0x30 + i);
            EXPECT_EQ(packet.channel, 0u);
        }
}

TEST(PpcXnet, every_send_takes_its_words_and_its_network) {
    for (unsigned n = 0; n <= 5; ++n)
        for (const bool high : {false, true}) {
            XnetNode node({send(n, 0, 31, high), sc});
            State &s = node.state();
            for (unsigned i = 0; i < 5; ++i) s.r[3 + i] = 0x30 + i;
            s.r[ppc::r0_register] = 0x1236;
            while (node.act()) {
            }
            ASSERT_EQ(node.messages().sent.size(), 1u);
            const net::Packet &packet = node.messages().sent[0];
            EXPECT_EQ(packet.tag, 0x1236u);
            EXPECT_EQ(packet.words, n);
            EXPECT_EQ(packet.channel, unsigned{high});
            for (unsigned i = 0; i < n; ++i) EXPECT_EQ(packet.data[i], 0x30 + i);
        }
}

TEST(PpcXnet, errors_are_faults) {
    const auto fault = [](std::uint32_t word) {
        XnetNode node({word, sc});
        node.state().r[9] = 0x1234;
        node.state().r[10] = 77;
        while (node.act()) {
        }
        return node.failed ? describe(node.failed->kind) : std::string();
    };
    EXPECT_EQ(fault(hret), describe(FaultKind::hret_outside));
    EXPECT_EQ(fault(send(1, 11, 12)), describe(FaultKind::null_handler));
    EXPECT_EQ(fault(send(1, 9, 10)), describe(FaultKind::bad_destination));
    EXPECT_EQ(fault(mfxr(3, 2)), describe(FaultKind::bad_register));
    EXPECT_EQ(fault(mtxr(31, 3)), describe(FaultKind::bad_register));
    EXPECT_EQ(fault(mtxr(ni::niid, 3)), ""); // read-only: ignored
}

// --- a message at every cycle -------------------------------------------------------------------

/// A program with a CTR loop, condition logic, reservations and a send that it retries, sums with
/// carry, and floating point; its results are at `memory`. After it comes a handler that writes
/// everything its level owns.
struct Program {
    std::vector<std::uint32_t> words;
    std::uint32_t handler = 0;

    Program() {
        const auto put = [&](std::initializer_list<std::uint32_t> more) {
            words.insert(words.end(), more);
        };
        put({addis(31, 0, memory >> 16), addi(9, 0, 12), x_word(31, 9, 9, 0, 467)}); // MTCTR
        const auto loop = words.size();
        put({addi(3, 3, 7), add(4, 4, 3), x_word(31, 5, 4, 3, 10), // ADDC
             x_word(31, 6, 6, 5, 138),                             // ADDE
             d_word(11, 4, 4, 90),                                 // CMPWI cr1
             d_word(10, 24, 3, 40),                                // CMPLWI cr6
             x_word(19, 22, 5, 26, 449),                           // CROR 22, 5, 26
             x_word(19, 0, 22, 4, 193),                            // CRXOR 0, 22, 4
             branch_on(12, 0, 8), addi(7, 7, 1), addi(8, 8, 3)});
        // A counter by LWARX and STWCX. at memory + 64.
        put({addi(10, 31, 64)});
        const auto again = words.size();
        put({x_word(31, 11, 0, 10, 20), addi(11, 11, 1), x_word(31, 11, 0, 10, 150, true)});
        put({branch_on(4, 2, 4 * (static_cast<int>(again) - static_cast<int>(words.size())))});
        // f1 += f2 * f1; f3 = f1 / f2, compared.
        put({63u << 26 | 1u << 21 | 2u << 16 | 1u << 11 | 1u << 6 | 29u << 1,
             63u << 26 | 3u << 21 | 1u << 16 | 2u << 11 | 18u << 1, x_word(63, 8, 1, 3, 0),
             d_word(54, 3, 31, 72)}); // FMADD, FDIV, FCMPU cr2, STFD
        const auto sending = words.size();
        put({send(4, 12, 13)});
        put({branch_on(4, 2, 4 * (static_cast<int>(sending) - static_cast<int>(words.size())))});
        put({branch_on(16, 0, 4 * (static_cast<int>(loop) - static_cast<int>(words.size())))});
        put({x_word(31, 14, 0, 0, 19)}); // MFCR
        for (unsigned r = 3; r <= 8; ++r) put({stw(r, 31, static_cast<int>(4 * (r - 3)))});
        put({stw(14, 31, 24), stw(1, 31, 28), x_word(31, 15, 1, 0, 339), stw(15, 31, 32)}); // MFXER
        put({stw(11, 31, 36), sc});
        handler = base + 4 * static_cast<std::uint32_t>(words.size());
        put({add(8, 3, 4), stw(8, 31, 128), d_word(11, 4, 3, 5), d_word(10, 0, 4, 5),
             x_word(19, 30, 2, 2, 289), // CREQV 30, 2, 2
             addi(1, 1, 32), x_word(31, 4, 0, 0, 19), stw(4, 31, 132),
             x_word(31, 3, 0, 10, 20), // LWARX
             send(2, 12, 13, true), addi(5, 0, -1), addi(6, 5, 3), hret});
    }
    void prepare(XnetNode &node) const {
        node.reset();
        State &s = node.state();
        s.r[1] = 0x5550;
        s.r[10] = memory + 64;
        s.r[12] = 0x4444;
        ppc::set_float_bits(s, 1, 0x3FF8000000000000);
        ppc::set_float_bits(s, 2, 0x3FF4000000000000);
        node.write_interface(ni::nistat, open_status);
        node.messages().refuse_every = 5;
    }
    /// All results of the program.
    static std::string result(const XnetNode &node) {
        std::string text;
        for (std::uint32_t at = 0; at < 80; at += 4)
            text += fmt::format("{:08x} ", node.word(memory + at));
        return text;
    }
};

class PpcXnetEveryCycle : public testing::TestWithParam<bool> {};

TEST_P(PpcXnetEveryCycle, a_message_of_each_level_leaves_no_trace) {
    const Program program;
    XnetNode node(program.words);
    const auto run = [&](std::uint64_t low, std::uint64_t high) {
        program.prepare(node);
        if (low) node.messages().arrive(low, 0, program.handler, {1, 2, 3, 4, 5});
        if (high) node.messages().arrive(high, 1, program.handler, {6, 7});
        while (node.act(GetParam())) {
        }
        EXPECT_FALSE(node.failed) << describe(node.failed->kind);
        EXPECT_EQ(node.returns, unsigned{low != 0} + unsigned{high != 0});
        return Program::result(node);
    };
    const std::string expected = run(0, 0);
    const std::uint64_t last = node.state().now;
    ASSERT_GT(last, 300u);
    for (std::uint64_t cycle = 1; cycle < last; ++cycle) {
        ASSERT_EQ(run(cycle, 0), expected) << "low at " << cycle;
        ASSERT_EQ(run(0, cycle), expected) << "high at " << cycle;
        for (const std::uint64_t later : {0, 3, 7, 12})
            ASSERT_EQ(run(cycle, cycle + later), expected) << "both at " << cycle;
    }
}

INSTANTIATE_TEST_SUITE_P(PpcXnet, PpcXnetEveryCycle, testing::Values(true, false),
                         [](const auto &test) { return test.param ? "steps" : "blocks"; });

// --- random programs ----------------------------------------------------------------------------

/// A second description of the interface: three sets of registers, and a chain of levels. Other
/// instructions use the stepper, on a state without sets.
struct SetsModel {
    State s;
    bool ee = true, lpee = true;
    struct Set {
        std::array<std::uint32_t, 15> values{};
    } sets[3];
    std::uint32_t epc[3] = {};

    unsigned level() const { return !ee ? 2 : lpee ? 0 : 1; }
    static unsigned place(unsigned i) {
        static constexpr unsigned places[] = {1,
                                              3,
                                              4,
                                              5,
                                              6,
                                              7,
                                              8,
                                              ppc::cr_register,
                                              ppc::cr_register + 1,
                                              ppc::cr_register + 2,
                                              ppc::cr_register + 3,
                                              ppc::cr_register + 4,
                                              ppc::cr_register + 5,
                                              ppc::cr_register + 6,
                                              ppc::cr_register + 7};
        return places[i];
    }
    void change(bool to_ee, bool to_lpee) {
        const unsigned from = level();
        ee = to_ee;
        lpee = to_lpee;
        for (unsigned i = 0; i < 15; ++i) sets[from].values[i] = s.r[place(i)];
        for (unsigned i = 0; i < 15; ++i) s.r[place(i)] = sets[level()].values[i];
    }
    void dispatch(bool high, const net::Packet &packet) {
        const std::uint32_t at = s.pc;
        change(!high && ee, high ? lpee : false);
        epc[level()] = at;
        for (unsigned i = 0; i < packet.words; ++i) s.r[3 + i] = packet.data[i];
        s.jump(packet.tag);
        s.linked = false;
    }
    void leave() {
        const std::uint32_t to = epc[level()];
        change(true, ee || lpee);
        s.jump(to);
        s.linked = false;
    }
};

std::string sets_difference(const State &s, const State &m) {
    if (s.pc != m.pc) return fmt::format("pc {:x}, model {:x}", s.pc, m.pc);
    for (unsigned r = 0; r < ppc::words; ++r)
        if (r != engine::sink && s.r[r] != m.r[r])
            return fmt::format("register {}: {:x}, model {:x}", r, s.r[r], m.r[r]);
    return {};
}

TEST(PpcXnet, random_programs_with_events_of_two_levels_do_what_the_model_does) {
    constexpr unsigned program_size = 300, handlers = 4, handler_size = 10;
    const auto tried = [](const isa::ppc::Encoding &row) {
        using isa::ppc::CostKey;
        return row.cost == CostKey::alu || row.cost == CostKey::condition ||
               row.cost == CostKey::multiply || row.cost == CostKey::fp_add ||
               row.cost == CostKey::fp_compare;
    };
    std::uint64_t events = 0, nested = 0;
    for (std::uint32_t seed = 0; seed < 200; ++seed) {
        ppc_test::Generator generator(seed, tried);
        std::vector<std::uint32_t> words;
        for (unsigned i = 0; i < program_size; ++i) {
            const unsigned kind = generator.bits() % 20;
            words.push_back(kind == 0 ? send(generator.bits() % 6, 29, 30)
                            : kind == 1
                                ? branch_on(generator.bits() % 2 ? 12 : 4, generator.bits() % 32, 8)
                                : generator.instruction());
        }
        for (unsigned i = 0; i < program_size; ++i) // r29 and r30 belong to a send
            if (const auto in = ppc::decode(words[i], base, ppc::Timing{}); in.writes >> 29 & 3)
                words[i] = nop;
        words.push_back(sc);
        const std::uint32_t first = base + 4 * static_cast<std::uint32_t>(words.size());
        for (unsigned h = 0; h < handlers; ++h) {
            for (unsigned i = 0; i < handler_size - 1; ++i)
                words.push_back(generator.instruction());
            for (unsigned i = 0; i < handler_size - 1; ++i) {
                std::uint32_t &word = words[words.size() - 1 - i];
                if (ppc::decode(word, base, ppc::Timing{}).writes >> 29 & 3) word = nop;
            }
            words.push_back(hret);
        }
        XnetNode node(words);
        State &s = node.state();
        for (unsigned r = 1; r < 32; ++r) s.r[r] = generator.value();
        s.r[29] = first;
        s.r[30] = 0;
        s.r[ppc::r0_register] = generator.value();
        for (unsigned f = 0; f < 32; ++f) ppc::set_float_bits(s, f, generator.number());
        node.write_interface(ni::nistat, open_status);
        SetsModel model;
        model.s = s;
        for (unsigned step = 0; step < 700; ++step) {
            if (generator.bits() % 12 == 0)
                node.messages().arrive(s.now, generator.bits() % 2,
                                       first + 4 * handler_size * (generator.bits() % handlers),
                                       {step, seed, 3});
            model.s.now = s.now;
            if (const auto event = node.interface().due(s.now)) {
                const bool high = event == static_cast<unsigned>(xnet::Event::high_arrival);
                nested += high && !model.lpee;
                ++events;
                const net::Packet packet = node.messages().front(0, high)->packet;
                model.dispatch(high, packet);
            } else {
                const std::uint32_t word = words[(model.s.pc - base) / 4];
                if (word == sc) break;
                if (word == hret) {
                    model.leave();
                } else if (word >> 26 == 5) {
                    model.s.r[ppc::cr_register] = 2 | model.s.r[ppc::so_register];
                    model.s.advance();
                } else {
                    engine::Stepped stepped;
                    ASSERT_EQ(engine::step(model.s, node.memory(), node.program(), stepped),
                              engine::Stop::budget);
                }
            }
            ASSERT_TRUE(node.act()) << "seed " << seed << ", step " << step;
            ASSERT_EQ(sets_difference(s, model.s), "") << "seed " << seed << ", step " << step;
        }
    }
    EXPECT_GT(events, 3000u);
    EXPECT_GT(nested, 100u);
}

} // namespace

} // namespace inlet
