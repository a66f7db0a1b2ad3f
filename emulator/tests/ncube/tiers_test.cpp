// The nCUBE/2's processor in the stepper and in blocks: the same registers, memory and cycles at
// every stop.
#include "../effort.h"
#include "cpu/engine/engine.h"
#include "cpu/ncube/instruction_set.h"
#include "cpu/ncube/registers.h"

#include <gtest/gtest.h>
#include <memory>
#include <random>

namespace inlet::ncube {

namespace {

constexpr std::uint32_t memory_bytes = 0x10000, text = 0x1000, data = 0x4000, stack = 0xC000,
                        user_data = 0x80000000, instructions = 40;

/// Instructions of any operation that a user program may contain, on registers that are mostly
/// addresses of data.
class Generator {
  public:
    explicit Generator(std::uint32_t seed) : random_(seed) {
        for (const Row &row : rows())
            if (!row.privileged && row.op != Op::trap && row.op != Op::bkpt) rows_.push_back(&row);
    }
    std::uint32_t bits() { return static_cast<std::uint32_t>(random_()); }
    std::vector<std::uint8_t> program() {
        std::vector<std::uint8_t> bytes;
        for (unsigned i = 0; i < instructions; ++i)
            for (const std::uint8_t byte : instruction()) bytes.push_back(byte);
        return bytes;
    }

  private:
    std::vector<std::uint8_t> instruction() {
        for (;;) {
            Instruction in;
            in.row = rows_[bits() % rows_.size()];
            if (bits() % 4 && in.row->op >= Op::rep && in.row->op <= Op::repnz) continue;
            in.count = static_cast<std::uint8_t>(in.row->operands());
            for (unsigned n = 0; n < in.count; ++n) in.operands[n] = operand(in.row->slots[n]);
            const std::vector<std::uint8_t> bytes = encode(in);
            if (decode(bytes).bad == Bad::none) return bytes;
        }
    }
    Operand operand(const Slot &slot) {
        Operand o;
        const bool target = slot.use == Use::address;
        o.mode = target && bits() % 8 ? Mode::pc_offset : static_cast<Mode>(bits() % 17);
        if (slot.use == Use::counter) o.mode = Mode::reg;
        // R0 to R7 are small numbers, the others addresses; sometimes the opposite.
        const bool is_number = (o.mode == Mode::reg) == (bits() % 32 != 0);
        o.reg = static_cast<std::uint8_t>(is_number ? bits() % 8 : 8 + bits() % 8);
        if (o.mode == Mode::skip) o.reg = 15; // adds R0
        switch (o.mode) {
        case Mode::literal: o.value = bits() % 64 - 32u; break;
        case Mode::offset:
        case Mode::sp_offset:
            o.extra = 1;
            o.value = 4 * (bits() % 16) - 32u;
            break;
        case Mode::pc_offset: // mostly to the next instruction
            o.extra = 1;
            o.value = target && bits() % 4 ? 3 : bits() % 40 - 10u;
            break;
        case Mode::direct:
            o.extra = 4;
            o.value = (bits() % 8 ? data : user_data) + 4 * (bits() % 0x440);
            break;
        case Mode::offset_at:
        case Mode::pc_offset_at:
        case Mode::sp_offset_at:
        case Mode::direct_at:
            o.extra = 4;
            o.value = 4 * (o.mode == Mode::direct_at ? data / 4 + bits() % 256 : bits() % 16);
            break;
        case Mode::immediate:
            o.extra = slot.bytes;
            o.value = bits() &
                      (slot.bytes == 8
                           ? ~0u
                           : static_cast<std::uint32_t>((std::uint64_t{1} << 8 * slot.bytes) - 1));
            break;
        default: break;
        }
        return o;
    }

