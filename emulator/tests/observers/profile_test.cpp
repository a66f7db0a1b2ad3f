// Profiles of real runs: every table counts every cycle once.
#include "analysis/message_log.h"
#include "analysis/profile.h"
#include "analysis/trace_totals.h"
#include "analysis/traffic.h"
#include "cpu/mips/system.h"
#include "guest.h"
#include "inlet/inspect.h"
#include "inlet/program_costs.h"
#include "inlet/report.h"
#include "inlet/tee.h"
#include "inlet/trace_filter.h"
#include "inlet/trace_reader.h"
#include "ni/t1/gang.h"
#include "report/sections.h"
#include "tests/event_of_kind.h"
#include "tests/recorder.h"

#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

namespace inlet::test {
namespace {

/// Checks that the charges of each node are contiguous.
struct Touching final : Ledger {
    void charge(const Charge &charge) override {
        ends.resize(std::max<std::size_t>(ends.size(), charge.node + 1));
        EXPECT_EQ(charge.cycle, ends[charge.node]) << "node " << charge.node;
        ends[charge.node] = charge.cycle + charge.cycles;
        by_cause[static_cast<std::size_t>(charge.cause)] += charge.cycles;
    }
    std::vector<std::uint64_t> ends;
    std::array<std::uint64_t, causes> by_cause{};
};

struct Profiled {
    explicit Profiled(const Image &run_image, std::uint32_t nodes,
                      MachineConfig config = small_machine(), std::uint64_t max_cycles = 1'000'000)
        : image(run_image), result(record(image, nodes, file.path(), config, max_cycles)),
          reader(file.path()), traffic(reader.header()), categories(reader.header().marks),
          profile(image, {}) {
        Tee tee{&touching, &log, &traffic, &categories, &profile, &events, &polls, &all};
        reader.read(tee);
    }
    Table table(const std::string &name, std::size_t most = 0) {
        return section(name, {profile, log, traffic, categories, events, polls, image, result.nodes,
                              result.cycles, most});
    }
    std::uint64_t sum(const Table &table, std::size_t column) {
        std::uint64_t sum = 0;
        for (const auto &row : table.rows) sum += std::get<std::uint64_t>(row[column]);
        return sum;
    }

