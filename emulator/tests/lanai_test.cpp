// Lanai alone: operations with values worked out by hand, the rules of groups, and random programs
// in the stepper, in blocks and compiled against a model that shares nothing with it.
#include "cpu/engine/engine.h"
#include "cpu/lanai/instruction_set.h"
#include "lanai_model.h"
#include "memory/memory.h"

#include <array>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <initializer_list>
#include <memory>
#include <random>
#include <vector>

namespace inlet {

namespace {

using engine::State;
using engine::Stop;

constexpr std::uint32_t code = 0x10000, data = 0x20000, data_bytes = 0x1000;
constexpr std::uint32_t end_word = 0xD0000000; // no instruction
constexpr std::uint32_t nop = 1;

enum : unsigned { ADD, ADDC, SUB, SUBB, AND, OR, XOR, SHIFT };

std::uint32_t ri(unsigned op, unsigned d, unsigned s, std::uint32_t imm, bool high = false,
                 bool flags = false) {
    return op << 28 | d << 23 | s << 18 | unsigned{flags} << 17 | unsigned{high} << 16 |
           (imm & 0xFFFF);
}
std::uint32_t rr(unsigned op, unsigned d, unsigned s, unsigned t, unsigned dddi = 0,
                 bool flags = false, unsigned jjjjj = 0) {
    return 0xC0000000u | d << 23 | s << 18 | unsigned{flags} << 17 | (dddi & 1) << 16 | t << 11 |
           op << 8 | jjjjj << 3 | dddi >> 1;
}
/// `pq`: 0 at rs, 1 at rs which then moves, 2 at rs + imm, 3 at rs + imm to which rs moves.
std::uint32_t rm(bool store, unsigned d, unsigned s, std::uint32_t imm, unsigned pq = 2) {
    return 0x80000000u | unsigned{store} << 28 | d << 23 | s << 18 | pq << 16 | (imm & 0xFFFF);
}
std::uint32_t rrm(bool store, unsigned d, unsigned s, unsigned t, unsigned yle, unsigned pq = 2,
                  unsigned op = ADD) {
    return 0xA0000000u | unsigned{store} << 28 | d << 23 | s << 18 | pq << 16 | t << 11 | op << 8 |
           yle;
}
std::uint32_t spls(bool store, bool byte, bool zero, unsigned d, unsigned s, std::uint32_t imm,
                   unsigned pq = 2) {
    return 0xF0000000u | d << 23 | s << 18 | 6u << 15 | unsigned{byte} << 14 |
           unsigned{store} << 13 | unsigned{zero} << 12 | pq << 10 | (imm & 0x3FF);
}
std::uint32_t branch(unsigned dddi, std::uint32_t target) {
    return 0xE0000000u | (dddi >> 1) << 25 | target | (dddi & 1);
}
std::uint32_t relative(unsigned dddi, unsigned s, std::uint32_t distance) {
    return 0xE1000002u | (dddi >> 1) << 25 | s << 18 | (distance & 0xFFFC) | (dddi & 1);
}
std::uint32_t scc(unsigned dddi, unsigned s) {
    return 0xE0000002u | (dddi >> 1) << 25 | s << 18 | (dddi & 1);
}

enum class Tier { steps, blocks, compiled };

class Core {
  public:
    Core(const std::vector<std::uint32_t> &words, Tier tier, const lanai::Timing &timing = {})
        : tier_(tier), set_(std::make_shared<lanai::Set>(timing)), pages_(1u << 18) {
        std::vector<std::uint8_t> bytes(4 * words.size());
        for (std::size_t i = 0; i < words.size(); ++i) to_guest(&bytes[4 * i], words[i]);
        pages_.add(code, bytes, true);
        pages_.add(data, std::vector<std::uint8_t>(data_bytes), false);
        memory = std::make_unique<Memory>(pages_);
        program_ = std::make_unique<engine::Program>(set_, code, bytes);
        if (tier == Tier::compiled) program_->use_compiled({.threshold = 0, .shortest = 0});
        set_->reset(state);
        state.jump(code);
    }

