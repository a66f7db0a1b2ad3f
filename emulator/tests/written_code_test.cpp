// Code that a program writes takes effect at the next instruction, is decoded once for all nodes
// with the same code, and runs equally in both engines and both schedulers.
#include "all_ways.h"
#include "cpu/engine/code_cache.h"
#include "cpu/mips/system.h"
#include "cpu/ppc/instruction_set.h"
#include "cpu/sparc/instruction_set.h"
#include "cpu/x86/instruction_set.h"
#include "cpu_fixture.h"
#include "net/mesh.h"
#include "node/node_core.h"
#include "node/trial.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

namespace inlet::test {
namespace {

namespace ni = isa::ni;

constexpr std::uint32_t heap = 0x50000;

/// Stores an instruction at `offset` from register `base`.
void put(Code &code, int base, int offset, std::uint32_t instruction) {
    code.li(15, instruction).op("sw", {15, offset, base});
}

TEST(WrittenCode, RunsWhereNoProgramWasLoaded) {
    Code code;
    code.li(8, heap).op("addiu", {2, 0, 0});
    for (const int add : {1, 10}) { // the second time it is rewritten
        put(code, 8, 0, word("addiu", {2, 2, add}));
        put(code, 8, 4, word("jr", {31}));
        put(code, 8, 8, word("addiu", {2, 2, 20}));
        code.op("jalr", {31, 8}).nop();
    }
    code.exit(2);
    const RunResult result = run_all_ways(code, 3);
    EXPECT_EQ(result.outcome, Outcome::exited);
    EXPECT_EQ(result.status, 51u);
}

TEST(WrittenCode, IsInEffectAtTheNextInstruction) {
    Code code; // in one block: the next instruction, and one further on
    code.la(8, "next").li(9, word("addiu", {2, 0, 5})).li(10, word("addiu", {3, 0, 70}));
    code.op("sw", {10, 8, 8}).op("sw", {9, 0, 8});
    code.label("next").op("addiu", {2, 0, 1}).nop().op("addiu", {3, 0, 2});
    code.op("addu", {2, 2, 3}).exit(2);
    EXPECT_EQ(run_all_ways(code).status, 75u);
}

TEST(WrittenCode, AStoreInADelaySlotChangesWhereItsBranchLeads) {
    Code code; // and, in the second iteration, the branch that it belongs to
    code.la(8, "target").li(9, word("addiu", {2, 2, 5})).la(10, "branch");
    code.label("branch").to("beq", {0, 0}, "target").op("sw", {9, 0, 8});
    code.op("addiu", {2, 2, 100}).exit(2); // only after the branch has gone
    code.label("target").op("addiu", {2, 2, 1});
    code.li(9, word("sll", {0, 0, 0})).op("addu", {8, 10, 0});
    code.to("j", {}, "branch").op("sw", {9, 0, 10});
    EXPECT_EQ(run_all_ways(code).status, 105u);
}

TEST(WrittenCode, ALoopThatModifiesItselfEveryTurn) {
    Code code; // adds 0, 1, 2 ... 99; so many that a page is no longer decoded whole
    code.la(8, "add").op("addiu", {9, 0, 100}).op("addiu", {2, 0, 0});
    code.label("loop").label("add").op("addiu", {2, 2, 0});
    code.op("lw", {10, 0, 8}).nop().op("addiu", {10, 10, 1}).op("sw", {10, 0, 8});
    code.op("addiu", {9, 9, -1}).to("bne", {9, 0}, "loop").nop();
    code.exit(2);
    const RunResult result = run_all_ways(code, 2);
    EXPECT_EQ(result.status, 99u * 100 / 2);
    EXPECT_EQ(result.nodes[0].instructions, 4u + 8 * 100 + 2);
}

TEST(WrittenCode, ABranchAndItsSlotOnTwoPages) {
    Code code;
    code.to("j", {}, "start").nop();
    while (code.here() < Code::base + page_bytes - 4) code.nop();
    code.label("branch").to("bgezal", {0}, "away"); // the last word of its page
    code.label("slot").op("addiu", {2, 2, 1});
    code.exit(2);
    code.label("away").op("jr", {31}).nop();
    while (code.here() < Code::base + 3 * page_bytes) code.nop();
    code.label("start").la(8, "branch").li(9, word("addiu", {2, 2, 30}));
    code.op("sw", {9, 4, 8}).op("lw", {10, 0, 8}).nop();
    code.li(11, heap + page_bytes - 4).op("sw", {10, 0, 11}); // and the same in the heap
    code.op("sw", {9, 4, 11});
    code.li(12, word("jr", {13})).op("sw", {12, 8, 11}).op("sw", {0, 12, 11});
    // The copied branch leads as far from itself as the original: a return is there.
    code.la(14, "away").op("subu", {14, 14, 8}).op("addu", {14, 14, 11});
    code.li(12, word("jr", {31})).op("sw", {12, 0, 14}).op("sw", {0, 4, 14});
    code.op("jalr", {13, 11}).nop();
    code.to("j", {}, "branch").nop();
    EXPECT_EQ(run_all_ways(code).status, 60u);
}

TEST(WrittenCode, AHandlerPatchesTheLoopThatWaitsForIt) {
    Code code;
    code.op("cfc2", {2, ni::nistat}).op("lui", {3, 0x0180}).op("or", {2, 2, 3});
    code.op("ctc2", {2, ni::nistat}).li(16, heap);
    code.op("cfc2", {17, ni::niid}).to("beq", {17, 0}, "wait").nop();
    code.la(8, "handler").op("addu", {9, 0, 0}).op("send0", {8, 9}).exit(0);
    code.label("wait").op("lw", {2, 0, 16}).nop().label("branch").to("beq", {2, 0}, "wait").nop();
    code.op("addiu", {2, 0, 9}).exit(2);
    code.label("handler").la(4, "branch").op("sw", {0, 0, 4}).op("hret");
    const RunResult result = run_all_ways(code, 2);
    EXPECT_EQ(result.outcome, Outcome::exited);
    EXPECT_EQ(result.status, 9u);
}

TEST(WrittenCode, AWaitLoopThatWasWrittenIsStillAWait) {
    Code code;
    code.li(16, heap).li(8, heap + 0x1000);
    put(code, 8, 0, word("lw", {2, 0, 16}));
    put(code, 8, 4, 0);
    put(code, 8, 8, word("beq", {2, 0, -3 & 0xFFFF}));
    put(code, 8, 12, 0);
    code.op("jr", {8}).nop();
    const RunResult result = run_all_ways(code, 2);
    EXPECT_EQ(result.outcome, Outcome::deadlock);
}

TEST(WrittenCode, AStoreBetweenLinkedLoadAndConditionalStore) {
    Code code; // SC into code that has been executed, and back
    code.la(8, "word").op("ll", {2, 0, 8}).li(3, word("addiu", {4, 0, 6})).op("sc", {3, 0, 8});
    code.label("word").op("addiu", {4, 0, 1}).op("addu", {2, 4, 3}).exit(2);
    EXPECT_EQ(run_all_ways(code).status, 7u);
}

TEST(WrittenCode, AJumpToNothingIsAFault) {
    Code nothing, data;
    nothing.li(8, heap).op("jr", {8}).nop();
    RunResult result = run_all_ways(nothing);
    EXPECT_EQ(result.fault.kind, FaultKind::never_written);
    EXPECT_EQ(result.fault.pc, heap);
    data.li(8, heap).li(9, 0xFFFFFFFF).op("sw", {9, 4, 8}).op("jr", {8}).nop();
    result = run_all_ways(data); // a NOP, then a word that is not an instruction
    EXPECT_EQ(result.fault.kind, FaultKind::illegal);
    EXPECT_EQ(result.fault.pc, heap + 4);
    EXPECT_EQ(result.fault.word, 0xFFFFFFFFu);
}

TEST(WrittenCode, AFaultShowsTheWordThatIsThereNow) {
    Code code;
    code.la(8, "word").li(9, word("break", {3})).op("sw", {9, 0, 8}).label("word").nop();
    const RunResult result = run_all_ways(code);
    EXPECT_EQ(result.fault.kind, FaultKind::breakpoint);
    EXPECT_EQ(result.fault.word, word("break", {3}));
}

TEST(WrittenCode, PastTheTextIsNoInstructionBeforeAndAfterAStore) {
    for (const bool store : {false, true}) {
        Code code;
        code.la(8, "here");
        if (store) code.op("sw", {0, 4, 8});
        code.label("here").nop().nop().nop();
        const std::uint32_t end = code.here();
        const RunResult result = run_all_ways(code);
        EXPECT_EQ(result.fault.kind, FaultKind::illegal) << store;
        EXPECT_EQ(result.fault.pc, end) << store;
        EXPECT_EQ(result.fault.value, 0xFFFFFFFFu) << store;
        EXPECT_EQ(result.fault.word, 0xFFFFFFFFu) << "as memory has it";
    }
}

TEST(WrittenCode, ZeroesOfASegmentInAPageOfTextStayZero) {
    Code code;
    code.li(8, Code::base + 0x100).op("lw", {9, 0, 8}).op("lw", {10, 16, 8}).nop();
    code.op("subu", {10, 9, 10}).exit(10);
    Image image = code.image();
    image.segments.insert(image.segments.begin(), {Code::base + 0x100, 16, false, true, {}});
    RunOptions options;
    options.nodes = 1;
    options.arguments = {"test"};
    const RunResult result = Machine(plain_machine(), image, options).run();
    EXPECT_EQ(result.outcome, Outcome::exited);
    EXPECT_EQ(result.status, 1u) << "0 - 0xFFFFFFFF";
}

TEST(WrittenCode, AConditionalStoreThatFailsWritesNothing) {
    Code code; // the heap was never written
    code.li(8, heap).op("addiu", {3, 0, 5}).op("sc", {3, 0, 8}).op("jr", {8}).nop();
    const RunResult result = run_all_ways(code);
    EXPECT_EQ(result.fault.kind, FaultKind::never_written);
    EXPECT_EQ(result.fault.pc, heap);

    Cpu cpu(code);
    cpu.state.r[8] = data_base;
    cpu.state.jump(Code::base + 8);
    EXPECT_EQ(cpu.step(2), engine::Stop::budget);
    EXPECT_EQ(cpu.state.r[3], 0u);
    EXPECT_FALSE(cpu.mem().written(data_base));
    EXPECT_FALSE(cpu.mem().touched(data_base));
}

/// A node with `code`, run to its end; returns the number of decodings.
std::uint64_t decoded_by(Code &code) {
    const Image image = code.image();
    SharedPages pages(1 << 20);
    pages.add(Code::base, image.segments[0].bytes, true);
    pages.fill_text(code.here(), Code::base + page_bytes, 0xFF);
    engine::CodeCache cache(
        instruction_set(), Code::base,
        {pages.data(Code::base >> page_bits), pages.data(Code::base >> page_bits) + page_bytes},
        {});
    net::Mesh mesh(plain_machine().part<MeshConfig>(), 1, 0);
    NodeContext context;
    context.code = &cache;
    context.pages = &pages;
    context.network = &mesh;
    NodeCore node(context, 0, std::make_unique<NoInterface>());
    node.start(Code::base, {"test"}, 1);
    node.run(10'000, 10'000);
    EXPECT_TRUE(node.exited());
    return cache.decoded();
}

TEST(WrittenCode, AStoreThatIsNotMadeForgetsNothing) {
    const auto stores = [](const char *instruction, int offset) {
        Code code; // into its own text, which has been decoded
        code.la(26, "handler").op("mtc0", {26, mips::vector_register}).la(8, "word");
        for (int i = 0; i < 20; ++i) code.op("addiu", {3, 0, 5}).op(instruction, {3, offset, 8});
        code.exit(0).label("word").nop().nop();
        code.label("handler").op("mfc0", {26, mips::epc_register}).nop().op("addiu", {26, 26, 4});
        code.op("jr", {26}).op("rfe");
        EXPECT_EQ(run_all_ways(code).outcome, Outcome::exited);
        return decoded_by(code);
    };
    EXPECT_EQ(stores("sc", 0), 1u) << "nothing is linked";
    EXPECT_EQ(stores("sw", 2), 1u) << "not aligned, which the handler skips";
    EXPECT_GT(stores("sw", 0), 1u);
}

/// A node's memory and code without a machine.
struct Writer {
    Writer(engine::CodeCache &cache, const SharedPages &pages) : memory(pages), map(cache) {}
    void store(std::uint32_t address, std::uint32_t value) {
        const bool watched = memory.watched(address);
        if (watched) memory.watch(address, false);
        to_guest(memory.write<std::uint32_t>(address), value);
        if (watched) map.changed(address);
    }
    Memory memory;
    engine::CodeMap map;
};

struct Caches : testing::Test {
    Caches()
        : pages(memory_bytes),
          cache(instruction_set(), Code::base, std::vector<std::uint8_t>(2 * page_bytes), {}) {
        pages.add(Code::base, std::vector<std::uint8_t>(2 * page_bytes), true);
    }
    SharedPages pages;
    engine::CodeCache cache;
};

TEST_F(Caches, NodesThatWriteTheSameShareIt) {
    Writer a(cache, pages), b(cache, pages), c(cache, pages);
    for (Writer *writer : {&a, &b, &c})
        for (std::uint32_t i = 0; i < 100; ++i)
            writer->store(data_base + 4 * i, i + (writer == &c && i == 99));
    for (Writer *writer : {&a, &b, &c})
        ASSERT_TRUE(writer->map.fetch(writer->memory, data_base + 8));
    EXPECT_EQ(&a.map.program(), &b.map.program());
    EXPECT_NE(&a.map.program(), &c.map.program());
    EXPECT_EQ(cache.decoded(), 3u) << "the text, and two pages";
    a.store(data_base, 77);
    b.store(data_base, 77);
    ASSERT_TRUE(a.map.fetch(a.memory, data_base));
    ASSERT_TRUE(b.map.fetch(b.memory, data_base));
    EXPECT_EQ(&a.map.program(), &b.map.program());
    EXPECT_EQ(a.map.program().at(data_base)->word, 77u);
    EXPECT_EQ(cache.decoded(), 4u);
}

TEST_F(Caches, TheTextIsSharedUntilItIsWritten) {
    Writer a(cache, pages), b(cache, pages);
    EXPECT_EQ(&a.map.program(), &b.map.program());
    a.store(Code::base + page_bytes, 5);
    EXPECT_FALSE(a.map.program().holds(Code::base + page_bytes));
    EXPECT_TRUE(a.map.program().holds(Code::base));
    EXPECT_TRUE(b.map.program().holds(Code::base + page_bytes));
    b.store(Code::base + page_bytes + 4, 6);
    EXPECT_EQ(&a.map.program(), &b.map.program()) << "the same page is left out";
    ASSERT_TRUE(b.map.fetch(b.memory, Code::base + page_bytes));
    EXPECT_EQ(b.map.program().at(Code::base + page_bytes + 4)->word, 6u);
    ASSERT_TRUE(b.map.fetch(b.memory, Code::base));
    EXPECT_EQ(&a.map.program(), &b.map.program());
}

TEST_F(Caches, ManyStoresAreDecodedOnce) {
    Writer a(cache, pages);
    for (std::uint32_t i = 0; i < 2 * page_bytes; i += 4) a.store(Code::base + i, i);
    const std::uint64_t before = cache.decoded();
    EXPECT_LE(before, 3u) << "the text, and without each page";
    ASSERT_TRUE(a.map.fetch(a.memory, Code::base));
    EXPECT_EQ(cache.decoded(), before + 1);
}

TEST_F(Caches, APageThatAlwaysChangesIsDecodedByTheWord) {
    Writer a(cache, pages);
    for (std::uint32_t i = 1; i <= 1000; ++i) {
        a.store(data_base + 4, i);
        ASSERT_TRUE(a.map.fetch(a.memory, data_base + 4));
        ASSERT_EQ(a.map.program().at(data_base + 4)->word, i);
    }
    EXPECT_LT(cache.decoded(), 50u);
}

TEST_F(Caches, SingleWordsAreNeverCompiled) {
    if (!engine::Compiled::built()) GTEST_SKIP() << "no compiler for this host";
    const std::vector<std::uint8_t> bytes(page_bytes);
    engine::CodeCache compiling(instruction_set(), Code::base, bytes, {}, CompileOptions{});
    const std::span page(bytes.data(), page_bytes);
    EXPECT_TRUE(compiling.without({})->compiled());
    EXPECT_TRUE(compiling.page(0x20, page.first<page_bytes>())->compiled());
    EXPECT_FALSE(compiling.instruction(data_base, page.first<4>())->compiled());
}

/// A program that begins with pieces.
struct InPieces {
    explicit InPieces(Code &code) : InPieces(instruction_set(), code.bytes()) {}
    /// `gaps`: numbers of pages without text.
    InPieces(std::shared_ptr<const engine::InstructionSet> set, std::vector<std::uint8_t> text,
             const std::vector<std::uint32_t> &gaps = {})
        : pages(memory_bytes) {
        text.resize((text.size() + page_bytes - 1) / page_bytes * page_bytes);
        for (std::uint32_t at = 0; at < text.size(); at += page_bytes) {
            const std::uint32_t page = (Code::base + at) >> page_bits;
            const auto *const first = text.data() + at;
            if (!std::ranges::binary_search(gaps, page))
                pages.add(Code::base + at, {first, first + page_bytes}, true);
        }
        cache.emplace(std::move(set), Code::base, std::move(text), gaps);
        cache->begin_with_pieces();
    }
    SharedPages pages;
    std::optional<engine::CodeCache> cache;
};

TEST(Pieces, ANodeHasThoseThatItReaches) {
    Code code;
    for (int i = 0; i < 2000; ++i) code.op("addiu", {3, 3, 1});
    InPieces in(code);
    Writer a(*in.cache, in.pages), b(*in.cache, in.pages);
    EXPECT_FALSE(a.map.program().holds(Code::base)) << "before the first fetch";
    const std::uint32_t far = Code::base + 4096;
    ASSERT_TRUE(a.map.fetch(a.memory, far));
    EXPECT_EQ(a.map.program().begin(), far);
    EXPECT_LT(a.map.program().end(), far + 1024);
    EXPECT_EQ(a.map.program().at(far)->word, in.cache->without({})->at(far)->word);
    ASSERT_TRUE(b.map.fetch(b.memory, far + 8));
    EXPECT_EQ(&a.map.program(), &b.map.program()) << "nodes share them";
    EXPECT_EQ(a.map.follow(far + 2048).begin(), far + 2048) << "a trial goes on in another one";
    EXPECT_FALSE(a.map.fetch(a.memory, data_base)) << "outside of the text there are none";
    b.store(far, 0);
    EXPECT_EQ(&b.map.program(), &b.map.loaded()) << "who writes into it has the whole";
    EXPECT_FALSE(b.map.program().holds(far));
    EXPECT_TRUE(b.map.program().holds(Code::base));
}

TEST(Pieces, ANodeThatStoresIntoItsProgramHasTheRestOfThem) {
    Code code;
    for (int i = 0; i < 2000; ++i) code.op("addiu", {3, 3, 1});
    InPieces in(code);
    Writer a(*in.cache, in.pages), b(*in.cache, in.pages);
    const std::uint32_t second = Code::base + page_bytes, before = second - 256;
    ASSERT_TRUE(b.map.fetch(b.memory, before));
    ASSERT_TRUE(b.map.program().holds(second)) << "it goes on in the next page";
    a.memory.watch(second, false);
    to_guest(a.memory.write<std::uint32_t>(second), 77u);
    a.map.stored(second);
    EXPECT_FALSE(a.map.program().holds(second));
    ASSERT_TRUE(a.map.fetch(a.memory, before));
    EXPECT_EQ(a.map.program().end(), second) << "not b's";
    EXPECT_FALSE(a.map.follow(second).holds(second));
    ASSERT_TRUE(a.map.fetch(a.memory, second));
    EXPECT_EQ(a.map.program().at(second)->word, 77u);
    EXPECT_EQ(in.cache->decoded(), 4u) << "nothing, two pieces and a page";
}

TEST(Pieces, ATrialGoesBackToWhereItBegan) {
    Code code;
    for (int i = 0; i < 2000; ++i) code.op("addiu", {3, 3, 1});
    InPieces in(code);
    const std::uint32_t far = Code::base + 4096;
    Writer a(*in.cache, in.pages);
    ASSERT_TRUE(a.map.fetch(a.memory, Code::base));
    const engine::Program *const first = &a.map.program();
    auto mark = a.map.mark();
    a.map.follow(far);
    ASSERT_NE(&a.map.program(), first);
    a.map.go_back(mark);
    EXPECT_EQ(&a.map.program(), first);
    a.map.loaded(); // as a state dump does
    EXPECT_TRUE(a.map.follow(far).holds(far)) << "in the whole";
    a.map.go_back(mark);
    EXPECT_EQ(&a.map.program(), first);
    EXPECT_TRUE(a.map.follow(far).holds(far)) << "from the piece again";
    a.map.go_back(mark);
    a.store(Code::base, 0);
    a.map.go_back(mark);
    EXPECT_FALSE(a.map.program().holds(Code::base)) << "a trial that has written code";
}

/// The same in a node, which is in no other piece after a trial than before.
TEST(Pieces, ATrialOfANodeLeavesItInItsPiece) {
    Code code;
    code.to("j", {}, "far").nop();
    for (int i = 0; i < 1000; ++i) code.nop();
    code.label("far").nop().exit(0);
    InPieces in(code);
    net::Mesh mesh(plain_machine().part<MeshConfig>(), 1, 0);
    NodeContext context;
    context.code = &*in.cache;
    context.pages = &in.pages;
    context.network = &mesh;
    Core core(context, 0, std::make_shared<NoInterface>());
    mips::reset(core.state());
    core.state().jump(Code::base);
    NodePort &node = core;
    ASSERT_TRUE(node.code().fetch(node.memory(), Code::base));
    const engine::Program *const first = &core.program();
    {
        const Trial trial(node, core.interface());
        for (int i = 0; i < 3; ++i) ASSERT_EQ(step(node), engine::Stop::budget);
        EXPECT_NE(&core.program(), first);
    }
    EXPECT_EQ(core.state().pc, Code::base);
    EXPECT_EQ(&core.program(), first);
}

TEST(Pieces, TheFirstIsFollowedAfterAStoreIntoTheFirstPage) {
    Code code;
    for (int i = 0; i < 2000; ++i) code.op("addiu", {3, 3, 1});
    InPieces in(code);
    Writer a(*in.cache, in.pages);
    const std::uint32_t second = Code::base + page_bytes;
    ASSERT_TRUE(a.map.fetch(a.memory, second));
    a.memory.watch(Code::base, false);
    to_guest(a.memory.write<std::uint32_t>(Code::base), 77u);
    a.map.stored(Code::base);
    EXPECT_TRUE(a.map.follow(second).holds(second));
}

TEST(Pieces, AreDroppedWhenTheWholeTakesTheirPlace) {
    Code code;
    for (int i = 0; i < 2000; ++i) code.op("addiu", {3, 3, 1});
    InPieces in(code);
    Writer a(*in.cache, in.pages), b(*in.cache, in.pages);
    std::vector<std::weak_ptr<const engine::Program>> pieces;
    for (const std::uint32_t at : {0, 2048, 4096}) {
        ASSERT_TRUE(a.map.fetch(a.memory, Code::base + at));
        pieces.push_back(a.map.mark().program);
    }
    ASSERT_TRUE(b.map.fetch(b.memory, Code::base));
    for (int i = 0; i < 10'000; ++i)
        ASSERT_TRUE(a.map.fetch(a.memory, Code::base + (i % 2) * 2048));
    EXPECT_TRUE(pieces[1].expired() && pieces[2].expired());
    ASSERT_FALSE(pieces[0].expired()) << "b is in it";
    EXPECT_TRUE(b.map.program().holds(Code::base));
    ASSERT_TRUE(b.map.fetch(b.memory, Code::base + 2048));
    EXPECT_EQ(&b.map.program(), &a.map.program());
    EXPECT_TRUE(pieces[0].expired());
}

TEST(Pieces, ManyChangesAreCheaperInTheWhole) {
    Code code;
    for (int i = 0; i < 2000; ++i) code.op("addiu", {3, 3, 1});
    InPieces in(code);
    Writer a(*in.cache, in.pages), b(*in.cache, in.pages);
    for (int i = 0; i < 10'000; ++i) // a loop over two pieces
        ASSERT_TRUE(a.map.fetch(a.memory, Code::base + (i % 2) * 2048));
    EXPECT_EQ(&a.map.program(), &a.map.loaded());
    ASSERT_TRUE(b.map.fetch(b.memory, Code::base));
    EXPECT_EQ(&b.map.program(), &a.map.program()) << "for all nodes";
    EXPECT_LE(in.cache->decoded(), 4u) << "nothing, two pieces and the whole";
}

/// Small loops that may be waits, one behind the other, of each processor.
struct SmallLoops {
    const char *name;
    std::shared_ptr<const engine::InstructionSet> (*set)();
    std::vector<std::uint8_t> (*text)();
    static constexpr std::uint32_t count = 40;
    /// Instructions of loop `n`, without its branch and slot.
    static std::uint32_t size(std::uint32_t n) { return 1 + n % 13; }
};

/// `fill` gives the words before the branch, `close` those of the branch that many bytes back.
std::vector<std::uint8_t> loops_of_words(std::uint32_t (*fill)(std::uint32_t),
                                         std::vector<std::uint32_t> (*close)(std::uint32_t)) {
    std::vector<std::uint8_t> text;
    const auto put = [&](std::uint32_t word) {
        text.resize(text.size() + 4);
        to_guest(&text[text.size() - 4], word);
    };
    for (std::uint32_t n = 0; n < SmallLoops::count; ++n) {
        for (std::uint32_t i = 0; i < SmallLoops::size(n); ++i) put(fill(i));
        for (const std::uint32_t word : close(4 * SmallLoops::size(n))) put(word);
    }
    return text;
}
std::vector<std::uint8_t> mips_loops() {
    return loops_of_words(
        [](std::uint32_t i) {
            return word("andi", {3, 4, i});
        },
        [](std::uint32_t back) {
            const std::uint32_t bne = word("bne", {3, 0, 0}) | ((0 - back - 4) >> 2 & 0xFFFF);
            return std::vector<std::uint32_t>{bne, word("andi", {5, 3, 2})};
        });
}
std::vector<std::uint8_t> sparc_loops() {
    return loops_of_words([](std::uint32_t i) { return 0x82086000 | i; }, // and %g1, i, %g1
                          [](std::uint32_t back) {
                              const std::uint32_t bne = 0x12800000 | ((0 - back) >> 2 & 0x3FFFFF);
                              return std::vector<std::uint32_t>{bne, 0x84086002}; // and %g1, 2, %g2
                          });
}
std::vector<std::uint8_t> ppc_loops() {
    return loops_of_words([](std::uint32_t i) { return 0x60830000 | i; }, // ori r3, r4, i
                          [](std::uint32_t back) {
                              return std::vector<std::uint32_t>{0x40820000 |
                                                                ((0 - back) & 0xFFFC)}; // bne
                          });
}
std::vector<std::uint8_t> x86_loops() {
    std::vector<std::uint8_t> text;
    const std::vector<std::uint8_t> of_lengths[] = {
        {0x8B, 0x03},                         // mov eax, [ebx]
        {0x81, 0xE2, 0x00, 0x0F, 0x00, 0x00}, // and edx, 0xf00
        {0x90},
        {0x8D, 0x4B, 0x08}}; // lea ecx, [ebx + 8]
    for (std::uint32_t n = 0; n < SmallLoops::count; ++n) {
        const std::size_t head = text.size();
        for (std::uint32_t i = 0; i < SmallLoops::size(n); ++i) {
            const auto &bytes = of_lengths[(n + i) % std::size(of_lengths)];
            text.insert(text.end(), bytes.begin(), bytes.end());
        }
        text.push_back(0x75); // jne
        text.push_back(static_cast<std::uint8_t>(head - text.size() - 1));
    }
    return text;
}
const SmallLoops small_loops[] = {
    {"mips", [] { return instruction_set(); }, mips_loops},
    {"sparc",
     []() -> std::shared_ptr<const engine::InstructionSet> {
         return std::make_shared<sparc::Set>(sparc::Timing{}, false);
     },
     sparc_loops},
    {"ppc",
     []() -> std::shared_ptr<const engine::InstructionSet> {
         return std::make_shared<ppc::Set>(ppc::Timing{});
     },
     ppc_loops},
    {"x86",
     []() -> std::shared_ptr<const engine::InstructionSet> {
         return std::make_shared<x86::Set>(x86::Timing{});
     },
     x86_loops},
};

class PiecesOf : public testing::TestWithParam<SmallLoops> {
  protected:
    /// A piece that begins anywhere has the instructions and the waits that the whole has there.
    /// Returns the number of waits seen.
    static std::uint32_t compare(const std::vector<std::uint8_t> &text,
                                 const std::vector<std::uint32_t> &gaps) {
        const auto set = GetParam().set();
        const std::shared_ptr<const engine::Program> whole =
            InPieces(set, text, gaps).cache->without({});
        const auto end = Code::base + static_cast<std::uint32_t>(text.size());
        std::uint32_t closed = 0;
        for (std::uint32_t pc = Code::base; pc < end; ++pc) {
            if (!whole->holds(pc) || pc & ((1u << set->shift()) - 1)) continue;
            InPieces fresh(set, text, gaps);
            Writer a(*fresh.cache, fresh.pages);
            EXPECT_TRUE(a.map.fetch(a.memory, pc));
            const engine::Program &piece = a.map.program();
            EXPECT_LE(piece.begin(), pc);
            EXPECT_LE(piece.end() - piece.begin(), 1024u);
            for (std::uint32_t at = piece.begin(); at < piece.end(); ++at) {
                if (!piece.holds(at)) continue;
                EXPECT_TRUE(whole->holds(at));
                const engine::Instruction &own = *piece.at(at & ~((1u << set->shift()) - 1)),
                                          &its = *whole->at(at & ~((1u << set->shift()) - 1));
                EXPECT_EQ(own.word, its.word);
                EXPECT_EQ(own.length, its.length);
                EXPECT_EQ(own.spin != 0, its.spin != 0) << std::hex << pc << ' ' << at;
                if (!own.spin || !its.spin) continue;
                ++closed;
                const engine::SpinLoop &one = piece.spin_loop(own.spin - 1u);
                const engine::SpinLoop &other = whole->spin_loop(its.spin - 1u);
                EXPECT_EQ(one.head_pc, other.head_pc);
                EXPECT_EQ(one.end_pc, other.end_pc);
                EXPECT_EQ(one.count, other.count);
            }
            if (HasFailure()) break;
        }
        return closed;
    }
};

/// Wherever a piece begins, small loops are in it as a whole: otherwise waits would be recognised
/// later than in the whole program.
TEST_P(PiecesOf, CutNoLoopThatMayBeAWait) { EXPECT_GT(compare(GetParam().text(), {}), 1000u); }

TEST_P(PiecesOf, EndAtAGapOfTheText) {
    const std::vector<std::uint8_t> loops = GetParam().text();
    // Up to the gap, and from behind it on; the gap has bytes, too, which are no instructions.
    std::vector<std::uint8_t> text(4 * page_bytes);
    ASSERT_LT(loops.size(), page_bytes);
    const std::size_t first = page_bytes - loops.size();
    std::ranges::copy(loops, text.begin() + static_cast<long>(first));
    if (first % 2) text[first - 1] = 0x90; // x86: what is before has two bytes each
    std::fill_n(text.begin() + page_bytes, 2 * page_bytes, std::uint8_t{0xFF});
    std::ranges::copy(loops, text.begin() + 3 * page_bytes);
    text.resize(3 * page_bytes + loops.size());
    const std::uint32_t gap = (Code::base >> page_bits) + 1;
    EXPECT_GT(compare(text, {gap, gap + 1}), 2000u);
    InPieces in(GetParam().set(), text, {gap, gap + 1});
    const auto whole = in.cache->without({});
    const std::uint32_t step = 1u << in.cache->set().shift();
    std::uint32_t last = (gap << page_bits) - step;
    while (!whole->holds(last)) last -= step;
    Writer a(*in.cache, in.pages);
    ASSERT_TRUE(a.map.fetch(a.memory, last));
    EXPECT_EQ(a.map.program().end(), gap << page_bits);
    EXPECT_FALSE(a.map.fetch(a.memory, gap << page_bits)) << "nothing is there";
    ASSERT_TRUE(a.map.fetch(a.memory, Code::base + 3 * page_bytes));
}

INSTANTIATE_TEST_SUITE_P(All, PiecesOf, testing::ValuesIn(small_loops),
                         [](const auto &loops) { return std::string(loops.param.name); });

/// A program of two segments, whose nodes wait in the second one.
TEST(Pieces, AProgramWithAGapIsTheSameInThem) {
    Code code;
    code.li(16, heap).to("j", {}, "far").op("addiu", {9, 0, 7});
    while (code.here() < Code::base + 3 * page_bytes) code.nop(); // the gap
    code.label("far").op("addiu", {9, 9, 3}).op("sw", {9, 0, 16});
    for (int i = 0; i < 300; ++i) code.nop();
    code.label("wait").op("lw", {2, 4, 16}).nop().to("beq", {2, 0}, "wait").nop().exit(9);
    Image image = code.image();
    const Segment all = image.segments.front();
    const auto part = [&](std::uint32_t from, std::uint32_t to) {
        Segment one = all;
        one.address = all.address + from;
        one.memory_size = to - from;
        one.bytes = {all.bytes.begin() + from, all.bytes.begin() + to};
        return one;
    };
    image.segments = {part(0, 16),
                      part(3 * page_bytes, static_cast<std::uint32_t>(all.bytes.size()))};
    EXPECT_EQ(run_all_ways(image, 2, nullptr, plain_machine()).outcome, Outcome::deadlock);
}

TEST_F(Caches, WhatNoNodeUsesIsDropped) {
    Writer a(cache, pages);
    for (std::uint32_t page = 0; page < 4; ++page)
        for (std::uint32_t i = 0; i < 10; ++i) {
            a.store(data_base + page * page_bytes, i);
            ASSERT_TRUE(a.map.fetch(a.memory, data_base + page * page_bytes));
        }
    EXPECT_LE(cache.kept(), 64u);
    std::vector<Writer> others;
    for (std::uint32_t n = 0; n < 200; ++n) {
        others.emplace_back(cache, pages);
        others.back().store(data_base, 1000 + n);
        ASSERT_TRUE(others.back().map.fetch(others.back().memory, data_base));
    }
    EXPECT_GE(cache.kept(), 200u) << "all in use";
    others.clear();
    for (std::uint32_t i = 0; i < 300; ++i) {
        Writer b(cache, pages);
        b.store(data_base, 5000 + i);
        ASSERT_TRUE(b.map.fetch(b.memory, data_base));
    }
    EXPECT_LT(cache.kept(), 300u);
}

} // namespace
} // namespace inlet::test
