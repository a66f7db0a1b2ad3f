// Recognition of waits: single iterations of loops, then runs.
#include "analysis/loop_turn.h"
#include "analysis/profile.h"
#include "analysis/wait_finder.h"
#include "guest.h"
#include "inlet/cost_totals.h"
#include "inlet/inspect.h"
#include "inlet/report.h"
#include "inlet/tee.h"
#include "inlet/trace_hash.h"
#include "inlet/trace_reader.h"

#include <nlohmann/json.hpp>
#include <numeric>

namespace inlet::test {
namespace {

/// The iteration that executes all of the code once, in its textual order.
Wait of(Code &code, bool refused = false) {
    code.bytes(); // resolves the labels
    std::vector<TurnStep> turn;
    for (std::size_t i = 0; i < code.words.size(); ++i)
        turn.push_back({Code::base + 4 * static_cast<std::uint32_t>(i), code.words[i], refused});
    TurnDecoder decoder(Processor::mips);
    return waits_for(turn, decoder);
}

/// The iteration that executes these words in their order.
Wait of(Processor processor, const std::vector<std::uint32_t> &words, bool polls = false) {
    std::vector<TurnStep> turn;
    for (std::size_t i = 0; i < words.size(); ++i)
        turn.push_back({.pc = Code::base + 4 * static_cast<std::uint32_t>(i),
                        .word = words[i],
                        .polls = polls});
    TurnDecoder decoder(processor);
    return waits_for(turn, decoder);
}

/// The same for instructions of an x86.
Wait of_x86(const std::vector<std::vector<std::uint8_t>> &instructions) {
    std::vector<TurnStep> turn;
    std::uint32_t pc = Code::base;
    for (const auto &bytes : instructions) {
        TurnStep step{.pc = pc};
        for (std::size_t i = 0; i < bytes.size(); ++i)
            if (i < 4)
                step.word |= std::uint32_t{bytes[i]} << 8 * i;
            else
                step.tail.at(i - 4) = bytes[i];
        turn.push_back(step);
        pc += static_cast<std::uint32_t>(bytes.size());
    }
    TurnDecoder decoder(Processor::x86);
    return waits_for(turn, decoder);
}

TEST(LoopTurn, ALoopThatLooksAtAFlagWaits) {
    Code code;
    code.label("head").op("lw", {2, 0, 16}).nop().to("beq", {2, 0}, "head").nop();
    EXPECT_EQ(of(code), Wait::message);
}

TEST(LoopTurn, AnEmptyLoopWaits) {
    Code code;
    code.label("head").to("beq", {0, 0}, "head").nop();
    EXPECT_EQ(of(code), Wait::message);
}

/// The first turn may begin with another value in the register than all further turns.
TEST(LoopTurn, ARegisterThatEachTurnSetsAlikeWaits) {
    Code constant, loaded, list;
    constant.label("head").to("bne", {2, 0}, "head").op("lw", {3, 0, 16}).op("addiu", {2, 0, 0});
    constant.to("beq", {3, 0}, "head").nop();
    EXPECT_EQ(of(constant), Wait::message);
    loaded.label("head").to("beq", {2, 0}, "head").op("lw", {2, 0, 16}).nop();
    EXPECT_EQ(of(loaded), Wait::message);
    list.label("head").op("lw", {16, 0, 16}).nop().to("bne", {16, 0}, "head").nop();
    EXPECT_EQ(of(list), Wait::none);
    Code chain; // its second turn reads another word than its first one
    chain.label("head").to("beq", {2, 0}, "head").op("lw", {2, 0, 16}).op("lw", {16, 0, 17});
    EXPECT_EQ(of(chain), Wait::none);
}

TEST(LoopTurn, WhatCountsComputes) {
    Code in_a_register, in_memory, on_the_stack;
    in_a_register.label("head").op("addiu", {8, 8, -1}).to("bne", {8, 0}, "head").nop();
    EXPECT_EQ(of(in_a_register), Wait::none);
    in_memory.label("head").op("lw", {2, 0, 16}).nop().op("addiu", {2, 2, 1});
    in_memory.op("sw", {2, 0, 16}).to("beq", {0, 0}, "head").nop();
    EXPECT_EQ(of(in_memory), Wait::none);
    on_the_stack.label("head").op("lw", {2, 12, 29}).nop().op("addiu", {2, 2, 1});
    on_the_stack.op("slti", {3, 2, 100}).op("sw", {2, 12, 29}).to("bne", {3, 0}, "head").nop();
    EXPECT_EQ(of(on_the_stack), Wait::none);
}

TEST(LoopTurn, WhatWalksOrStoresElsewhereComputes) {
    Code walks, follows;
    walks.label("head").op("lw", {2, 0, 16}).op("addiu", {16, 16, 4}).to("bne", {2, 0}, "head");
    walks.nop();
    EXPECT_EQ(of(walks), Wait::none);
    follows.label("head").op("lw", {2, 0, 16}).nop().op("sw", {0, 0, 2}); // *p = 0: may be the flag
    follows.to("beq", {0, 0}, "head").nop();
    EXPECT_EQ(of(follows), Wait::none);
}

TEST(LoopTurn, ACallThatSavesAndRestoresWaits) {
    Code code;
    code.label("head").op("addiu", {29, 29, -24}).op("sw", {31, 20, 29}).op("sw", {16, 16, 29});
    code.op("addu", {16, 4, 0}).op("lw", {2, 0, 16}).op("lw", {16, 16, 29}).op("lw", {31, 20, 29});
    code.op("addiu", {29, 29, 24}).to("beq", {2, 0}, "head").nop();
    EXPECT_EQ(of(code), Wait::message);
    Code leaks;
    leaks.label("head").op("addiu", {29, 29, -24}).op("sw", {31, 20, 29});
    leaks.to("beq", {0, 0}, "head").nop();
    EXPECT_EQ(of(leaks), Wait::none);
}

TEST(LoopTurn, AHoldAndItsReleaseWait) { // am_hold(), am_release() around a poll
    Code code;
    code.label("head").li(8, 0x40000).op("lw", {2, 4, 8}).nop().op("addiu", {2, 2, 1});
    code.op("sw", {2, 4, 8})
        .op("cfc2", {3, isa::ni::nistat})
        .nop()
        .op("ctc2", {3, isa::ni::nistat});
    code.op("lw", {5, 0, 8}).op("lw", {2, 4, 8}).nop().op("addiu", {2, 2, -1}).op("sw", {2, 4, 8});
    code.to("beq", {5, 0}, "head").nop();
    EXPECT_EQ(of(code), Wait::message);
}

TEST(LoopTurn, TheClockIsATime) {
    Code code;
    code.label("head").op("cfc2", {2, isa::ni::count}).nop().op("subu", {2, 2, 16});
    code.to("bltz", {2}, "head").nop();
    EXPECT_EQ(of(code), Wait::clock);
}

TEST(LoopTurn, WhatIsTestedInNistatTells) {
    const auto looks_at = [](std::uint32_t bits) {
        Code code;
        code.label("head").op("cfc2", {2, isa::ni::nistat}).op("lui", {3, bits >> 16}).nop();
        code.op("and", {2, 2, 3}).to("beq", {2, 0}, "head").nop();
        return of(code);
    };
    EXPECT_EQ(looks_at(isa::nistat::lpa.mask()), Wait::room);
    EXPECT_EQ(looks_at(isa::nistat::hpa.mask()), Wait::room);
    EXPECT_EQ(looks_at(isa::nistat::lpmp.mask()), Wait::message);
    EXPECT_EQ(looks_at(isa::nistat::lpmp.mask() | isa::nistat::lpa.mask()), Wait::message);
    const auto shifts = [](unsigned bit) { // to the sign
        Code code;
        code.label("head").op("cfc2", {2, isa::ni::nistat}).nop().op("sll", {2, 2, 31 - bit});
        code.to("bgez", {2}, "head").nop();
        return of(code);
    };
    EXPECT_EQ(shifts(isa::nistat::lpa.lsb), Wait::room);
    EXPECT_EQ(shifts(isa::nistat::lpmp.lsb), Wait::message);
}

TEST(LoopTurn, ASendInVainWaitsForRoom) {
    Code code;
    code.label("head").op("send1", {8, 9}).nop().to("bc2f", {}, "head").nop();
    EXPECT_EQ(of(code, true), Wait::room);
    EXPECT_EQ(of(code, false), Wait::none);
}

TEST(LoopTurn, WhatAsksTheHostDoesNotWait) {
    Code code;
    code.label("head").op("syscall", {0x1F001}).to("beq", {0, 0}, "head").nop();
    EXPECT_EQ(of(code), Wait::none);
}

TEST(LoopTurn, EveryProcessorHasThem) {
    // ld [%o0], %o1; tst %o1; be; nop
    EXPECT_EQ(of(Processor::sparc, {0xD2022000, 0x80900009, 0x02BFFFFE, 0x01000000}),
              Wait::message);
    // add %o1, 1, %o1; be; nop
    EXPECT_EQ(of(Processor::sparc, {0x92026001, 0x02BFFFFF, 0x01000000}), Wait::none);
    // save %sp, -96, %sp; ld [%i0], %l0; restore: in a window of its own
    EXPECT_EQ(of(Processor::sparc, {0x9DE3BFA0, 0xE0062000, 0x81E80000}), Wait::message);
    // save %sp, -96, %sp: a call deeper each turn
    EXPECT_EQ(of(Processor::sparc, {0x9DE3BFA0}), Wait::none);
    // lwz r4, 0(r3); cmpwi r4, 0; beq
    EXPECT_EQ(of(Processor::ppc, {0x80830000, 0x2C040000, 0x4182FFF8}), Wait::message);
    EXPECT_EQ(of(Processor::ppc, {0x38840001, 0x4182FFFC}), Wait::none);  // addi r4, r4, 1
    EXPECT_EQ(of(Processor::ppc, {0x7C8C42A6, 0x4182FFFC}), Wait::clock); // mfspr r4, 268
    // cmpl $0, 0x20000; je
    EXPECT_EQ(of_x86({{0x83, 0x3D, 0, 0, 2, 0, 0}, {0x74, 0xF7}}), Wait::message);
    // push %eax; call; mov (%esp), ...; ret; pop %eax
    EXPECT_EQ(of_x86({{0x50}, {0xE8, 0, 0, 0, 0}, {0xC3}, {0x58}}), Wait::message);
    EXPECT_EQ(of_x86({{0x48}, {0x75, 0xFD}}), Wait::none); // dec %eax; jne
}

TEST(LoopTurn, ADoubleWhoseWordsAreMovedIsNoArithmetic) {
    // lfd f0, 0(r3); stfd f0, 8(r1); lwz r4, 8(r1); cmpwi r4, 0; bge
    const std::vector<std::uint32_t> takes = {0xC8030000, 0xD8010008, 0x80810008, 0x2C040000,
                                              0x4080FFF0};
    EXPECT_EQ(of(Processor::ppc, takes), Wait::message);
    // The address is in the second word: the turn walks. ... lwz r3, 12(r1); b
    EXPECT_EQ(of(Processor::ppc, {0xC8030000, 0xD8010008, 0x8061000C, 0x4BFFFFF4}), Wait::none);
    // What f0 had is stored: stfd f0, 0(r3); lfd f0, 8(r3); b
    EXPECT_EQ(of(Processor::ppc, {0xD8030000, 0xC8030008, 0x4BFFFFF8}), Wait::message);
    // Two doubles change places in each turn: lfd f0, 0(r3); lfd f1, 8(r3); stfd f1, 0(r3); ...
    EXPECT_EQ(of(Processor::ppc, {0xC8030000, 0xC8230008, 0xD8230000, 0xD8030008, 0x4BFFFFF0}),
              Wait::none);
    // fadd f0, f0, f0
    EXPECT_EQ(of(Processor::ppc, {0xC8030000, 0xFC00002A, 0x4BFFFFF8}), Wait::none);
}

/// A turn may begin in a function that its loop calls, behind the place where that saves its return
/// address: from the second turn on the word has it.
TEST(LoopTurn, AWordThatEachTurnSetsAlikeWaits) {
    // lwz r0, 4(r1); mtlr r0; blr; bl; mflr r0; stw r0, 4(r1); b
    EXPECT_EQ(of(Processor::ppc, {0x80010004, 0x7C0803A6, 0x4E800020, 0x48000005, 0x7C0802A6,
                                  0x90010004, 0x4BFFFFE8}),
              Wait::message);
}

TEST(LoopTurn, APollMayCountItself) {
    // lwz r4, 0(r3); addi r4, r4, 1; stw r4, 0(r3); b
    const std::vector<std::uint32_t> counts = {0x80830000, 0x38840001, 0x90830000, 0x4BFFFFF4};
    EXPECT_EQ(of(Processor::ppc, counts, true), Wait::message);
    EXPECT_EQ(of(Processor::ppc, counts, false), Wait::none);
    // The count is an address: the turn walks through memory. lwz r5, 0(r4)
    EXPECT_EQ(
        of(Processor::ppc, {0x80830000, 0x80A40000, 0x38840004, 0x90830000, 0x4BFFFFF0}, true),
        Wait::none);
}

/// Its trace, with waits.
struct Waited {
    explicit Waited(const Image &run_image, std::uint32_t nodes,
                    MachineConfig config = small_machine())
        : image(run_image), result(record(image, nodes, file.path(), config)), profile(image, {}),
          plain_hash(nodes), hash(nodes) {
        Tee told{&profile, &hash};
        WaitFinder finder(image, told);
        Tee all{&finder, &plain_hash};
        TraceReader(file.path()).read(all);
    }
    std::uint64_t cycles(Cause cause) const {
        std::uint64_t sum = 0;
        for (const auto &by_cause : profile.by_context())
            sum += by_cause[static_cast<std::size_t>(cause)];
        return sum;
    }
    std::uint64_t all_cycles() const {
        std::uint64_t sum = 0;
        for (const NodeSummary &node : result.nodes) sum += node.cycles;
        return sum;
    }
    std::uint64_t machine_waits() const {
        std::uint64_t sum = 0;
        for (const NodeSummary &node : result.nodes) sum += node.cycles_waiting;
        return sum;
    }

