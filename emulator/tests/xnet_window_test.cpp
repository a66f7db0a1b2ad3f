// Events in register windows: a message at every cycle of a program of nested calls, from every
// window, with every end of the ring; errors; reads of the interface's registers.
#include "effort.h"
#include "tests/xnet_numbers.h"
#include "xnet_node.h"

#include <fmt/format.h>
#include <functional>
#include <gtest/gtest.h>
#include <string>

namespace inlet {

namespace {

using namespace sparc_test;
using xnet_test::XnetNode;

enum : unsigned {
    g0,
    g1,
    g2,
    g3,
    g4,
    g5,
    g6,
    g7,
    o0,
    o1,
    o2,
    o3,
    o4,
    o5,
    o6,
    o7,
    l0,
    l1,
    l2,
    l3,
    l4,
    l5,
    l6,
    l7,
    i0,
    i1,
    i2,
    i3,
    i4,
    i5,
    i6,
    i7
};

constexpr unsigned op_add = 0x00, op_and = 0x01, op_or = 0x02, op_xor = 0x03, op_sub = 0x04,
                   op_addcc = 0x10, op_subcc = 0x14, op_sll = 0x25, op_srl = 0x26, op_rdy = 0x28,
                   op_rdpsr = 0x29, op_rdwim = 0x2A, op_wry = 0x30, op_wrpsr = 0x31,
                   op_wrwim = 0x32;
constexpr std::uint32_t nop = 0x01000000, end_mark = 0x00000BAD, hret = 0x81B00060;
constexpr std::uint32_t results = 0x40000, counter = 0x48000, stacks = 0x60000; ///< addresses

/// Words with labels.
class Text {
  public:
    void put(std::uint32_t word) { words_.push_back(word); }
    std::uint32_t here() const {
        return XnetNode::base + 4 * static_cast<std::uint32_t>(words_.size());
    }
    void rrr(unsigned op3, unsigned rd, unsigned rs1, unsigned rs2) {
        put(format3(op3, rd, rs1, rs2));
    }
    void rri(unsigned op3, unsigned rd, unsigned rs1, std::int32_t imm) {
        put(format3_imm(op3, rd, rs1, imm));
    }
    void memory(unsigned op3, unsigned rd, unsigned rs1, std::int32_t imm) {
        put(format3_imm(op3, rd, rs1, imm) | 0x40000000);
    }
    void set(unsigned rd, std::uint32_t value) {
        put(0x01000000 | rd << 25 | value >> 10);
        rri(op_or, rd, rd, static_cast<std::int32_t>(value & 0x3FF));
    }
    void call(std::uint32_t to) { put(1u << 30 | ((to - here()) >> 2 & 0x3FFFFFFF)); }
    /// Bicc with this condition; `op2` 7: CBccc.
    void branch(unsigned condition, std::uint32_t to, unsigned op2 = 2) {
        put(condition << 25 | op2 << 22 | ((to - here()) >> 2 & 0x3FFFFF));
    }
    void send(unsigned n, unsigned handler, unsigned destination, bool high = false) {
        put(0x81B80000 | handler << 14 | (high ? 1u << 9 : 0u) | n << 5 | destination);
    }
    void frame(unsigned op3) { // STD, LDD of a window
        for (unsigned r = 0; r < 16; r += 2)
            memory(op3, l0 + r, o6, static_cast<std::int32_t>(4 * r));
    }
    std::vector<std::uint32_t> &words() { return words_; }

  private:
    std::vector<std::uint32_t> words_;
};

/// Handlers of window traps as runtime/machine/cm5/traps.S has them, a program of nested calls, and
/// handlers of messages.
struct Subject {
    static constexpr std::uint32_t somewhere = 0x00123400; ///< SENDs of this test have no effect
    Text text;
    std::uint32_t main = 0, flat = 0, deep = 0, in_slot = 0, traps_off = 0, floats = 0;