    Stop run(std::uint64_t until = 1u << 20) {
        Stop stop = Stop::budget;
        while ((stop == Stop::budget || stop == Stop::spin) && state.now < until) {
            engine::Stepped stepped;
            stop = tier_ == Tier::steps ? engine::step(state, *memory, *program_, stepped)
                                        : engine::run(state, *memory, *program_, until);
        }
        return stop;
    }

    std::uint32_t reg(unsigned number) const { return set_->read_register(state, number); }
    std::uint32_t word(std::uint32_t at) const {
        return from_guest<std::uint32_t>(memory->read<std::uint32_t>(at));
    }
    void store(std::uint32_t at, std::uint32_t value) {
        to_guest(memory->write<std::uint32_t>(at), value);
    }
    const lanai::Set &set() const { return *set_; }
    const engine::Program &program() const { return *program_; }

    State state{};
    std::unique_ptr<Memory> memory;

  private:
    Tier tier_;
    std::shared_ptr<const lanai::Set> set_;
    SharedPages pages_;
    std::unique_ptr<engine::Program> program_;
};

constexpr Tier every_tier[] = {Tier::steps, Tier::blocks, Tier::compiled};
constexpr unsigned sr = 32; // number of the flags: Z, N, C, V from bit 0 on

/// Runs a program and compares registers.
void expect(std::vector<std::uint32_t> words,
            std::initializer_list<std::pair<unsigned, std::uint32_t>> registers) {
    words.push_back(end_word);
    for (const Tier tier : every_tier) {
        Core core(words, tier);
        ASSERT_EQ(core.run(), Stop::fault);
        EXPECT_EQ(core.state.fault.kind, FaultKind::illegal);
        EXPECT_EQ(core.state.fault.value, end_word);
        for (const auto &[number, value] : registers)
            EXPECT_EQ(core.reg(number), value) << "register " << number;
    }
}

TEST(Lanai, Constants) {
    expect({ri(ADD, 3, 0, 0x1234), ri(ADD, 6, 0, 0x8000), ri(ADD, 7, 0, 0xABCD, true),
            ri(AND, 9, 1, 0x1234), ri(AND, 12, 1, 0x1234, true),
            0xF0000000u | 13 << 23 | 2u << 16 | 31u << 18 | 5},
           {{3, 0x1234},
            {6, 0x8000},
            {7, 0xABCD0000},
            {9, 0xFFFF1234},
            {12, 0x1234FFFF},
            {13, 0x1F0005}});
}

TEST(Lanai, FixedRegisters) {
    expect({ri(ADD, 0, 0, 7), ri(ADD, 1, 0, 7), rr(ADD, 3, 0, 1), ri(ADD, 6, 2, 0)},
           {{0, 0}, {1, ~0u}, {3, ~0u}, {6, code + 12}});
}

TEST(Lanai, CarryIsSetWhereNothingIsBorrowed) {
    // Z, N, C, V.
    expect({ri(ADD, 3, 0, 5), ri(SUB, 0, 3, 5, false, true)}, {{sr, 0b0101}});
    expect({ri(ADD, 3, 0, 5), ri(SUB, 0, 3, 6, false, true)}, {{sr, 0b0010}});
    expect({ri(ADD, 3, 1, 0), ri(ADD, 3, 3, 1, false, true)}, {{3, 0}, {sr, 0b0101}});
    expect({ri(ADD, 3, 0, 0x8000, true), ri(SUB, 3, 3, 1, false, true)},
           {{3, 0x7FFFFFFF}, {sr, 0b1100}});
    // 2^32 - 1 of 64 bits and 1: addc takes the carry of add, subb that of sub.
    expect({ri(ADD, 3, 1, 0), ri(ADD, 3, 3, 1, false, true), ri(ADDC, 6, 0, 10), ri(ADD, 7, 0, 0),
            ri(SUB, 7, 7, 1, false, true), ri(SUBB, 9, 0, 0)},
           {{6, 11}, {9, ~0u}});
    // Logic with a constant clears C, with a register it does not.
    expect({ri(SUB, 0, 0, 0, false, true), rr(AND, 3, 1, 1, 0, true)}, {{sr, 0b0110}});
    expect({ri(SUB, 0, 0, 0, false, true), ri(OR, 3, 0, 1, false, true)}, {{sr, 0}});
}

TEST(Lanai, Shifts) {
    const auto minus = [](unsigned n) { return 0x10000 - n; };
    expect({ri(ADD, 3, 0, 0x8001, true), ri(SHIFT, 6, 3, 4), ri(SHIFT, 7, 3, minus(4)),
            ri(SHIFT, 9, 3, minus(4), true), ri(SHIFT, 12, 3, 32),
            ri(SHIFT, 13, 3, minus(32), true)},
           {{6, 0x00100000}, {7, 0x08001000}, {9, 0xF8001000}, {12, 0}, {13, ~0u}});
    expect({ri(ADD, 3, 0, 0x8001, true), ri(ADD, 20, 0, 1), rr(SHIFT, 6, 3, 20, 0, true, 0x10)},
           {{6, 0x00020000}, {sr, 0b0100}});
    expect({ri(ADD, 3, 0, 0x8001, true), ri(SUB, 20, 0, 1), rr(SHIFT, 6, 3, 20, 0, false, 0x18)},
           {{6, 0xC0008000}});
}

TEST(Lanai, ConditionsSelectAndCount) {
    // 3 - 5: unsigned and signed less.
    const std::vector<std::uint32_t> compare = {ri(ADD, 3, 0, 3), ri(ADD, 6, 0, 5),
                                                rr(SUB, 0, 3, 6, 0, true)};
    const unsigned holds[] = {0, 3, 4, 6, 8, 11, 13, 15};
    for (unsigned dddi = 0; dddi < 16; ++dddi) {
        const bool is = std::ranges::find(holds, dddi) != std::end(holds);
        auto words = compare;
        words.push_back(scc(dddi, 7));
        words.push_back(rr(SHIFT, 9, 3, 6, dddi)); // sel
        words.push_back(ri(ADD, 12, 0, 1));
        words.push_back(rr(ADD, 12, 3, 6, dddi));
        expect(words, {{7, is}, {9, is ? 3u : 5u}, {12, is ? 8u : 1u}});
    }
    expect({ri(ADD, 3, 0, 0x00F0), 0xD0000001u | 6 << 23 | 3 << 18, 0xD0000002u | 7 << 23 | 3 << 18,
            0xD0000003u | 9 << 23 | 3 << 18},
           {{6, 4}, {7, 24}, {9, 4}});
}

TEST(Lanai, Memory) {
    expect({ri(ADD, 20, 0, data >> 16, true), ri(ADD, 3, 0, 0x80FF), rm(true, 3, 20, 4),
            spls(false, false, false, 6, 20, 6), spls(false, false, true, 7, 20, 6),
            spls(false, true, false, 9, 20, 7), spls(false, true, true, 12, 20, 7),
            rm(true, 3, 20, 8, 3), ri(ADD, 22, 0, 4), rrm(false, 13, 20, 22, 2, 0),
            rm(false, 14, 20, 4, 1), rrm(true, 20, 20, 22, 2)},
           {{6, 0xFFFF80FF},
            {7, 0x80FF},
            {9, ~0u},
            {12, 0xFF},
            {13, 0x80FF},
            {14, 0x80FF},
            {20, data + 12}});
    // An absolute address loses its low bits; others must be aligned.
    expect({ri(ADD, 3, 0, 77), 0xF0010000u | 3 << 23 | (data >> 16) << 18 | 3,
            0xF0000000u | 6 << 23 | (data >> 16) << 18 | 1},
           {{6, 77}});
    for (const Tier tier : every_tier) {
        Core core({ri(ADD, 20, 0, data >> 16, true), rm(false, 3, 20, 2)}, tier);
        ASSERT_EQ(core.run(), Stop::fault);
        EXPECT_EQ(core.state.fault.kind, FaultKind::unaligned);
    }
}

TEST(Lanai, BranchesHaveASlotAndReturnsTwo) {
    // A call as LLVM makes it; the slots of the return restore %sp and %fp.
    expect({ri(ADD, 4, 0, data >> 16, true), ri(ADD, 4, 4, 0x100), ri(ADD, 5, 0, 0x55),
            ri(ADD, 15, 2, 16), rm(true, 15, 4, 0x10000 - 4, 3), branch(0, code + 4 * 9),
            ri(ADD, 3, 0, 1), ri(ADD, 6, 3, 1), branch(0, code + 4 * 16), nop,
            // 10: the function; the branch above jumps to 9
            rm(true, 5, 4, 0x10000 - 4, 3), ri(ADD, 5, 4, 8), ri(SUB, 4, 4, 8),
            rm(false, 2, 5, 0x10000 - 4), ri(ADD, 4, 5, 0), rm(false, 5, 5, 0x10000 - 8)},
           {{3, 1}, {6, 2}, {5, 0x55}, {4, data + 0x100}});
    // Any other load into %pc too.
    expect({ri(ADD, 20, 0, data >> 16, true), ri(ADD, 3, 2, 4 * 6), rm(true, 3, 20, 0),
            rm(false, 2, 20, 0), ri(ADD, 6, 0, 6), rm(false, 7, 20, 0), ri(ADD, 9, 0, 9)},
           {{6, 6}, {7, code + 28}, {9, 0}});
    // Through registers, and with a condition.
    expect({ri(ADD, 3, 2, 16), rr(OR, 2, 0, 3), ri(ADD, 6, 0, 1), ri(ADD, 7, 0, 1),
            ri(ADD, 9, 2, 28), ri(SUB, 0, 0, 0, false, true), rr(OR, 2, 9, 0, 6), nop,
            rr(OR, 2, 9, 0, 7), ri(ADD, 12, 0, 1), ri(ADD, 13, 0, 1)},
           {{6, 1}, {7, 0}, {12, 1}, {13, 0}});
    expect({relative(0, 2, 12), ri(ADD, 6, 0, 1), ri(ADD, 7, 0, 1)}, {{6, 1}, {7, 0}});
}

TEST(Lanai, ABranchInASlotIsAFault) {
    for (const Tier tier : every_tier)
        for (const std::uint32_t second :
             {branch(0, code), branch(7, code), rr(OR, 2, 0, 3), rr(OR, 2, 3, 0, 6)}) {
            Core core({branch(0, code + 8), second, end_word}, tier);
            ASSERT_EQ(core.run(), Stop::fault);
            EXPECT_EQ(core.state.fault.pc, code + 4);
            EXPECT_EQ(core.state.fault.value, second);
        }
    // Neither fits into the slots of a load into %pc.
    for (const std::uint32_t second : {branch(0, code), rm(true, 3, 20, 0), rm(false, 2, 20, 0)}) {
        Core core({rm(false, 2, 20, 0), nop, second, end_word}, Tier::steps);
        ASSERT_EQ(core.run(), Stop::fault);
        EXPECT_EQ(core.state.fault.pc, code);
        EXPECT_EQ(core.state.fault.kind, FaultKind::illegal);
    }
}

TEST(Lanai, CostsAreSlotsOfMemory) {
    const std::vector<std::uint32_t> words = {ri(ADD, 20, 0, data >> 16, true), rm(false, 3, 20, 0),
                                              rm(true, 3, 20, 4), nop, end_word};
    for (const Tier tier : every_tier) {
        Core core(words, tier, {.instruction = 6, .data = 6});
        core.run();
        EXPECT_EQ(core.state.now, 6u * 4 + 6 * 2);
        Core other(words, tier, {.instruction = 6, .data = 0});
        other.run();
        EXPECT_EQ(other.state.now, 6u * 4);
    }
    const std::vector<std::uint32_t> special = {rm(false, 3, 0, 0xFF28), end_word};
    EXPECT_EQ(Core(special, Tier::steps).program().at(code)->cost, 6u);
}

TEST(Lanai, HostCalls) {
    for (const Tier tier : every_tier) {
        Core core({ri(ADD, 0, 0, 0x61), end_word}, tier);
        EXPECT_EQ(core.run(), Stop::host);
    }
}

TEST(Lanai, CallsFromFrames) {
    // main at 0 calls f at 8, which loops.
    const std::vector<std::uint32_t> words = {ri(ADD, 4, 0, (data >> 16), true),
                                              ri(ADD, 4, 4, 0x100),
                                              ri(ADD, 15, 2, 16),
                                              rm(true, 15, 4, 0x10000 - 4, 3),
                                              branch(0, code + 4 * 7),
                                              nop,
                                              end_word,
                                              rm(true, 5, 4, 0x10000 - 4, 3),
                                              ri(ADD, 5, 4, 8),
                                              ri(SUB, 4, 4, 8),
                                              end_word};
    Core core(words, Tier::steps);
    core.run();
    const auto calls = core.set().calls(core.state, *core.memory, core.program(), code + 4 * 7, 8);
    ASSERT_TRUE(calls);
    EXPECT_EQ(*calls, std::vector<std::uint32_t>{code + 16});
}

/// Random instructions without branches: registers 3, 6 to 19 change freely, 20 to 22 are
/// addresses in `data` that stay multiples of 4, 23 and 24 are small multiples of 4.
class Generator {
  public:
    explicit Generator(unsigned seed) : random_(seed) {}

