// Complete machines with hand-written programs: scheduler, waits, ends of runs, observers.
#include "all_ways.h"
#include "effort.h"
#include "inlet/control.h"
#include "inlet/machine.h"
#include "inlet/snapshot.h"
#include "inlet/trace_hash.h"
#include "kinds/t1.h"
#include "scheduler/clock_tree.h"
#include "scheduler/parts.h"
#include "thread_ranks.h"

#include <algorithm>
#include <atomic>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

namespace inlet::test {
namespace {

namespace ni = isa::ni;
namespace nistat = isa::nistat;

MachineConfig small() {
    MachineConfig config = plain_t1();
    config.name = "test";
    config.nodes = 2;
    config.memory_bytes = 1 << 20;
    auto &t1 = config.part<T1Config>();
    t1.costs[static_cast<std::size_t>(isa::CostKey::send)] = 5;
    // Long enough that an instruction carries its node past the horizon while other nodes wait for
    // a message.
    t1.costs[static_cast<std::size_t>(isa::CostKey::div)] = 35;
    config.part<MeshConfig>().hop_latency = 2;
    return config;
}

constexpr int open_masks = 0x0180; // hpmm | lpmm in the upper half of nistat
static_assert(open_masks == (nistat::hpmm.mask() | nistat::lpmm.mask()) >> 16);

constexpr int events_with_timelet = 0x01A0;
static_assert(events_with_timelet ==
              (nistat::hpmm.mask() | nistat::lpmm.mask() | nistat::tm.mask()) >> 16);

/// Opens the event mask.
void open(Code &code) {
    code.op("cfc2", {2, ni::nistat}).op("lui", {3, open_masks}).op("or", {2, 2, 3});
    code.op("ctc2", {2, ni::nistat});
}

/// Node 0 counts the messages of all in memory and waits for all. Every node sends `times`
/// requests; node 0's handler replies, and the sender waits for the reply before the next one.
Code counting(std::uint32_t times) {
    Code code;
    const std::uint32_t data = 0x40000;
    code.li(16, data).op("addu", {17, 6, 0}).li(18, times); // $6: nodes
    code.op("addu", {19, 0, 0});
    open(code);
    code.label("again").la(8, "request").op("addu", {9, 0, 0}).op("cfc2", {4, ni::niid});
    code.label("retry").op("send1", {8, 9}).nop().to("bc2f", {}, "retry").op("addiu", {19, 19, 0});
    code.op("addiu", {19, 19, 1});
    code.label("wait").op("lw", {2, 4, 16}).nop().to("bne", {2, 19}, "wait").nop();
    code.to("bne", {19, 18}, "again").nop();
    // Node 0 stays until it has counted all messages.
    code.op("cfc2", {2, ni::niid}).to("bne", {2, 0}, "done").op("mult", {17, 18});
    code.op("mflo", {20});
    code.label("all").op("lw", {2, 0, 16}).nop().to("bne", {2, 20}, "all").nop();
    code.label("done").exit(0);
    code.label("request")
        .li(8, data)
        .op("lw", {5, 0, 8})
        .nop()
        .op("addiu", {5, 5, 1})
        .op("sw", {5, 0, 8});
    code.op("addu", {6, 4, 0}).la(8, "reply").op("addu", {9, 6, 0});
    code.label("again2").op("send0h", {8, 9}).nop().to("bc2f", {}, "again2").nop().op("hret");
    code.label("reply")
        .li(8, data)
        .op("lw", {5, 4, 8})
        .nop()
        .op("addiu", {5, 5, 1})
        .op("sw", {5, 4, 8})
        .op("hret");
    return code;
}

/// Sums the cost of each node's instructions and dispatches, and counts them.
struct Ledger : Observer {
    void instruction(const InstructionEvent &e) override {
        EXPECT_GE(e.cycle, last[e.node]) << "in the order of the node's clock";
        last[e.node] = e.cycle;
        cycles[e.node] += e.cost.total();
        ++instructions[e.node];
    }
    void event(const MessageEvent &e) override {
        ++events[e.kind()];
        if (const auto *dispatch = e.as<events::Dispatch>()) cycles[e.node] += dispatch->cycles;
    }
    std::map<std::uint32_t, std::uint64_t> last, cycles, instructions;
    std::map<EventKind, std::uint64_t> events;
};

RunResult run(Code &code, std::uint32_t nodes, Observer *observer = nullptr,
              std::uint64_t max_cycles = 10'000'000) {
    RunOptions options;
    options.nodes = nodes;
    options.observer = observer;
    options.max_cycles = max_cycles;
    options.arguments = {"test"};
    return Machine(small(), code.image(), options).run();
}

void expect_equal(const RunResult &a, const RunResult &b) {
    EXPECT_EQ(a.outcome, b.outcome);
    EXPECT_EQ(a.cycles, b.cycles);
    EXPECT_EQ(a.message_hash, b.message_hash);
    EXPECT_EQ(a.fault.kind, b.fault.kind);
    EXPECT_EQ(a.fault.node, b.fault.node);
    EXPECT_EQ(a.fault.cycle, b.fault.cycle);
    EXPECT_EQ(a.fault.pc, b.fault.pc);
    EXPECT_EQ(a.fault.value, b.fault.value);
    ASSERT_EQ(a.nodes.size(), b.nodes.size());
    for (std::size_t n = 0; n < a.nodes.size(); ++n) {
        EXPECT_EQ(a.nodes[n].cycles, b.nodes[n].cycles) << n;
        EXPECT_EQ(a.nodes[n].instructions, b.nodes[n].instructions) << n;
        EXPECT_EQ(a.nodes[n].cycles_waiting, b.nodes[n].cycles_waiting) << n;
        EXPECT_EQ(a.nodes[n].status, b.nodes[n].status) << n;
        EXPECT_EQ(a.nodes[n].messages_sent, b.nodes[n].messages_sent) << n;
        EXPECT_EQ(a.nodes[n].messages_received, b.nodes[n].messages_received) << n;
    }
}

class Sizes : public testing::TestWithParam<std::uint32_t> {};

TEST_P(Sizes, EveryMessageIsCountedAndObserversChangeNothing) {
    const std::uint32_t nodes = GetParam(), times = 10;
    Code code = counting(times);
    const RunResult plain = run(code, nodes);
    ASSERT_EQ(plain.outcome, Outcome::exited)
        << describe(plain.fault.kind) << std::hex << plain.fault.pc;
    std::uint64_t sent = 0, received = 0;
    for (const NodeSummary &n : plain.nodes) {
        sent += n.messages_sent;
        received += n.messages_received;
        EXPECT_TRUE(n.exited);
        EXPECT_LT(n.cycles_waiting, n.cycles);
    }
    EXPECT_EQ(sent, 2u * nodes * times);
    EXPECT_EQ(received, sent);

    Ledger ledger;
    const RunResult watched = run(code, nodes, &ledger);
    expect_equal(plain, watched);
    for (std::uint32_t n = 0; n < nodes; ++n)
        EXPECT_EQ(ledger.instructions[n], plain.nodes[n].instructions);
    EXPECT_EQ(ledger.events[EventKind::inject], sent);
    EXPECT_EQ(ledger.events[EventKind::arrive], sent);
    EXPECT_EQ(ledger.events[EventKind::dispatch], sent);
    EXPECT_EQ(ledger.events[EventKind::ret], sent);
    EXPECT_EQ(ledger.events[EventKind::exit], nodes);
    // No node except an exited one idles between instructions.
    if (nodes == 1) {
        EXPECT_EQ(ledger.cycles[0], plain.nodes[0].cycles);
    }
}

INSTANTIATE_TEST_SUITE_P(Nodes, Sizes, testing::Values(1, 2, 3, 4, 7, 16, 37));

/// Every node sends to every node in a pseudo-random order, low requests and high replies, without
/// waiting for the answers; receivers sometimes mask events for a while. Ends when all answers have
/// arrived, or with `trap_mask` when a handler gets a message with none of these bits.
Code storm(std::uint32_t messages, std::uint32_t trap_mask = 0) {
    Code code;
    const std::uint32_t data = 0x40000;
    code.li(16, data).op("addu", {17, 6, 0}).li(18, messages).op("cfc2", {20, ni::niid});
    code.li(21, 1103515245).op("addiu", {19, 20, 77});
    open(code);
    code.label("again").op("multu", {19, 21}).op("mflo", {19}).op("addiu", {19, 19, 12345});
    code.op("srl", {22, 19, 8}).op("divu", {22, 17}).op("mfhi", {9}).la(8, "request");
    code.op("addu", {4, 20, 0}).op("addu", {5, 19, 0}).op("addu", {6, 18, 0});
    code.label("retry")
        .op("send3", {8, 9})
        .nop()
        .to("bc2f", {}, "retry")
        .op("andi", {23, 19, 0x70});
    // A critical section of random length.
    code.to("bne", {23, 0}, "open").op("srl", {23, 19, 24});
    code.op("cfc2", {2, ni::nistat}).op("lui", {3, open_masks}).op("nor", {3, 3, 0});
    code.op("and", {2, 2, 3}).op("ctc2", {2, ni::nistat});
    code.label("held").op("addiu", {23, 23, -1}).to("bgtz", {23}, "held").nop();
    open(code);
    code.label("open").op("addiu", {18, 18, -1}).to("bne", {18, 0}, "again").nop().li(18, messages);
    code.label("wait").op("lw", {2, 0, 16}).nop().to("bne", {2, 18}, "wait").nop();
    code.exit(0);
    code.label("request");
    if (trap_mask) code.op("andi", {10, 5, trap_mask}).op("teq", {10, 0, 0});
    code.op("addu", {9, 4, 0}).la(8, "reply");
    code.label("again2").op("send1h", {8, 9}).nop().to("bc2f", {}, "again2").nop().op("hret");
    code.label("reply")
        .li(8, data)
        .op("lw", {5, 0, 8})
        .nop()
        .op("addiu", {5, 5, 1})
        .op("sw", {5, 0, 8})
        .op("hret");
    return code;
}

/// All configurations run the same program: the scheduler and the reference, with waits skipped and
/// executed, compiled for the host or not, in one part or several, with an observer and without.
/// All agree to the cycle, and the observed ones in every record.
RunResult expect_all_ways_agree(Code &code, std::uint32_t nodes, std::uint64_t jitter,
                                std::uint64_t max_cycles = 10'000'000) {
    RunOptions options;
    options.nodes = nodes;
    options.arguments = {"test"};
    options.jitter = jitter;
    options.max_cycles = max_cycles;
    MachineConfig config = small();
    if (jitter % 2)
        config.part<MeshConfig>().topology = GridKind::mesh; // the other one in other calls
    const RunResult real = Machine(config, code.image(), options).run();
    for (const auto &compiled : ways_to_compile()) {
        options.compiled = compiled;
        for (const bool lock_step : {false, true})
            for (const bool skip_waits : {true, false}) {
                options.lock_step = lock_step;
                options.skip_waits = skip_waits;
                expect_equal(real, Machine(config, code.image(), options).run());
            }
        options.lock_step = false;
        options.threads = many_threads();
        expect_equal(real, Machine(config, code.image(), options).run());
        options.threads = {};
    }
    for (const ThreadOptions &threads : in_parts()) {
        options.threads = threads;
        expect_equal(real, Machine(config, code.image(), options).run());
    }
    options.threads = {};
    TraceHash hash(nodes), reference(nodes); // hops too
    options.observer = &hash;
    expect_equal(real, Machine(config, code.image(), options).run());
    options.lock_step = true;
    options.observer = &reference;
    expect_equal(real, Machine(config, code.image(), options).run());
    EXPECT_EQ(hash.value(), reference.value());
    return real;
}

/// Every event of a message, by its name.
struct Lives : Observer {
    void event(const MessageEvent &event) override {
        if (event.kind() == EventKind::inject) sent[name(event.message)] = event;
        if (event.kind() == EventKind::arrive) arrived[name(event.message)] = event;
    }
    void hop(const HopEvent &event) override {
        EXPECT_TRUE(sent.contains(name(event.message)));
        EXPECT_FALSE(arrived.contains(name(event.message)));
        EXPECT_GE(std::pair(event.cycle, event.router), last);
        last = {event.cycle, event.router};
        hops[name(event.message)].push_back(event);
        if (event.to != Port::local) {
            std::uint64_t &busy = until[{event.router, event.to}];
            EXPECT_LE(busy, event.cycle) << "one packet at a time";
            busy = event.end;
        }
    }
    static std::pair<std::uint32_t, std::uint32_t> name(MessageId id) {
        return {id.source, id.number};
    }
    using Name = std::pair<std::uint32_t, std::uint32_t>;
    std::map<Name, MessageEvent> sent, arrived;
    std::map<Name, std::vector<HopEvent>> hops;
    std::map<std::pair<std::uint32_t, Port>, std::uint64_t> until;
    std::pair<std::uint64_t, std::uint32_t> last{0, 0};
};

TEST_P(Sizes, HopsLeadFromTheSendToTheArrival) {
    const std::uint32_t nodes = GetParam();
    for (const std::uint64_t jitter : {0, 5}) {
        Lives lives;
        RunOptions options;
        options.nodes = nodes;
        options.arguments = {"test"};
        options.jitter = jitter;
        options.max_cycles = 10'000'000;
        options.observer = &lives;
        const MachineConfig config = small();
        Code code = storm(20);
        ASSERT_EQ(Machine(config, code.image(), options).run().outcome, Outcome::exited);
        EXPECT_EQ(lives.sent.size(), nodes * 40u);
        EXPECT_EQ(lives.hops.size(), lives.sent.size());
        for (const auto &[name, hops] : lives.hops) {
            const MessageEvent &sent = lives.sent.at(name), &arrived = lives.arrived.at(name);
            EXPECT_EQ(hops.size(),
                      inlet::hops(config.part<MeshConfig>(), nodes, name.first, sent.destination) +
                          1u);
            EXPECT_EQ(hops.front().from, Port::local);
            EXPECT_EQ(hops.front().node, name.first);
            EXPECT_EQ(hops.front().since, sent.cycle);
            for (std::size_t i = 0; i < hops.size(); ++i) {
                const HopEvent &hop = hops[i];
                EXPECT_GE(hop.cycle, hop.since);
                const std::uint64_t words = config.part<MeshConfig>().header_words + 1 + hop.words;
                EXPECT_EQ(hop.end - hop.cycle, words * config.part<MeshConfig>().cycles_per_word);
                EXPECT_EQ(hop.words, sent.words);
                EXPECT_EQ(hop.high, sent.high);
                if (i + 1 == hops.size()) continue;
                EXPECT_EQ(hop.next, hops[i + 1].router);
                EXPECT_EQ(hop.arrives, hops[i + 1].since);
                if (!jitter) {
                    EXPECT_EQ(hop.arrives, hop.cycle + config.part<MeshConfig>().hop_latency);
                }
            }
            EXPECT_EQ(hops.back().to, Port::local);
            EXPECT_EQ(hops.back().node, arrived.node);
            EXPECT_EQ(hops.back().arrives, arrived.cycle);
        }
    }
}

TEST_P(Sizes, EverySchedulerAgrees) {
    Code requests = counting(8), storms = storm(20);
    for (const std::uint64_t jitter : {0, 1, 2}) {
        SCOPED_TRACE(jitter);
        expect_all_ways_agree(requests, GetParam(), jitter);
        expect_all_ways_agree(storms, GetParam(), jitter);
        expect_all_ways_agree(storms, GetParam(), jitter, 777); // cut in the middle
    }
}

/// Every node computes for a long time without a message, with stores into many pages, and
/// sometimes sends one. The handlers read and change the data of these computations, so the exit
/// status depends on the exact instruction at which each message arrived. `trap_mask` as for
/// storm(). They may also rewrite an instruction of the loop, on its page or on another.
enum class Rewrite { nothing, here, apart };
Code computing(std::uint32_t messages, std::uint32_t turns, std::uint32_t trap_mask = 0,
               Rewrite rewrite = Rewrite::nothing) {
    Code code;
    const std::uint32_t data = 0x40000;
    code.li(16, data).op("addu", {17, 6, 0}).li(18, messages).op("cfc2", {20, ni::niid});
    code.li(21, 1103515245).op("addiu", {19, 20, 77}).li(24, 0xFFFC);
    open(code);
    code.label("again").op("srl", {22, 19, 20}).op("addu", {22, 22, 20}).op("andi", {22, 22, 3});
    code.li(23, turns).to("bne", {22, 0}, "compute").nop().li(23, 16 * turns);
    code.label("compute").op("multu", {19, 21}).op("mflo", {19});
    if (rewrite == Rewrite::apart)
        code.to("jal", {}, "added").nop();
    else
        code.label("added").op("addiu", {19, 19, 12345});
    code.op("srl", {22, 19, 12}).op("and", {22, 22, 24}).op("addu", {22, 22, 16});
    code.op("lw", {2, 0, 22}).op("addiu", {23, 23, -1}).op("addu", {2, 2, 19});
    code.op("sw", {2, 0, 22}).op("xor", {19, 19, 2}).to("bne", {23, 0}, "compute").nop();
    code.op("srl", {22, 19, 8}).op("divu", {22, 17}).op("mfhi", {9}).la(8, "request");
    code.op("addu", {4, 20, 0}).op("addu", {5, 19, 0}).op("addu", {6, 0, 0});
    code.label("retry").op("send3", {8, 9}).nop().to("bc2f", {}, "retry").nop();
    code.op("addiu", {18, 18, -1}).to("bne", {18, 0}, "again").nop();
    code.op("andi", {19, 19, 0xFF}).exit(19);
    // $5 goes into the page and the word that it names; the old contents go back.
    code.label("request");
    if (trap_mask) code.op("andi", {10, 5, trap_mask}).op("teq", {10, 0, 0});
    if (rewrite != Rewrite::nothing) {
        code.la(8, "added").li(7, word("addiu", {19, 19, 0})).op("andi", {6, 5, 0x7FFF});
        code.op("or", {6, 6, 7}).op("sw", {6, 0, 8});
    }
    code.op("srl", {6, 5, 12}).op("ori", {8, 0, 0xFFFC}).op("and", {6, 6, 8});
    code.li(8, data).op("addu", {8, 8, 6}).op("lw", {6, 0, 8}).op("addu", {9, 4, 0});
    code.op("sw", {5, 0, 8}).op("addu", {5, 6, 0}).la(8, "reply");
    code.label("again2").op("send2h", {8, 9}).nop().to("bc2f", {}, "again2").nop().op("hret");
    code.label("reply").li(8, data).op("lw", {6, 64, 8}).nop().op("xor", {6, 6, 5});
    code.op("sw", {6, 64, 8}).op("hret");
    if (rewrite == Rewrite::apart) {
        while (code.here() % page_bytes) code.nop();
        code.label("added").op("addiu", {19, 19, 12345}).op("jr", {31}).nop();
    }
    return code;
}

TEST_P(Sizes, ComputingAheadIsUndoneExactly) {
    for (const std::uint32_t turns : {2, 30, 500}) {
        SCOPED_TRACE(turns);
        Code code = computing(6, turns);
        expect_all_ways_agree(code, GetParam(), 0);
        expect_all_ways_agree(code, GetParam(), turns, 3 * turns * 25);
    }
}

TEST(Machine, CodeThatHandlersRewriteIsUndoneExactly) {
    for (const auto &[nodes, rewrite] : {std::pair{1u, Rewrite::here},
                                         {2u, Rewrite::apart},
                                         {3u, Rewrite::here},
                                         {4u, Rewrite::here},
                                         {4u, Rewrite::apart}})
        for (const std::uint32_t turns : {2u, 30u, tries(200)}) {
            SCOPED_TRACE(turns);
            SCOPED_TRACE(nodes);
            Code code = computing(6, turns, 0, rewrite);
            const RunResult result = expect_all_ways_agree(code, nodes, turns % 3);
            EXPECT_EQ(result.outcome, Outcome::exited);
            Code same = computing(6, turns);
            EXPECT_NE(result.message_hash, run(same, nodes).message_hash)
                << "what was written was executed";
        }
}

/// After a fault too: the progress of the other nodes does not depend on the scheduler.
TEST_P(Sizes, EverySchedulerAgreesOnAFault) {
    Code code = storm(20, 0x1F00);
    std::uint32_t faults = 0;
    for (std::uint64_t jitter = 0; jitter < 6; ++jitter) {
        SCOPED_TRACE(jitter);
        const RunResult result = expect_all_ways_agree(code, GetParam(), jitter);
        if (result.outcome != Outcome::fault) continue;
        ++faults;
        EXPECT_EQ(result.fault.kind, FaultKind::trap);
        for (const NodeSummary &node : result.nodes)
            EXPECT_LT(node.cycles, result.fault.cycle + 60);
    }
    EXPECT_TRUE(faults > 0 || GetParam() < 7);
    for (const std::uint32_t turns : {2, 30, 500}) { // while other nodes run ahead
        SCOPED_TRACE(turns);
        Code ahead = computing(6, turns, 0x0F00);
        expect_all_ways_agree(ahead, GetParam(), turns);
    }
}

/// Where and when events were taken on node 0.
struct Taken : Observer {
    void event(const MessageEvent &e) override {
        if (e.kind() == EventKind::dispatch && e.node == 0) at.emplace(e.pc, e.cycle);
    }
    std::set<std::pair<std::uint32_t, std::uint64_t>> at;
};

/// Node 0 computes, sends a word that it has just loaded, writes to the console and then waits, or
/// causes a fault. An event occurs meanwhile: at the cycle `timelet`, or from a message that node 1
/// sends after `delay` more cycles.
Code interrupted(bool waits, std::uint32_t timelet, std::uint32_t delay) {
    Code code;
    code.la(2, "handler").op("ctc2", {2, ni::timeh}).li(2, timelet).op("ctc2", {2, ni::timec});
    code.op("cfc2", {2, ni::nistat}).op("lui", {3, events_with_timelet}).op("or", {2, 2, 3});
    code.li(16, 0x40000).op("addiu", {17, 0, 1}).op("sw", {17, 4, 16}).op("cfc2", {20, ni::niid});
    code.la(21, "text").op("sw", {21, 8, 16}).op("addiu", {22, 0, 8}).la(8, "handler");
    code.to("bne", {20, 0}, "other").op("ctc2", {2, ni::nistat});
    code.label("loop").op("addiu", {22, 22, -1}).to("bne", {22, 0}, "loop").nop();
    code.op("lw", {9, 4, 16}).label("send").op("send1", {8, 9});
    code.op("addiu", {5, 0, 2}).op("lw", {4, 8, 16}).label("host").op("syscall", {0x1F001});
    if (waits)
        code.label("end").op("lw", {2, 0, 16}).nop().to("beq", {2, 0}, "end").nop();
    else
        code.op("lw", {11, 12, 16}).label("end").op("lw", {2, 0, 11});
    code.exit(0);
    code.label("handler").li(8, 0x40000).op("lw", {5, 0, 8}).nop().op("addiu", {5, 5, 1});
    code.op("sw", {5, 0, 8}).op("hret");
    code.label("text");
    code.words.push_back(0x410A0000); // "A\n"
    code.label("other").op("ctc2", {0, ni::timec}).op("addu", {9, 0, 0});
    if (!delay) code.exit(0);
    for (std::uint32_t n = 0; n < delay; ++n) code.nop();
    code.op("send1", {8, 9}).exit(0);
    return code;
}

/// An event at the same cycle as the stop of a node that ran ahead.
TEST(Machine, AnEventAtEveryCycleOfWhatStopsANode) {
    for (const bool waits : {false, true})
        for (const bool message : {false, true}) {
            SCOPED_TRACE(waits);
            SCOPED_TRACE(message);
            Taken taken;
            for (std::uint32_t n = 0; n < 64; ++n) {
                Code code = interrupted(waits, message ? 0 : 20 + n, message ? n + 1 : 0);
                expect_all_ways_agree(code, 2, 0);
                run(code, 2, &taken);
                ASSERT_FALSE(HasFailure()) << n;
            }
            Code code = interrupted(waits, 0, 0);
            code.bytes();
            for (const char *label : {"send", "host", "end"})
                EXPECT_TRUE(std::ranges::any_of(taken.at, [&](const auto &t) {
                    return t.first == code.at(label);
                })) << label;
        }
}

TEST(Machine, OthersWaitUntilTheEndOfAFault) {
    Code code; // node 0 computes and faults, node 1 waits, node 2 has exited
    code.op("cfc2", {8, ni::niid}).op("addiu", {9, 0, 2}).to("beq", {8, 9}, "done").li(10, 0x40000);
    code.to("beq", {8, 0}, "busy").op("addiu", {9, 0, 1000});
    code.label("head").op("lw", {9, 0, 10}).nop().to("beq", {9, 0}, "head").nop();
    code.label("busy").op("addiu", {9, 9, -1}).to("bgtz", {9}, "busy").nop();
    code.op("lw", {1, 0, 0});
    code.label("done").exit(0);
    const RunResult result = expect_all_ways_agree(code, 3, 0);
    ASSERT_EQ(result.outcome, Outcome::fault);
    EXPECT_EQ(result.nodes[0].cycles, result.fault.cycle);
    EXPECT_GE(result.nodes[1].cycles, result.fault.cycle);
    EXPECT_LT(result.nodes[2].cycles, 100u);
}

/// Threads that run parts, and hear of each other late: to the end, to a limit, to a fault.
TEST(Machine, PartsOnThreadsAreAsOne) {
    RunOptions options;
    options.nodes = 16;
    options.arguments = {"test"};
    Code runs = storm(2), fails = storm(3, 0x3F);
    for (Code *code : {&runs, &fails})
        for (const std::uint64_t limit : {10'000'000, 500}) {
            options.max_cycles = limit;
            options.threads = {};
            const RunResult one = Machine(small(), code->image(), options).run();
            for (const ThreadOptions &threads : {ThreadOptions{.count = 2, .parts = 2},
                                                 {.count = 3, .parts = 3},
                                                 {.count = 2, .delay = 20, .parts = 4}}) {
                options.threads = threads;
                expect_equal(one, Machine(small(), code->image(), options).run());
            }
        }
}

/// While a message moves, nodes that all wait are no deadlock.
TEST(Machine, ALimitIsALimitWhateverMoves) {
    RunOptions options;
    options.nodes = 4;
    options.arguments = {"test"};
    Code code = storm(1);
    const Image image = code.image();
    const RunResult all = Machine(small(), image, options).run();
    ASSERT_EQ(all.outcome, Outcome::exited);
    for (std::uint64_t limit = 1; limit < all.cycles; limit += 5) {
        options.max_cycles = limit;
        ASSERT_EQ(Machine(small(), image, options).run().outcome, Outcome::max_cycles) << limit;
    }
}

/// A machine that is now in one part, now in several.
TEST(Machine, ChangesOfPartsAreSeenByNobody) {
    RunOptions options;
    options.nodes = 16;
    options.arguments = {"test"};
    options.max_cycles = 10'000'000;
    Code code = storm(5);
    const Image image = code.image();
    const RunResult one = Machine(small(), image, options).run();
    options.threads = {.count = 3, .choose = true, .change_every = 30};
    expect_equal(one, Machine(small(), image, options).run());

    // A grid of one row stays in one part.
    MachineConfig row = small();
    row.part<MeshConfig>().columns = 16;
    expect_equal(Machine(row, image, options).run(), [&] {
        options.threads = {};
        return Machine(row, image, options).run();
    }());
}

/// Runs for ever.
Code endless() {
    Code code;
    code.label("head").to("j", {}, "head").op("addiu", {9, 9, 1});
    return code;
}

/// The interface of a node, with a bug.
class BrokenInterface final : public NetworkInterface {
  public:
    EventNumber due(std::uint64_t /*now*/) const override { throw std::runtime_error("broken"); }
    std::unique_ptr<NetworkInterface> copy() const override {
        return std::make_unique<BrokenInterface>();
    }
    bool same(const NetworkInterface &) const override { return true; }
    void become(const NetworkInterface &) override {}
    void archive(Archive &) override {}
};

/// On the caller's thread and on another one.
TEST(Machine, PartsThatThrowEndForAll) {
    constexpr std::uint32_t nodes = 16;
    const MachineConfig config = small();
    const Image image = endless().image();
    for (const std::uint32_t broken : {0u, nodes - 1}) {
        T1Platform platform(config, nodes, 0);
        net::Divided &network = *platform.divide(2, net::Divided::every_part);
        ASSERT_NE(network.part_of(0), network.part_of(nodes - 1));
        const auto make = [&](net::Network &part) {
            NodeContext context;
            context.network = &part;
            context.nodes = nodes;
            return std::make_unique<RoleProgram>(
                image, config.memory_bytes, platform.instruction_set(0), std::nullopt, context);
        };
        Parts parts(network, make, platform.lookahead(), {.count = 2, .parts = 2});
        std::vector<NodeCore> cores;
        cores.reserve(nodes);
        for (std::uint32_t n = 0; n < nodes; ++n)
            cores
                .emplace_back(parts.context(n), n,
                              n == broken ? std::unique_ptr<NetworkInterface>(
                                                std::make_unique<BrokenInterface>())
                                          : platform.interface(n, 0))
                .start(image.entry, {"test"}, nodes);
        NodeOutput output;
        EXPECT_THROW(parts.run(cores, 100'000, 100'000, output), std::runtime_error);
    }
}

TEST(Machine, CanBeStopped) {
    Code code = endless();
    const std::atomic<bool> stop = true;
    const auto expect_stops = [&](std::uint32_t nodes, bool lock_step,
                                  const ThreadOptions &threads) {
        RunOptions options;
        options.nodes = nodes;
        options.arguments = {"test"};
        options.stop = &stop;
        options.lock_step = lock_step;
        options.threads = threads;
        options.max_cycles = 100'000'000; // if it does not
        const RunResult result = Machine(small(), code.image(), options).run();
        EXPECT_EQ(result.outcome, Outcome::interrupted);
        EXPECT_EQ(result.nodes.size(), nodes);
    };
    expect_stops(2, false, {});
    expect_stops(2, true, {});
    expect_stops(16, false, {.parts = 2});
    expect_stops(16, false, {.count = 2, .parts = 2});
    expect_stops(16, false, {.count = 2, .choose = true, .change_every = 20});
}

/// Node 0 prints a line; then it and node 1 compute for ever, and the others wait for a message.
Code printing() {
    Code code;
    code.li(16, 0x40000).op("cfc2", {8, ni::niid});
    code.to("beq", {8, 0}, "prints").op("addiu", {9, 8, -1}).to("beq", {9, 0}, "divides").nop();
    open(code);
    code.label("wait").op("lw", {2, 0, 16}).nop().to("beq", {2, 0}, "wait").nop();
    code.label("prints").la(4, "text").op("addiu", {5, 0, 3}).op("syscall", {0x1F001});
    code.label("head").to("j", {}, "head").nop();
    code.label("divides").op("div", {8, 8}).to("j", {}, "divides").op("addiu", {9, 9, 1});
    code.label("text");
    code.words.push_back(0x41420A00); // "AB\n"
    return code;
}

/// What still runs after an interrupt, so that all nodes stop together, changes no parts.
TEST(Machine, CanBeStoppedWhileItChangesParts) {
    Code code = printing();
    RunOptions options;
    options.nodes = 16;
    options.arguments = {"test"};
    options.max_cycles = 100'000;
    for (const std::uint32_t every : {1u, 2u, 5u}) {
        std::atomic<bool> stop = false;
        unsigned lines = 0;
        options.stop = &stop;
        options.console = [&](std::uint32_t, std::string_view) {
            ++lines;
            stop = true;
        };
        options.threads = {.count = 2, .choose = true, .change_every = every};
        const RunResult result = Machine(small(), code.image(), options).run();
        EXPECT_EQ(result.outcome, Outcome::interrupted);
        EXPECT_EQ(lines, 1u);
        EXPECT_LT(result.cycles, 40'000u); // two meetings of all clocks
    }
}

/// Only run() changes parts: not in pieces, and not after a debugger has gone back.
TEST(Machine, PiecesAndDebuggersChangeNoParts) {
    Code code = printing();
    const Image image = code.image();
    const MachineConfig config = small();
    RunOptions options;
    options.nodes = 16;
    options.arguments = {"test"};
    options.max_cycles = 1'000;
    unsigned lines = 0;
    options.console = [&](std::uint32_t, std::string_view) { ++lines; };
    const RunResult one = Machine(config, image, options).run();
    options.threads = {.count = 2, .choose = true, .change_every = 1};
    lines = 0;
    Machine pieces(config, image, options);
    EXPECT_TRUE(pieces.run_until(200));
    EXPECT_TRUE(pieces.run_until(300));
    expect_equal(one, pieces.run());
    EXPECT_EQ(lines, 1u);
    lines = 0;
    Machine debugged(config, image, options);
    Machine::Control control(debugged);
    const Machine::Control::Saved saved = control.save();
    EXPECT_TRUE(control.run_until(500));
    EXPECT_EQ(lines, 1u);
    control.restore(saved);
    expect_equal(one, debugged.run());
    EXPECT_EQ(lines, 1u);
}

TEST(Machine, RefusesMachinesWithoutTheNetworksContract) {
    Code code;
    code.exit(0);
    const auto refusal = [&](auto change) -> std::string {
        MachineConfig config = small();
        change(config);
        try {
            Machine machine(config, code.image(), {});
            return "";
        } catch (const UserError &error) {
            return error.what();
        }
    };
    EXPECT_EQ(refusal([](MachineConfig &) {}), "");
    const std::pair<const char *, std::uint32_t MeshConfig::*> numbers[] = {
        {"hop_latency", &MeshConfig::hop_latency},
        {"cycles_per_word", &MeshConfig::cycles_per_word},
        {"eject_latency", &MeshConfig::eject_latency},
        {"credit_latency", &MeshConfig::credit_latency},
        {"header_words", &MeshConfig::header_words},
        {"injection_packets", &MeshConfig::injection_packets},
        {"receive_packets", &MeshConfig::receive_packets},
        {"router_packets", &MeshConfig::router_packets}};
    for (const auto &[name, number] : numbers) {
        const std::string text =
            refusal([&](MachineConfig &c) { c.part<MeshConfig>().*number = 0; });
        EXPECT_TRUE(text.starts_with("machine test: network." + std::string(name) +
                                     " is 0, must be at least 1: "))
            << text;
    }
    const auto cost = [](isa::CostKey key) {
        return [key](MachineConfig &c) {
            c.part<T1Config>().costs[static_cast<std::size_t>(key)] = 0;
        };
    };
    EXPECT_NE(refusal(cost(isa::CostKey::send)).find("costs.send is 0"), std::string::npos);
    EXPECT_NE(refusal(cost(isa::CostKey::jump)).find("costs.jump is 0"), std::string::npos);
    EXPECT_NE(refusal([](MachineConfig &c) { c.memory_bytes = 1 << 20 | 4; }).find("memory_bytes"),
              std::string::npos);
    const CacheConfig cache{.size = 1024, .line = 16, .ways = 1, .miss = 10};
    const CachesConfig no_unified[] = {
        {.unified = true},
        {.instruction = cache, .unified = true},
        {.instruction = cache, .data = cache, .unified = true},
    };
    for (const CachesConfig &caches : no_unified)
        EXPECT_NE(refusal([&](MachineConfig &c) { c.caches = caches; }).find("caches.unified"),
                  std::string::npos);
    EXPECT_EQ(refusal([&](MachineConfig &c) { c.caches = {.data = cache, .unified = true}; }), "");
    EXPECT_NE(refusal([](MachineConfig &c) { c.max_nodes = 1; }).find("max_nodes (1)"),
              std::string::npos);
}

TEST(Machine, StormsEndWithEveryAnswer) {
    for (std::uint64_t jitter = 0; jitter < 20; ++jitter) {
        Code code = storm(30);
        RunOptions options;
        options.nodes = 9;
        options.arguments = {"test"};
        options.jitter = jitter;
        const RunResult result = Machine(small(), code.image(), options).run();
        ASSERT_EQ(result.outcome, Outcome::exited) << jitter;
        for (const NodeSummary &n : result.nodes) EXPECT_GE(n.messages_received, 30u);
    }
}

TEST(Machine, TwoInOneProcessAreTheSame) {
    Code code = counting(5);
    expect_equal(run(code, 5), run(code, 5));
}

TEST(Machine, AWaitForNothingIsADeadlock) {
    Code code;
    open(code);
    code.li(8, 0x40000).label("head").op("lw", {9, 0, 8}).nop().to("beq", {9, 0}, "head").nop();
    for (const bool observed : {false, true}) {
        Ledger ledger;
        const RunResult result = run(code, 3, observed ? &ledger : nullptr);
        EXPECT_EQ(result.outcome, Outcome::deadlock);
        ASSERT_EQ(result.state_dump->nodes.size(), 3u);
        EXPECT_EQ(result.state_dump->nodes[1].state, DumpNode::State::waits);
        EXPECT_EQ(result.state_dump->nodes[1].pc, code.at("head"));
        EXPECT_EQ(result.state_dump->nodes[1].reads, std::vector<std::uint32_t>{0x40000});
    }
}

TEST(Machine, TheLimitEndsEndlessPrograms) {
    Code endless; // counts forever, so it is not a wait
    endless.label("head").to("j", {}, "head").op("addiu", {9, 9, 1});
    Code waits;
    open(waits);
    // Node 1 waits while node 0 computes: its clock advances too.
    waits.op("cfc2", {8, ni::niid}).to("beq", {8, 0}, "busy").li(8, 0x40000);
    waits.label("head").op("lw", {9, 0, 8}).nop().to("beq", {9, 0}, "head").nop();
    waits.label("busy").to("j", {}, "busy").op("addiu", {9, 9, 1});
    for (Code *code : {&endless, &waits}) {
        Ledger ledger;
        const RunResult plain = run(*code, 2, nullptr, 5000),
                        watched = run(*code, 2, &ledger, 5000);
        EXPECT_EQ(plain.outcome, Outcome::max_cycles);
        for (const NodeSummary &n : plain.nodes)
            EXPECT_NEAR(static_cast<double>(n.cycles), 5000, 5);
        expect_equal(plain, watched);
    }
}

TEST(Machine, TheEarliestFaultIsTheOneReported) {
    Code code; // node n faults after a delay that is shorter for higher numbers
    code.op("cfc2", {8, ni::niid}).li(9, 4000).op("sll", {8, 8, 8}).op("subu", {9, 9, 8});
    code.label("head").op("addiu", {9, 9, -1}).to("bgtz", {9}, "head").nop();
    code.label("bad").op("lw", {1, 0, 0}).nop();
    const RunResult result = run(code, 8);
    EXPECT_EQ(result.outcome, Outcome::fault);
    EXPECT_EQ(result.fault.node, 7u);
    EXPECT_EQ(result.fault.kind, FaultKind::unmapped);
    EXPECT_EQ(result.fault.pc, code.at("bad"));
    EXPECT_EQ(run(code, 8).fault.cycle, result.fault.cycle);
}

TEST(Machine, StatusIsTheFirstNonZero) {
    Code code;
    code.op("cfc2", {8, ni::niid}).exit(8);
    EXPECT_EQ(run(code, 4).status, 1u);
    EXPECT_EQ(run(code, 1).status, 0u);
}

TEST(Machine, AHandlerOfAnExitedNodeMayFail) {
    Code code;
    open(code);
    code.op("cfc2", {10, ni::niid}).to("beq", {10, 0}, "done").nop();
    code.la(8, "handler").op("addu", {9, 0, 0}).op("send0", {8, 9});
    code.label("done").exit(0);
    code.label("handler").op("addiu", {10, 0, 7}).exit(10);
    const RunResult result = run(code, 2);
    EXPECT_EQ(result.outcome, Outcome::exited);
    EXPECT_EQ(result.nodes[0].messages_received, 1u);
    EXPECT_EQ(result.status, 7u);
}

// As exit() of the C library does: a handler's return to main level precedes its exit.
TEST(Machine, AHandlerOfAnExitedNodeMayFailAtMainLevel) {
    Code code;
    open(code);
    code.op("cfc2", {10, ni::niid}).to("beq", {10, 0}, "done").nop();
    code.la(8, "handler").op("addu", {9, 0, 0}).op("send0", {8, 9});
    code.label("done").exit(0);
    code.label("handler").la(8, "leave").op("ctc2", {8, ni::lpepc}).nop().op("hret");
    code.label("leave").op("addiu", {10, 0, 7}).exit(10);
    const RunResult result = run(code, 2);
    EXPECT_EQ(result.outcome, Outcome::exited);
    EXPECT_EQ(result.nodes[0].messages_received, 1u);
    EXPECT_EQ(result.status, 7u);
}

TEST(Machine, ConsoleLinesComeInTheOrderOfTime) {
    Code code; // node n prints after 100 - 10 n iterations; the last line has no newline
    code.op("cfc2", {8, ni::niid})
        .op("sll", {9, 8, 3})
        .op("sll", {10, 8, 1})
        .op("addu", {9, 9, 10});
    code.op("addiu", {10, 0, 100}).op("subu", {9, 10, 9});
    code.label("head").op("addiu", {9, 9, -1}).to("bgtz", {9}, "head").nop();
    code.la(4, "text").op("addiu", {5, 0, 5}).op("syscall", {0x1F001}).exit(0);
    code.label("text");
    code.words.push_back(0x41420A43); // "AB\nC"
    code.words.push_back(0x44000000); // "D"
    RunOptions options;
    options.nodes = 3;
    options.arguments = {"test"};
    std::vector<std::string> lines;
    options.console = [&](std::uint32_t node, std::string_view line) {
        lines.push_back(std::to_string(node) + std::string(line));
    };
    EXPECT_EQ(Machine(small(), code.image(), options).run().outcome, Outcome::exited);
    EXPECT_EQ(lines, (std::vector<std::string>{"2AB", "1AB", "0AB", "2CD", "1CD", "0CD"}));
}

TEST(Machine, RefusesWhatCannotBe) {
    Code code;
    code.exit(0);
    EXPECT_THROW(run(code, 3000), UserError);
    RunOptions options;
    options.arguments = {std::string(5000, 'x')};
    EXPECT_THROW(Machine(small(), code.image(), options), UserError);
}

TEST(Machine, ArgumentsReachTheProgram) {
    Code code; // exits with argc * 16 + the last character of argv[1]
    code.op("sll", {8, 4, 4})
        .op("lw", {9, 4, 5})
        .nop()
        .op("lb", {9, 0, 9})
        .nop()
        .op("addu", {8, 8, 9});
    code.exit(8);
    RunOptions options;
    options.nodes = 1;
    options.arguments = {"program", "\x07"};
    EXPECT_EQ(Machine(small(), code.image(), options).run().status, 2u * 16 + 7);
}

TEST(ClockTree, FindsTheSmallest) {
    ClockTree tree(5);
    EXPECT_EQ(tree.smallest(), ~std::uint64_t{0});
    for (std::uint32_t i = 0; i < 5; ++i) tree.set(i, 100 - i);
    EXPECT_EQ(tree.first(), 4u);
    EXPECT_EQ(tree.smallest_but(4), 97u);
    tree.set(2, 96);
    EXPECT_EQ(tree.first(), 2u) << "of equals the lowest number";
    EXPECT_EQ(tree.smallest_but(2), 96u);
}

// The exact cost of a message on the host: a change of the scheduler or of the router model shows
// here before a benchmark shows it (docs/benchmarks.md).
TEST(Machine, TheHostsWorkForMessagesIsAsItWas) {
    struct Expected {
        std::uint32_t nodes;
        RunWork work;
    };
    for (const Expected &expected :
         {Expected{2, {204, 120, 120}}, {16, {1347, 2240, 2240}}, {64, {6154, 16640, 16640}}}) {
        SCOPED_TRACE(expected.nodes);
        Code code = counting(20);
        const RunResult result = run(code, expected.nodes);
        ASSERT_EQ(result.outcome, Outcome::exited);
        EXPECT_EQ(result.work.turns, expected.work.turns);
        EXPECT_EQ(result.work.looks, expected.work.looks);
        EXPECT_EQ(result.work.starts, expected.work.starts);
        EXPECT_EQ(run(code, expected.nodes).work, result.work) << "not repeatable";
    }
}

/// All nodes send to node 0, whose handler computes for long: most SENDs are refused.
Code flood(std::uint32_t messages, std::uint32_t iterations) {
    Code code;
    code.li(18, messages);
    open(code);
    code.label("again").la(8, "slow").op("addu", {9, 0, 0});
    code.label("retry").op("send1", {8, 9}).nop().to("bc2f", {}, "retry").nop();
    code.op("addiu", {18, 18, -1}).to("bne", {18, 0}, "again").nop().exit(0);
    code.label("slow").li(8, iterations);
    code.label("loop").op("addiu", {8, 8, -1}).to("bne", {8, 0}, "loop").nop().op("hret");
    return code;
}

TEST(Machine, ARepeatedRefusedSendIsAWait) {
    Code code = flood(10, 1000);
    for (const std::uint64_t jitter : {0, 7}) expect_all_ways_agree(code, 4, jitter);
    RunOptions options;
    options.nodes = 16;
    const RunResult skipped = Machine(small(), code.image(), options).run();
    options.skip_waits = false;
    const RunResult executed = Machine(small(), code.image(), options).run();
    ASSERT_EQ(skipped.outcome, Outcome::exited);
    expect_equal(skipped, executed);
    std::uint64_t refused = 0;
    for (const NodeSummary &node : skipped.nodes) refused += node.cycles_refused;
    EXPECT_GT(refused, skipped.cycles) << "of all nodes together";
    EXPECT_LT(skipped.work.turns, executed.work.turns / 50);
}

/// Each node sends a message to node 0 and waits; then all wait for
/// nothing, or, with `goes_on`, node 0 computes for ever.
Code waiting(bool goes_on) {
    Code code;
    code.li(16, 0x40000).op("cfc2", {20, ni::niid}).op("sll", {9, 20, 8});
    code.label("busy").op("addiu", {9, 9, -1}).to("bgtz", {9}, "busy").nop();
    open(code);
    code.la(8, "handler").op("addu", {9, 0, 0}).op("send0", {8, 9});
    if (goes_on) code.to("beq", {20, 0}, "on").nop();
    code.label("wait").op("lw", {2, 4, 16}).nop().to("beq", {2, 0}, "wait").nop();
    code.label("on").to("j", {}, "on").op("addiu", {9, 9, 1});
    code.label("handler").li(8, 0x40000).op("lw", {5, 0, 8}).nop().op("addiu", {5, 5, 1});
    code.op("sw", {5, 0, 8}).op("hret");
    return code;
}

TEST(Machine, RanksAreAsOne) {
    RunOptions options;
    options.arguments = {"test"};
    Code runs = storm(3), fails = storm(3, 0x3F);
    for (const auto &[nodes, jitter] : {std::pair{7u, 0u}, {16u, 5u}})
        for (const auto &[code, limit] :
             {std::pair{&runs, 10'000'000u}, {&runs, 700u}, {&fails, 10'000'000u}}) {
            SCOPED_TRACE(std::to_string(nodes) + " nodes to " + std::to_string(limit));
            options.nodes = nodes;
            options.jitter = jitter;
            options.max_cycles = limit;
            expect_ranks_as_one(small(), code->image(), options, 3);
        }
    options.nodes = 16;
    options.jitter = 0;
    options.max_cycles = 200'000;
    Code jams = waiting(false), computes = waiting(true), refused = flood(4, 300);
    EXPECT_EQ(expect_ranks_as_one(small(), jams.image(), options).result.outcome,
              Outcome::deadlock);
    const auto limited = expect_ranks_as_one(small(), computes.image(), options);
    ASSERT_EQ(limited.result.outcome, Outcome::max_cycles);
    ASSERT_EQ(limited.result.unfinished.size(), 16u);
    EXPECT_EQ(limited.result.unfinished[9].state, DumpNode::State::waits);
    EXPECT_LT(limited.result.unfinished[9].cycle, 20'000u) << "the start of its wait";
    EXPECT_EQ(expect_ranks_as_one(small(), refused.image(), options).result.outcome,
              Outcome::exited);
}

TEST(Machine, RanksRefuseWhatNeedsOneProcess) {
    Code code = counting(2);
    const Image image = code.image();
    RunOptions options;
    options.nodes = 4;
    options.arguments = {"test"};
    const Snapshot snapshot = Machine(small(), image, options).snapshot();
    const auto refusal = [&](const std::function<void(Machine &)> &call,
                             const std::function<void(RunOptions &)> &change = {},
                             MachineConfig config = small()) -> std::string {
        try {
            on_ranks(2, [&](Ranks &ranks) {
                RunOptions of_rank = options;
                of_rank.ranks = &ranks;
                if (change) change(of_rank);
                Machine machine(config, image, of_rank);
                if (call) call(machine);
            });
        } catch (const UserError &error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(refusal({}), "");
    const std::function<void(Machine &)> calls[] = {
        [](Machine &machine) { machine.run_until(100); },
        [](Machine &machine) { machine.snapshot(); },
        [](Machine &machine) { machine.fingerprint(); },
        [&](Machine &machine) { machine.resume(snapshot); },
        [](Machine &machine) { Machine::Control control(machine); }};
    for (const auto &call : calls)
        EXPECT_TRUE(refusal(call).ends_with(" need one process")) << refusal(call);
    Observer observer;
    const std::function<void(RunOptions &)> changes[] = {
        [&](RunOptions &of_rank) { of_rank.observer = &observer; },
        [](RunOptions &of_rank) { of_rank.lock_step = true; },
        [](RunOptions &of_rank) { of_rank.checkpoint_every = 100; },
        [](RunOptions &of_rank) {
            of_rank.mark = [](std::uint64_t, std::uint64_t) { return never_cycle; };
        }};
    for (const auto &change : changes)
        EXPECT_TRUE(refusal({}, change).ends_with(" need one process")) << refusal({}, change);
    MachineConfig with_io = small();
    with_io.part<MeshConfig>().io_nodes = 1;
    const auto program = [&](RunOptions &of_rank) { of_rank.io_program = &image; };
    EXPECT_NE(refusal({}, program, with_io).find("I/O nodes"), std::string::npos);
    const auto two_nodes = [](RunOptions &of_rank) { of_rank.nodes = 2; };
    EXPECT_NE(refusal({}, two_nodes).find("one rank only: T1,"), std::string::npos)
        << refusal({}, two_nodes);
}

} // namespace
} // namespace inlet::test
