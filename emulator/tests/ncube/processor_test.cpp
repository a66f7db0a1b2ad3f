// The processor of the nCUBE/2 and its assembler. Expected results come from the text of P1 4.8.2
// (docs/ncube2.md has the sources).
#include "../effort.h"
#include "cpu/engine/engine.h"
#include "cpu/ncube/instruction_set.h"
#include "cpu/ncube/registers.h"
#include "cpu/ncube/space.h"
#include "tools/ncube-as/assembler.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <random>
#include <utility>

namespace inlet::ncube {

namespace {

constexpr std::uint32_t C = psw::c, V = psw::v, Z = psw::z, N = psw::n;

/// The outcome of an instruction.
struct Done {
    unsigned vector = 0;       ///< number of the exception that it raised; 0: none
    std::uint32_t address = 0; ///< of an address error
    std::uint32_t cycles = 0, accesses = 0;
    engine::Stop stop = engine::Stop::budget;
};

/// A processor in kernel mode with 64 KiB, whose program starts at 0x1000; runs by the stepper or
/// by blocks.
class Processor {
  public:
    static constexpr std::uint32_t bytes = 0x10000, text = 0x1000, end = 0x2000;
    static constexpr Costs costs{2, 2, 33, 1, 14, 36};

    explicit Processor(const std::string &code = "", bool blocks = false)
        : blocks_(blocks), pages_(bytes, 0) {
        memory_ = std::make_unique<Memory>(pages_);
        set_.reset(core);
        state.pc = text;
        state.psw = psw::kernel;
        state.sp = {0x8000, 0x9000};
        if (!code.empty()) load(code);
    }
    void load(const std::string &code) {
        const Assembled all = assemble({{"t.s", ".kernel\n.org 0x1000\n_boot: " + code + "\n"}});
        const auto &bytes = all.pieces[0].bytes;
        memory_->copy_in(text, std::span(bytes).subspan(text));
        program_.reset();
    }
    Done step() {
        put_registers(state, core);
        if (!program_ || !program_->holds(state.pc)) {
            const std::uint32_t first = state.pc < bytes ? state.pc & ~0xFFFu : 0;
            std::vector<std::uint8_t> there(std::min(bytes - first, 0x1100u));
            memory_->copy_out(first, there);
            program_ = std::make_unique<engine::Program>(
                std::shared_ptr<const engine::InstructionSet>(&set_, [](const auto *) {}), first,
                there);
        }
        Done done;
        if (const engine::Instruction *in = program_->at(state.pc);
            in && in->kind != engine::Kind::illegal && in->kind != engine::Kind::absent)
            done.accesses = accesses(decoded(*in));
        engine::Stepped stepped;
        done.stop = blocks_ ? engine::run(core, *memory_, *program_, core.now + 1)
                            : engine::step(core, *memory_, *program_, stepped);
        if (done.stop == engine::Stop::network) { // there is none
            const engine::Instruction &in = *program_->at(state.pc);
            Space space(*memory_);
            const Step made = execute(state, space, nullptr, costs, decoded(in));
            if (made.outcome == Outcome::exception) core.fault = fault_of(made, core, in);
            if (made.outcome == Outcome::exception) done.stop = engine::Stop::fault;
        }
        if (done.stop == engine::Stop::fault) {
            done.vector = vector_of(core.fault);
            done.address = core.fault.value;
            set_.trap(core, *memory_, core.fault, [] {});
            core.r[cause_register] = 0;
        } else if (core.r[cause_register]) {
            done.vector = std::exchange(core.r[cause_register], 0);
        }
        done.cycles = static_cast<std::uint32_t>(core.now - state.now);
        state = registers_of(core);
        return done;
    }
    std::uint32_t word(std::uint32_t at) { return static_cast<std::uint32_t>(peek(at, 4)); }
    std::uint64_t peek(std::uint32_t at, unsigned count) { return Space(*memory_).peek(at, count); }
    void poke(std::uint32_t at, unsigned count, std::uint64_t value) {
        Space(*memory_).poke(at, count, value);
        program_.reset();
    }
    Memory &memory() { return *memory_; }

    State state;
    engine::State core;