    ScratchFile file;
    Image image;
    RunResult result;
    Profile profile;
    TraceHash plain_hash, hash;
};

TEST(Waiting, IsACauseOfItsOwn) {
    Waited run(called(3), 9);
    ASSERT_EQ(run.result.outcome, Outcome::exited);
    EXPECT_EQ(run.profile.cycles(), run.all_cycles()); // covers every cycle once
    EXPECT_EQ(run.hash.value(), run.plain_hash.value());
    EXPECT_GT(run.cycles(Cause::wait_message), 1000u);
    EXPECT_EQ(run.cycles(Cause::wait_barrier), 0u);
    EXPECT_EQ(run.cycles(Cause::wait_clock), 0u);
    // The machine itself counts whole iterations; here the last one, which sees the flag, counts.
    const std::uint64_t found =
        run.cycles(Cause::wait_message) + run.cycles(Cause::wait_room) + run.cycles(Cause::idle);
    EXPECT_GE(found, run.machine_waits());
    EXPECT_LT(found, run.machine_waits() + 8 * 3 * 8); // nodes, waits, cycles
}

TEST(Waiting, OfFunctionsIsAFunctionOfItsOwn) {
    Waited run(called(3), 9);
    const CallTree &tree = run.profile.tree();
    std::uint64_t waits = 0, am_wait = 0;
    for (const CallTree::Way &way : tree.ways()) {
        const std::string &name = tree.functions().name(way.function);
        if (name == "(waiting for a message)") {
            EXPECT_EQ(tree.functions().name(tree.ways()[way.parent].function), "am_wait");
            waits += way.self.cycles;
        }
        if (name == "am_wait") am_wait += way.self.cycles;
    }
    EXPECT_EQ(waits, run.cycles(Cause::wait_message));
    EXPECT_LT(am_wait, waits / 4); // the first poll, and the code after the loop
}

TEST(Waiting, InABarrierBySomeoneCalledThat) {
    Image image = called(3);
    for (Symbol &symbol : image.symbols)
        if (symbol.name == "fetch_add") symbol.name = "my_barrier"; // calls am_wait
    Waited run(image, 9);
    EXPECT_EQ(run.cycles(Cause::wait_message), 0u);
    EXPECT_GT(run.cycles(Cause::wait_barrier), 1000u);
}

TEST(Waiting, ForRoomIsEveryRefusedSend) {
    Waited run(three_at_once(), 9, refusing_machine());
    std::uint64_t refused = 0;
    for (const Profile::Node &node : run.profile.by_node()) refused += node.refused_cycles;
    ASSERT_GT(refused, 0u);
    EXPECT_GT(run.cycles(Cause::wait_room), refused); // and the branches of the loop
    EXPECT_EQ(run.profile.cycles(), run.all_cycles());
    for (const Profile::Line &line : run.profile.lines()) EXPECT_GE(line.waited, line.refused);
}

TEST(Waiting, AMeterTellsItApart) {
    const Image image = called(3);
    Waited run(image, 9);
    CostMeter plain, meter(image, MachineConfig::load("t1"));
    Tee both{&plain, &meter};
    TraceReader(run.file.path()).read(both);
    EXPECT_EQ(plain.all().cycles(), meter.all().cycles());
    EXPECT_EQ(plain.all().all_waiting(), 0u);
    EXPECT_EQ(meter.all().waiting[static_cast<std::size_t>(Wait::message)],
              run.cycles(Cause::wait_message));
    EXPECT_LT(meter.all().issue, plain.all().issue);
}

TEST(Waiting, IsInTheReport) {
    Waited run(called(3), 9);
    ReportOptions options;
    options.trace = run.file.path();
    options.sections = {"causes", "utilisation", "functions", "cycles"};
    const Report report(options);
    const auto document = nlohmann::json::parse(report.to_json());
    EXPECT_EQ(document["cycles_by_context"]["main"]["wait_message"],
              run.profile.by_context()[0][static_cast<std::size_t>(Cause::wait_message)]);
    const std::string text = report.text();
    EXPECT_NE(text.find("wait-message"), std::string::npos) << text;
    EXPECT_NE(text.find("(waiting for a message)"), std::string::npos) << text;
    EXPECT_NE(explain("wait-room", MachineConfig::load("t1")).text.find("refused"),
              std::string::npos);
}

} // namespace
} // namespace inlet::test