    Subject() {
        for (unsigned entry = 0; entry < 256; ++entry)
            for (unsigned i = 0; i < 4; ++i) text.put(0); // UNIMP: no handler
        const std::uint32_t over = text.here();
        text.rri(op_sll, l4, l3, 7);
        text.rrr(op_or, g1, l4, g1);
        text.rrr(save, g0, g0, g0);
        text.rrr(op_wrwim, 0, g0, g1);
        text.frame(7);
        text.rrr(restore, g0, g0, g0);
        text.rrr(op_or, g1, g0, l7);
        text.rrr(jmpl, g0, l1, g0);
        text.rrr(rett, 0, l2, g0);
        const std::uint32_t under = text.here();
        text.rrr(op_or, l4, l4, l5);
        text.rrr(op_wrwim, 0, g0, l4);
        text.rrr(restore, g0, g0, g0);
        text.rrr(restore, g0, g0, g0);
        text.frame(3);
        text.rrr(save, g0, g0, g0);
        text.rrr(save, g0, g0, g0);
        text.rrr(jmpl, g0, l1, g0);
        text.rrr(rett, 0, l2, g0);

        nest();
        main = text.here();
        text.set(g4, results);
        text.set(g2, somewhere);
        text.rri(op_or, g3, g0, 0);
        text.rri(op_or, o0, g0, 12);
        text.call(nest_);
        text.put(nop);
        text.memory(4, o0, g4, 0);
        text.put(end_mark);
        handlers();

        Text entry; // at 5 and 6
        entry.rrr(op_rdwim, l3, 0, 0);
        entry.rrr(op_or, l7, g0, g1);
        entry.put(0x10800000 | ((over - (XnetNode::base + 0x58)) >> 2 & 0x3FFFFF));
        entry.rri(op_srl, g1, l3, 1);
        entry.rrr(op_rdwim, l3, 0, 0);
        entry.rri(op_sll, l4, l3, 1);
        entry.put(0x10800000 | ((under - (XnetNode::base + 0x68)) >> 2 & 0x3FFFFF));
        entry.rri(op_srl, l5, l3, 7);
        std::copy(entry.words().begin(), entry.words().end(), text.words().begin() + 20);
    }

  private:
    /// nest(n): sends, and changes Y, icc and ccc around the call of nest(n - 1).
    void nest() {
        nest_ = text.here();
        text.rri(save, o6, o6, -96);
        text.rri(op_subcc, g0, i0, 0);
        const std::uint32_t branch_at = text.here();
        text.put(nop); // be leaf
        text.put(nop);
        text.rri(op_add, l0, i0, 100);
        text.rri(op_sll, l5, l0, 3);
        text.rrr(op_wry, 0, l5, g0);
        text.rri(op_or, l6, g0, 0);
        const std::uint32_t again = text.here();
        text.rrr(op_or, o0, g0, l0);
        text.rri(op_add, l6, l6, 1);
        text.rrr(op_or, o1, g0, l5);
        text.send(2, g2, g3);
        text.rri(op_addcc, l7, l6, -2); // between SEND and CBccc
        text.branch(9, again, 7);       // cb0
        text.rrr(op_rdy, l4, 0, 0);
        text.rrr(op_add, l4, l4, l6);
        text.rri(op_sub, o0, i0, 1);
        text.call(nest_);
        text.rrr(op_rdpsr, l3, 0, 0);
        text.rri(op_srl, l3, l3, 20);
        text.rri(op_and, l3, l3, 15); // icc
        text.rrr(op_add, l1, o0, l4);
        text.rrr(op_xor, l1, l1, l3);
        text.rrr(op_addcc, l1, l1, l7);
        text.memory(4, l1, g4, 0);
        text.rri(op_add, g4, g4, 4);
        text.rrr(op_or, i0, g0, l1);
        const std::uint32_t leaf = text.here();
        text.rri(jmpl, g0, i7, 8);
        text.rrr(restore, g0, g0, g0);
        text.words()[(branch_at - XnetNode::base) / 4] =
            1u << 25 | 2u << 22 | ((leaf - branch_at) >> 2 & 0x3FFFFF); // be leaf
    }

