// x86 instructions with values worked out by hand: transfers, stack, strings, division, modes,
// interrupts and exceptions, lengths; each in the stepper, in blocks and compiled.
#include "cpu/engine/code_cache.h"
#include "cpu/x86/port.h"
#include "cpu/x86/system.h"
#include "x86_core.h"

#include <gtest/gtest.h>

namespace inlet {

namespace {

using engine::Stop;
using x86_test::code;
using x86_test::Core;
using x86_test::data;
using x86_test::stack;
using Bytes = std::vector<std::uint8_t>;

/// The parameter: stepper, interpreter, compiled.
class X86 : public testing::TestWithParam<int> {
  protected:
    Core core(Bytes bytes, const x86::Timing &timing = {}) const {
        bytes.insert(bytes.end(), 16, 0xD6);
        return Core(bytes, GetParam() == 2, timing);
    }
    Stop run(Core &core, std::uint64_t instructions = 1000) const {
        return core.run(instructions, GetParam() == 0);
    }
};

TEST_P(X86, CallsAndReturns) {
    // call f; add $1, eax; (illegal) f: mov $41, eax; push eax; pop ebx; ret
    Core c = core({0xE8, 4, 0, 0, 0, 0x83, 0xC0, 1, 0xD6, 0xB8, 41, 0, 0, 0, 0x50, 0x5B, 0xC3});
    EXPECT_EQ(run(c), Stop::fault);
    EXPECT_EQ(c.state.fault.kind, FaultKind::illegal);
    EXPECT_EQ(c.state.pc, code + 8);
    EXPECT_EQ(c.reg(0), 42u);
    EXPECT_EQ(c.reg(3), 41u);
    EXPECT_EQ(c.reg(4), stack);
    EXPECT_EQ(c.word(stack - 4), code + 5);
    EXPECT_EQ(c.state.instructions, 6u);
}

TEST_P(X86, IndirectCallsReadTheirTargetBeforeThePush) {
    // mov $code+9, 4(esp) ... call *4(esp): the slot is above the pushed address
    Core c = core({0xC7, 0x44, 0x24, 4, 13, 0, 1, 0, 0xFF, 0x54, 0x24, 4, 0xD6, 0xC2, 8, 0});
    EXPECT_EQ(run(c), Stop::fault);
    EXPECT_EQ(c.state.pc, code + 12);
    EXPECT_EQ(c.reg(4), stack + 8);
}

TEST_P(X86, PushOfTheStackPointerIsItsOldValue) {
    Core c = core({0x54, 0x5C, 0x8F, 0x04, 0x24}); // push esp; pop esp; pop (esp)
    EXPECT_EQ(run(c), Stop::fault);
    EXPECT_EQ(c.reg(4), stack + 4);
}

TEST_P(X86, RepeatedStringsCanBeStoppedBetweenTurns) {
    // mov $data, esi; mov $data+0x100, edi; mov $5, ecx; rep movsl
    Core c = core({0xBE, 0, 0, 2, 0, 0xBF, 0, 1, 2, 0, 0xB9, 5, 0, 0, 0, 0xF3, 0xA5});
    for (std::uint32_t i = 0; i < 6; ++i) c.store(data + 4 * i, 0x11 * (i + 1));
    run(c, 5);
    EXPECT_EQ(c.state.pc, code + 15);
    EXPECT_EQ(c.reg(1), 3u);
    EXPECT_EQ(c.word(data + 0x104), 0x22u);
    EXPECT_EQ(c.word(data + 0x108), 0u);
    EXPECT_EQ(run(c), Stop::fault);
    EXPECT_EQ(c.word(data + 0x110), 0x55u);
    EXPECT_EQ(c.word(data + 0x114), 0u);
    EXPECT_EQ(c.reg(6), data + 20);
    EXPECT_EQ(c.reg(7), data + 0x114);
    EXPECT_EQ(c.state.instructions, 3u + 5u);
}

TEST_P(X86, ScansUpAndDown) {
    // mov $data, edi; xor eax, eax; or $-1, ecx; repne scasb; std; lodsb
    Core c =
        core({0xBF, 0, 0, 2, 0, 0x31, 0xC0, 0x83, 0xC9, 0xFF, 0xF2, 0xAE, 0xFD, 0x89, 0xFE, 0xAC});
    c.store(data, 0x00636261);
    EXPECT_EQ(run(c), Stop::fault);
    EXPECT_EQ(c.reg(7), data + 4);
    EXPECT_EQ(c.reg(1), 0xFFFFFFFFu - 4);
    EXPECT_EQ(c.reg(6), data + 3);
    EXPECT_TRUE(x86::read_eflags(c.state) & x86::eflags::df);
}

TEST_P(X86, Divides) {
    // mov $-7, eax; cdq; mov $2, ecx; idiv ecx; mov eax, esi; xor edx, edx; div ecx
    Core c = core({0xB8, 0xF9, 0xFF, 0xFF, 0xFF, 0x99, 0xB9, 2,    0,    0,   0,
                   0xF7, 0xF9, 0x89, 0xC6, 0x89, 0xD7, 0x31, 0xD2, 0xF7, 0xF1});
    EXPECT_EQ(run(c), Stop::fault);
    EXPECT_EQ(c.reg(6), 0xFFFFFFFDu);
    EXPECT_EQ(c.reg(7), 0xFFFFFFFFu);
    EXPECT_EQ(c.reg(0), 0x7FFFFFFEu);
    EXPECT_EQ(c.reg(2), 1u);
}

TEST_P(X86, DivisionThatHasNoQuotientIsAFault) {
    for (const std::uint32_t by : {0u, 1u}) { // 1: of 2^32 + 5
        Core c = core({0xF7, 0xF1});
        c.state.r[x86::eax] = 5;
        c.state.r[x86::edx] = 1;
        c.state.r[x86::ecx] = by;
        EXPECT_EQ(run(c), Stop::fault);
        EXPECT_EQ(c.state.fault.kind, by ? FaultKind::quotient : FaultKind::division_by_zero);
        EXPECT_EQ(c.state.pc, code);
        EXPECT_EQ(c.reg(0), 5u);
    }
    Core least = core({0xF7, 0xF9}); // -2^31 / -1
    least.state.r[x86::eax] = 0x80000000;
    least.state.r[x86::edx] = least.state.r[x86::ecx] = 0xFFFFFFFF;
    EXPECT_EQ(run(least), Stop::fault);
    EXPECT_EQ(least.state.fault.kind, FaultKind::quotient);
}

TEST_P(X86, AStoreThatFaultsLeavesConditionsAsTheyWere) {
    Core c = core({0xF9, 0x01, 0x03}); // stc; add eax, (ebx): not mapped
    c.state.r[x86::ebx] = 0x100;
    EXPECT_EQ(run(c), Stop::fault);
    EXPECT_EQ(c.state.fault.kind, FaultKind::unmapped);
    EXPECT_EQ(c.state.fault.value, 0x100u);
    EXPECT_EQ(x86::read_eflags(c.state) & x86::eflags::conditions, x86::eflags::cf);
}

TEST_P(X86, EnteringAndLeavingTheKernel) {
    // User: int $0x21; inc ebx; cli. Kernel at +16: mov (esp), ecx; iret
    Core c = core({0xCD, 0x21, 0x43, 0xFA, 0xD6, 0xD6, 0xD6, 0xD6, 0xD6, 0xD6,
                   0xD6, 0xD6, 0xD6, 0xD6, 0xD6, 0xD6, 0x8B, 0x0C, 0x24, 0xCF});
    c.state.r[x86::vbase_register] = data;
    c.state.r[x86::ksp_register] = data + 0x2000;
    c.state.r[x86::cpl_register] = 3;
    x86::write_eflags(c.state, x86::eflags::interrupts | x86::eflags::cf);
    c.store(data + 8 * 0x21, code + 16);
    run(c, 1);
    EXPECT_EQ(c.state.pc, code + 16);
    EXPECT_EQ(c.state.r[x86::cpl_register], 0u);
    EXPECT_EQ(c.reg(4), data + 0x2000 - 20);
    EXPECT_EQ(c.word(data + 0x1FEC), code + 2);
    EXPECT_EQ(c.word(data + 0x1FF0), x86::user_cs);
    EXPECT_EQ(c.word(data + 0x1FF4), 0x203u);
    EXPECT_EQ(c.word(data + 0x1FF8), stack);
    EXPECT_EQ(c.word(data + 0x1FFC), x86::user_ss);
    EXPECT_FALSE(x86::takes_interrupts(c.state));
    EXPECT_EQ(run(c), Stop::fault); // CLI in the user program
    EXPECT_EQ(c.state.fault.kind, FaultKind::privileged);
    EXPECT_EQ(c.reg(1), code + 2);
    EXPECT_EQ(c.reg(3), 1u);
    EXPECT_EQ(c.reg(4), stack);
    EXPECT_EQ(c.state.r[x86::cpl_register], 3u);
    EXPECT_TRUE(x86::takes_interrupts(c.state));
}

TEST_P(X86, IretTakesOnlyTheSelectorsThatThereAre) {
    Core c = core({0xCF});
    c.store(stack, code), c.store(stack + 4, 0x28), c.store(stack + 8, 2);
    EXPECT_EQ(run(c), Stop::fault);
    EXPECT_EQ(c.state.fault.kind, FaultKind::bad_selector);
    EXPECT_EQ(c.state.fault.value, 0x28u);
}

TEST_P(X86, ExceptionsEnterTheirVector) {
    Core c = core({0x8B, 0x03});
    c.state.r[x86::vbase_register] = data;
    c.store(data + 8 * 13, code + 2);
    c.state.r[x86::ebx] = 0x100;
    EXPECT_EQ(run(c), Stop::fault);
    const x86::Set set{x86::Timing{}};
    bool entering = false;
    EXPECT_TRUE(set.trap(c.state, c.memory(), c.state.fault, [&] { entering = true; }));
    EXPECT_TRUE(entering);
    EXPECT_EQ(c.state.pc, code + 2);
    EXPECT_EQ(c.reg(4), stack - 16);
    EXPECT_EQ(c.word(stack - 16), 0u); // the error code
    EXPECT_EQ(c.word(stack - 12), code);
}

TEST_P(X86, UserProgramsReachTheirMemoryOnly) {
    // mov (ebx), eax; mov eax, (ecx); int $0x21 at +16: mov (ebx), edx
    Core c = core({0x8B, 0x03, 0x89, 0x01, 0xCD, 0x21, 0xD6, 0xD6, 0xD6, 0xD6, 0xD6, 0xD6, 0xD6,
                   0xD6, 0xD6, 0xD6, 0x8B, 0x13});
    c.state.r[x86::vbase_register] = data;
    c.store(data + 8 * 0x21, code + 16);
    c.store(data + 0x1000, 7);
    c.state.r[x86::ksp_register] = data + 0x800;
    c.state.r[x86::ulow_register] = data + 0x1000;
    c.state.r[x86::uhigh_register] = data + 0x2000;
    c.state.r[x86::cpl_register] = 3;
    c.state.r[x86::ebx] = data + 0x1000;
    c.state.r[x86::ecx] = data + 0x2000;
    EXPECT_EQ(run(c), Stop::fault);
    EXPECT_EQ(c.state.fault.value, data + 0x2000);
    EXPECT_EQ(c.reg(0), 7u);
    c.state.r[x86::ecx] = data + 0x1004;
    c.state.r[x86::ebx] = data + 0x100; // the kernel's, accessible only to the kernel
    EXPECT_EQ(run(c), Stop::fault);
    EXPECT_EQ(c.state.fault.kind, FaultKind::illegal);
    EXPECT_EQ(c.word(data + 0x1004), 7u);
    EXPECT_EQ(c.reg(2), c.word(data + 0x100));
    EXPECT_EQ(c.state.r[x86::cpl_register], 0u);
    c.state.r[x86::cpl_register] = 3;
    c.state.jump(code);
    EXPECT_EQ(run(c), Stop::fault); // now CPL 3 does not reach it
    EXPECT_EQ(c.state.fault.kind, FaultKind::unmapped);
}

TEST_P(X86, HostServicesAreAtInt80) {
    Core c = core({0xCD, 0x80});
    EXPECT_EQ(run(c), Stop::host);
    EXPECT_EQ(c.state.pc, code);
}

TEST_P(X86, HltIsAWait) {
    Core c({0x40, 0xF4, 0x40}, GetParam() == 2); // inc eax; hlt; inc eax
    EXPECT_EQ(c.run(10, GetParam() == 0), Stop::spin);
    EXPECT_EQ(c.state.pc, code + 1);
    EXPECT_EQ(c.state.spin_cycles, 1u);
}

TEST_P(X86, AccessesAcrossPages) {
    Core c = core({0x01, 0x03, 0x8B, 0x0B}); // add eax, (ebx); mov (ebx), ecx
    c.state.r[x86::ebx] = data + page_bytes - 2;
    c.state.r[x86::eax] = 0x00010001;
    c.store(data + page_bytes - 2, 0xFFFF1234);
    EXPECT_EQ(run(c), Stop::fault);
    EXPECT_EQ(c.reg(1), 0x00001235u);
    EXPECT_TRUE(x86::read_eflags(c.state) & x86::eflags::cf);
}

/// The counter is the cycle at which RDTSC begins.
TEST_P(X86, TheTimeStampIsTheClock) {
    // nop; rdtsc; mov eax, ebx; mov edx, ecx; rdtsc
    Core c = core({0x90, 0x0F, 0x31, 0x89, 0xC3, 0x89, 0xD1, 0x0F, 0x31}, {.time_stamp = 34});
    c.state.now = 0x4'FFFF'FFF0;
    EXPECT_EQ(run(c), Stop::fault);
    EXPECT_EQ(c.state.pc, code + 9);
    EXPECT_EQ(c.reg(3), 0xFFFFFFF1u);
    EXPECT_EQ(c.reg(1), 4u);
    EXPECT_EQ(c.reg(0), 0xFFFFFFF1u + 34 + 2);
    EXPECT_EQ(c.reg(2), 5u);
    EXPECT_EQ(c.state.now, 0x5'0000'0015u + 34);
}

INSTANTIATE_TEST_SUITE_P(All, X86, testing::Values(0, 1, 2));

unsigned length_of(Bytes bytes) {
    bytes.resize(16);
    const engine::Instruction in = x86::decode(bytes, code, {.xnet = true});
    return in.kind == engine::Kind::illegal ? 0 : in.length;
}

TEST(X86Decode, Lengths) {
    EXPECT_EQ(length_of({0x90}), 1u);
    EXPECT_EQ(length_of({0x0F, 0xAF, 0x84, 0x9D, 1, 2, 3, 4}), 8u);
    EXPECT_EQ(length_of({0xC7, 0x84, 0x24, 1, 2, 3, 4, 5, 6, 7, 8}), 11u);
    EXPECT_EQ(length_of({0x66, 0xC7, 0x05, 1, 2, 3, 4, 5, 6}), 9u);
    EXPECT_EQ(length_of({0xF3, 0xA5}), 2u);
    EXPECT_EQ(length_of({0xF3, 0xC3}), 2u); // "rep ret" of compilers
    EXPECT_EQ(length_of({0xF2, 0x0F, 0xB9, 0x44, 0x8B, 4}), 6u);
    EXPECT_EQ(length_of({0xF3, 0x0F, 0xB9, 0xD0}), 4u);
}

TEST(X86Decode, RefusesWhatThereIsNot) {
    EXPECT_EQ(length_of({0x0F, 0xB9, 0xC0}), 0u);             // UD1 without a prefix
    EXPECT_EQ(length_of({0x66, 0xF2, 0x0F, 0xB9, 0xC0}), 0u); // and with 66
    EXPECT_EQ(length_of({0xF2, 0xF3, 0x0F, 0xB9, 0xD0}), 0u);
    EXPECT_EQ(length_of({0xF2, 0x0F, 0xB9, 0xD0}), 0u); // broadcasts
    EXPECT_EQ(length_of({0xF3, 0x0F, 0xB9, 0xD1}), 0u); // HRET has no operand
    EXPECT_EQ(length_of({0x0F, 0x58, 0xC0}), 0u);       // SSE
    EXPECT_EQ(length_of({0x0F, 0x44, 0xC0}), 0u);       // CMOV
    EXPECT_EQ(length_of({0x0F, 0x31}), 0u);             // RDTSC, without Timing::time_stamp
    EXPECT_EQ(length_of({0x67, 0x8B, 0x00}), 0u);
    EXPECT_EQ(length_of({0x64, 0x8B, 0x00}), 0u);
    EXPECT_EQ(length_of({0xF0, 0x01, 0x00}), 3u); // LOCK of memory that is changed
    EXPECT_EQ(length_of({0xF0, 0x01, 0xC0}), 0u); // of a register
    EXPECT_EQ(length_of({0xF0, 0x8B, 0x00}), 0u);
    EXPECT_EQ(length_of(Bytes(14, 0x66)), 0u); // with its opcode: of 16 bytes
    EXPECT_EQ(length_of({0x66, 0xE9, 0, 0, 0, 0}), 0u);
}

TEST(X86Decode, BytesThatEndWithinAnInstruction) {
    const Bytes bytes = {0xC7, 0x05, 1, 2};
    EXPECT_EQ(x86::decode(bytes, code, {}).kind, engine::Kind::absent);
}

/// Two pages of text 40 pages apart, the first of which ends in an instruction's middle.
TEST(X86Decode, AGapInTheTextIsNothing) {
    constexpr std::uint32_t gap = 40 * page_bytes, end = code + gap + 2 * page_bytes;
    std::vector<std::uint8_t> text(gap + 2 * page_bytes, 0x90);
    text[page_bytes - 1] = 0xB8; // mov eax, with bytes of the next page
    std::vector<std::uint32_t> gaps;
    for (std::uint32_t page = 1; page <= 40; ++page) gaps.push_back((code >> page_bits) + page);
    const engine::Program program(std::make_shared<x86::Set>(x86::Timing{}), code, text, gaps);
    EXPECT_EQ(program.end(), end);
    for (std::uint32_t at = code; at < end; ++at) {
        const std::uint32_t page = (at - code) >> page_bits;
        const bool there = page == 0 || page == 41;
        ASSERT_EQ(program.holds(at), there) << at;
        ASSERT_NE(program.at(at), nullptr) << at;
        if (there) {
            ASSERT_EQ(program.op_at(at)->pc, at);
        }
    }
    EXPECT_EQ(program.op_at(code + 7 * page_bytes), nullptr);
    EXPECT_TRUE(program.alone(code + 7 * page_bytes).empty());
    EXPECT_EQ(program.behind(code + page_bytes - 1), code + page_bytes + 4);
}

/// Data between two pages of text that is no instruction: its second byte says so.
TEST(X86Decode, AnIllegalInstructionInAGapIsFetched) {
    constexpr std::uint32_t page = code + page_bytes;
    const std::vector<std::uint8_t> nops(page_bytes, 0x90);
    std::vector<std::uint8_t> text(3 * page_bytes, 0x90);
    SharedPages pages(1u << 18);
    pages.add(code, nops, true);
    pages.add(page, std::vector<std::uint8_t>(page_bytes, 0xFF), false);
    pages.add(page + page_bytes, nops, true);
    Memory memory(pages);
    engine::CodeCache cache(std::make_shared<x86::Set>(x86::Timing{}), code, text,
                            {page >> page_bits});
    engine::CodeMap map(cache);
    ASSERT_TRUE(map.fetch(memory, page + 4));
    ASSERT_NE(map.program().at(page + 4), nullptr);
    EXPECT_EQ(map.program().at(page + 4)->kind, engine::Kind::illegal);
}

TEST(X86Decode, Costs) {
    x86::Timing timing{.base = 2, .memory = 10};
    timing.costs[static_cast<std::size_t>(isa::x86::CostKey::multiply)] = 14;
    const auto cost = [&](Bytes bytes) {
        bytes.resize(16);
        return x86::decode(bytes, code, timing).cost;
    };
    EXPECT_EQ(cost({0x01, 0xC0}), 2u);        // add eax, eax
    EXPECT_EQ(cost({0x03, 0x00}), 12u);       // add (eax), eax
    EXPECT_EQ(cost({0x01, 0x00}), 22u);       // add eax, (eax): read and written
    EXPECT_EQ(cost({0x50}), 12u);             // push
    EXPECT_EQ(cost({0xFF, 0x30}), 22u);       // push (eax)
    EXPECT_EQ(cost({0x0F, 0xAF, 0x00}), 26u); // imul (eax), eax
    EXPECT_EQ(cost({0x8D, 0x00}), 2u);        // lea
}

TEST(X86Ports, OperandsAndResults) {
    // lptr $: F2 0F B9 /0 ecx; stpr (ebx)
    Core c({0xF2, 0x0F, 0xB9, 0xC1, 0xF2, 0x0F, 0xB9, 0x2B});
    engine::CodeCache cache(std::make_shared<x86::Set>(x86::Timing{}), code, Bytes(16, 0x90), {});
    engine::CodeMap map(cache);
    c.state.r[x86::ecx] = 33;
    c.state.r[x86::edx] = 0x1234;
    c.state.r[x86::eax] = 16;
    c.state.r[x86::ebx] = data;
    EXPECT_EQ(c.run(1, true), Stop::network);
    const engine::Instruction first = *c.program().at(code), second = *c.program().at(code + 4);
    const auto lptr = x86::port_instruction(c.state, c.memory(), first);
    ASSERT_TRUE(lptr);
    EXPECT_EQ(lptr->port, x86::Port::lptr);
    EXPECT_EQ(lptr->number, 33u);
    EXPECT_EQ(lptr->value, 0x1234u);
    ASSERT_TRUE(x86::finish(c.state, c.memory(), map, first));
    EXPECT_EQ(c.state.pc, code + 4);
    c.state.r[x86::vbase_register] = 0x5000;
    const auto stpr = x86::port_instruction(c.state, c.memory(), second);
    ASSERT_TRUE(stpr);
    std::uint32_t result = 0;
    EXPECT_TRUE(x86::own_register(c.state, *stpr, result));
    ASSERT_TRUE(x86::finish(c.state, c.memory(), map, second, result));
    EXPECT_EQ(c.word(data), 0x5000u);
    c.state.r[x86::cpl_register] = 3;
    EXPECT_FALSE(x86::port_instruction(c.state, c.memory(), first));
    EXPECT_EQ(c.state.fault.kind, FaultKind::privileged);
}

} // namespace

} // namespace inlet
