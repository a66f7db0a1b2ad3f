// Recorded runs that are repeated from the file: all kinds of runs and ends, all filters, and all
// kinds of damaged files.
#include "analysis/ledger.h"
#include "analysis/trace_totals.h"
#include "description/tests/elf_builder.h"
#include "guest.h"
#include "inlet/config.h"
#include "inlet/run_recorder.h"
#include "inlet/trace_filter.h"
#include "inlet/trace_hash.h"
#include "inlet/trace_reader.h"
#include "tests/recorder.h"
#include "trace/run_player.h"

#include <array>
#include <atomic>
#include <fstream>
#include <functional>
#include <tuple>

namespace inlet::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

#define EXPECT_SAYS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

Image elf_of(Code &code, const std::vector<std::string> &functions) {
    ElfBuilder builder;
    const Bytes text = code.bytes();
    builder.parts = {{Code::base, static_cast<std::uint32_t>(text.size()), PF_R | PF_X, text}};
    builder.names.clear();
    for (const std::string &name : functions) builder.names.push_back({name, code.at(name), 0});
    return Image::parse(builder.bytes(), "guest.elf", 1 << 20);
}

/// Every node except 0 asks node 0 for `times` numbers, one after the other, and counts in between.
Image asks(std::uint32_t times) {
    Code code;
    start(code);
    code.to("beq", {20, 0}, "done").nop().li(18, times);
    code.label("again").li(17, 50).label("count").op("addiu", {17, 17, -1});
    code.to("bne", {17, 0}, "count").nop();
    send_request(code, "a");
    wait_for_flag(code, "a");
    code.op("addiu", {18, 18, -1}).to("bne", {18, 0}, "again").nop();
    code.label("done").exit(0);
    handlers(code);
    return elf_of(code, {"main", "request", "reply"});
}

MachineConfig machine(const std::vector<MachineSetting> &settings = {}) {
    return MachineConfig::load("t1").with(settings);
}

struct RunTrace : testing::Test {
    RunOptions options(std::uint32_t nodes = 4) const {
        RunOptions options;
        options.nodes = nodes;
        options.arguments = {"guest", "\xff not UTF-8"};
        options.max_cycles = max_cycles;
        return options;
    }
    RunResult record(const MachineConfig &config, const Image &image, RunOptions run,
                     RecordOptions how = {}, const Snapshot *from = nullptr) const {
        how.file = file.path();
        RunRecorder recorder(how, config, image, run);
        Machine machine(config, image, run);
        if (from) machine.resume(*from);
        recorder.begin(machine, from);
        RunResult result = machine.run();
        recorder.finish("{}");
        return result;
    }
    /// The records that an observer of the run itself gets.
    static RunResult watch(const MachineConfig &config, const Image &image, RunOptions run,
                           Observer &observer) {
        run.observer = &observer;
        return Machine(config, image, run).run();
    }
    /// The file has the records of the run.
    void expect_same(const MachineConfig &config, const Image &image, const RunOptions &run) const {
        const RunResult result = record(config, image, run);
        Recorder expected, got;
        const RunResult watched = watch(config, image, run, expected);
        EXPECT_EQ(result.message_hash, watched.message_hash);
        const TraceEnd end = TraceReader(file.path()).read(got);
        EXPECT_TRUE(end.complete) << end.problem;
        expect_equal(expected, got, static_cast<std::uint32_t>(result.nodes.size()));
        EXPECT_EQ(end.records,
                  expected.instructions.size() + expected.events.size() + expected.hops.size());
        // Every cycle has a cause.
        Ledger ledger;
        TraceReader(file.path()).read(ledger);
        for (std::uint32_t n = 0; n < result.nodes.size(); ++n)
            EXPECT_EQ(ledger.clock(n) == 0 ? 0 : result.nodes[n].cycles, ledger.clock(n)) << n;
    }
    /// For each node, in the node's order.
    static void expect_equal(const Recorder &expected, const Recorder &got, std::uint32_t nodes) {
        TraceHash a(nodes), b(nodes);
        for (const auto &[from, to] : {std::pair(&expected, &a), std::pair(&got, &b)}) {
            for (const InstructionEvent &e : from->instructions) to->instruction(e);
            for (const MessageEvent &e : from->events) to->event(e);
        }
        EXPECT_EQ(a.value(), b.value());
        EXPECT_EQ(expected.instructions.size(), got.instructions.size());
        EXPECT_EQ(expected.events.size(), got.events.size());
        EXPECT_EQ(expected.hops, got.hops);
    }