    /// Counts its words, and destroys everything that it may change.
    void count(std::uint32_t at) {
        text.set(o5, at);
        text.memory(0, o4, o5, 0);
        text.rrr(op_addcc, o4, o4, o0);
        text.rrr(op_addcc, o4, o4, o1);
        text.memory(4, o4, o5, 0);
        text.rri(op_subcc, g0, g0, 1);
        for (const unsigned r : {o0, o1, o2, o3, o4, o5, l3, l4, l5, l6, l7})
            text.rri(op_or, r, g0, static_cast<std::int32_t>(0x700 + r));
    }
    void handlers() {
        flat = text.here();
        count(counter);
        text.send(1, g2, g3, true); // ccc
        text.put(hret);
        const std::uint32_t seven = text.here(); // windows deep
        for (int n = 0; n < 7; ++n) text.rri(save, o6, o6, -96);
        for (const unsigned r : {o0, o1, l0, l1, l2, l3, l7, i0, i1, i5})
            text.rri(op_or, r, g0, static_cast<std::int32_t>(0x600 + r));
        for (int n = 0; n < 6; ++n) text.rrr(restore, g0, g0, g0);
        text.rri(jmpl, g0, i7, 8);
        text.rrr(restore, g0, g0, g0);
        deep = text.here();
        count(counter + 8); // one handler may interrupt the other
        text.call(seven);
        text.put(nop);
        text.put(hret);
        in_slot = text.here();
        text.branch(8, text.here() + 8);
        text.put(hret);
        traps_off = text.here();
        text.rrr(op_rdpsr, l3, 0, 0);
        text.rri(op_wrpsr, 0, l3, 0x20);
        text.put(hret);
        floats = text.here();
        text.rrr(op_rdpsr, l3, 0, 0);
        text.set(l4, 0x1000);
        text.rrr(op_wrpsr, 0, l3, l4);
        text.put(hret);
    }

    std::uint32_t nest_ = 0;
};

sparc::Timing timing() {
    sparc::Timing all = one_cycle_each();
    all.network = test::sparc_network_numbers();
    return all;
}

const Subject &subject() {
    static const Subject one;
    return one;
}

/// A node at the start of main, in window `window`, with the end of the ring at `end`: the frames
/// between are older ones, still in registers.
class Ring {
  public:
    Ring(XnetNode &node, unsigned window, unsigned end) : node_(node), window_(window), end_(end) {
        node.reset();
        State &s = node.state();
        for (unsigned w = 0; w < sparc::windows; ++w) {
            sparc::switch_window(s, w);
            for (unsigned r = 8; r < 32; ++r) s.r[r] = 0x1000 * w + r;
        }
        // Frame `n` above the first one has its stack there; a frame in registers contains it.
        for (unsigned w = window, n = 0; n < sparc::windows; w = sparc::above(w), ++n) {
            sparc::switch_window(s, w);
            s.r[o6] = stacks + 0x200 * n;
            if (w == end) break;
            s.r[i6] = stacks + 0x200 * (n + 1);
        }
        sparc::switch_window(s, window);
        s.r[sparc::wim_place] = 1u << end;
        s.r[sparc::tbr_place] = XnetNode::base;
        s.r[sparc::psr_place] = sparc::psr::s | sparc::psr::et | sparc::psr::ec;
        for (unsigned r = 1; r < 8; ++r) s.r[r] = 0x77000000 + r;
        s.r[g2] = Subject::somewhere; // the destination of SENDs of handlers from the start on
        s.r[g3] = 0;
        s.jump(subject().main);
        node.start();
        node.write_interface(isa::ni::nistat, 0x019C0000);
        node.messages().refuse_every = 3;
    }