    unsigned below(unsigned count) { return static_cast<unsigned>(random_() % count); }
    unsigned any() {
        constexpr unsigned all[] = {0, 1, 2, 3, 6, 7, 8, 9, 10, 12, 13, 14, 18, 19, 20, 23, 24};
        return all[below(std::size(all))];
    }
    unsigned free() {
        constexpr unsigned all[] = {0, 1, 3, 6, 7, 8, 9, 10, 12, 13, 14, 18, 19};
        return all[below(std::size(all))];
    }
    bool chance() { return below(2) != 0; }

    std::uint32_t plain() {
        switch (below(8)) {
        case 0:
        case 1: {
            const unsigned op = below(8);
            const std::uint32_t imm =
                op == SHIFT ? below(80) - 40 : static_cast<std::uint32_t>(random_());
            return ri(op, free(), any(), imm, chance(), chance());
        }
        case 2:
        case 3: return rr(below(7), free(), any(), any(), chance() ? 0 : below(16), chance());
        case 4:
            return rr(SHIFT, free(), any(), any(), chance() ? 0 : below(16), chance(),
                      chance() ? 0x10 : 0x18);
        case 5: return rr(SHIFT, free(), any(), any(), below(16));
        case 6:
            return chance() ? scc(below(16), free())
                            : 0xD0000001u + below(3) + (free() << 23) + (any() << 18);
        default: return 0xF0020000u | free() << 23 | below(32) << 18 | (below(1u << 16));
        }
    }
    std::uint32_t memory() {
        const bool store = chance();
        const unsigned d = store ? any() : free(), base = 20 + below(3);
        const std::uint32_t words = 4 * below(16) - 32;
        switch (below(4)) {
        case 0: return rm(store, d, base, words, below(4));
        case 1: {
            const unsigned yle[] = {2, 3, 0, 1, 4, 5};
            return rrm(store, d, base, 23 + below(2), store ? 2 * below(3) : yle[below(6)],
                       below(4), chance() ? ADD : SUB);
        }
        case 2: return spls(store, chance(), !store && chance(), d, base, words, below(4));
        default:
            return 0xF0000000u | d << 23 | (data >> 16) << 18 | unsigned{store} << 16 |
                   below(data_bytes - 4);
        }
    }
    std::uint32_t straight() { return below(3) ? plain() : memory(); }