  private:
    bool blocks_;
    SharedPages pages_;
    std::unique_ptr<Memory> memory_;
    Set set_{costs};
    std::unique_ptr<engine::Program> program_;
};

/// One instruction on r1 (source) and r2 (destination): the value of r2, and the flags.
struct Case {
    const char *name;
    std::uint32_t source, destination, flags; ///< before
    std::uint32_t result, after;
};

const Case cases[] = {
    // ADD: C carry, N sign of the exact sum, V overflow (P1 4.8.2 ADD; 4.8.1 on N).
    {"addw", 1, 2, 0, 3, 0},
    {"addw", 0xFFFFFFFF, 1, 0, 0, C | Z},
    {"addw", 0x7FFFFFFF, 1, 0, 0x80000000, V},
    {"addw", 0x80000000, 0x80000000, 0, 0, C | V | N | Z},
    {"addb", 0x7F, 1, 0, 0xFFFFFF80, V},
    {"addb", 0xFF, 1, 0, 0, C | Z},
    {"addh", 0x7FFF, 0x7FFF, 0, 0xFFFFFFFE, V},
    {"adcw", 1, 2, C, 4, 0},
    {"adcb", 0xFF, 0, C, 0, C | Z},
    // SUB: dsrc - src; C is the borrow.
    {"subw", 1, 3, 0, 2, 0},
    {"subw", 3, 1, 0, 0xFFFFFFFE, C | N},
    {"subw", 1, 0x80000000, 0, 0x7FFFFFFF, V | N},
    {"subw", 5, 5, C, 0, Z},
    {"sbbw", 1, 3, C, 1, 0},
    {"sbbb", 0, 0, C, 0xFFFFFFFF, C | N},
    {"sbrw", 5, 3, 0, 2, 0},
    {"sbrh", 3, 5, 0, 0xFFFFFFFE, C | N},
    // NEG of the source.
    {"negw", 5, 9, 0, 0xFFFFFFFB, C | N},
    {"negw", 0x80000000, 9, 0, 0x80000000, C | V},
    {"negb", 0, 9, C, 0, Z},
    // CMP: flags of src - dsrc; nothing is stored.
    {"cmpw", 1, 2, V, 2, C | N},
    {"cmpw", 2, 1, C, 1, 0},
    {"cmpw", 7, 7, 0, 7, Z},
    {"cmpw", 0x80000000, 1, 0, 1, N},
    {"cmpb", 0x80, 0x7F, 0, 0x7F, N},
    {"cmph", 0xFFFF, 0x10001, 0, 0x10001, N},
    // Logic: C stays, V = 0.
    {"andw", 0xF0, 0x3C, C | V, 0x30, C},
    {"andb", 0xFE, 0x01, 0, 0, Z},
    {"orb", 0x80, 1, 0, 0xFFFFFF81, N},
    {"xorw", 0xFFFFFFFF, 0x0F, 0, 0xFFFFFFF0, N},
    {"notw", 0, 1, C, 0xFFFFFFFF, C | N},
    {"bitw", 6, 1, C, 1, C | Z},
    {"bitw", 6, 2, V, 2, 0},
    // MUL, DIV (dsrc / src), DVR (src / dsrc), REM.
    {"mulw", 3, 0xFFFFFFFE, 0, 0xFFFFFFFA, C | N},
    {"mulw", 0x10000, 0x10000, 0, 0, V | Z},
    {"mulb", 0x40, 2, 0, 0xFFFFFF80, V},
    {"divw", 3, 0xFFFFFFF9, C, 0xFFFFFFFE, C | N},
    {"divw", 0xFFFFFFFF, 0x80000000, 0, 0x80000000, V},
    {"dvrw", 100, 7, 0, 14, 0},
    {"remw", 3, 0xFFFFFFF9, 0, 0xFFFFFFFF, N},
    {"remb", 5, 10, C, 0, C | Z},
    // Shifts: positive to the left; C the last bit out, of a count of 0 the lowest.
    {"sftw", 1, 0x80000001, 0, 2, C},
    {"sftw", 0xFF, 3, 0, 1, C},
    {"sftw", 0, 3, 0, 3, C},
    {"sftb", 9, 0xFF, C, 0, Z},
    {"sfth", 0xF0, 0x8000, 0, 0, C | Z},
    {"sfaw", 0xFF, 0x80000000, 0, 0xC0000000, N},
    {"sfab", 1, 0x40, 0, 0xFFFFFF80, V},
    {"sfab", 0xF8, 0x80, 0, 0xFFFFFFFF, C | N},
    // ROT: positive to the left (000 Figure 4-9).
    {"rotw", 2, 0xC0000001, 0, 7, C},
    {"rotw", 0xFF, 1, 0, 0x80000000, C | N},
    {"rotb", 4, 0x12, 0, 0x21, C},
    {"roth", 0, 2, C, 2, 0},
    // FFO: the lowest bit that is set, or the width.
    {"ffow", 0x50, 9, C, 4, C},
    {"ffob", 0, 9, 0, 8, Z},
    {"ffoh", 0x8000, 9, 0, 15, 0},
    // Moves and conversions.
    {"movb", 0x180, 0, C | Z, 0xFFFFFF80, C | Z},
    {"movh", 0x18000, 0, N, 0xFFFF8000, N},
    {"mvub", 0x180, 0, N, 0x80, N},
    {"mvuh", 0x18000, 0, 0, 0x8000, 0},
    {"cvbw", 0x80, 0, C, 0xFFFFFF80, C | N},
    {"cvwb", 0x80, 0, 0, 0xFFFFFF80, V},
    {"cvwh", 0, 1, V, 0, Z},
    // Decimal digits.
    {"adcd", 0x19, 0x82, 0, 1, C},
    {"adcd", 0x09, 0x01, C, 0x11, 0},
    {"sbbd", 0x01, 0x00, 0, 0xFFFFFF99, C},
};

TEST(NcubeProcessor, OperationsByHand) {
    for (const Case &row : cases)
        for (const bool blocks : {false, true}) {
            Processor p(std::string(row.name) + " r1, r2", blocks);
            p.state.r[1] = row.source;
            p.state.r[2] = row.destination;
            p.state.psw |= row.flags;
            const Done step = p.step();
            ASSERT_EQ(step.vector, 0u) << row.name;
            EXPECT_EQ(p.state.r[2], row.result) << row.name << " " << row.source;
            EXPECT_EQ(p.state.psw & psw::flags, row.after) << row.name << " " << row.source;
            EXPECT_EQ(p.state.r[1], row.source);
            const Op op = find(row.name)->op;
            EXPECT_EQ(step.cycles, 2u + (op == Op::mul                                     ? 14u
                                         : op == Op::div || op == Op::dvr || op == Op::rem ? 36u
                                                                                           : 0u));
        }
}

/// The same in memory: a byte or halfword beside the destination does not change.
TEST(NcubeProcessor, OperationsInMemory) {
    for (const Case &row : cases)
        for (const bool blocks : {false, true}) {
            const ncube::Row *found = find(row.name);
            const Slot &to = found->slots[1];
            Processor p(std::string(row.name) + " 0x2000, 0x3000", blocks);
            p.poke(0x2000, 4, row.source);
            p.poke(0x3000, 4, row.destination);
            p.state.psw |= row.flags;
            ASSERT_EQ(p.step().vector, 0u) << row.name;
            const std::uint32_t mask = to.bytes == 4 ? ~0u : (1u << 8 * to.bytes) - 1;
            EXPECT_EQ(p.word(0x3000) & mask, row.result & mask) << row.name;
            EXPECT_EQ(p.word(0x3000) & ~mask, row.destination & ~mask) << row.name;
            EXPECT_EQ(p.state.psw & psw::flags, row.after) << row.name;
        }
}

/// Three operands: the second is the one that the two-operand form changes, and it is preserved.
TEST(NcubeProcessor, ThreeOperands) {
    for (const Case &row : cases) {
        if (!find(std::string(row.name) + "3")) continue;
        for (const bool blocks : {false, true}) {
            Processor p(std::string(row.name) + "3 r1, r2, r3", blocks);
            p.state.r[1] = row.source;
            p.state.r[2] = row.destination;
            p.state.psw |= row.flags;
            ASSERT_EQ(p.step().vector, 0u) << row.name;
            EXPECT_EQ(p.state.r[3], row.result) << row.name;
            EXPECT_EQ(p.state.r[2], row.destination) << row.name;
            EXPECT_EQ(p.state.psw & psw::flags, row.after) << row.name;
        }
    }
}

/// Conditions of all branches, for all flags (P1 4.8.2 B).
TEST(NcubeProcessor, Branches) {
    for (std::uint32_t flags = 0; flags < 32; ++flags) {
        const bool c = flags & 1, v = flags & 2, z = flags & 4, n = flags & 8, u = flags & 16;
        const std::pair<const char *, bool> expected[] = {
            {"jmp", true},        {"bv", v},
            {"bnv", !v},          {"be", z},
            {"bne", !z},          {"bg", !(n || z)},
            {"bge", !n},          {"bl", n},
            {"ble", n || z},      {"bgu", !(c || z) || u},
            {"bgeu", !c || u},    {"blu", c || u},
            {"bleu", c || z || u}};
        for (const auto &[name, taken] : expected)
            for (const bool blocks : {false, true}) {
                Processor p(std::string(name) + " =0x4000", blocks);
                p.state.psw |= flags;
                p.step();
                EXPECT_EQ(p.state.pc == 0x4000, taken) << name << " " << flags;
            }
    }
}

TEST(NcubeProcessor, AddressingModes) {
    struct Case {
        const char *operand;
        std::uint32_t address; ///< that is read
        std::uint32_t r4;      ///< afterwards
        unsigned accesses;
    };
    // r4 = 0x2000, r5 = 0x10, sp = 0x2100; the words at 0x2000, 0x2010, 0x2110 and 0x1020 are
    // addresses.
    const Case cases[] = {
        {"(r4)", 0x2000, 0x2000, 1},         {"(r4)+", 0x2000, 0x2004, 1},
        {"(r4)++", 0x2000, 0x2010, 1},       {"-(r4)", 0x1FFC, 0x1FFC, 1},
        {"@(r4)+", 0x3000, 0x2004, 2},       {"8(r4)", 0x2008, 0x2000, 1},
        {"-4(r4)", 0x1FFC, 0x2000, 1},       {"0x1000(r4)", 0x3000, 0x2000, 1},
        {"0x1000.w(r4)", 0x3000, 0x2000, 1}, {"@0x10(r4)", 0x3010, 0x2000, 2},
        {"0x100(pc)", 0x1100, 0x2000, 1},    {"@0x20(pc)", 0x3020, 0x2000, 2},
        {"8(sp)", 0x2108, 0x2000, 1},        {"@0x10(sp)", 0x3030, 0x2000, 2},
        {"0x2040", 0x2040, 0x2000, 1},       {"@0x2010", 0x3010, 0x2000, 2},
    };
    for (const Case &each : cases)
        for (const bool blocks : {false, true}) {
            Processor p(std::string("movw ") + each.operand + ", r1", blocks);
            p.state.r[4] = 0x2000;
            p.state.r[5] = 0x10;
            p.state.sp[1] = 0x2100;
            p.poke(0x2000, 4, 0x3000);
            p.poke(0x2010, 4, 0x3010);
            p.poke(0x2110, 4, 0x3030);
            p.poke(0x1020, 4, 0x3020);
            const std::uint32_t value = each.address == 0x2000 || each.address == 0x2010
                                            ? p.word(each.address)
                                            : 0x12345678;
            p.poke(each.address, 4, value);
            const Done step = p.step();
            ASSERT_EQ(step.vector, 0u) << each.operand;
            EXPECT_EQ(p.state.r[1], value) << each.operand;
            EXPECT_EQ(p.state.r[4], each.r4) << each.operand;
            EXPECT_EQ(step.cycles, 2 + 2 * each.accesses) << each.operand;
        }
}

TEST(NcubeProcessor, Stack) {
    Processor p("movw #5, stk\n movw #3, stk\n subw stk, stk\n movd r2, stk\n movd stk, r15\n");
    p.state.r[2] = 0x11;
    p.state.r[3] = 0x22;
    p.step();
    p.step();
    EXPECT_EQ(p.state.sp[1], 0x8FF8u);
    p.step(); // 5 - 3
    EXPECT_EQ(p.state.sp[1], 0x8FFCu);
    EXPECT_EQ(p.word(0x8FFC), 2u);
    p.step();
    p.step(); // a pair: after R15 comes R0 (P1 4.4.1)
    EXPECT_EQ(p.state.r[15], 0x11u);
    EXPECT_EQ(p.state.r[0], 0x22u);
    EXPECT_EQ(p.state.sp[1], 0x8FFCu);
}

TEST(NcubeProcessor, CallsAndRepeats) {
    Processor p("movw #3, r7\n movw #0x2000, r1\n rep r7\n movw r7, (r1)+\n repz r8\n nop\n");
    p.state.r[8] = 0;
    for (int i = 0; i < 3 + 3; ++i) p.step();
    EXPECT_EQ(p.word(0x2000), 2u); // decremented before it is executed
    EXPECT_EQ(p.word(0x2008), 0u);
    EXPECT_EQ(p.state.r[1], 0x200Cu);
    EXPECT_EQ(p.state.psw & psw::repeat_mask, 0u);
    p.step();
    const Done skipped = p.step(); // a count of 0: not executed
    EXPECT_EQ(skipped.cycles, 2u);
    EXPECT_EQ(p.state.psw & psw::repeat_mask, 0u);

    Processor loop("l: addw #1, r2\n rep r3\n jmp l\n nop\n");
    loop.state.r[3] = 4;
    for (int i = 0; i < 15; ++i) loop.step();
    EXPECT_EQ(loop.state.r[2], 5u);
    EXPECT_EQ(loop.state.r[3], 0u);

    Processor call("rep r3\n call f\n nop\n f: addw #1, r2\n ret\n");
    call.state.r[3] = 2; // it returns to the REP
    for (int i = 0; i < 2 + 2 + 2 + 2 + 2; ++i) call.step();
    EXPECT_EQ(call.state.r[2], 2u);
    EXPECT_EQ(call.state.sp[1], 0x9000u);
}

/// PSW and PC go to the kernel's stack and come back, for all flags; Figure 4-9's method of
/// restoring them gives the same.
TEST(NcubeProcessor, TrapsKeepThePsw) {
    for (std::uint32_t flags = 0; flags < 32; ++flags) {
        Processor p("trap #20\n nop\n");
        p.load("trap #20\n nop\n handler: reti\n");
        p.poke(8 * 20, 4, 0x1003);
        p.poke(8 * 20 + 4, 4, psw::kernel);
        p.state.segment[0] = {0, Processor::bytes, 0};
        const std::uint32_t user = flags | psw::interrupt_enable;
        p.state.psw = user;
        const Done trap = p.step();
        EXPECT_EQ(trap.accesses, 4u);
        EXPECT_EQ(trap.cycles, 2u + 8 + 33);
        EXPECT_EQ(p.word(0x9000 - 8), 0x1002u);
        EXPECT_EQ(p.word(0x9000 - 4), user);
        EXPECT_TRUE(p.state.in_kernel());
        const Done back = p.step();
        EXPECT_EQ(back.accesses, 2u);
        EXPECT_EQ(p.state.psw, user);
        EXPECT_EQ(p.state.pc, 0x1002u);
        EXPECT_EQ(p.state.sp[1], 0x9000u);

        Processor stub("rotw3 #2, 0x2000, stk\n movw stk, r0\n ldflg r0\n");
        stub.poke(0x2000, 4, user);
        stub.state.psw |= ~flags & psw::flags;
        for (int i = 0; i < 3; ++i) stub.step();
        EXPECT_EQ(stub.state.psw & psw::flags, flags);
    }
}

TEST(NcubeProcessor, Exceptions) {
    struct Case {
        const char *code;
        unsigned vector;
    };
    for (const Case &each :
         {Case{"divw #0, r1", 4}, Case{"remb r1, r2", 4}, Case{".byte 0x08", 10},
          Case{".byte 0xff, 0", 10}, Case{".byte 0x04, 0xe0, 0xc0", 16},
          Case{".byte 0x04, 0xc0, 0x01", 16}, Case{".byte 0xdf, 0xfd, 0, 0, 0, 0", 16},
          Case{".byte 0x1e, 0x40", 16}, Case{"movw 0x20000, r1", 11}, Case{"movw r1, (r3)", 11},
          Case{".byte 0xc5", 10}}) {
        Processor p(each.code);
        p.state.r[3] = 0xFFFFFFFE;
        p.poke(8 * each.vector, 4, 0x5000);
        p.poke(8 * each.vector + 4, 4, psw::kernel);
        const Done step = p.step();
        EXPECT_EQ(step.vector, each.vector) << each.code;
        EXPECT_EQ(p.state.pc, 0x5000u);
        EXPECT_EQ(p.word(0x9000 - 8), 0x1000u) << "the address of the instruction itself";
    }
    // Overflow, where it is enabled: the result is stored nevertheless.
    Processor p("addw #1, r1");
    p.state.r[1] = 0x7FFFFFFF;
    p.state.psw |= psw::overflow_enable;
    p.poke(8 * 3, 4, 0x5000);
    p.poke(8 * 3 + 4, 4, psw::kernel);
    EXPECT_EQ(p.step().vector, 3u);
    EXPECT_EQ(p.state.r[1], 0x80000000u);
    EXPECT_EQ(p.word(0x9000 - 8), 0x1000u);
}

TEST(NcubeProcessor, UserModeIsProtected) {
    for (const char *code : {"lptr r1, #0", "lcnt r1, #0", "ldpr r1, #1", "stpr #1, r1", "reti",
                             "ei", "di", "wait", "rset", "eron", "erof"}) {
        Processor p(code);
        p.poke(8 * 17, 4, 0x5000);
        p.poke(8 * 17 + 4, 4, psw::kernel);
        p.state.psw = 0;
        p.state.segment[0] = {0x1000, 0x100, 0x1000};
        EXPECT_EQ(p.step().vector, vector::privileged) << code;
    }
    Processor p("movw 0x80000004, r1\n movw r1, 0x2000\n");
    p.poke(8 * 11, 4, 0x5000);
    p.poke(8 * 11 + 4, 4, psw::kernel);
    p.poke(0x4004, 4, 77);
    p.state.psw = 0;
    p.state.segment[0] = {0x1000, 0x100, 0x1000};
    p.state.segment[1] = {0x80000000, 0x100, 0x4000};
    p.step();
    EXPECT_EQ(p.state.r[1], 77u);
    const Done bad = p.step();
    EXPECT_EQ(bad.vector, vector::address);
    EXPECT_EQ(bad.address, 0x2000u);
}

/// All operations x modes x sizes of offsets, through decoder, text and assembler.
TEST(NcubeAssembler, RoundTrip) {
    std::vector<Operand> operands;
    for (unsigned mode = 0; mode <= static_cast<unsigned>(Mode::immediate); ++mode)
        for (const unsigned extra : {0u, 1u, 2u, 4u}) {
            Operand operand;
            operand.mode = static_cast<Mode>(mode);
            operand.extra = static_cast<std::uint8_t>(extra);
            switch (operand.mode) {
            case Mode::literal:
                if (extra) continue;
                operand.value = 0xFFFFFFE9;
                break;
            case Mode::offset:
            case Mode::pc_offset:
            case Mode::sp_offset:
            case Mode::direct:
                if (!extra) continue;
                operand.value = extra == 1 ? 0x25u : extra == 2 ? 0x1234u : 0x12345678u;
                break;
            case Mode::offset_at:
            case Mode::pc_offset_at:
            case Mode::sp_offset_at:
            case Mode::direct_at:
                if (extra != 4) continue;
                operand.value = 0x20;
                break;
            case Mode::immediate:
                if (extra) continue;
                break;
            default:
                if (extra) continue;
                break;
            }
            const bool has_register =
                operand.mode == Mode::indirect || operand.mode == Mode::skip ||
                operand.mode == Mode::increment || operand.mode == Mode::increment_at ||
                operand.mode == Mode::offset || operand.mode == Mode::offset_at ||
                operand.mode == Mode::reg || operand.mode == Mode::decrement;
            if (has_register) operand.reg = 13;
            operands.push_back(operand);
        }
    // Offsets longer than they need to be, too.
    Operand wide;
    wide.mode = Mode::offset;
    wide.reg = 3;
    wide.extra = 4;
    wide.value = 4;
    operands.push_back(wide);

    std::size_t tried = 0;
    std::string source;
    std::vector<std::uint8_t> expected;
    for (const ncube::Row &row : ncube::rows()) {
        const unsigned count = row.operands();
        for (std::size_t n = 0; n < (count ? operands.size() : 1); ++n)
            for (unsigned place = 0; place < std::max(count, 1u); ++place) {
                Instruction in;
                in.row = &row;
                in.count = static_cast<std::uint8_t>(count);
                for (unsigned k = 0; k < count; ++k) {
                    in.operands[k].mode = Mode::reg;
                    in.operands[k].reg = static_cast<std::uint8_t>(k + 1);
                    if (k == place) in.operands[k] = operands[n];
                    if (in.operands[k].mode == Mode::immediate) {
                        in.operands[k].extra = row.slots[k].bytes;
                        in.operands[k].value = row.slots[k].bytes == 1 ? 0x11u : 0x1122u;
                    }
                }
                const std::vector<std::uint8_t> bytes = encode(in);
                const Instruction back = decode(bytes);
                EXPECT_EQ(back.length, bytes.size());
                EXPECT_EQ(back.row, &row);
                if (back.bad == Bad::operand) continue; // the assembler refuses it
                ASSERT_EQ(back.bad, Bad::none) << row.name;
                EXPECT_EQ(encode(back), bytes);
                const std::uint32_t at = 0x1000 + static_cast<std::uint32_t>(expected.size());
                source += text(back, at) + "\n";
                expected.insert(expected.end(), bytes.begin(), bytes.end());
                ++tried;
            }
    }
    EXPECT_GT(tried, 3000u);
    const Assembled all = assemble({{"t.s", ".kernel\n.org 0x1000\n_boot:\n" + source}});
    const auto &bytes = all.pieces[0].bytes;
    const std::vector<std::uint8_t> made(bytes.begin() + 0x1000, bytes.end());
    ASSERT_EQ(made.size(), expected.size());
    for (std::size_t at = 0; at < made.size(); ++at)
        ASSERT_EQ(made[at], expected[at])
            << at << " " << text(decode(std::span(expected).subspan(at > 4 ? at - 4 : 0)), 0x1000);
}

TEST(NcubeDecoder, RandomBytes) {
    std::mt19937 random(7);
    for (std::uint32_t i = 0; i < test::tries(300000); ++i) {
        std::array<std::uint8_t, longest_instruction> bytes{};
        for (std::uint8_t &byte : bytes) byte = static_cast<std::uint8_t>(random());
        const std::size_t there = random() % (bytes.size() + 1);
        const Instruction in = decode(std::span(bytes).first(there));
        ASSERT_LE(in.length, there);
        static_cast<void>(text(in, random()));
        if (in.bad != Bad::none && in.bad != Bad::operand) continue;
        // Length and bytes agree with those of the encoder.
        const std::vector<std::uint8_t> again = encode(in);
        ASSERT_EQ(again.size(), in.length);
        ASSERT_EQ(decode(again).length, in.length);
    }
    // Whatever the bytes are, the processor continues or stops in a defined way.
    for (int i = 0; i < 2000; ++i) {
        Processor p;
        for (std::uint32_t at = 0; at < 0x2000; at += 4) p.poke(at, 4, random());
        for (std::uint32_t &reg : p.state.r) reg = random() & 0xFFFF;
        for (int n = 0; n < 50; ++n)
            if (const Done done = p.step(); done.stop != engine::Stop::budget) break;
    }
}

/// Errors of a source, each in one message with its place.
TEST(NcubeAssembler, BadSources) {
    const std::pair<const char *, const char *> cases[] = {
        {"movx r1, r2", "t.s:2: unknown instruction 'movx'"},
        {"movw r1, #5", "t.s:2: '#5': a constant cannot be a destination"},
        {"addw3 #1, r1, ##5", "t.s:2: '##5': a constant cannot be a destination"},
        {"jmp #4",
         "t.s:2: '#4': a constant is not an address; write the label without #, or =address"},
        {"rep (r1)", "t.s:2: '(r1)': REP counts in a register"},
        {"movw r1", "t.s:2: movw has 2 operands, not 1"},
        {"a: nop\na: nop", "t.s:3: symbol 'a' is defined twice; the first time in line 2"},
        {".org 0x100\n.org 0x10",
         "t.s:3: .org goes backwards: from 0x100 to 0x10 (a program with a "
         "kernel of its own needs --no-kernel)"},
        {"movw r1, nowhere", "t.s:2: symbol 'nowhere' is not defined"},
        {"addb #300, r1", "t.s:2: the value 300 does not fit into a byte"},
        {".equ a, b\n.equ b, a\n.word a", "t.s:3: symbol 'a' depends on itself"},
        {"movw r1, (r2", "t.s:2: '(r2' is not an expression"},
        {".fnord", "t.s:2: unknown directive .fnord"},
        {".globl here", "t.s:2: .globl here: this file does not define it"},
        {".repeat p, 0, 3\nnop", "t.s:2: .repeat without .endrepeat"},
    };
    for (const auto &[code, message] : cases) {
        try {
            assemble({{"t.s", std::string(".kernel\n") + code + "\n"}});
            ADD_FAILURE() << code;
        } catch (const AssemblyError &error) {
            EXPECT_STREQ(error.what(), message);
        }
    }
}

} // namespace

} // namespace inlet::ncube