    void finish(bool by_steps = true) {
        while (node_.act(by_steps)) {
        }
    }
    /// Everything that the program can tell from outside itself, when it has ended.
    std::string outcome() {
        State &s = node_.state();
        if (!node_.failed || node_.failed->kind != FaultKind::illegal ||
            node_.failed->value != end_mark)
            return fmt::format("fault {} at {:#x}",
                               node_.failed ? describe(node_.failed->kind) : "?", s.pc);
        std::string out =
            fmt::format("window {} icc {:x} ccc {} y {:x} ef {}", sparc::current_window(s),
                        sparc::read_psr(s) >> 20 & 15, s.r[sparc::ccc_register],
                        s.r[sparc::y_register], s.r[sparc::psr_place] & sparc::psr::ef);
        for (unsigned r = 1; r < 32; ++r)
            if (r < 8 || r == o0 || r == o6 || r >= 16) out += fmt::format(" {:x}", s.r[r]);
        // The older frames: in registers, or on their stacks.
        State flat = s;
        bool in_registers = true;
        std::uint32_t stack = s.r[i6];
        for (unsigned w = sparc::above(window_); w != end_; w = sparc::above(w)) {
            in_registers = in_registers && !sparc::is_invalid(s, w);
            if (in_registers) sparc::switch_window(flat, w);
            for (unsigned r = 0; r < 16; ++r)
                out += fmt::format(" {:x}", in_registers ? flat.r[16 + r] : word(stack + 4 * r));
            stack = in_registers ? flat.r[i6] : word(stack + 56);
        }
        for (std::uint32_t n = 0; n < 16; ++n) out += fmt::format(" {:x}", word(results + 4 * n));
        return out;
    }
    std::uint32_t counted() { return word(counter) + word(counter + 8); }
    std::uint32_t word(std::uint32_t at) {
        std::uint32_t value = 0;
        EXPECT_TRUE(node_.load_word(at, value)) << at;
        return value;
    }

