// Random programs with events of two levels, the engine and the interface against the model of the
// manual's windows (sparc_model.h), after every instruction and every event.
#include "effort.h"
#include "tests/xnet_numbers.h"
#include "xnet_node.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <random>

namespace inlet {

namespace {

using namespace sparc_test;
using xnet_test::XnetNode;

constexpr std::uint32_t plain_word = 0x01000000, stack_memory = 0x50000;
constexpr std::uint32_t handler_base = 0x18000; ///< in the text, after the program

class EventGenerator {
  public:
    explicit EventGenerator(std::uint32_t seed) : random_(seed) {}

    /// A trap table whose handlers continue after the trap, a program, and its handlers.
    std::vector<std::uint32_t> words() {
        std::vector<std::uint32_t> all;
        for (unsigned entry = 0; entry < 256; ++entry)
            all.insert(all.end(), {format3(0x29, 16, 0, 0), format3(jmpl, 0, 18, 0),
                                   format3_imm(rett, 0, 18, 4), plain_word});
        for (unsigned i = 0; i < program_size; ++i) all.push_back(instruction());
        all.resize((handler_base - XnetNode::base) / 4, plain_word);
        for (unsigned h = 0; h < handlers; ++h) {
            for (unsigned i = 0; i < handler_size - 1; ++i) all.push_back(arithmetic(true));
            all.push_back(0x81B00060);
        }
        return all;
    }
    unsigned pick(unsigned below) { return static_cast<unsigned>(random_() % below); }

    static constexpr unsigned program_size = 300, handlers = 4, handler_size = 9;

  private:
    /// Stack and frame pointers are preserved; so are, in handlers, the ins, the globals and the
    /// interrupted state.
    unsigned reg(bool handler) {
        for (;;) {
            const unsigned r = pick(32);
            if (r == 1 || r == 14 || r == 30) continue;
            if (handler && (r < 8 || (r >= 16 && r <= 18) || r >= 24)) continue;
            return r;
        }
    }
    std::uint32_t arithmetic(bool handler) {
        static constexpr unsigned plain[] = {0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08,
                                             0x0C, 0x10, 0x11, 0x12, 0x13, 0x14, 0x18, 0x1C, 0x24};
        const unsigned op3 = plain[pick(std::size(plain))];
        return pick(2) ? format3(op3, reg(handler), pick(32), pick(32))
                       : format3_imm(op3, reg(handler), pick(32),
                                     static_cast<std::int32_t>(pick(8192)));
    }
    std::uint32_t instruction() {
        const unsigned kind = pick(100);
        if (kind < 50) return arithmetic(false);
        if (kind < 68)
            return format3_imm(pick(2) ? save : restore, reg(false), reg(false),
                               static_cast<std::int32_t>(pick(8192)));
        if (kind < 84) return pick(2) << 29 | pick(16) << 25 | 2u << 22 | (1 + pick(9));
        if (kind < 90) // CBccc
            return pick(2) << 29 | (pick(2) ? 9u : 4u) << 25 | 7u << 22 | (1 + pick(9));
        if (kind < 93) return 0x81B80000 | 1u << 14 | pick(3) << 5; // SEND to node %g0
        if (kind < 95) return format3(0x28 + pick(4), reg(false), 0, 0);
        if (kind < 96) return format3_imm(ticc, pick(16), 0, 3);
        return format3_imm(0x30, 0, reg(false), 5); // WRY
    }
    std::mt19937 random_;
};

std::string window_difference(const State &s, const Model &m) {
    const std::uint32_t npc = s.in_slot ? s.npc : s.pc + 4;
    if (s.pc != m.pc || npc != m.npc)
        return fmt::format("pc {:x} npc {:x}, model {:x} {:x}", s.pc, npc, m.pc, m.npc);
    if (sparc::read_psr(s) != m.psr())
        return fmt::format("psr {:x}, model {:x}", sparc::read_psr(s), m.psr());
    if ((s.r[sparc::ccc_register] != 0) != m.ccc) return "ccc";
    if (s.r[sparc::y_register] != m.y) return "y";
    State flat = s;
    Model ring = m;
    for (unsigned window = 0; window < sparc::windows; ++window) {
        sparc::switch_window(flat, window);
        ring.cwp = window;
        for (unsigned r = 0; r < 32; ++r)
            if (flat.r[r] != ring.get(r))
                return fmt::format("window {} register {}: {:x}, model {:x}", window, r, flat.r[r],
                                   ring.get(r));
    }
    return {};
}

TEST(XnetWindows, random_programs_with_events_of_two_levels_do_what_the_model_does) {
    std::uint64_t events = 0, nested = 0, overflows = 0;
    sparc::Timing timing = one_cycle_each();
    timing.network = test::sparc_network_numbers();
    for (std::uint32_t seed = 0; seed < test::tries(400); ++seed) {
        EventGenerator generator(seed);
        const std::vector<std::uint32_t> words = generator.words();
        XnetNode node(words, timing);
        State &s = node.state();
        Model m;
        for (unsigned w = 0; w < sparc::windows; ++w) {
            sparc::switch_window(s, w);
            m.cwp = w;
            for (unsigned r = 1; r < 32; ++r) {
                const bool pointer = r == 14 || r == 30;
                const std::uint32_t value = pointer ? stack_memory : 0x01010101 * r ^ w << 28;
                s.r[r] = value;
                m.set(r, value);
            }
        }
        sparc::switch_window(s, 0);
        m.cwp = 0;
        s.r[1] = m.g[1] = handler_base; // the destination of SENDs
        s.r[sparc::tbr_place] = m.tbr = XnetNode::base;
        s.r[sparc::wim_place] = m.wim = 1u << (1 + generator.pick(7));
        const std::uint32_t status = sparc::psr::s | sparc::psr::et | sparc::psr::ec;
        s.r[sparc::psr_place] = status;
        m.set_psr(status);
        s.jump(XnetNode::base + 4096);
        m.pc = s.pc;
        m.npc = s.npc;
        node.start();
        node.write_interface(isa::ni::nistat, 0x019C0000);
        const std::uint32_t last = s.pc + 4 * EventGenerator::program_size - 64;
        for (unsigned step = 0; step < 800 && (m.pc < last || m.pc >= handler_base); ++step) {
            if (generator.pick(12) == 0) {
                const unsigned h = generator.pick(EventGenerator::handlers);
                node.messages().arrive(s.now, generator.pick(2),
                                       handler_base + 4 * EventGenerator::handler_size * h,
                                       {step, seed, 3, 4});
            }
            const bool traps_on = m.et;
            if (const auto event = node.interface().due(s.now)) {
                const bool high = event == static_cast<unsigned>(xnet::Event::high_arrival);
                const net::Packet packet = node.messages().front(0, high)->packet;
                nested += high && !m.lpee;
                ++events;
                m.dispatch(high, packet.tag, packet.data.data() + 1, packet.words - 1u);
                overflows += traps_on && !m.et;
            } else {
                m.step(words[(m.pc - XnetNode::base) / 4]);
            }
            if (m.error) break;
            ASSERT_TRUE(node.act())
                << "seed " << seed << ", step " << step << ": " << describe(node.failed->kind);
            ASSERT_EQ(window_difference(s, m), "") << "seed " << seed << ", step " << step;
        }
    }
    EXPECT_GT(events, test::tries(5000));
    EXPECT_GT(nested, test::tries(200));
    EXPECT_GT(overflows, test::tries(200));
}

} // namespace

} // namespace inlet