    /// Branches lead forward, to the beginning of a unit: an instruction, or what belongs together.
    std::vector<std::uint32_t> program(unsigned units) {
        std::vector<unsigned> kinds, starts;
        unsigned at = 0;
        for (unsigned n = 0; n < units; ++n) {
            constexpr unsigned lengths[] = {2, 2, 3, 5, 1, 1, 1, 1};
            kinds.push_back(below(std::size(lengths)));
            starts.push_back(at);
            at += lengths[kinds.back()];
        }
        std::vector<std::uint32_t> words;
        for (unsigned n = 0; n < units; ++n) {
            const unsigned to = n + 1 + below(4);
            const std::uint32_t distance = 4 * ((to < units ? starts[to] : at) - starts[n]);
            const std::uint32_t target = code + 4 * starts[n] + distance;
            switch (kinds[n]) {
            case 0: words.insert(words.end(), {branch(below(16), target), straight()}); break;
            case 1:
                words.insert(words.end(), {relative(below(16), 2, distance), straight()});
                break;
            case 2: // through a register
                words.insert(words.end(),
                             {ri(ADD, 25, 2, distance), rr(OR, 2, 25, 0, below(16)), straight()});
                break;
            case 3: // through memory, with two slots
                words.insert(words.end(), {ri(ADD, 25, 2, distance), rm(true, 25, 26, 0),
                                           rm(false, 2, 26, 0), plain(), plain()});
                break;
            default: words.push_back(straight());
            }
        }
        words.push_back(end_word);
        return words;
    }

