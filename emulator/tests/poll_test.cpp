// Poll events (CSD-94-823 3.4, A.2.5, A.10).
#include "all_ways.h"
#include "cpu/mips/system.h"
#include "inlet/trace_hash.h"
#include "ni/t1/gang.h"
#include "tests/recorder.h"

#include <algorithm>
#include <array>
#include <functional>
#include <gtest/gtest.h>
#include <optional>
#include <set>

namespace inlet::test {
namespace {

namespace ni = isa::ni;
namespace nistat = isa::nistat;

constexpr std::uint32_t normal = nistat::ee.mask() | nistat::lpee.mask() | nistat::ame.mask();
constexpr std::uint32_t low = nistat::lpmm.mask(), high = nistat::hpmm.mask();
constexpr std::uint32_t data = 0x30000;

MachineConfig machine(bool exposed) {
    MachineConfig config = plain_machine();
    config.part<T1Config>().exposed_hazards = exposed;
    return config;
}

/// Keeps polls, and checks that each belongs to the instruction before it, and finds the messages
/// that earlier events have left in the receive buffers.
struct Watch final : Observer {
    explicit Watch(std::uint32_t nodes) : hash(nodes), last(nodes), waits(nodes) {}

    void instruction(const InstructionEvent &e) override {
        hash.instruction(e);
        all.instruction(e);
        last[e.node] = e;
    }
    void event(const MessageEvent &e) override {
        hash.event(e);
        all.event(e);
        if (e.kind() == EventKind::arrive) ++waits[e.node][e.high];
        if (e.kind() == EventKind::dispatch) --waits[e.node][e.high];
        if (const auto *polled = e.as<events::Polled>()) poll(e, *polled);
    }
    void hop(const HopEvent &e) override { hash.hop(e); }

    void poll(const MessageEvent &e, const events::Polled &polled) {
        polls.push_back(e);
        const InstructionEvent &by = last[e.node];
        EXPECT_EQ(e.pc, by.pc);
        EXPECT_EQ(e.context, by.context);
        EXPECT_EQ(e.cycle, by.cycle + by.cost.load_use);
        EXPECT_EQ(e.message, MessageId{});
        const std::uint32_t there = (waits[e.node][0] ? found::low_message : 0) |
                                    (waits[e.node][1] ? found::high_message : 0);
        const std::uint32_t finds = polled.finds & found::message;
        if (kernel_stores) return;
        const bool looks = polled.how == Poll::looks;
        EXPECT_EQ(finds, looks ? there : there & finds);
    }
    std::vector<MessageEvent> at(std::uint32_t pc) const {
        std::vector<MessageEvent> some;
        for (const MessageEvent &e : polls)
            if (e.pc == pc) some.push_back(e);
        return some;
    }
    std::size_t events(EventKind kind) const {
        return static_cast<std::size_t>(
            std::count_if(all.events.begin(), all.events.end(),
                          [&](const MessageEvent &e) { return e.kind() == kind; }));
    }