    Bytes bytes() const {
        std::ifstream in(file.path(), std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    void put(const Bytes &bytes) const {
        std::filesystem::remove(file.path());
        std::ofstream(file.path(), std::ios::binary)
            .write(reinterpret_cast<const char *>(bytes.data()),
                   static_cast<std::streamsize>(bytes.size()));
    }

    ScratchFile file;
    std::uint64_t max_cycles = 1'000'000;
};

TEST_F(RunTrace, IsTheRun) {
    for (const std::uint64_t jitter : {0, 7}) {
        RunOptions run = options();
        run.jitter = jitter;
        expect_same(machine(), asks(1500), run);
    }
}

// Every node waits for a message that is under way, at marks too.
TEST_F(RunTrace, OfSlowNetworks) {
    max_cycles = 10'000'000;
    expect_same(machine({{"network.hop_latency", "1000"}}), asks(100), options());
}

TEST_F(RunTrace, OnOtherMachinesToo) {
    for (const std::vector<MachineSetting> &settings : std::vector<std::vector<MachineSetting>>{
             {{"network.topology", "cylinder"}},
             {{"load_use", "3"}, {"costs.send", "9"}, {"dispatch", "1"}},
             {{"network.receive_packets", "1"}, {"network.injection_packets", "1"}}})
        expect_same(machine(settings), asks(5), options(7));
    MachineConfig wide = machine();
    wide.part<MeshConfig>().columns = 8; // as --nodes 1x8
    expect_same(wide, asks(5), options(8));
}

TEST_F(RunTrace, DoesNotDependOnHowItWasRun) {
    const Image image = asks(20);
    std::vector<Bytes> files;
    for (int way = 0; way < 4; ++way) {
        RunOptions run = options();
        run.lock_step = way == 1;
        run.skip_waits = way != 2;
        if (way == 3) run.compiled.reset();
        record(machine(), image, run);
        files.push_back(bytes());
        EXPECT_EQ(files.back(), files.front());
    }
    Recorder observer;
    RunOptions run = options();
    run.observer = &observer;
    record(machine(), image, run);
    EXPECT_EQ(bytes(), files.front());
}

TEST_F(RunTrace, IsSmall) {
    Code code;
    code.li(17, 1'000'000).label("count").op("addiu", {17, 17, -1});
    code.to("bne", {17, 0}, "count").nop().exit(0);
    const Image image = elf_of(code, {});
    max_cycles = 1'000'000'000;
    const RunResult result = record(machine(), image, options(16));
    EXPECT_GT(result.nodes[0].instructions, 3'000'000u);
    EXPECT_LT(bytes().size(), 16'000u);
}

TEST_F(RunTrace, EndsAsTheRunDid) {
    { // --max-cycles
        max_cycles = 777;
        expect_same(machine(), asks(20), options());
        max_cycles = 1'000'000;
    }
    { // a fault, while other nodes continue
        Code code;
        start(code);
        code.li(17, 400).label("count").op("addiu", {17, 17, -1});
        code.to("bne", {17, 0}, "count").nop().to("bne", {20, 0}, "more").nop();
        code.op("lw", {2, 0, 4}).nop().label("more").to("beq", {0, 0}, "more").nop();
        expect_same(machine(), elf_of(code, {}), options());
    }
    { // a deadlock
        Code code;
        start(code);
        wait_for_flag(code, "f");
        code.exit(0);
        expect_same(machine(), elf_of(code, {}), options());
    }
}

TEST_F(RunTrace, OfAnInterruptedRun) {
    Code code;
    start(code);
    code.label("more").op("addiu", {17, 17, 1}).to("beq", {0, 0}, "more").nop();
    const Image image = elf_of(code, {});
    std::atomic<bool> stop = false;
    RunOptions run = options();
    run.stop = &stop;
    run.progress = [&](const RunProgress &progress) { stop = progress.cycle > 200'000; };
    const RunResult result = record(machine(), image, run);
    EXPECT_EQ(result.outcome, Outcome::interrupted);
    TraceTotals totals(4);
    EXPECT_TRUE(TraceReader(file.path()).read(totals).complete);
    const std::vector<NodeSummary> nodes = totals.nodes();
    for (std::uint32_t n = 0; n < 4; ++n) {
        EXPECT_EQ(nodes[n].cycles, result.nodes[n].cycles);
        EXPECT_EQ(nodes[n].instructions, result.nodes[n].instructions);
        EXPECT_LE(result.nodes[n].cycles, result.nodes[0].cycles + 1);
    }
}

TEST_F(RunTrace, OfARunThatDiedHasWhatWasWritten) {
    const Image image = asks(3000);
    RunOptions run = options();
    RunResult result;
    {
        RunRecorder recorder({.file = file.path(), .only = {}}, machine(), image, run);
        Machine made(machine(), image, run);
        recorder.begin(made);
        result = made.run();
    }
    Recorder got;
    const TraceEnd end = TraceReader(file.path()).read(got);
    EXPECT_FALSE(end.complete);
    EXPECT_EQ(end.problem, "the run was cut off before its end was written");
    std::uint64_t instructions = 0;
    for (const NodeSummary &node : result.nodes) instructions += node.instructions;
    EXPECT_EQ(got.instructions.size(), instructions);
}

TEST_F(RunTrace, GoesOnFromASnapshot) {
    const Image image = asks(50);
    Machine first(machine(), image, options());
    ASSERT_TRUE(first.run_until(5000));
    const Snapshot from = Snapshot::unpack(first.snapshot().pack());
    record(machine(), image, options(), {}, &from);
    Recorder expected, got;
    RunOptions run = options();
    run.observer = &expected;
    Machine second(machine(), image, run);
    second.resume(from);
    second.run();
    EXPECT_TRUE(TraceReader(file.path()).read(got).complete);
    expect_equal(expected, got, 4);
}

TEST_F(RunTrace, ARingHasTheLastCycles) {
    const Image image = asks(1500);
    const RunResult result = record(machine(), image, options(), {.ring = 50'000});
    Recorder all, got;
    watch(machine(), image, options(), all);
    EXPECT_TRUE(TraceReader(file.path()).read(got).complete);
    std::array<std::uint64_t, 4> first;
    first.fill(~0ull);
    for (const InstructionEvent &e : got.instructions)
        first[e.node] = std::min(first[e.node], e.cycle);
    const std::uint64_t begin = *std::min_element(first.begin(), first.end());
    EXPECT_GE(result.cycles - begin, 50'000u);
    EXPECT_LE(result.cycles - begin, 100'100u);
    // And all of them.
    std::size_t late = 0;
    for (const InstructionEvent &e : all.instructions) late += e.cycle >= first[e.node];
    EXPECT_EQ(got.instructions.size(), late);
}

TEST_F(RunTrace, WithinCycles) {
    const Image image = asks(20);
    record(machine(), image, options());
    Recorder all;
    TraceReader(file.path()).read(all);
    ASSERT_GT(all.hops.size(), 10u);
    for (const std::uint64_t cut :
         std::vector<std::uint64_t>{1, 300, 1234, 5000, all.hops[5].cycle, all.hops[5].cycle + 1}) {
        SCOPED_TRACE(cut);
        Recorder before, after;
        EXPECT_TRUE(
            TraceReader(file.path(), {"cycles=:" + std::to_string(cut)}).read(before).complete);
        EXPECT_TRUE(
            TraceReader(file.path(), {"cycles=" + std::to_string(cut) + ":"}).read(after).complete);
        std::size_t early = 0, late = 0;
        for (const InstructionEvent &e : all.instructions) ++(e.cycle < cut ? early : late);
        EXPECT_EQ(before.instructions.size(), early);
        EXPECT_EQ(after.instructions.size(), late);
        before.hops.insert(before.hops.end(), after.hops.begin(), after.hops.end());
        EXPECT_EQ(before.hops, all.hops);
    }
}

TEST_F(RunTrace, OnlyWhatIsWanted) {
    const Image image = asks(3);
    record(machine(), image, options(), {.only = {"node=0,2-3"}});
    Recorder all, some, request, message;
    TraceReader(file.path(), {"cycles=0:"}).read(all); // the reader's counts are authoritative
    TraceReader(file.path()).read(some);
    EXPECT_EQ(TraceReader(file.path()).shown(), "Of the run only node=0,2-3 is shown.");
    EXPECT_TRUE(TraceReader(file.path(), {"cycles=0:"}).shows_all());
    std::size_t of_others = 0;
    for (const InstructionEvent &e : all.instructions) of_others += e.node == 1;
    EXPECT_GT(of_others, 0u);
    EXPECT_EQ(some.instructions.size(), all.instructions.size() - of_others);
    TraceReader(file.path(), {"code=request"}).read(request);
    const std::uint32_t first = image.symbols[1].address, end = image.symbols[2].address;
    ASSERT_EQ(image.symbols[1].name, "request");
    ASSERT_FALSE(request.instructions.empty());
    for (const InstructionEvent &e : request.instructions)
        EXPECT_TRUE(e.pc >= first - 8 && e.pc < end) << e.pc;
    TraceReader(file.path(), {"message=2:1"}).read(message);
    // SEND, arrival, dispatch, HRET; the instructions are those of its handler, and the SEND.
    std::vector<EventKind> kinds;
    for (const MessageEvent &e : message.events)
        if (e.kind() != EventKind::exit) kinds.push_back(e.kind());
    EXPECT_EQ(kinds, (std::vector{EventKind::inject, EventKind::arrive, EventKind::dispatch,
                                  EventKind::ret}));
    ASSERT_FALSE(message.hops.empty());
    EXPECT_EQ(message.hops.front().from, Port::local);
    EXPECT_EQ(message.hops.back().to, Port::local);
    for (const HopEvent &hop : message.hops) EXPECT_EQ(hop.message, (MessageId{2, 1}));
    ASSERT_FALSE(message.instructions.empty());
    EXPECT_EQ(message.instructions[0].node, 2u);
    for (std::size_t i = 1; i < message.instructions.size(); ++i) {
        EXPECT_EQ(message.instructions[i].node, 0u);
        EXPECT_EQ(message.instructions[i].context, Context::low);
    }
}

TEST_F(RunTrace, ConditionsThatMakeNoSense) {
    const Image image = asks(1);
    record(machine(), image, options());
    for (const char *text : {"", "node", "node=", "node=x", "node=3-1", "cycles=5", "cycles=5:5",
                             "cycles=-1:", "code=", "code=requst", "code=0x20:0x10", "message=3",
                             "message=3:x", "message=3:0", "all=1"}) {
        SCOPED_TRACE(text);
        EXPECT_THROW(TraceReader(file.path(), {text}), UserError);
        EXPECT_THROW(record(machine(), image, options(), {.only = {text}}), UserError);
        record(machine(), image, options());
    }
}

TEST_F(RunTrace, TruncatedAnywhereItGivesWhatIsWhole) {
    record(machine(), asks(1500), options());
    const Bytes whole = bytes();
    Recorder all;
    TraceReader(file.path()).read(all);
    std::size_t most = 0;
    for (std::size_t size = 0; size < whole.size(); size += whole.size() - size < 400 ? 31 : 401) {
        put(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)));
        try {
            Recorder got;
            const TraceEnd end = TraceReader(file.path()).read(got);
            EXPECT_FALSE(end.complete) << size;
            EXPECT_NE(end.problem, "") << size;
            EXPECT_GE(got.instructions.size(), most);
            most = got.instructions.size();
        } catch (const UserError &error) {
            EXPECT_EQ(most, 0u) << error.what();
        }
    }
    EXPECT_GT(most, 0u);
}

// A program that does not end, in a small file.
TEST_F(RunTrace, NoFileTakesForEver) {
    Code code;
    start(code);
    code.label("more").op("addiu", {17, 17, 1}).to("beq", {0, 0}, "more").nop();
    const MachineConfig config = machine();
    TraceHeader header(config, elf_of(code, {}), 2, {});
    header.run.emplace().machine_hash = config.hash();
    header.run->max_cycles = ~0ull;
    const RunStart start{elf_of(code, {}), {}, {}, {}};
    const TraceFilter all;
    const auto play = [&](const Bytes &frame) {
        Observer sink;
        TraceEnd end;
        RunPlayer(header, start, all, sink, end).frame(frame);
    };
    Bytes far{trace::run::mark};
    far.insert(far.end(), 8, 0x80);
    far.insert(far.end(), 9, 1); // 2^56, and a fingerprint
    EXPECT_THROW(play(far), trace::Damaged);
    Bytes endless{trace::run::ran};
    endless.insert(endless.end(), 8, 0);
    EXPECT_THROW(play(endless), trace::Damaged);
}

TEST_F(RunTrace, AnyByteCanBeWrong) {
    record(machine(), asks(2), options(2));
    const Bytes whole = bytes();
    TraceHash right(2);
    TraceReader(file.path()).read(right);
    for (std::size_t at = 0; at < whole.size(); at += 3) {
        Bytes changed = whole;
        changed[at] ^= static_cast<std::uint8_t>(1 << at % 8);
        put(changed);
        try {
            TraceHash got(2);
            const TraceEnd end = TraceReader(file.path()).read(got);
            EXPECT_TRUE(!end.complete || got.value() == right.value()) << at;
        } catch (const UserError &) {
        }
    }
}

TEST_F(RunTrace, OfARunThatIsAnotherNow) {
    // As if an inlet with another T1 had written it: the header is changed, including checksums.
    const Image image = asks(3);
    RunOptions run = options(), other = options();
    other.arguments = {"guest", "b", "c"};
    {
        RunRecorder recorder({.file = file.path(), .only = {}}, machine(), image, run);
        other.mark = run.mark;
        Machine wrong(machine(), image, other);
        recorder.begin(wrong);
        wrong.run();
        recorder.finish("{}");
    }
    Recorder got;
    const TraceEnd end = TraceReader(file.path()).read(got);
    EXPECT_FALSE(end.complete);
    EXPECT_SAYS(end.problem, "repeated, the run is another one");
}

TEST_F(RunTrace, WhatCannotBeRecorded) {
    const Image image = asks(1);
    EXPECT_THROW(record(small_machine(), image, options()), UserError); // of no machine file
    EXPECT_THROW(record(machine(), called(1), options()), UserError);   // of no program file
    RunOptions run = options();
    for (const char *path : {"/nonexistent/trace", "/"})
        for (const std::uint64_t ring : {0, 1000})
            EXPECT_THROW(
                RunRecorder({.file = path, .only = {}, .ring = ring}, machine(), image, run),
                UserError);
}

/// The program of the I/O node opens a file, reads it, and exits with the data read.
TEST_F(RunTrace, FilesOfIoNodesAreNotNeededAgain) {
    Code io;
    io.la(4, "path").op("addiu", {5, 0, 0}).op("addiu", {6, 0, 4});
    // open(mode 0, path, bytes)
    io.op("addu", {5, 4, 0})
        .op("addiu", {4, 0, 0})
        .op("syscall", {0x1F000 + 2})
        .op("addu", {7, 2, 0});
    io.op("addu", {4, 2, 0}).li(5, 0x40000).op("addiu", {6, 0, 4}).op("syscall", {0x1F000 + 4});
    io.li(5, 0x40000).op("lw", {4, 0, 5}).nop().op("syscall", {0x1F000}).nop();
    io.label("path");
    io.words.push_back(0x64617461); // "data"
    Image server = elf_of(io, {});
    const auto root = file.path().parent_path();
    std::ofstream(root / "data") << "wxyz";
    MachineConfig config = machine();
    config.part<MeshConfig>().io_nodes = 1;
    RunOptions run = options(4);
    run.io_program = &server;
    run.io_root = root.string();
    const RunResult result = record(config, asks(2), run);
    ASSERT_EQ(result.nodes.size(), 5u);
    EXPECT_EQ(result.nodes[4].status, 0x7778797au);
    Recorder expected, got;
    watch(config, asks(2), run, expected);
    std::filesystem::remove(root / "data");
    const TraceEnd end = TraceReader(file.path()).read(got);
    EXPECT_TRUE(end.complete) << end.problem;
    expect_equal(expected, got, 5);
}

TEST_F(RunTrace, SwitchesOfTheProgram) {
    Code code;
    start(code);
    code.op("addiu", {2, 0, 1}).label("on").op("addiu", {2, 0, 2}).label("off");
    code.op("addiu", {2, 0, 3}).exit(0);
    ElfBuilder builder;
    const Bytes text = code.bytes();
    builder.parts = {{Code::base, static_cast<std::uint32_t>(text.size()), PF_R | PF_X, text}};
    Bytes section;
    for (const auto &[name, kind] : {std::pair("on", 3), std::pair("off", 2)}) {
        for (int shift = 24; shift >= 0; shift -= 8)
            section.push_back(static_cast<std::uint8_t>(code.at(name) >> shift));
        section.insert(section.end(), {static_cast<std::uint8_t>(kind), 0, 0, 0});
    }
    builder.sections = {{".xnet_trace", section}};
    const Image image = Image::parse(builder.bytes(), "guest.elf", 1 << 20);
    ASSERT_EQ(image.switches.size(), 2u);
    record(machine(), image, options(3));
    Recorder got;
    EXPECT_TRUE(TraceReader(file.path()).read(got).complete);
    ASSERT_EQ(got.instructions.size(), 3u); // one of each node
    for (const InstructionEvent &e : got.instructions) EXPECT_EQ(e.pc, code.at("on"));
    EXPECT_EQ(got.events.size(), 3u); // they exit
}

// The network reports an event later than the node that switches.
TEST_F(RunTrace, HopsFollowTheSwitchesOfTheirNode) {
    const std::vector<TraceSwitch> switches = {{0x10000, true}, {0x10004, false}};
    Recorder got;
    FilteredObserver filter({}, switches, got);
    const auto execute = [&](std::uint64_t cycle, std::uint32_t pc) {
        filter.instruction({0, Context::main, cycle, pc, 0, {.issue = 1}, false});
    };
    const auto hop = [&](std::uint32_t node, std::uint64_t cycle) {
        HopEvent event{};
        event.node = node;
        event.cycle = cycle;
        filter.hop(event);
        return !got.hops.empty() && got.hops.back() == event;
    };
    execute(100, 0x10000);
    execute(200, 0x10004);
    execute(300, 0x10000);
    EXPECT_FALSE(hop(0, 50));
    EXPECT_FALSE(hop(0, 100));
    EXPECT_TRUE(hop(0, 101));
    EXPECT_TRUE(hop(0, 200));
    EXPECT_FALSE(hop(0, 201));
    EXPECT_FALSE(hop(1, 250)); // has not switched
    EXPECT_TRUE(hop(HopEvent::none, 250));
    EXPECT_TRUE(hop(0, 301));
}

TEST_F(RunTrace, HopsOfWhatIsWanted) {
    const Image image = asks(3);
    record(machine(), image, options(7)); // 3 columns: routers 7 and 8 have no node
    Recorder all, node, sent, handled;
    TraceReader(file.path(), {"cycles=0:"}).read(all);
    TraceReader(file.path(), {"node=1"}).read(node);
    TraceReader(file.path(), {"code=main"}).read(sent);
    TraceReader(file.path(), {"code=reply"}).read(handled);
    std::size_t at_node = 0, low = 0, high = 0;
    for (const HopEvent &hop : all.hops) {
        at_node += hop.node == 1;
        ++(hop.high ? high : low);
    }
    EXPECT_EQ(node.hops.size(), at_node);
    EXPECT_EQ(sent.hops.size(), low);     // main sends requests
    EXPECT_EQ(handled.hops.size(), high); // the replies
}

} // namespace
} // namespace inlet::test
