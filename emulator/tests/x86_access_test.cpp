// The cost of memory accesses agrees with the accesses of the stepper: every opcode of one and two
// bytes with every ModRM byte, without a prefix, with 66, and repeated.

#include "cpu/x86/system.h"
#include "x86_accesses.h"
#include "x86_core.h"

#include <cstdint>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <vector>

namespace inlet {

namespace {

using engine::Stop;
using x86_test::accesses_made;
using x86_test::code;
using x86_test::Core;
using x86_test::data;
using x86_test::stack;
using Bytes = std::vector<std::uint8_t>;

constexpr x86::Timing only_accesses{.base = 0, .memory = 1, .costs = {}, .xnet = true};

/// A core before one instruction whose operand is in its memory, whatever the registers are.
Core before(const Bytes &bytes) {
    Core core(bytes, false, only_accesses);
    for (unsigned n = 0; n < 8; ++n) core.state.r[x86::general(n)] = data + 0x800;
    core.state.r[x86::esp] = stack;
    core.state.r[x86::vbase_register] = data;
    for (std::uint32_t at = data; at < data + 0x800; at += 8) core.store(at, code);
    return core;
}

/// Cycles of the stepper for the instruction.
std::uint64_t cycles(Core &core) {
    const std::uint64_t began = core.state.now;
    const Stop stop = core.run(1, true);
    EXPECT_TRUE(stop == Stop::budget || stop == Stop::system || stop == Stop::spin)
        << static_cast<int>(stop) << " " << static_cast<int>(core.state.fault.kind);
    return core.state.now - began;
}

TEST(X86Accesses, AreTheSteppers) {
    unsigned operations = 0, rare = 0, wrong = 0;
    for (const unsigned prefix : {0u, 0x66u, 0xF2u, 0xF3u})
        for (unsigned opcode = 0; opcode < 0x200; ++opcode)
            for (unsigned modrm = 0; modrm < 256; ++modrm) {
                if (modrm >= 0x80 && modrm < 0xC0) continue; // long displacements
                Bytes bytes;
                if (prefix) bytes.push_back(static_cast<std::uint8_t>(prefix));
                if (opcode >= 0x100) bytes.push_back(0x0F);
                bytes.push_back(static_cast<std::uint8_t>(opcode));
                bytes.push_back(static_cast<std::uint8_t>(modrm));
                // A SIB byte without an index; or an address, which the data determine.
                for (const unsigned byte : {0x20u, 0x08u, 0x02u, 0x00u, 0x00u, 0x00u})
                    bytes.push_back(static_cast<std::uint8_t>(byte));
                bytes.resize(16);
                const engine::Instruction in = x86::decode(bytes, code, only_accesses);
                if (in.kind == engine::Kind::illegal || in.kind == engine::Kind::network ||
                    in.kind == engine::Kind::host)
                    continue;
                engine::UopBuilder group;
                x86::lift(in, code, group);
                if (group.ops().empty()) {
                    ++rare;
                    continue;
                }
                ++operations;
                const unsigned made = accesses_made(in, group.ops());
                if (made != in.cost && ++wrong < 20)
                    ADD_FAILURE() << fmt::format(
                        "{:02x} {:03x} {:02x}: {} accesses are paid, {} made", prefix, opcode,
                        modrm, in.cost, made);
            }
    EXPECT_GT(operations, 20000u);
    EXPECT_GT(rare, 100u);
}

/// Instructions that the stepper executes itself: the row's accesses in the common case.
TEST(X86Accesses, OfRareInstructions) {
    const std::vector<Bytes> all = {
        {0x60},                   // pusha
        {0x61},                   // popa: all but ESP
        {0x9D},                   // popf
        {0xF3, 0xA4},             // rep movsb
        {0xF3, 0xA5},             // rep movsl
        {0x66, 0xF3, 0xA5},       // rep movsw
        {0xF3, 0xA6},             // repe cmpsb
        {0xF2, 0xA7},             // repne cmpsl
        {0xF3, 0xAB},             // rep stosl
        {0xF3, 0xAD},             // rep lodsl
        {0xF2, 0xAE},             // repne scasb
        {0x0F, 0xA3, 0x00},       // bt eax, (eax)
        {0x0F, 0xAB, 0x00},       // bts
        {0x0F, 0xB3, 0x00},       // btr
        {0x66, 0x0F, 0xBB, 0x00}, // btc ax
        {0x0F, 0xB0, 0x10},       // cmpxchg dl, (eax)
        {0x66, 0x0F, 0xB1, 0x10}, // cmpxchg dx, (eax)
        {0x0F, 0xB0, 0xD0},       // cmpxchg dl, al
        {0x0F, 0xC7, 0x08},       // cmpxchg8b (eax)
        {0xD9, 0x20},             // fldenv (eax)
        {0xD9, 0x30},             // fnstenv
        {0xDD, 0x20},             // frstor
        {0xDD, 0x30},             // fnsave
        {0xFA},                   // cli
        {0xFB},                   // sti
        {0xCC},                   // int3
        {0xCD, 0x21},             // int
    };
    for (const Bytes &bytes : all) {
        Bytes padded = bytes;
        padded.resize(16);
        const engine::Instruction in = x86::decode(padded, code, only_accesses);
        ASSERT_EQ(in.kind, engine::Kind::system) << fmt::format("{:02x}", fmt::join(bytes, " "));
        Core core = before(padded);
        if (padded[0] == 0x0F || padded[1] == 0x0F) core.state.r[x86::eax] = data + 0x900;
        EXPECT_EQ(cycles(core), in.cost) << fmt::format("{:02x}", fmt::join(bytes, " "));
    }
}

TEST(X86Accesses, WhereTheyDependOnTheState) {
    // A repeated instruction with a count of 0.
    for (const Bytes &bytes : {Bytes{0xF3, 0xA5}, Bytes{0xF3, 0xAB}, Bytes{0xF2, 0xAE}}) {
        Core core = before(bytes);
        core.state.r[x86::ecx] = 0;
        EXPECT_EQ(cycles(core), 0u);
    }
    // INTO without OF, and with.
    Core no = before({0xCE});
    EXPECT_EQ(cycles(no), 0u);
    Core yes = before({0xCE});
    x86::write_eflags(yes.state, x86::eflags::of);
    EXPECT_EQ(cycles(yes), 4u);
    // INT from level 3 pushes SS and ESP too, and IRET takes them.
    Core user = before({0xCD, 0x21});
    user.state.r[x86::cpl_register] = 3;
    user.state.r[x86::ksp_register] = stack - 0x100;
    user.state.r[x86::uhigh_register] = 0x40000;
    EXPECT_EQ(cycles(user), 6u);
    for (const bool to_user : {false, true}) {
        Core back = before({0xCF});
        back.store(stack, code);
        back.store(stack + 4, to_user ? x86::user_cs : x86::kernel_cs);
        back.store(stack + 8, x86::eflags::always);
        back.store(stack + 12, stack);
        back.store(stack + 16, x86::user_ss);
        EXPECT_EQ(cycles(back), to_user ? 5u : 3u);
    }
}

} // namespace

} // namespace inlet