    std::mt19937 random_;
    std::vector<const Row *> rows_;
};

struct Core {
    Core(const std::vector<std::uint8_t> &bytes, std::uint32_t seed, bool user)
        : set(std::make_shared<Set>(Costs{2, 3, 5, 1, 7, 11})), pages(memory_bytes, 0),
          memory(pages), program(set, text, bytes) {
        set->reset(state);
        std::mt19937 random(seed);
        std::vector<std::uint8_t> all(memory_bytes);
        for (std::size_t at = 0; at < all.size(); at += 4) // words are addresses of data
            to_little(&all[at], static_cast<std::uint32_t>(data + 4 * (random() % 0x800)));
        std::ranges::copy(bytes, all.begin() + text);
        memory.copy_in(0, all);
        State s;
        for (unsigned n = 0; n < 16; ++n)
            s.r[n] =
                static_cast<std::uint32_t>(n < 8 ? random() % 9 : data + 4 * (random() % 0x800));
        s.sp = {stack, stack + 0x1000};
        s.psw = user ? random() % 32 : psw::kernel | random() % 32;
        if (random() % 8 == 0) s.psw |= psw::overflow_enable;
        s.segment[0] = {0, 0x9000, 0};
        s.segment[1] = {user_data, 0x1080, 0x6000};
        s.segment[2] = {0xA000, 0x4000, 0xA000};
        s.pc = text;
        put_registers(s, state);
    }
    engine::Stop run_until(std::uint64_t until, bool by_steps) {
        engine::Stop stop = engine::Stop::budget;
        while ((stop == engine::Stop::budget || stop == engine::Stop::system) &&
               state.now < until) {
            engine::Stepped stepped;
            stop = by_steps ? engine::step(state, memory, program, stepped)
                            : engine::run(state, memory, program, until);
        }
        return stop;
    }

    std::shared_ptr<const Set> set;
    SharedPages pages;
    Memory memory;
    engine::Program program;
    engine::State state;
};

TEST(NcubeTiers, RandomProgramsAreTheSame) {
    std::uint64_t executed = 0;
    for (std::uint32_t seed = 0; seed < test::tries(6000) && !testing::Test::HasFailure(); ++seed) {
        Generator generator(seed);
        const std::vector<std::uint8_t> bytes = generator.program();
        Core slow(bytes, seed, seed % 2), fast(bytes, seed, seed % 2);
        engine::Stop stop = engine::Stop::budget;
        for (std::uint64_t until = 0; until < 2000 && stop == engine::Stop::budget;) {
            until += 1 + generator.bits() % 40;
            stop = slow.run_until(until, true);
            ASSERT_EQ(fast.run_until(until, false), stop) << seed;
            ASSERT_EQ(slow.state.now, fast.state.now) << seed;
            ASSERT_EQ(slow.state.instructions, fast.state.instructions) << seed;
            ASSERT_EQ(registers_of(slow.state), registers_of(fast.state)) << seed;
            if (stop == engine::Stop::fault) {
                ASSERT_EQ(slow.state.fault, fast.state.fault) << seed;
            }
        }
        executed += slow.state.instructions;
        std::vector<std::uint8_t> a(memory_bytes), b(memory_bytes);
        slow.memory.copy_out(0, a);
        fast.memory.copy_out(0, b);
        ASSERT_EQ(a, b) << seed;
    }
    EXPECT_GT(executed, test::tries(20000));
}

/// Lifted code obeys the engine's rules, and most of the common operations are lifted.
TEST(NcubeTiers, GroupsAreRight) {
    Generator generator(1);
    std::size_t lifted = 0, all = 0;
    for (unsigned i = 0; i < 2000; ++i) {
        const std::vector<std::uint8_t> bytes = generator.program();
        for (std::size_t at = 0; at < bytes.size();) {
            const Instruction in = decode(std::span(bytes).subspan(at));
            engine::UopBuilder group;
            lift(in, text, group);
            const auto wrong = engine::verify(group.ops());
            ASSERT_FALSE(wrong) << ncube::text(in, text) << ": " << *wrong;
            lifted += !group.ops().empty();
            ++all;
            at += in.length;
        }
    }
    EXPECT_GT(lifted * 2, all);
}

} // namespace

} // namespace inlet::ncube