  private:
    XnetNode &node_;
    unsigned window_, end_;
};

struct Combinations {
    std::uint64_t runs = 0, seen[2][2] = {};
    void add(const XnetNode &node) {
        ++runs;
        ++seen[node.overflows != 0][node.underflows != 0];
    }
};

/// Calls the function for each legal window and end of the ring.
void each_ring(const std::function<void(unsigned window, unsigned end)> &f) {
    for (unsigned window = 0; window < sparc::windows; ++window)
        for (unsigned end = 0; end < sparc::windows; ++end)
            if (end != window) f(window, end);
}

TEST(XnetWindows, a_message_at_every_cycle) {
    XnetNode node(Subject(subject()).text.words(), timing());
    Combinations found;
    each_ring([&](unsigned window, unsigned end) {
        Ring alone(node, window, end);
        const std::uint64_t from = node.state().now;
        alone.finish();
        const std::string expected = alone.outcome();
        ASSERT_TRUE(expected.starts_with("window ")) << expected;
        const std::uint64_t to = node.state().now;
        for (const std::uint32_t handler : {subject().flat, subject().deep})
            for (std::uint64_t cycle = from; cycle < to; cycle += test::stride()) {
                Ring run(node, window, end);
                node.messages().arrive(cycle, 0, handler, {3, 4});
                run.finish(cycle % 2);
                ASSERT_EQ(run.outcome(), expected)
                    << "window " << window << ", end " << end << ", cycle " << cycle;
                ASSERT_EQ(run.counted(), 7u);
                found.add(node);
            }
    });
    for (const unsigned overflow : {0u, 1u})
        for (const unsigned underflow : {0u, 1u})
            EXPECT_GT(found.seen[overflow][underflow], 0u) << overflow << underflow;
}

TEST(XnetWindows, a_message_of_each_level_at_every_cycle) {
    XnetNode node(Subject(subject()).text.words(), timing());
    Combinations found;
    each_ring([&](unsigned window, unsigned end) {
        Ring alone(node, window, end);
        alone.finish();
        const std::string expected = alone.outcome();
        const std::uint64_t to = node.state().now;
        for (std::uint64_t cycle = 0; cycle < to; cycle += test::stride()) {
            Ring run(node, window, end);
            const bool turned = (cycle + window) % 2;
            node.messages().arrive(cycle, 0, turned ? subject().flat : subject().deep, {3, 4});
            // Into the handler of the first, or together with it.
            node.messages().arrive(std::min(cycle + (cycle * 7 + end) % 61, to - 1), 1,
                                   turned ? subject().deep : subject().flat, {5, 6});
            run.finish(cycle % 2);
            ASSERT_EQ(run.outcome(), expected)
                << "window " << window << ", end " << end << ", cycle " << cycle;
            ASSERT_EQ(run.counted(), 18u);
            found.add(node);
        }
    });
    EXPECT_GT(found.seen[0][1], 0u) << "one of the handlers is deep in every run";
    EXPECT_GT(found.seen[1][1], 0u);
}

FaultKind fault_of(std::uint32_t handler, const std::function<void(State &)> &change = {}) {
    XnetNode node(Subject(subject()).text.words(), timing());
    Ring run(node, 3, 0);
    if (change) change(node.state());
    node.messages().arrive(change ? 0 : 40, 0, handler, {1, 2});
    run.finish();
    return node.failed ? node.failed->kind : FaultKind::none;
}

TEST(XnetWindows, one_fault_for_each_mistake) {
    EXPECT_EQ(fault_of(subject().in_slot), FaultKind::hret_in_slot);
    EXPECT_EQ(fault_of(subject().traps_off), FaultKind::hret_traps_off);
    EXPECT_EQ(fault_of(subject().floats), FaultKind::hret_float_on);
    EXPECT_EQ(fault_of(subject().flat, [](State &s) { s.r[sparc::wim_place] = 1u << 3; }),
              FaultKind::event_in_invalid_window);
    EXPECT_EQ(fault_of(subject().flat, [](State &s) { s.r[sparc::stack_register] += 4; }),
              FaultKind::event_stack);
    EXPECT_EQ(fault_of(subject().flat, [](State &s) { s.r[sparc::stack_register] = 0x1000; }),
              FaultKind::event_stack);
}

TEST(XnetWindows, without_ec_its_instructions_are_disabled) {
    XnetNode node({0x81B84082, nop}, timing());
    State &s = node.state();
    s.r[sparc::psr_place] = sparc::psr::s;
    s.jump(XnetNode::base);
    EXPECT_FALSE(node.act());
    EXPECT_EQ(node.failed->kind, FaultKind::unit_disabled);
    EXPECT_EQ(node.failed->value, sparc::cp_disabled);
}

TEST(XnetWindows, what_a_handler_finds) {
    XnetNode node(Subject(subject()).text.words(), timing());
    Ring run(node, 2, 6);
    const std::uint32_t stack = node.state().r[o6];
    node.messages().arrive(0, 1, subject().flat, {11, 12, 13, 14});
    ASSERT_TRUE(node.act());
    const State &s = node.state();
    EXPECT_EQ(sparc::current_window(s), 1u);
    EXPECT_EQ(s.pc, subject().flat);
    EXPECT_EQ(s.now, 5u);
    EXPECT_EQ(s.r[l1], subject().main);
    EXPECT_EQ(s.r[l2], subject().main + 4);
    EXPECT_EQ(s.r[l0] & 31, 2u) << "the interrupted PSR";
    for (unsigned n = 0; n < 4; ++n) EXPECT_EQ(s.r[o0 + n], 11 + n);
    EXPECT_EQ(s.r[o6], stack - 96);
    EXPECT_EQ(s.r[i6], stack);
    EXPECT_EQ(node.interface().context(), Context::high);
    EXPECT_EQ(*node.interface().registers().peek(s.now, isa::ni::inh, false), subject().flat);
}

} // namespace

} // namespace inlet