    TraceHash hash;
    Recorder all;
    std::vector<MessageEvent> polls;
    std::vector<InstructionEvent> last;
    std::vector<std::array<int, 2>> waits; ///< by node and priority: messages
    bool kernel_stores = false;
};

/// With the scheduler and with the reference, which report the same.
RunResult watch(Code &code, Watch &watch, const MachineConfig &config, std::uint32_t nodes = 1) {
    RunOptions options;
    options.nodes = nodes;
    options.arguments = {"test"};
    options.max_cycles = 1'000'000;
    options.observer = &watch;
    const Image image = code.image();
    const RunResult result = Machine(config, image, options).run();
    EXPECT_EQ(result.outcome, Outcome::exited) << describe(result.fault.kind);
    TraceHash hash(nodes);
    options.observer = &hash;
    options.lock_step = true;
    Machine(config, image, options).run();
    EXPECT_EQ(hash.value(), watch.hash.value());
    return result;
}

void write(Code &code, std::uint32_t value) {
    code.li(2, value).op("ctc2", {2, ni::nistat}).nop().nop().nop();
}
/// A message to the node itself, and the time until it arrives.
void send(Code &code, bool is_high) {
    code.la(8, "inlet").op("addu", {9, 0, 0}).op(is_high ? "send0h" : "send0", {8, 9});
    for (int i = 0; i < 40; ++i) code.nop();
}
void exit_with_inlet(Code &code) { code.op("syscall", {0x1F000}).label("inlet").op("hret"); }

TEST(Polls, ALookFindsWhatIsRead) {
    for (const bool exposed : {false, true})
        for (std::uint32_t waits = 0; waits < 4; ++waits)
            for (const int more : {0, 5}) { // more messages fill the buffers
                MachineConfig config = machine(exposed);
                config.part<MeshConfig>().receive_packets =
                    config.part<MeshConfig>().router_packets = 1;
                config.part<MeshConfig>().injection_packets = 1;
                Code code;
                for (const bool is_high : {false, true})
                    for (int i = 0; waits >> is_high & 1 && i <= more; ++i) send(code, is_high);
                code.label("look").op("cfc2", {2, ni::nistat}).nop().op("addu", {4, 2, 0});
                exit_with_inlet(code);
                Watch told(1);
                const std::uint32_t read = watch(code, told, config).status;
                ASSERT_EQ(told.polls.size(), 1u);
                const MessageEvent &poll = told.polls[0];
                EXPECT_EQ(poll.pc, code.at("look"));
                const auto &[how, finds] = *poll.as<events::Polled>();
                EXPECT_EQ(how, Poll::looks);
                EXPECT_EQ(finds & found::message, waits);
                EXPECT_EQ(finds, nistat::lpmp.get(read) * found::low_message |
                                     nistat::hpmp.get(read) * found::high_message |
                                     nistat::lpa.get(read) * found::low_room |
                                     nistat::hpa.get(read) * found::high_room);
                const bool full = more > 0;
                EXPECT_EQ(!(finds & found::low_room), full && waits & 1);
                EXPECT_EQ(!(finds & found::high_room), full && waits & 2);
            }
}

TEST(Polls, OtherRegistersAreNone) {
    Code code;
    for (const unsigned reg : {ni::enable, ni::niid, ni::count, ni::lpepc})
        code.op("cfc2", {2, reg});
    for (const unsigned reg : {ni::dmh, ni::outh, ni::timeh}) code.op("ctc2", {0, reg});
    exit_with_inlet(code);
    Watch told(1);
    watch(code, told, machine(false));
    EXPECT_TRUE(told.polls.empty());
}

struct Write {
    const char *name;
    std::uint32_t before; ///< nistat
    unsigned number;      ///< of the register that is written
    std::uint32_t value;
    std::uint32_t waits;                ///< messages there before, of `found`
    std::optional<std::uint32_t> finds; ///< none: it does not open
};

class Writes : public testing::TestWithParam<Write> {};

TEST_P(Writes, OpenWhatWasClosed) {
    const Write &row = GetParam();
    for (const bool exposed : {false, true}) {
        Code code;
        write(code, row.before);
        if (row.waits & found::low_message) send(code, false);
        if (row.waits & found::high_message) send(code, true);
        code.li(2, row.value).label("write").op("ctc2", {2, row.number}).nop().nop().nop().nop();
        write(code, normal);
        code.op("addu", {4, 0, 0});
        exit_with_inlet(code);
        Watch told(1);
        watch(code, told, machine(exposed));
        const std::vector<MessageEvent> polls = told.at(code.at("write"));
        ASSERT_EQ(polls.size(), row.finds ? 1u : 0u) << exposed;
        if (!row.finds) continue;
        EXPECT_EQ(polls[0].as<events::Polled>()->how, Poll::opens);
        EXPECT_EQ(polls[0].as<events::Polled>()->finds, *row.finds);
        // A message that is found is handled.
        EXPECT_EQ(told.events(EventKind::dispatch), (*row.finds & 1) + (*row.finds >> 1 & 1));
    }
}

constexpr std::uint32_t no_ee = normal & ~nistat::ee.mask(),
                        no_lpee = normal & ~nistat::lpee.mask();

INSTANTIATE_TEST_SUITE_P(
    All, Writes,
    testing::Values(
        Write{"masks", normal, ni::nistat, normal | low | high, 3, 3},
        Write{"masks_in_vain", normal, ni::nistat, normal | low | high, 0, 0},
        Write{"masks_of_one", normal, ni::nistat, normal | high, 3, found::high_message},
        Write{"masks_of_the_other", normal, ni::nistat, normal | low, 2, 0},
        Write{"no_mask", normal, ni::nistat, normal | nistat::nicond.mask(), 3, std::nullopt},
        Write{"closing", normal | low | high, ni::nistat, normal, 0, std::nullopt},
        Write{"open_already", normal | low | high, ni::nistat, normal | low | high, 0,
              std::nullopt},
        Write{"one_more", normal | high, ni::nistat, normal | low | high, 1, found::low_message},
        Write{"enable", no_ee | low | high, ni::enable, 1, 3, 3}, // Figure 8
        Write{"enable_by_nistat", no_ee | low, ni::nistat, normal | low, 3, found::low_message},
        Write{"enable_masked", no_ee, ni::enable, 1, 3, std::nullopt},
        Write{"enable_already", normal | low, ni::enable, 1, 0, std::nullopt},
        Write{"disable", normal | low, ni::enable, 0, 0, std::nullopt},
        Write{"enable_where_low_is_not", (no_ee & no_lpee) | low | high, ni::enable, 1, 3,
              found::high_message},
        Write{"low_enable", no_lpee | low | high, ni::nistat, normal | low | high, 1,
              found::low_message},
        Write{"low_mask_where_low_is_not", normal, ni::nistat, no_lpee | low, 1, std::nullopt}),
    [](const auto &row) { return std::string(row.param.name); });

/// Without bypassing, a write takes effect two instructions later; it counts from its own cycle.
TEST(Polls, WritesInARow) {
    for (const bool exposed : {false, true}) {
        Code code;
        send(code, false);
        code.li(2, normal | low).li(3, normal);
        code.op("ctc2", {2, ni::nistat}).op("ctc2", {2, ni::nistat}).op("ctc2", {3, ni::nistat});
        code.op("ctc2", {2, ni::nistat}).nop().nop().nop().op("addu", {4, 0, 0});
        const std::uint32_t first = code.here() - 4 * 8;
        exit_with_inlet(code);
        Watch told(1);
        watch(code, told, machine(exposed));
        // The message is handled before the last one: after the first, or the third.
        ASSERT_EQ(told.polls.size(), 2u);
        EXPECT_EQ(told.polls[0].pc, first);
        EXPECT_EQ(told.polls[0].as<events::Polled>()->finds, found::low_message);
        EXPECT_EQ(told.polls[1].pc, first + 4 * 3);
        EXPECT_EQ(told.polls[1].as<events::Polled>()->finds, 0u);
    }
}

TEST(Polls, HandlersPollAndHretDoesNot) {
    for (const bool exposed : {false, true}) {
        Code code;
        code.li(2, normal | low | high).label("open").op("ctc2", {2, ni::nistat}).nop().nop();
        send(code, false);
        send(code, true);
        code.op("addu", {4, 0, 0}).op("syscall", {0x1F000});
        code.label("inlet").op("cfc2", {8, ni::nistat}).nop().op("hret");
        Watch told(1);
        watch(code, told, machine(exposed));
        EXPECT_EQ(told.events(EventKind::ret), 2u);
        EXPECT_EQ(told.at(code.at("open")).size(), 1u);
        const std::vector<MessageEvent> looks = told.at(code.at("inlet"));
        ASSERT_EQ(looks.size(), 2u);
        EXPECT_EQ(looks[0].context, Context::low);
        EXPECT_EQ(looks[1].context, Context::high);
        EXPECT_EQ(told.polls.size(), 3u);
    }
}

TEST(Polls, WhereStatusKeepsEventsAwayNothingIsOpened) {
    namespace status = mips::status;
    constexpr std::uint32_t usable = status::coprocessor(0) | status::coprocessor(2);
    for (const bool exposed : {false, true}) {
        Code code;
        code.li(3, usable | status::kernel_deaf).op("mtc0", {3, mips::status_register}).nop();
        write(code, normal | low);
        send(code, false);
        code.li(3, usable).op("mtc0", {3, mips::status_register}).nop().nop().nop();
        code.op("addu", {4, 0, 0});
        exit_with_inlet(code);
        Watch told(1);
        watch(code, told, machine(exposed));
        EXPECT_EQ(told.events(EventKind::dispatch), 1u); // Status admitted it, without a poll
        EXPECT_TRUE(told.polls.empty());
    }
}

/// Whenever the message arrives: also while the CTC2 waits for its operand.
TEST(Polls, AskWhenTheyAreExecuted) {
    std::set<std::uint32_t> finds;
    for (const bool exposed : {false, true})
        for (int delay = 0; delay < 40; ++delay) {
            Code code;
            code.li(16, data).li(2, normal | low).op("sw", {2, 0, 16});
            code.la(8, "inlet").op("addu", {9, 0, 0}).op("send0", {8, 9});
            for (int i = 0; i < delay; ++i) code.nop();
            code.op("lw", {2, 0, 16}).op("ctc2", {2, ni::nistat}).nop().nop().nop();
            code.label("wait").to("beq", {20, 0}, "wait").nop();
            code.op("addu", {4, 0, 0}).op("syscall", {0x1F000});
            code.label("inlet").op("addiu", {20, 0, 1}).op("hret");
            Watch told(1);
            watch(code, told, machine(exposed));
            ASSERT_EQ(told.polls.size(), 1u);
            finds.insert(told.polls[0].as<events::Polled>()->finds);
            const auto by =
                std::ranges::find(told.all.instructions, told.polls[0].pc, &InstructionEvent::pc);
            EXPECT_EQ(by->cost.load_use, 1u);
        }
    EXPECT_EQ(finds, (std::set<std::uint32_t>{0, found::low_message}));
}

/// Node 0 admits messages by polling; the others check for room before each SEND. The network is
/// full most of the time, so the result of a check is often not known immediately.
Code polling(std::uint32_t each) {
    Code code;
    code.li(16, data).op("cfc2", {20, ni::niid}).op("addiu", {17, 6, -1}).li(3, each);
    code.op("multu", {17, 3}).op("mflo", {17}).to("bne", {20, 0}, "sender").nop();
    code.li(2, normal | low | high).li(3, normal);
    code.label("poll").op("cfc2", {19, ni::nistat}).label("open").op("ctc2", {2, ni::nistat});
    code.nop().nop().nop().op("ctc2", {3, ni::nistat}).nop().nop().op("lw", {4, 0, 16}).nop();
    code.to("bne", {4, 17}, "poll").nop().op("addu", {4, 0, 0}).op("syscall", {0x1F000});
    code.label("sender").li(18, each).la(8, "inlet").op("addu", {9, 0, 0});
    code.label("again").op("cfc2", {19, ni::nistat}).op("send0", {8, 9}).nop();
    code.to("bc2f", {}, "again").nop().op("addiu", {18, 18, -1}).to("bgtz", {18}, "again").nop();
    code.op("addu", {4, 0, 0}).op("syscall", {0x1F000});
    code.label("inlet").op("lw", {8, 0, 16}).nop().op("addiu", {8, 8, 1}).op("sw", {8, 0, 16});
    code.op("hret");
    return code;
}

TEST(Polls, AreToldOnceForEachInstructionThatPolls) {
    for (const bool exposed : {false, true})
        for (const std::uint32_t nodes : {2u, 5u, 9u}) {
            MachineConfig config = machine(exposed);
            config.part<MeshConfig>().receive_packets = config.part<MeshConfig>().router_packets =
                1;
            config.part<MeshConfig>().injection_packets = 1;
            config.part<MeshConfig>().cycles_per_word = 20;
            Code code = polling(8);
            const std::uint32_t open = code.at("open");
            Watch told(nodes);
            watch(code, told, config, nodes);
            std::size_t looks = 0, opens = 0;
            for (const InstructionEvent &e : told.all.instructions) {
                const bool cop2_move = e.word >> 26 == 0x12 && !(e.word >> 25 & 1);
                looks += cop2_move && (e.word >> 21 & 31) == 2 && (e.word >> 11 & 31) == 19;
                opens += e.pc == open;
            }
            std::array<std::size_t, 2> polls{};
            std::size_t messages = 0, full = 0;
            for (const MessageEvent &e : told.polls) {
                const auto &[how, finds] = *e.as<events::Polled>();
                ++polls.at(static_cast<std::size_t>(how));
                messages += finds == found::low_message;
                full += how == Poll::looks && !(finds & found::low_room);
            }
            EXPECT_EQ(polls[0], looks);
            EXPECT_EQ(polls[1], opens);
            EXPECT_GE(messages, nodes - 1);
            EXPECT_GT(full, 8u);
        }
}

/// As nistat reports it: a message that the kernel has in memory waits too (docs/gang.md).
TEST(Polls, FindWhatAKernelHasStored) {
    MachineConfig config = machine(false);
    config.part<T1Config>().gang_scheduling = true;
    Code code;
    code.li(2, t1::gang::stored_high).op("ctc2", {2, t1::gang_drain});
    code.op("cfc2", {4, ni::nistat}).op("addu", {4, 0, 0});
    exit_with_inlet(code);
    Watch told(1);
    told.kernel_stores = true;
    watch(code, told, config);
    ASSERT_EQ(told.polls.size(), 1u);
    EXPECT_EQ(told.polls[0].as<events::Polled>()->finds & found::message, found::high_message);
}

} // namespace
} // namespace inlet::test