  private:
    std::mt19937 random_;
};

TEST(Lanai, RandomProgramsAgreeWithTheModel) {
    for (unsigned seed = 0; seed < 1000; ++seed) {
        Generator generator(seed);
        const auto words = generator.program(24);
        lanai_test::Model model;
        for (std::size_t i = 0; i < words.size(); ++i)
            for (unsigned k = 0; k < 4; ++k)
                model.memory[code + 4 * static_cast<std::uint32_t>(i) + k] =
                    static_cast<std::uint8_t>(words[i] >> (24 - 8 * k));
        for (unsigned r = 3; r < 32; ++r)
            model.r[r] = r >= 20 && r < 23    ? data + 0x400 + 0x100 * (r - 20)
                         : r == 23 || r == 24 ? 4 * generator.below(8)
                         : r == 26            ? data + data_bytes - 4
                         : generator.chance() ? generator.below(64) - 32
                                              : generator.below(~0u);
        const auto first = model.r;
        model.start(code);
        while (model.pc != code + 4 * (words.size() - 1) && model.step()) {
        }
        std::unique_ptr<Core> stepped;
        for (const Tier tier : every_tier) {
            auto core = std::make_unique<Core>(words, tier);
            for (unsigned r = 3; r < 32; ++r) core->state.r[r] = first[r];
            SCOPED_TRACE(fmt::format("seed {}", seed));
            ASSERT_EQ(core->run(), Stop::fault);
            ASSERT_EQ(core->state.pc, model.pc)
                << fmt::format("{:08x}, fault {} of {:#x}", core->word(core->state.pc),
                               static_cast<int>(core->state.fault.kind), core->state.fault.value);
            for (unsigned r = 3; r < 32; ++r)
                ASSERT_EQ(core->reg(r), model.r[r]) << "register " << r;
            ASSERT_EQ(core->reg(sr), unsigned{model.z} | unsigned{model.n} << 1 |
                                         unsigned{model.c} << 2 | unsigned{model.v} << 3);
            for (std::uint32_t at = data; at < data + data_bytes; at += 4) {
                std::uint32_t value = 0;
                for (unsigned k = 0; k < 4; ++k) value = value << 8 | model.memory[at + k];
                ASSERT_EQ(core->word(at), value) << fmt::format("at {:#x}", at);
            }
            if (stepped) {
                ASSERT_EQ(core->state.now, stepped->state.now);
                ASSERT_EQ(core->state.instructions, stepped->state.instructions);
            } else {
                stepped = std::move(core);
            }
        }
    }
}

TEST(Lanai, GroupsKeepTheRules) {
    std::mt19937 random(1);
    const lanai::Set set{lanai::Timing{}};
    std::size_t legal = 0;
    for (unsigned n = 0; n < 300000; ++n) {
        std::array<std::uint8_t, 12> bytes{};
        for (std::size_t at = 0; at < bytes.size(); at += 4)
            to_guest(&bytes[at], static_cast<std::uint32_t>(random()));
        const engine::Instruction in = set.decode(bytes, code);
        if (in.kind == engine::Kind::illegal) continue;
        ++legal;
        engine::UopBuilder group;
        set.lift(in, code, group);
        const auto broken = engine::verify(group.ops());
        ASSERT_FALSE(broken) << fmt::format("{:08x}: {}", in.word, *broken);
        std::uint64_t writes = 0;
        for (const engine::Uop &op : group.ops())
            if (op.to < 32) writes |= std::uint64_t{1} << op.to;
        ASSERT_EQ(writes & ~in.writes, 0u) << fmt::format("{:08x}", in.word);
    }
    EXPECT_GT(legal, 150000u);
}

} // namespace

} // namespace inlet
