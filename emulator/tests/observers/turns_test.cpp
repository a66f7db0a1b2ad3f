// Waits that are reported as whole iterations agree with stepped ones at every boundary, and
// observers that count iterations agree with those that receive each one.
#include "analysis/profile.h"
#include "analysis/trace_totals.h"
#include "analysis/wait_finder.h"
#include "guest.h"
#include "inlet/tee.h"
#include "inlet/trace_hash.h"
#include "tests/recorder.h"

#include <algorithm>
#include <random>
#include <tuple>
#include <utility>

namespace inlet::test {
namespace {

/// Keeps the records, and counts those reported as iterations.
class Turns final : public Observer {
  public:
    explicit Turns(std::uint32_t nodes) : order(nodes) {}

    Recorder all;
    TraceHash order; ///< instructions and events of each node
    std::uint64_t waits = 0, turns = 0;

    void instruction(const InstructionEvent &event) override {
        all.instruction(event);
        order.instruction(event);
    }
    void wait(const WaitEvent &waited) override {
        ++waits;
        turns += waited.turns;
        EXPECT_EQ(waited.turn.back().cycle + waited.turn.back().cost.total(),
                  waited.turn.front().cycle + waited.cycles);
        Observer::wait(waited);
    }
    void event(const MessageEvent &event) override {
        all.event(event);
        order.event(event);
    }
    void hop(const HopEvent &event) override { all.hop(event); }
};

auto members(const InstructionEvent &e) {
    return std::tuple(e.node, e.context, e.cycle, e.pc, e.word, e.cost.total(), e.cost.load_use,
                      e.waiting, e.stack, e.core, e.length, e.tail);
}
auto members(const MessageEvent &e) {
    return std::tuple(e.what, e.node, e.context, e.cycle, e.pc, e.message.key());
}

template <typename Event>
void expect_same(const std::vector<Event> &told, const std::vector<Event> &stepped) {
    ASSERT_EQ(told.size(), stepped.size());
    for (std::size_t i = 0; i < told.size(); ++i)
        ASSERT_EQ(members(told[i]), members(stepped[i])) << i;
}

struct Stops {
    std::uint64_t every = ~std::uint64_t{0}, max_cycles = 100'000;
};

/// Runs it with reported iterations and with every iteration stepped. Returns the number reported.
std::uint64_t compare(const Image &image, std::uint32_t nodes, const MachineConfig &config,
                      const Stops &stops = {}) {
    const auto run = [&](Turns &turns, bool skip) {
        RunOptions options;
        options.nodes = nodes;
        options.observer = &turns;
        options.skip_waits = skip;
        options.max_cycles = stops.max_cycles;
        Machine machine(config, image, options);
        for (std::uint64_t at = stops.every; at < stops.max_cycles; at += stops.every) {
            if (!machine.run_until(at)) break;
            (void)machine.fingerprint(); // a waiting node has waited until here
        }
        return machine.run();
    };
    Turns told(nodes), stepped(nodes);
    const RunResult one = run(told, true), other = run(stepped, false);
    expect_same(told.all.instructions, stepped.all.instructions);
    expect_same(told.all.events, stepped.all.events);
    EXPECT_EQ(told.all.hops, stepped.all.hops);
    EXPECT_EQ(told.order.value(), stepped.order.value());
    EXPECT_EQ(stepped.waits, 0u);
    EXPECT_EQ(one.outcome, other.outcome);
    EXPECT_EQ(one.cycles, other.cycles);
    for (std::size_t n = 0; n < one.nodes.size(); ++n) {
        EXPECT_EQ(one.nodes[n].cycles, other.nodes[n].cycles);
        EXPECT_EQ(one.nodes[n].instructions, other.nodes[n].instructions);
    }
    return told.turns;
}

/// A network with a long latency.
MachineConfig slow_machine() {
    MachineConfig config = small_machine();
    config.part<MeshConfig>().cycles_per_word = 150;
    return config;
}

/// Node 0 waits with the mask open for high messages only. The others send it a low one, which
/// arrives while it waits, and after `count` iterations of a loop a high one, which ends the wait.
Image closed(std::uint32_t count) {
    Code code;
    start(code);
    code.to("bne", {20, 0}, "sender").nop();
    code.op("cfc2", {2, isa::ni::nistat}).li(3, ~isa::nistat::lpmm.mask()).op("and", {2, 2, 3});
    code.op("ctc2", {2, isa::ni::nistat});
    wait_for_flag(code, "f");
    code.op("cfc2", {2, isa::ni::nistat}).li(3, isa::nistat::lpmm.mask()).op("or", {2, 2, 3});
    code.op("ctc2", {2, isa::ni::nistat});
    code.exit(0);
    code.label("sender");
    send_request(code, "s");
    code.li(18, count).label("count").op("addiu", {18, 18, -1}).to("bne", {18, 0}, "count").nop();
    code.la(8, "reply").op("addu", {9, 0, 0}).op("addiu", {5, 0, 1});
    code.label("try_high").op("send0h", {8, 9}).nop().to("bc2f", {}, "try_high").nop();
    code.exit(0);
    handlers(code);
    return image_of(code, {"main", "request", "reply"});
}

TEST(ToldTurns, AWaitThatAnEventEnds) {
    EXPECT_GT(compare(called(3), 2, slow_machine()), 50u);
    EXPECT_GT(compare(called(2), 5, slow_machine()), 50u);
}

TEST(ToldTurns, AWaitInWhichMessagesArrive) {
    EXPECT_GT(compare(closed(3000), 5, slow_machine()), 1000u);
}

TEST(ToldTurns, AWaitThatIsStoppedAnywhere) {
    for (const std::uint64_t every : {1u, 2u, 3u, 5u, 7u, 11u, 64u, 1009u})
        compare(called(1), 2, slow_machine(), {every, 5000});
    EXPECT_GT(compare(called(3), 3, slow_machine(), {97, 100'000}), 50u);
}

TEST(ToldTurns, AWaitThatLastsUntilTheEndOfTheRun) {
    for (std::uint64_t last = 2000; last < 2012; ++last)
        EXPECT_GT(compare(closed(10'000), 2, slow_machine(), {~std::uint64_t{0}, last}), 100u);
}

TEST(ToldTurns, AWaitThatTakesDelays) {
    MachineConfig config = slow_machine();
    config.part<T1Config>().costs[static_cast<std::size_t>(isa::CostKey::load)] = 3;
    config.part<T1Config>().load_use_stall = 2;
    EXPECT_GT(compare(called(3), 3, config), 50u);
}

/// Passes each iteration to a sink.
struct EachTurn final : Observer {
    explicit EachTurn(Observer &to) : sink(to) {}
    void instruction(const InstructionEvent &event) override { sink.instruction(event); }
    void event(const MessageEvent &event) override { sink.event(event); }
    void hop(const HopEvent &event) override { sink.hop(event); }
    Observer &sink;
};

struct Sinks {
    explicit Sinks(const Image &image, std::uint32_t nodes)
        : profile(image, {}), totals(nodes), hash(nodes),
          meter(image, MachineConfig::load("t1")), all{&profile, &totals, &hash, &meter},
          waits(image, all) {}
    Profile profile;
    TraceTotals totals;
    TraceHash hash;
    CostMeter meter;
    Tee all;
    WaitFinder waits;
};

TEST(ToldTurns, SinksCountThem) {
    constexpr std::uint32_t nodes = 4;
    const Image image = called(3);
    Sinks counts(image, nodes), gets_each(image, nodes);
    EachTurn each(gets_each.waits);
    Tee both{&counts.waits, &each};
    RunOptions options;
    options.nodes = nodes;
    options.observer = &both;
    EXPECT_EQ(Machine(slow_machine(), image, options).run().outcome, Outcome::exited);
    EXPECT_EQ(counts.hash.value(), gets_each.hash.value());
    EXPECT_EQ(counts.totals.text(image.contexts), gets_each.totals.text(image.contexts));
    EXPECT_EQ(counts.meter.all().all_waiting(), gets_each.meter.all().all_waiting());
    EXPECT_EQ(counts.meter.all().cycles(), gets_each.meter.all().cycles());
    EXPECT_EQ(counts.profile.by_context(), gets_each.profile.by_context());
    EXPECT_EQ(counts.profile.tree().totals(), gets_each.profile.tree().totals());
    EXPECT_EQ(counts.profile.tree().calls(), gets_each.profile.tree().calls());
    ASSERT_EQ(counts.profile.lines().size(), gets_each.profile.lines().size());
    for (std::size_t i = 0; i < counts.profile.lines().size(); ++i) {
        const Profile::Line &a = counts.profile.lines()[i], &b = gets_each.profile.lines()[i];
        EXPECT_EQ(std::tie(a.pc, a.cycles, a.instructions, a.by_cause, a.waited),
                  std::tie(b.pc, b.cycles, b.instructions, b.by_cause, b.waited));
    }
}

/// Keeps the records of these nodes, or of all nodes.
class Watcher final : public Observer {
  public:
    explicit Watcher(Wants wants) : wants_(std::move(wants)) {}
    Wants wants() const override { return wants_; }
    void instruction(const InstructionEvent &event) override { add(event.node, event.cycle, 0); }
    void event(const MessageEvent &event) override { add(event.node, event.cycle, event.pc); }

    struct Came {
        std::uint32_t node;
        std::uint64_t cycle;
        std::uint32_t pc;
        bool operator==(const Came &) const = default;
    };
    std::vector<Came> of(const std::vector<std::uint32_t> &nodes) const {
        std::vector<Came> out;
        for (const Came &one : came_)
            if (std::ranges::count(nodes, one.node)) out.push_back(one);
        return out;
    }
    std::size_t size() const { return came_.size(); }

  private:
    void add(std::uint32_t node, std::uint64_t cycle, std::uint32_t pc) {
        came_.push_back({node, cycle, pc});
    }
    Wants wants_;
    std::vector<Came> came_;
};

TEST(Wants, WatchedNodesComeInTheSameOrder) {
    const Image image = three_at_once();
    for (const MachineConfig &config : {slow_machine(), refusing_machine()}) {
        const auto watch = [&](Observer &observer) {
            RunOptions options;
            options.nodes = 6;
            options.observer = &observer;
            return Machine(config, image, options).run();
        };
        const std::vector<std::uint32_t> some = {0, 4};
        Watcher all({}), few({.hops = false, .nodes = some});
        const RunResult one = watch(all), other = watch(few);
        EXPECT_EQ(one.cycles, other.cycles);
        EXPECT_EQ(one.message_hash, other.message_hash);
        EXPECT_GT(few.size(), 100u);
        EXPECT_EQ(few.of(some), all.of(some));
        EXPECT_EQ(few.size(), few.of(some).size());
    }
}

TEST(Wants, OfSeveralSinksIsWhatAnyWants) {
    Watcher two({.hops = false, .nodes = {2}}), three({.instructions = false, .nodes = {3}});
    Watcher none({.instructions = false, .events = false, .hops = false}), all({});
    const Wants some = Tee{&two, &three, &none}.wants();
    EXPECT_TRUE(some.instructions && some.events && some.hops);
    EXPECT_EQ(some.nodes, (std::vector<std::uint32_t>{2, 3}));
    EXPECT_FALSE(Tee{&three}.wants().instructions);
    EXPECT_TRUE((Tee{&two, &all}.wants().nodes.empty()));
    Tee tee{&two, &three};
    tee.instruction({.node = 2,
                     .context = Context::main,
                     .cycle = 0,
                     .pc = 0,
                     .word = 0,
                     .cost = {},
                     .waiting = false});
    EXPECT_EQ(two.size(), 1u);
    EXPECT_EQ(three.size(), 0u);
}

/// Random waits and instructions of many nodes, some waits very long.
TEST(ToldTurns, TheHashIsThatOfEachTurn) {
    constexpr std::uint32_t nodes = 11;
    std::mt19937 random(1);
    const auto up_to = [&](std::uint32_t most) {
        return std::uniform_int_distribution<std::uint32_t>(0, most)(random);
    };
    TraceHash hash(nodes), each(nodes);
    EachTurn one_by_one(each);
    std::vector<std::uint64_t> clocks(nodes);
    const auto next = [&](std::uint32_t node, bool any_length) {
        InstructionEvent event{node,     Context::main,  clocks[node], 4 * up_to(1000),
                               up_to(9), {1 + up_to(3)}, false};
        if (any_length) event.length = static_cast<std::uint8_t>(1 + up_to(10));
        if (any_length) event.cost.ni_wait = up_to(1);
        clocks[node] += event.cost.total();
        return event;
    };
    for (int n = 0; n < 4000; ++n) {
        const std::uint32_t node = up_to(nodes - 1);
        const bool any_length = up_to(1) != 0;
        std::vector<InstructionEvent> turn;
        const std::uint64_t began = clocks[node];
        for (std::uint32_t i = up_to(6); i != ~0u; --i) turn.push_back(next(node, any_length));
        const std::uint64_t cycles = clocks[node] - began;
        const std::uint64_t turns = n % 200 == 0 ? 60'000 + up_to(9) : 1 + up_to(20);
        clocks[node] += (turns - 1) * cycles;
        hash.wait({turn, turns, cycles});
        one_by_one.wait({turn, turns, cycles});
        for (std::uint32_t i = up_to(30); i != 0; --i) {
            const InstructionEvent event = next(node, any_length);
            hash.instruction(event);
            each.instruction(event);
        }
        if (n % 1000 == 500) {
            ASSERT_EQ(hash.value(), each.value()) << n;
        }
    }
    EXPECT_EQ(hash.state(), each.state());
}

} // namespace
} // namespace inlet::test