    ScratchFile file;
    Image image;
    RunResult result;
    TraceReader reader;
    Touching touching;
    MessageLog log;
    Traffic traffic;
    Categories categories;
    Profile profile;
    EventList events{0};
    Polls polls;
    Recorder all;
};

/// A machine whose description the trace can reproduce.
MachineConfig t1() { return MachineConfig::load("t1"); }

void expect_exact(Profiled &run) {
    std::uint64_t all = 0;
    ASSERT_EQ(run.touching.ends.size(), run.result.nodes.size());
    for (std::size_t node = 0; node < run.result.nodes.size(); ++node) {
        EXPECT_EQ(run.touching.ends[node], run.result.nodes[node].cycles) << node;
        const auto &by_cause = run.profile.by_node()[node].by_cause;
        EXPECT_EQ(std::accumulate(by_cause.begin(), by_cause.end(), std::uint64_t{0}),
                  run.result.nodes[node].cycles);
        all += run.result.nodes[node].cycles;
    }
    EXPECT_EQ(run.touching.by_cause[static_cast<std::size_t>(Cause::unrecorded)], 0u);
    EXPECT_EQ(run.profile.cycles(), all);
    const auto totals = run.profile.tree().totals();
    EXPECT_EQ(totals[0].cycles + totals[1].cycles + totals[2].cycles, all);
    EXPECT_EQ(run.sum(run.table("functions"), 0), all);
    const Table causes = run.table("causes");
    EXPECT_EQ(std::get<std::uint64_t>(causes.rows.back()[0]), all);
    EXPECT_EQ(run.sum(causes, 0), 2 * all); // the last row is the sum
    const Table instructions = run.table("instructions");
    std::uint64_t executed = 0;
    for (const NodeSummary &node : run.result.nodes) executed += node.instructions;
    EXPECT_EQ(run.sum(instructions, 2), executed);
}

TEST(Profile, EveryCycleOnce) {
    Profiled run(called(3), 9);
    ASSERT_EQ(run.result.outcome, Outcome::exited);
    expect_exact(run);
}

TEST(Profile, EveryCycleOnceWhereNodesIdle) {
    Code code; // node 0 exits immediately and then serves requests
    start(code);
    code.to("beq", {20, 0}, "done").nop().li(18, 100);
    code.label("turn").op("addiu", {18, 18, -1}).to("bne", {18, 0}, "turn").nop();
    send_request(code, "a");
    wait_for_flag(code, "a");
    code.label("done").exit(0);
    handlers(code);
    Profiled run(image_of(code, {"main", "request", "reply"}), 3);
    ASSERT_EQ(run.result.outcome, Outcome::exited);
    expect_exact(run);
    EXPECT_GT(run.touching.by_cause[static_cast<std::size_t>(Cause::idle)], 100u);
}

TEST(Profile, EveryCycleOnceWhenItWasCutShort) {
    for (const std::uint64_t limit : {1u, 2u, 57u, 58u, 59u, 60u, 61u, 62u, 63u, 64u}) {
        Profiled run(called(3), 2, small_machine(), limit);
        expect_exact(run);
    }
}

TEST(Profile, CallsAndWhatTheyCost) {
    Profiled run(called(5), 2);
    const CallTree &tree = run.profile.tree();
    const auto inclusive = tree.inclusive();
    const auto calls = tree.calls();
    Functions &functions = run.profile.functions();
    const std::uint32_t main = functions.named("main"), fetch_add = functions.named("fetch_add"),
                        am_wait = functions.named("am_wait"), request = functions.named("request");
    EXPECT_EQ(calls[fetch_add], 5u);
    EXPECT_EQ(calls[am_wait], 5u);
    EXPECT_EQ(calls[request], 5u); // a handler for each dispatch
    std::uint64_t self = 0;
    for (const CallTree::Way &way : tree.ways())
        if (way.function == main || way.function == fetch_add || way.function == am_wait)
            self += way.self.cycles;
    EXPECT_EQ(inclusive[main].cycles, self);
    EXPECT_GT(inclusive[fetch_add].cycles, inclusive[am_wait].cycles);
    EXPECT_EQ(inclusive[main].messages, 5u);
    EXPECT_EQ(inclusive[request].messages, 5u);
    // The dispatches belong to the handlers.
    const auto &handlers = run.profile.handlers();
    ASSERT_EQ(handlers.size(), 2u);
    for (const auto &[key, handler] : handlers) {
        EXPECT_EQ(handler.dispatches, 5u);
        EXPECT_EQ(handler.dispatch, 25u);
        EXPECT_EQ(handler.cycles, 5u * (key.level == Context::high ? 5 : 18)); // see handlers()
    }
}

TEST(Profile, RecursionCountsOnce) {
    Code code;
    code.label("main").li(16, 6).to("jal", {}, "f").nop().exit(0);
    // f saves its return address in a stack area of its own and calls itself five times.
    code.label("f").li(8, 0x50000).op("sll", {9, 16, 2}).op("addu", {8, 8, 9});
    code.op("sw", {31, 0, 8}).op("addiu", {16, 16, -1}).to("beq", {16, 0}, "back").nop();
    code.to("jal", {}, "f").nop();
    code.label("back").op("addiu", {16, 16, 1}).li(8, 0x50000).op("sll", {9, 16, 2});
    code.op("addu", {8, 8, 9}).op("lw", {31, 0, 8}).nop().op("jr", {31}).nop();
    Profiled run(image_of(code, {"main", "f"}), 1);
    ASSERT_EQ(run.result.outcome, Outcome::exited);
    expect_exact(run);
    const CallTree &tree = run.profile.tree();
    const std::uint32_t main = run.profile.functions().named("main"),
                        f = run.profile.functions().named("f");
    EXPECT_EQ(tree.calls()[f], 6u);
    EXPECT_EQ(tree.inclusive()[main].cycles, run.result.cycles);
    std::uint64_t self = 0;
    for (const CallTree::Way &way : tree.ways())
        if (way.function == f) self += way.self.cycles;
    EXPECT_EQ(tree.inclusive()[f].cycles, self);
}

TEST(Profile, ATailCallReturnsToTheFirstCaller) {
    Code code;
    code.label("main").to("jal", {}, "f").nop().nop().nop().exit(0);
    code.label("f").nop().to("j", {}, "g").nop();
    code.label("g").nop().nop().op("jr", {31}).nop();
    Profiled run(image_of(code, {"main", "f", "g"}), 1);
    expect_exact(run);
    Functions &functions = run.profile.functions();
    const auto inclusive = run.profile.tree().inclusive();
    EXPECT_EQ(inclusive[functions.named("f")].cycles, 7u); // nop, j, nop, and g's four
    EXPECT_EQ(inclusive[functions.named("g")].cycles, 4u);
    EXPECT_EQ(inclusive[functions.named("main")].cycles, run.result.cycles);
}

TEST(Traffic, MatrixLinksAndQueues) {
    Profiled run(called(4), 4, t1());
    ASSERT_EQ(run.result.outcome, Outcome::exited);
    const Table matrix = run.table("matrix");
    EXPECT_EQ(run.sum(matrix, 2), 24u); // 3 nodes, 4 requests, 4 replies
    EXPECT_EQ(run.sum(matrix, 4), 24u);
    ASSERT_EQ(matrix.notes.size(), 1u);
    EXPECT_EQ(matrix.notes[0], "sent == received: 24 messages, none in flight.");
    // 2 x 2, along the row first: 1 -> 0 and 3 -> 2 -> 0 with requests of one word.
    ASSERT_TRUE(run.traffic.wiring().grid());
    const Traffic::Link &north = run.traffic.link(2, net::Port::north);
    EXPECT_EQ(north.packets, 8u);
    EXPECT_EQ(north.words, 8u);
    EXPECT_EQ(north.busy, 8u * 3);
    EXPECT_EQ(north.high, 0u);
    EXPECT_EQ(run.traffic.link(1, net::Port::south).high, 4u); // the replies to 3
    std::uint64_t waited = 0;
    for (const MessageRecord *m : run.log.all()) waited += *m->dispatched - *m->arrived;
    std::uint64_t queued = 0, messages = 0;
    for (const auto &node : run.traffic.queues(Traffic::Buffer::receive))
        for (const Traffic::Queue &queue : node) {
            queued += queue.waited;
            messages += queue.messages;
        }
    EXPECT_EQ(queued, waited);
    EXPECT_EQ(messages, 24u);
}

TEST(Traffic, LinksAndInjectionBuffersAreSumsOfHops) {
    MachineConfig config = t1();
    config.part<MeshConfig>().injection_packets = config.part<MeshConfig>().router_packets = 1;
    config.part<MeshConfig>().cycles_per_word = 9;
    Profiled run(three_at_once(), 7, config);
    ASSERT_EQ(run.result.outcome, Outcome::exited);
    std::map<std::pair<std::uint32_t, Port>, Traffic::Link> links;
    std::array<std::uint64_t, 2> in_buffers{};
    for (const HopEvent &hop : run.all.hops) {
        if (hop.from == Port::local) in_buffers[hop.high] += hop.end - hop.since;
        if (hop.to == Port::local) continue;
        Traffic::Link &link = links[{hop.router, hop.to}];
        ++link.packets;
        link.busy += hop.end - hop.cycle;
        link.waited += hop.cycle - hop.since;
    }
    std::uint64_t waited = 0;
    for (const auto &[at, link] : links) {
        const Traffic::Link &found = run.traffic.link(at.first, at.second);
        EXPECT_EQ(found.packets, link.packets);
        EXPECT_EQ(found.busy, link.busy);
        EXPECT_EQ(found.waited, link.waited);
        EXPECT_LE(found.busy, run.result.cycles);
        waited += found.waited;
    }
    EXPECT_GT(waited, 0u);
    const Table table = run.table("links");
    EXPECT_EQ(table.rows.size(), links.size());
    for (const bool high : {false, true}) {
        std::uint64_t sum = 0;
        for (const auto &node : run.traffic.queues(Traffic::Buffer::injection)) {
            sum += node[high].waited;
            EXPECT_LE(node[high].most, 1u); // slots
        }
        EXPECT_EQ(sum, in_buffers[high]);
    }
    // No packet is missing: the packets on links add up to the hops of all messages.
    std::uint64_t on_links = 0, hops = 0;
    for (const auto &[unused, link] : links) on_links += link.packets;
    for (const MessageRecord *m : run.log.all())
        hops += inlet::hops(config.part<MeshConfig>(), 7, m->id.source, m->destination);
    EXPECT_EQ(on_links, hops);
}

/// A row of eight, where router 1 drains. A program on node 0 sends to node 3, and multicasts to
/// it.
Image drained() {
    namespace status = mips::status;
    namespace nistat = isa::nistat;
    Code code;
    code.label("main").op("cfc2", {17, isa::ni::niid}).nop();
    code.la(26, "kmh").op("ctc2", {26, t1::gang_kmh});
    code.op("addiu", {16, 17, -1}).li(26, t1::gang::divert).to("bne", {16, 0}, "set").nop();
    code.li(26, t1::gang::divert | t1::gang::drain);
    code.label("set").op("ctc2", {26, t1::gang_drain}).nop().nop();
    code.li(26, nistat::ee.mask() | nistat::lpee.mask() | nistat::ame.mask() | nistat::hpmm.mask() |
                    nistat::lpmm.mask());
    code.op("ctc2", {26, isa::ni::nistat}).nop().nop();
    code.la(26, "exception").op("mtc0", {26, mips::vector_register});
    code.li(26, status::coprocessor(0) | status::coprocessor(2) | status::user << 2);
    code.op("mtc0", {26, mips::status_register});
    code.la(26, "program").op("jr", {26}).op("rfe").label("program");
    const auto pass = [&](const char *name) { // some cycles
        code.op("addiu", {18, 0, 60}).label(name).op("addiu", {18, 18, -1});
        code.to("bne", {18, 0}, name).nop();
    };
    pass("all_are_here");
    code.to("bne", {17, 0}, "wait").nop().op("addiu", {9, 0, 3}).op("addiu", {4, 0, 77});
    code.la(8, "never").op("send1", {8, 9}).op("mcst1", {8, 9});
    code.label("wait");
    pass("all_is_done");
    code.label("never").op("break", {0});
    code.label("kmh").nop().op("hret");
    code.label("exception").op("addiu", {4, 0, 0}).op("syscall", {0x1F000});
    return image_of(code, {"main", "never", "kmh"});
}

/// A drained message counts neither as lost nor for another pair. Of the multicast, node 1 has its
/// copy and, after it in the same buffer, the part for nodes 2 and 3.
TEST(Traffic, WhatIsDrainedBelongsToItsOwnPairs) {
    MachineConfig config = MachineConfig::load("t1-gang");
    config.part<MeshConfig>().columns = 8;
    Profiled run(drained(), 8, config);
    ASSERT_EQ(run.result.outcome, Outcome::exited);
    ASSERT_EQ(run.result.status, 0u);
    const auto &pairs = run.traffic.pairs();
    ASSERT_EQ(pairs.size(), 3u);
    for (const auto &[to, sent, drained] : {std::array{1u, 1u, 0u}, {2u, 1u, 1u}, {3u, 2u, 2u}}) {
        const Traffic::Pair &pair = pairs.at({0, to});
        EXPECT_EQ(pair.sent, sent) << to;
        EXPECT_EQ(pair.arrived, sent) << to;
        EXPECT_EQ(pair.handled, sent) << to;
        EXPECT_EQ(pair.drained, drained) << to;
    }
    const Table matrix = run.table("matrix");
    ASSERT_EQ(matrix.notes.size(), 2u);
    EXPECT_TRUE(matrix.notes[0].starts_with("3 were drained")) << matrix.notes[0];
    EXPECT_EQ(matrix.notes[1], "sent == received: 4 messages, none in flight.");
    // Each packet stays in the buffer until it is taken, the multicast's second too.
    std::uint64_t stood = 0;
    std::vector<std::uint64_t> arrived, dispatched;
    for (const MessageEvent &event : run.all.events) {
        if (event.kind() == EventKind::arrive) arrived.push_back(event.cycle);
        if (event.kind() == EventKind::dispatch) dispatched.push_back(event.cycle);
    }
    ASSERT_EQ(arrived.size(), 3u);
    ASSERT_EQ(dispatched.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) stood += dispatched[i] - arrived[i];
    const Traffic::Queue queue = run.traffic.queues(Traffic::Buffer::receive)[1][0];
    EXPECT_EQ(queue.messages, 3u);
    EXPECT_EQ(queue.waited, stood);
    EXPECT_GT(stood, 0u);

    for (const std::uint32_t number : {1u, 2u}) {
        const MessageRecord *m = run.log.find({0, number});
        ASSERT_TRUE(m && m->drained && m->dispatched);
        EXPECT_EQ(m->destination, 3u);
        EXPECT_EQ(m->place(), 1u);
        PathOptions options;
        options.trace = run.file.path();
        options.message = m->id;
        const std::string text = message_path(options).text;
        EXPECT_NE(text.find(number == 1
                                ? "into the receive buffer: drained at node 1"
                                : "into the receive buffer: drained at node 1, for 2 nodes"),
                  std::string::npos)
            << text;
        EXPECT_EQ(text.find("end of the trace"), std::string::npos) << text;
        std::size_t copies = 0;
        for (std::size_t at = 0; (at = text.find(": a copy", at)) != std::string::npos; ++at)
            ++copies;
        EXPECT_EQ(copies, number - 1) << text;
    }
}

TEST(Report, EventsOneByOne) {
    Profiled run(called(2), 3, t1());
    const Table all = run.table("events");
    EXPECT_EQ(all.rows.size(), run.all.events.size() + run.all.hops.size());
    std::uint64_t before = 0;
    std::string of_a_message;
    for (const auto &row : all.rows) {
        EXPECT_GE(std::get<std::uint64_t>(row[0]), before);
        before = std::get<std::uint64_t>(row[0]);
        if (std::get<std::string>(row[3]) == "1:1")
            of_a_message += std::get<std::string>(row[2]) + " ";
    }
    EXPECT_EQ(of_a_message, "inject hop hop arrive dispatch return ");
    // The first ones only.
    EventList few(5);
    for (const MessageEvent &event : run.all.events) few.event(event);
    for (const HopEvent &hop : run.all.hops) few.hop(hop);
    const Table first = few.table(run.image, run.traffic.wiring());
    ASSERT_EQ(first.rows.size(), 5u);
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(first.rows[i], all.rows[i]);
}

/// Node 1 sends twice; node 0 polls until a message is there, and then admits it.
Image polling() {
    Code code;
    code.label("main").op("cfc2", {20, isa::ni::niid}).op("addiu", {18, 0, 2}).li(16, counter);
    code.to("bne", {20, 0}, "sender").op("cfc2", {3, isa::ni::nistat});
    code.op("lui", {2, 0x0180}).op("or", {2, 2, 3});
    code.label("look").op("cfc2", {4, isa::ni::nistat}).nop().op("srl", {4, 4, 27});
    code.op("andi", {4, 4, 1}).to("beq", {4, 0}, "look").nop();
    code.op("ctc2", {2, isa::ni::nistat}).nop().nop().nop().op("ctc2", {3, isa::ni::nistat});
    code.op("lw", {4, 0, 16}).nop().to("bne", {4, 18}, "look").nop().exit(0);
    code.label("sender").la(8, "request").op("addu", {9, 0, 0}).op("send0", {8, 9});
    for (int i = 0; i < 100; ++i) code.nop();
    code.op("send0", {8, 9}).exit(0);
    code.label("request").op("lw", {8, 0, 16}).nop().op("addiu", {8, 8, 1});
    code.op("sw", {8, 0, 16}).op("hret");
    return image_of(code, {"main", "look", "sender", "request"});
}

TEST(Report, PollsAddUpWithEvents) {
    Profiled run(polling(), 2, t1());
    ASSERT_EQ(run.result.outcome, Outcome::exited);
    std::map<std::string, std::uint64_t> events; // by poll, finds, room
    for (const auto &row : run.table("events").rows) {
        std::string said;
        for (const std::size_t column : {11u, 12u, 13u})
            said += (said.empty() ? "" : " ") + std::get<std::string>(row[column]);
        if (std::get<std::string>(row[2]) == "poll")
            ++events[said];
        else
            EXPECT_EQ(said, "");
    }
    const std::uint64_t in_vain = events["looks none both"];
    EXPECT_GT(in_vain, 10u);
    EXPECT_EQ(events["looks low both"], 2u);
    EXPECT_EQ(events["opens low "], 2u);
    EXPECT_EQ(events.size(), 3u);

    const Table polls = run.table("polls");
    ASSERT_EQ(polls.rows.size(), 3u); // the loop's two, and main's poll, of both nodes
    EXPECT_EQ(run.sum(polls, 0), in_vain + 4);
    EXPECT_EQ(run.sum(polls, 1), 4u);
    EXPECT_EQ(run.sum(polls, 2), 0u);
    EXPECT_EQ(run.sum(polls, 3), in_vain);
    EXPECT_EQ(std::get<std::string>(polls.rows[0][6]), "looks");
    EXPECT_EQ(std::get<std::string>(polls.rows[0][8]), "look");
    ASSERT_EQ(polls.notes.size(), 2u);
    EXPECT_EQ(polls.notes[0], std::to_string(in_vain + 2) + " look (CFC2 of nistat), " +
                                  std::to_string(in_vain) +
                                  " of them found no message; am_hold and am_release look only "
                                  "to read the event mask.");
    EXPECT_EQ(polls.notes[1], "2 open the event mask, 0 of them found no message.");
    const Table first = run.table("polls", 1);
    ASSERT_EQ(first.rows.size(), 1u);
    EXPECT_EQ(first.rows[0], polls.rows[0]);
    EXPECT_EQ(first.notes[0], "2 more with 4 polls together.");
    EXPECT_EQ(Profiled(three_at_once(), 2).table("polls").notes.size(), 2u);
}

/// By node, cycles and place; main's belong to no message.
TEST(Report, PollsThatAreWanted) {
    Profiled run(polling(), 2, t1());
    const auto kept = [&](const std::string &only) {
        Recorder all;
        FilteredObserver wanted(TraceFilter({only}, run.image), {}, all);
        run.reader.read(wanted);
        return static_cast<std::size_t>(
            std::count_if(all.events.begin(), all.events.end(),
                          [](const MessageEvent &e) { return e.kind() == EventKind::poll; }));
    };
    const std::size_t all = kept("cycles=0:");
    EXPECT_EQ(kept("node=0") + kept("node=1"), all);
    EXPECT_EQ(kept("node=1"), 1u);
    EXPECT_EQ(kept("code=main") + kept("code=look"), all);
    EXPECT_EQ(kept("code=main"), 2u);
    EXPECT_EQ(kept("cycles=:50") + kept("cycles=50:"), all);
    EXPECT_EQ(kept("message=1:1"), 0u);
    EXPECT_THROW(kept("message=0:0"), UserError);
}

/// Those of the handler, which executes instructions, too.
TEST(Report, PollsOfAMessage) {
    Code code;
    start(code);
    for (const char *name : {"a", "b"}) send_request(code, name);
    code.exit(0);
    code.label("request").op("cfc2", {8, isa::ni::nistat}).op("cfc2", {8, isa::ni::nistat});
    code.op("hret");
    Profiled run(image_of(code, {"main", "request"}), 2, t1());
    const auto polls = [](const Recorder &from, std::uint32_t at) {
        return std::count_if(from.events.begin(), from.events.end(), [&](const MessageEvent &e) {
            return e.kind() == EventKind::poll && e.pc >= at;
        });
    };
    const std::uint32_t handler = code.at("request");
    EXPECT_EQ(polls(run.all, handler), 8); // two in each of four
    EXPECT_GT(polls(run.all, 0), 8);       // and main's
    for (const char *name : {"0:1", "0:2", "1:1", "1:2"}) {
        Recorder one;
        FilteredObserver wanted(TraceFilter({std::string("message=") + name}, run.image), {}, one);
        run.reader.read(wanted);
        EXPECT_EQ(polls(one, handler), 2) << name;
        EXPECT_EQ(polls(one, 0), 2) << name;
    }
}

TEST(Report, WhatAHandlerDoesWithoutAMessageIsItsMessages) {
    const Image image = called(1);
    Recorder one;
    FilteredObserver wanted(TraceFilter({"message=0:1"}, image), {}, one);
    std::uint64_t cycle = 0;
    const auto tell = [&](EventKind kind, Context context, MessageId message = {}) {
        MessageEvent event;
        event.what = test::of_kind(kind);
        event.context = context;
        event.message = message;
        event.cycle = ++cycle;
        wanted.event(event);
    };
    constexpr EventKind without[] = {EventKind::refuse, EventKind::poll, EventKind::console,
                                     EventKind::exception};
    for (const std::uint32_t number : {1, 2}) {
        for (const EventKind kind : without) tell(kind, Context::main);
        tell(EventKind::dispatch, Context::low, {0, number});
        for (const EventKind kind : without) tell(kind, Context::low);
        tell(EventKind::ret, Context::low, {0, number});
        for (const EventKind kind : without) tell(kind, Context::low);
    }
    std::vector<EventKind> told;
    for (const MessageEvent &event : one.events) told.push_back(event.kind());
    EXPECT_EQ(told, (std::vector{EventKind::dispatch, EventKind::refuse, EventKind::poll,
                                 EventKind::console, EventKind::exception, EventKind::ret}));
}

TEST(Traffic, NothingIsFasterThanAlone) {
    Profiled run(called(4), 9, t1());
    std::uint64_t at_once = 0;
    for (const MessageRecord *m : run.log.all()) {
        const std::uint64_t alone =
            run.traffic.unhindered(m->id.source, m->destination, m->words + m->vector_words);
        EXPECT_GE(*m->arrived - *m->injected, alone);
        at_once += *m->arrived - *m->injected == alone;
    }
    EXPECT_GT(at_once, 0u);
}

TEST(Traffic, WhatIsInFlightIsNamed) {
    const Profiled whole(called(1), 2);
    const MessageRecord *request = whole.log.find({1, 1});
    Profiled cut(called(1), 2, small_machine(), *request->injected + 1);
    const Table matrix = cut.table("matrix");
    ASSERT_EQ(matrix.rows.size(), 1u);
    EXPECT_EQ(std::get<std::uint64_t>(matrix.rows[0][5]), 1u);
    ASSERT_EQ(matrix.notes.size(), 2u);
    EXPECT_NE(matrix.notes[1].find("1:1 from node 1 to node 0 (request, low): in the network"),
              std::string::npos)
        << matrix.notes[1];
}

TEST(Report, SectionsThatAreAsked) {
    Profiled run(called(2), 2, t1());
    ReportOptions options;
    options.trace = run.file.path();
    options.sections = {"latency", "causes"};
    const std::string text = Report(options).text();
    EXPECT_LT(text.find("Messages, by handler"), text.find("Cycles of all nodes, by cause"));
    EXPECT_EQ(text.find("from the call"), std::string::npos); // no round trip
    EXPECT_THROW(Report(options).to_csv(), UserError);
    options.sections = {"matrix"};
    EXPECT_EQ(Report(options).to_csv(),
              "source,destination,sent,arrived,handled,in_network,in_buffer,drained,lost\n"
              "0,1,2,2,2,0,0,0,0\n1,0,2,2,2,0,0,0,0\n");
    options.sections = {"latncy"};
    EXPECT_THROW(Report{options}, UserError);
}

/// main: 3 in "a", of them 1 in "b" inside; then a loop of 4 iterations with 2 "b" around a load.
Image marked(std::uint32_t (&at)[6]) {
    Code code;
    const auto here = [&](unsigned i) {
        code.label("mark" + std::to_string(i));
        return "mark" + std::to_string(i);
    };
    code.label("main");
    here(0);
    code.nop();
    here(1);
    code.nop();
    here(2);
    code.nop();
    here(3);
    code.li(16, 0x41000).op("addiu", {18, 0, 4});
    code.label("turn");
    here(4);
    code.op("lw", {2, 0, 16}).op("addiu", {18, 18, -1});
    here(5);
    code.to("bne", {18, 0}, "turn").nop().exit(0);
    Image image = image_of(code, {"main"});
    for (unsigned i = 0; i < 6; ++i) at[i] = code.at("mark" + std::to_string(i));
    return image;
}

TEST(Categories, NestAndCountTheirTimes) {
    std::uint32_t at[6];
    Image image = marked(at);
    image.marks = {{at[0], true, "a"},  {at[1], true, "b"}, {at[2], false, "b"},
                   {at[3], false, "a"}, {at[4], true, "b"}, {at[5], false, "b"}};
    Profiled run(image, 1);
    expect_exact(run);
    const auto &sums = run.categories.sums();
    const auto of = [&](const char *name) { return sums.at({Context::main, name}); };
    EXPECT_EQ(of("a").instructions, 2u);
    EXPECT_EQ(of("a").times, 1u);
    EXPECT_EQ(of("b").instructions, 1u + 4 * 2);
    EXPECT_EQ(of("b").times, 5u);
    EXPECT_EQ(of("b").memory_accesses, 4u);
    EXPECT_EQ(of("a").memory_accesses, 0u);
    std::uint64_t instructions = 0, cycles = 0;
    for (const auto &[unused, sum] : sums) {
        instructions += sum.instructions;
        cycles += sum.cycles;
    }
    EXPECT_EQ(instructions, run.result.nodes[0].instructions);
    EXPECT_EQ(cycles, run.result.cycles);
    EXPECT_EQ(run.table("categories").rows.size(), 3u); // and the rest
}

TEST(Categories, AHandlerHasItsOwn) {
    Image image = called(2);
    const Symbol *main = nullptr;
    for (const Symbol &symbol : image.symbols)
        if (symbol.name == "main") main = &symbol;
    image.marks = {{main->address, true, "all of main"}};
    Profiled run(image, 2);
    const auto &sums = run.categories.sums();
    EXPECT_EQ(sums.at({Context::low, Categories::elsewhere}).times, 0u);
    EXPECT_GT(sums.at({Context::low, Categories::elsewhere}).instructions, 0u);
    const auto rest = sums.find({Context::main, Categories::elsewhere}); // idle
    EXPECT_TRUE(rest == sums.end() || rest->second.instructions == 0);
    EXPECT_FALSE(sums.contains({Context::low, "all of main"}));
}

TEST(Categories, ALoopThatBeginsAgainWithoutAnEndIsNotDeeper) {
    std::uint32_t at[6];
    Image image = marked(at);
    image.marks = {{at[4], true, "turn"}};
    Profiled run(image, 1);
    EXPECT_EQ(run.categories.sums().at({Context::main, "turn"}).times, 4u);
}

/// On the nCUBE/2 accesses of memory and stalls of the prefetch unit are causes of their own, in
/// every sum.
TEST(Profile, IssueOfTheNcubeIsSplit) {
    Image names;
    names.processor = Processor::x86;
    const MachineConfig machine = MachineConfig::load("ncube2-x86");
    TraceHeader run;
    run.machine = machine.text;
    run.machine_name = machine.name;
    const CauseSplit split(names.processor, run);
    Profile profile(names, split);
    TraceTotals totals(1, split);
    CostMeter measured(names, machine); // a sweep's
    ProgramCosts costs(names, machine); // a comparison's
    Tee observer{&profile, &totals, &measured, &costs};
    std::uint64_t cycle = 0;
    const auto execute = [&](std::uint32_t word, std::uint8_t length, std::uint32_t issue) {
        InstructionEvent event{};
        event.cycle = cycle;
        event.pc = 0x10000;
        event.word = word;
        event.length = length;
        event.cost.issue = issue;
        observer.instruction(event);
        cycle += issue;
    };
    constexpr std::uint32_t base = 2, access = 2, stall = 33;
    execute(0x90, 1, base);                        // nop
    execute(0x188B, 2, base + access);             // mov (%eax), %ebx
    execute(0x80CD, 2, base + 5 * access + stall); // int $0x80
    observer.event(
        {.what = events::Exception{.cycles = base + 7 * access + stall}, .cycle = cycle});
    const std::map<Cause, std::uint64_t> expected = {{Cause::access, (1 + 5 + 7) * access},
                                                     {Cause::stall, 2 * stall},
                                                     {Cause::issue, 3 * base},
                                                     {Cause::exception, base}};
    CostTotals all = costs.own();
    all.add(costs.sending());
    const auto report = totals.to_json(names.contexts).at(names.contexts.of(Context::main));
    const Profile::Node &node = profile.by_node().at(0);
    for (const auto &[cause, cycles] : expected) {
        const auto number = static_cast<std::size_t>(cause);
        EXPECT_EQ(profile.by_context()[0][number], cycles) << cause_name(cause);
        EXPECT_EQ(node.by_cause[number], cycles) << cause_name(cause);
        EXPECT_EQ(report.at(facts_of(cause).key), cycles);
        EXPECT_EQ(measured.all().of(cause), cycles) << cause_name(cause);
        EXPECT_EQ(all.of(cause), cycles) << cause_name(cause);
    }
    EXPECT_EQ(node.exceptions, base + 7 * access + stall);
    std::uint64_t access_of_lines = 0;
    for (const Profile::Line &line : profile.lines())
        access_of_lines += line.by_cause[static_cast<std::size_t>(Cause::access)];
    EXPECT_EQ(access_of_lines, (1 + 5) * access);
}

} // namespace
} // namespace inlet::test
