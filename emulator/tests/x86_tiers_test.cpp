// x86 in the stepper, the interpreter and compiled: the same registers, memory and cycles at every
// stop.
#include "cpu/x86/x87_stack.h"
#include "x86_accesses.h"
#include "x86_core.h"
#include "x86_generator.h"

#include <compare>
#include <cstdlib>
#include <gtest/gtest.h>
#include <set>

namespace inlet {

namespace {

using x86_test::Core;
using x86_test::data;
using x86_test::data_bytes;
using x86_test::Encoding;
using x86_test::Generator;
using x86_test::Op;

x86::Timing timing() {
    x86::Timing timing{.base = 2, .memory = 3};
    timing.costs.fill(1);
    return timing;
}

bool is_tried(const Encoding &row) {
    switch (row.op) {
    case Op::CALL:
    case Op::RET:
    case Op::JMP:
    case Op::JECXZ:
    case Op::LOOP:
    case Op::LOOPE:
    case Op::LOOPNE:
    case Op::LEAVE:
    case Op::HLT:
    case Op::CLI:
    case Op::STI:
    case Op::POPF:
    case Op::POPA:
    case Op::PUSHA:
    case Op::XLAT:
    case Op::MOVS:
    case Op::STOS:
    case Op::LODS:
    case Op::SCAS:
    case Op::CMPS:
    case Op::DIV:
    case Op::RDTSC: // illegal here
    case Op::IDIV:
    case Op::FLDCW: // no exceptions
    case Op::FLDENV:
    case Op::FRSTOR: return false;
    case Op::BT:
    case Op::BTS:
    case Op::BTR:
    case Op::BTC: return row.operands[1] == isa::x86::Operand::Ib;
    default: break;
    }
    if (row.op >= Op::JO && row.op <= Op::JG) return false;
    return row.cost != isa::x86::CostKey::trap && row.cost != isa::x86::CostKey::port &&
           row.cost != isa::x86::CostKey::xnet;
}

/// The forms of addresses that a program accesses memory with.
struct AddressForm {
    unsigned mode;        ///< of ModRM
    unsigned index;       ///< 0: no SIB, 1: SIB without an index, 2 to 5: an index by 1, 2, 4, 8
    engine::UopCode code; ///< its size, and whether it loads or stores
    auto operator<=>(const AddressForm &) const = default;
};
using AddressForms = std::set<AddressForm>;

engine::UopCode without_index(engine::UopCode code) {
    using engine::UopCode;
    switch (code) {
    case UopCode::LB:
    case UopCode::LB_X:
    case UopCode::LBU_X: return UopCode::LBU;
    case UopCode::SB_X: return UopCode::SB;
    case UopCode::LH_LE:
    case UopCode::LH_LE_X:
    case UopCode::LHU_LE_X: return UopCode::LHU_LE;
    case UopCode::SH_LE_X: return UopCode::SH_LE;
    case UopCode::LW_LE_X: return UopCode::LW_LE;
    case UopCode::SW_LE_X: return UopCode::SW_LE;
    default: return code;
    }
}

void add_accesses(const std::vector<std::uint8_t> &instruction, AddressForms &all) {
    const engine::Instruction in = x86::decode(Generator::padded(instruction), x86_test::code, {});
    const Encoding &row = x86::row_of(in);
    if (!x86::is_memory(in) || row.modrm >= 0) return;
    const std::size_t prefixes = (instruction[0] == 0x66) + std::size_t{row.prefix != 0};
    const std::size_t at = prefixes + (row.opcode >= 0x100) + 1; // ModRM
    const unsigned mode = instruction[at] >> 6, rm = instruction[at] & 7;
    if (mode == 3 || (mode == 0 && rm == 5)) return;
    unsigned index = 0;
    if (rm == 4) index = (instruction[at + 1] >> 3 & 7) == 4 ? 1 : 2 + (instruction[at + 1] >> 6);
    engine::UopBuilder group;
    x86::lift(in, x86_test::code, group);
    for (const engine::Uop &op : group.ops())
        if (x86_test::bytes_accessed(op.code)) all.insert({mode, index, without_index(op.code)});
}

/// Random instructions, with short jumps over some of them, in a loop that a word of memory counts;
/// then HLT forever.
std::vector<std::uint8_t> program(Generator &generator, AddressForms *accesses = nullptr) {
    std::vector<std::uint8_t> text;
    const auto put = [&](std::initializer_list<unsigned> bytes) {
        for (const unsigned byte : bytes) text.push_back(static_cast<std::uint8_t>(byte));
    };
    for (unsigned i = 0; i < 30; ++i) {
        const std::vector<std::uint8_t> next = generator.instruction();
        if (accesses) add_accesses(next, *accesses);
        if (generator.bits() % 4 == 0)
            put({0x70 + generator.bits() % 16, static_cast<unsigned>(next.size())});
        text.insert(text.end(), next.begin(), next.end());
    }
    put({0xBC, x86_test::stack & 0xFF, x86_test::stack >> 8 & 0xFF, x86_test::stack >> 16,
         0});                         // mov esp
    put({0xFF, 0x0D, 0, 0x30, 2, 0}); // decl data + 0x3000
    const auto distance = static_cast<std::uint32_t>(0 - (text.size() + 6));
    put({0x0F, 0x85, distance & 0xFF, distance >> 8 & 0xFF, distance >> 16 & 0xFF, distance >> 24});
    put({0xF4});
    text.insert(text.end(), 16, 0xD6);
    return text;
}

void begin(Core &core, std::uint32_t seed, const Generator *generator = nullptr) {
    std::mt19937 random(seed);
    std::vector<std::uint8_t> bytes(data_bytes);
    for (std::uint8_t &byte : bytes) byte = static_cast<std::uint8_t>(random());
    ASSERT_TRUE(core.memory().copy_in(data, bytes));
    for (unsigned n = 0; n < 8; ++n)
        core.state.r[x86::general(n)] = static_cast<std::uint32_t>(random());
    core.state.r[x86::esp] = x86_test::stack;
    core.state.r[x86::ebp] = data + 0x700 + random() % 16;
    if (generator && generator->has_drawn()) {
        core.state.r[x86::general(generator->pointer_register)] = Generator::pointer(random());
        core.state.r[x86::general(generator->index_register)] = Generator::index(random());
    }
    core.store(data + 0x3000, 20);
}

void compare(const Core &a, const Core &b, std::uint64_t cycle) {
    ASSERT_EQ(a.state.pc, b.state.pc) << cycle;
    ASSERT_EQ(a.state.now, b.state.now) << cycle;
    ASSERT_EQ(a.state.instructions, b.state.instructions) << cycle;
    for (unsigned n = 0; n < 8; ++n) ASSERT_EQ(a.reg(n), b.reg(n)) << n << " at " << cycle;
    ASSERT_EQ(x86::read_eflags(a.state), x86::read_eflags(b.state)) << cycle;
    for (unsigned n = engine::first_float; n < x86::words; ++n)
        ASSERT_EQ(a.state.r[n], b.state.r[n]) << n << " at " << cycle;
}
void compare_memory(Core &a, Core &b) {
    for (std::uint32_t at = data; at < data + data_bytes; at += 4)
        ASSERT_EQ(a.word(at), b.word(at)) << at;
}

TEST(X86Tiers, RandomProgramsAreTheSame) {
    Generator generator(3, is_tried);
    AddressForms accesses;
    std::uint64_t executed = 0;
    for (std::uint32_t i = 0; i < 300 && !testing::Test::HasFailure(); ++i) {
        if (i >= 60) generator.draw_registers();
        const std::vector<std::uint8_t> text = program(generator, &accesses);
        Core slow(text, false, timing()), fast(text, false, timing()),
            compiled(text, true, timing());
        for (Core *core : {&slow, &fast, &compiled}) begin(*core, i, &generator);
        constexpr std::uint64_t end = 9000;
        const engine::Stop stop = slow.run_until(end, true);
        EXPECT_EQ(fast.run_until(end, false), stop);
        EXPECT_EQ(compiled.run_until(end, false), stop);
        compare(slow, fast, end);
        compare(slow, compiled, end);
        compare_memory(slow, fast);
        compare_memory(slow, compiled);
        executed += slow.state.instructions;
    }
    // Each form of an address, with loads and stores of each size.
    using engine::UopCode;
    for (unsigned mode = 0; mode < 3; ++mode)
        for (unsigned index = 0; index < 6; ++index)
            for (const UopCode code : {UopCode::LBU, UopCode::LHU_LE, UopCode::LW_LE, UopCode::SB,
                                       UopCode::SH_LE, UopCode::SW_LE})
                EXPECT_TRUE(accesses.contains({mode, index, code}))
                    << mode << ' ' << index << ' ' << static_cast<unsigned>(code);
    EXPECT_GT(executed, 100'000u) << "programs end early";
}

bool is_shift(const Encoding &row) {
    switch (row.op) {
    case Op::ROL:
    case Op::ROR:
    case Op::SHL:
    case Op::SHR:
    case Op::SAR:
    case Op::SHLD:
    case Op::SHRD:
    case Op::IMUL:
    case Op::ADC:
    case Op::SBB:
    case Op::RCL:
    case Op::RCR:
    case Op::BT:
    case Op::BTS:
    case Op::BSF:
    case Op::MUL:
    case Op::CMC:
    case Op::SAHF:
    case Op::DEC:
    case Op::INC: return row.rm != isa::x86::Rm::memory;
    default: return row.op >= Op::SETO && row.op <= Op::SETG;
    }
}

/// Whose conditions the instruction behind them reads, or the one after.
TEST(X86Tiers, ShiftsOfEveryWidthAreTheSame) {
    Generator generator(5, is_shift);
    for (std::uint32_t i = 0; i < 150 && !testing::Test::HasFailure(); ++i) {
        if (i >= 75) generator.draw_registers();
        const std::vector<std::uint8_t> text = program(generator);
        Core slow(text, false, timing()), fast(text, false, timing()),
            compiled(text, true, timing());
        for (Core *core : {&slow, &fast, &compiled}) begin(*core, i, &generator);
        for (std::uint64_t end = 2000; end <= 6000; end += 997) {
            const engine::Stop stop = slow.run_until(end, true);
            EXPECT_EQ(fast.run_until(end, false), stop);
            EXPECT_EQ(compiled.run_until(end, false), stop);
            compare(slow, fast, end);
            compare(slow, compiled, end);
        }
        compare_memory(slow, compiled);
    }
}

/// Code without branches in which one instruction accesses what is not mapped: conditions that only
/// this fault shows are there, and registers and memory are those before it.
TEST(X86Tiers, AFaultAnywhereShowsTheConditions) {
    constexpr unsigned length = 24;
    const std::vector<std::vector<unsigned>> faulting = {{0x8B, 0x0D}, {0x89, 0x0D}, {0x03, 0x05},
                                                         {0x38, 0x05}, {0x31, 0x15}, {0xFF, 0x05}};
    Generator generator(6, is_tried);
    unsigned faults = 0;
    for (std::uint32_t i = 0; i < 240 && !testing::Test::HasFailure(); ++i) {
        if (i >= 120) generator.draw_registers();
        std::vector<std::uint8_t> text;
        for (unsigned k = 0; k < length; ++k) {
            if (k == i % length) {
                for (const unsigned byte : faulting[i / length % faulting.size()])
                    text.push_back(static_cast<std::uint8_t>(byte));
                for (const unsigned byte : {0, 0, 0x30, 0}) // address 0x300000
                    text.push_back(static_cast<std::uint8_t>(byte));
            }
            const std::vector<std::uint8_t> next = generator.instruction();
            text.insert(text.end(), next.begin(), next.end());
        }
        text.push_back(0xF4);
        text.insert(text.end(), 16, 0xD6);
        const CompileOptions options{.threshold = 0, .shortest = 0, .cuts = 1u << 20};
        Core slow(text, false, timing()), compiled(text, true, timing(), options),
            exact(text, true, timing()), entered(text, true, timing());
        for (Core *core : {&slow, &compiled, &exact, &entered}) begin(*core, i, &generator);
        const engine::Stop stop = slow.run_until(5000, true);
        EXPECT_EQ(compiled.run_until(5000, false), stop);
        EXPECT_EQ(exact.run_until(5000, false), stop);
        faults += stop == engine::Stop::fault;
        // Stopped once, and entered again, in front of any instruction.
        entered.run_until(slow.state.now * (i % 97) / 97, false);
        EXPECT_EQ(entered.run_until(5000, false), stop);
        for (Core *core : {&compiled, &exact, &entered}) {
            compare(slow, *core, i);
            compare_memory(slow, *core);
        }
    }
    EXPECT_GT(faults, 150u); // others fault sooner, or wait
}

/// Long blocks without branches: what is known of registers, pages and conditions lasts.
TEST(X86Tiers, LongBlocksAreTheSame) {
    constexpr unsigned length = 200;
    const char *const wanted = std::getenv("INLET_X86_PROGRAMS");
    const std::uint32_t tries = wanted ? static_cast<std::uint32_t>(std::atoi(wanted)) : 300;
    Generator generator(11, is_tried);
    for (std::uint32_t i = 0; i < tries && !testing::Test::HasFailure(); ++i) {
        if (i % 2) generator.draw_registers();
        std::vector<std::uint8_t> text;
        for (unsigned k = 0; k < length; ++k) {
            const std::vector<std::uint8_t> next = generator.instruction();
            text.insert(text.end(), next.begin(), next.end());
        }
        text.push_back(0xF4);
        text.insert(text.end(), 16, 0xD6);
        const CompileOptions whole{.threshold = 0, .shortest = 0, .cuts = 1u << 20};
        Core slow(text, false, timing()), compiled(text, true, timing(), whole),
            exact(text, true, timing());
        for (Core *core : {&slow, &compiled, &exact}) {
            begin(*core, i, &generator);
            x86::write_eflags(core->state, i * 0x9E3779B9 >> 16 & x86::eflags::conditions);
        }
        const engine::Stop stop = slow.run_until(20000, true);
        for (Core *core : {&compiled, &exact}) {
            EXPECT_EQ(core->run_until(20000, false), stop);
            compare(slow, *core, i);
            compare_memory(slow, *core);
        }
    }
}

/// A rotation through the carry reads it, though nothing sees the conditions that it makes.
TEST(X86Tiers, ARotationThroughTheCarryReadsIt) {
    const std::vector<std::vector<unsigned>> loop = {
        {0xF9},                                      // STC
        {0x23, 0x05, 0, 0, 2, 0},                    // AND EAX, word: the carry is 0
        {0x89, 0x05, 4, 0, 2, 0},                    // MOV word, EAX
        {0xD3, 0xD3},                                // RCL EBX, CL
        {0x3D, 1, 2, 3, 4},                          // CMP EAX, constant
        {0x89, 0x05, 8, 0, 2, 0},                    // MOV word, EAX
        {0xFF, 0x0D, 0, 0x30, 2, 0},                 // DEC of the count
        {0x0F, 0x85, 0xDA, 0xFF, 0xFF, 0xFF, 0xF4}}; // JNZ, HLT
    std::vector<std::uint8_t> text;
    for (const std::vector<unsigned> &instruction : loop)
        for (const unsigned byte : instruction) text.push_back(static_cast<std::uint8_t>(byte));
    text.insert(text.end(), 16, 0xD6);
    for (const std::uint32_t cuts : {0u, 1u << 20}) {
        const CompileOptions options{.threshold = 0, .shortest = 0, .cuts = cuts};
        Core slow(text, false, timing()), compiled(text, true, timing(), options);
        for (Core *core : {&slow, &compiled}) {
            begin(*core, 1);
            core->state.r[x86::ecx] = 1;
        }
        EXPECT_EQ(compiled.run_until(5000, false), slow.run_until(5000, true));
        compare(slow, compiled, cuts);
        EXPECT_EQ(slow.word(data + 0x3000), 0u);
    }
}

/// Loops that wait, whose conditions compiled code and interpreter hold in different words: the
/// wait begins with the same turn, whenever the loop is compiled.
TEST(X86Tiers, AWaitBeginsWithTheSameTurn) {
    const std::vector<std::vector<unsigned>> turns = {
        {0x0F, 0xBA, 0x25, 0, 0, 2, 0, 0},          // BT word, 0
        {0x0F, 0xB6, 0x05, 0, 0, 2, 0, 0xD0, 0xE8}, // MOVZX EAX, byte; SHR AL, 1
        {0xA0, 0, 0, 2, 0, 0xD0, 0xC0},             // MOV AL, byte; ROL AL, 1
        {0xA1, 0, 0, 2, 0, 0xF9, 0xD1, 0xD8, 0xA9, 0xFF, 0, 0, 0, 0xF8}, // STC; RCR; TEST; CLC
        {0x0F, 0xB6, 0x05, 0, 0, 2, 0, 0x0F, 0xA3, 0xC0},                // MOVZX; BT EAX, EAX
        {0x0F, 0xBA, 0x25, 0, 0, 2, 0, 0, 0xF5, 0xF5}};                  // BT; CMC; CMC
    for (const std::vector<unsigned> &turn : turns)
        for (std::uint32_t threshold = 0; threshold < 8; ++threshold) {
            std::vector<std::uint8_t> text(turn.begin(), turn.end());
            text.push_back(0x73), text.push_back(static_cast<std::uint8_t>(0 - (text.size() + 1)));
            text.push_back(0xF4);
            text.insert(text.end(), 16, 0xD6);
            const CompileOptions options{.threshold = threshold, .shortest = 0, .cuts = 1u << 20};
            Core slow(text, false, timing()), compiled(text, true, timing(), options);
            ASSERT_EQ(slow.run_until(5000, true), engine::Stop::spin);
            ASSERT_EQ(compiled.run_until(5000, false), engine::Stop::spin);
            compare(slow, compiled, threshold);
            EXPECT_EQ(slow.state.waiting, compiled.state.waiting);
        }
}

TEST(X86Tiers, StopsAtEveryCycle) {
    Generator generator(4, is_tried);
    for (std::uint32_t i = 0; i < 24 && !testing::Test::HasFailure(); ++i) {
        if (i >= 12) generator.draw_registers();
        const std::vector<std::uint8_t> text = program(generator);
        Core slow(text, false, timing()), other(text, i % 2, timing());
        begin(slow, i, &generator);
        begin(other, i, &generator);
        const std::uint64_t stride = 1 + i % 5;
        for (std::uint64_t until = stride; until < 3000 && !testing::Test::HasFailure();
             until += stride) {
            const engine::Stop stop = other.run_until(until, false);
            ASSERT_EQ(slow.run_until(until, true), stop);
            compare(slow, other, until);
            if (stop == engine::Stop::fault) break;
        }
        compare_memory(slow, other);
    }
}

bool is_float(const Encoding &row) {
    return row.cost >= isa::x86::CostKey::fp_move && is_tried(row);
}

/// Of every class, in memory format.
x86::Extended float_number(std::uint32_t random, std::uint32_t more) {
    constexpr std::uint64_t one = std::uint64_t{1} << 63;
    const std::uint64_t any = std::uint64_t{more} << 32 | random * 0x9E3779B9u;
    const auto high = [random](unsigned exponent) {
        return static_cast<std::uint16_t>((random >> 16 & 0x8000) | exponent);
    };
    switch (random % 16) {
    case 0: return {0, high(0)};
    case 1: return {one, high(0x7FFF)};
    case 2: return {one | 1 | any >> 2, high(0x7FFF)};           // signaling
    case 3: return {one | one >> 1 | any, high(0x7FFF)};         // quiet
    case 4: return {any >> 1 >> more % 60, high(0)};             // denormal
    case 5: return {any >> 1, high(0x3FFF)};                     // unsupported
    case 6: return {one | any, high(1 + more % 3)};              // least
    case 7: return {one | any, high(0x7FFC + more % 3)};         // greatest
    case 8: return {one | any, high(0x3F81 - more % 30)};        // near the least single
    case 9: return {one | any, high(0x3C01 - more % 60)};        // near the least double
    case 10: return {one | any, high(0x43FE + more % 2)};        // near the greatest
    case 11: return {one | any << 40, high(0x3FFF + more % 62)}; // an integer, often
    case 12: return {one | any, high(0)};                        // pseudo-denormal
    default: return {one | any, high(0x3FFF - 20 + more % 40)};
    }
}

/// The control word of the host's x87 while it exists; at its end the host has raised nothing.
class HostControl {
  public:
    explicit HostControl(std::uint16_t control) {
        asm volatile("fnstcw %0\n\tfnclex\n\tfldcw %1" : "=m"(before_) : "m"(control));
    }
    ~HostControl() { asm volatile("fwait\n\tfldcw %0" : : "m"(before_)); }
    HostControl(const HostControl &) = delete;
    HostControl &operator=(const HostControl &) = delete;

    /// Waits for what is pending, which would end the process.
    static std::uint16_t get() {
        std::uint16_t control = 0;
        asm volatile("fwait\n\tfnstcw %0" : "=m"(control));
        return control;
    }

  private:
    std::uint16_t before_ = 0;
};

/// Numbers of every class in every mode, stacks that overflow, exceptions that are not masked, by
/// the guest or by the host.
TEST(X86Tiers, FloatProgramsAreTheSame) {
    constexpr std::uint32_t modes = data + 0x3800, mode_words = 64;
    Generator generator(9, is_float);
    unsigned faults = 0, ends = 0;
    for (std::uint32_t i = 0; i < 400 && !testing::Test::HasFailure(); ++i) {
        if (i >= 100) generator.draw_registers();
        std::vector<std::uint8_t> text;
        const auto put = [&](std::initializer_list<std::uint32_t> bytes) {
            for (const std::uint32_t byte : bytes) text.push_back(static_cast<std::uint8_t>(byte));
        };
        for (unsigned k = 0; k < 40; ++k) {
            if (k % 16 == i % 16) { // FLDCW
                const std::uint32_t at = modes + generator.bits() % mode_words * 2;
                put({0xD9, 0x2D, at, at >> 8, at >> 16, at >> 24});
            }
            const std::vector<std::uint8_t> next = generator.instruction();
            text.insert(text.end(), next.begin(), next.end());
        }
        put({0xFF, 0x0D, 0, 0x30, 2, 0}); // decl data + 0x3000
        const auto distance = static_cast<std::uint32_t>(0 - (text.size() + 6));
        put({0x0F, 0x85, distance, distance >> 8, distance >> 16, distance >> 24});
        put({0xF4});
        text.insert(text.end(), 16, 0xD6);
        const CompileOptions whole{.threshold = 0, .shortest = 0, .cuts = 1u << 20};
        Core slow(text, false, timing()), exact(text, true, timing()),
            compiled(text, true, timing(), whole);
        for (Core *core : {&slow, &exact, &compiled}) {
            begin(*core, i, &generator);
            std::mt19937 random(i);
            const auto control = [&] {
                const bool masked = i % 4 || random() % 2;
                const std::uint32_t open = masked ? 0 : 1u << random() % 6;
                return (0x7F & ~open) | (static_cast<std::uint32_t>(random()) & 0xF00);
            };
            for (std::uint32_t n = 0; n < mode_words; n += 2)
                core->store(modes + 2 * n, control() << 16 | control());
            x86::FloatStack st(core->state);
            st.set_control(control());
            for (unsigned n = 0; n < 8; ++n) {
                const auto one = static_cast<std::uint32_t>(random());
                st.set_physical(n, float_number(one, static_cast<std::uint32_t>(random())));
                if (random() % 8) core->state.r[x86::ftag_register] |= 1u << n;
            }
        }
        const std::uint16_t of_host = i % 2 ? 0x37F : 0x340;
        for (std::uint64_t end = 500; end <= 6000; end += 1 + 500 * (i % 3)) {
            const engine::Stop stop = slow.run_until(end, true);
            {
                const HostControl host(of_host);
                ASSERT_EQ(exact.run_until(end, false), stop);
                ASSERT_EQ(HostControl::get(), of_host);
                ASSERT_EQ(compiled.run_until(end, false), stop);
                ASSERT_EQ(HostControl::get(), of_host);
            }
            compare(slow, exact, end);
            compare(slow, compiled, end);
            faults += stop == engine::Stop::fault;
            ends += stop != engine::Stop::fault;
            if (stop == engine::Stop::fault || i % 3 == 0) break;
        }
        compare_memory(slow, exact);
        compare_memory(slow, compiled);
    }
    EXPECT_GT(faults, 20u);
    EXPECT_GT(ends, 300u);
}

/// A string instruction in a loop: MOV ECX, ESI and EDI, CLD or STD, the instruction, DECL of a
/// word of memory, JNZ, HLT.
std::vector<std::uint8_t> string_program(const std::vector<unsigned> &string, bool down,
                                         std::uint32_t count, std::uint32_t from,
                                         std::uint32_t to) {
    std::vector<std::uint8_t> text;
    const auto word = [&](std::uint32_t value) {
        for (unsigned i = 0; i < 4; ++i) text.push_back(static_cast<std::uint8_t>(value >> 8 * i));
    };
    text.push_back(0xB9), word(count);
    text.push_back(0xBE), word(from);
    text.push_back(0xBF), word(to);
    text.push_back(down ? 0xFD : 0xFC);
    for (const unsigned byte : string) text.push_back(static_cast<std::uint8_t>(byte));
    text.push_back(0xFF), text.push_back(0x0D), word(data + 0x3000);
    text.push_back(0x75), text.push_back(static_cast<std::uint8_t>(0 - (text.size() + 1)));
    text.push_back(0xF4);
    text.insert(text.end(), 16, 0xD6);
    return text;
}

TEST(X86Tiers, RepeatedStringsAreTheSame) {
    const std::vector<unsigned> opcodes[] = {{0xA4}, {0xA5}, {0x66, 0xA5}, {0xAA}, {0xAB},
                                             {0xAC}, {0xAD}, {0xAE},       {0xAF}, {0x66, 0xAF},
                                             {0xA6}, {0xA7}, {0x66, 0xA7}};
    struct Place {
        std::uint32_t count, from, to;
    };
    constexpr Place places[] = {{0, data + 0x100, data + 0x200},
                                {1, data + 0x101, data + 0x203},
                                {37, data + 0x800, data + 0x800},
                                {37, data + 0xFF1, data + 0x1FF6}, // two pages
                                {37, data + 0x100, 0x3FFF0},       // the end of memory
                                {3, data + 0x100, x86_test::code + 0x800}};
    std::uint32_t seed = 1;
    for (const std::vector<unsigned> &opcode : opcodes)
        for (const unsigned prefix : {0xF3u, 0xF2u})
            for (const Place &place : places)
                for (const bool down : {false, true}) {
                    std::vector<unsigned> string{prefix};
                    string.insert(string.end(), opcode.begin(), opcode.end());
                    const auto text =
                        string_program(string, down, place.count, place.from, place.to);
                    Core slow(text, false, timing()), fast(text, false, timing()),
                        compiled(text, true, timing());
                    for (Core *core : {&slow, &fast, &compiled}) {
                        begin(*core, seed);
                        const std::vector<std::uint8_t> same(0x80, core->reg(0) & 0xFF);
                        ASSERT_TRUE(core->memory().copy_in(data + 0x800, same));
                    }
                    const std::uint64_t stride = 1 + ++seed % 11;
                    for (std::uint64_t until = stride; until < 1500 && !HasFatalFailure();
                         until += stride) {
                        const engine::Stop stop = slow.run_until(until, true);
                        ASSERT_EQ(fast.run_until(until, false), stop);
                        ASSERT_EQ(compiled.run_until(until, false), stop);
                        compare(slow, fast, until);
                        compare(slow, compiled, until);
                        if (stop == engine::Stop::fault) break;
                    }
                    compare_memory(slow, fast);
                    compare_memory(slow, compiled);
                }
}

TEST(X86Tiers, LiftsByTheRules) {
    Generator generator(5, [](const Encoding &) { return true; });
    for (unsigned i = 0; i < 20000; ++i) {
        const auto bytes = Generator::padded(generator.instruction());
        engine::UopBuilder group;
        const engine::Instruction in = x86::decode(bytes, x86_test::code, {});
        x86::lift(in, x86_test::code, group);
        if (group.ops().empty()) x86::lift_repeated(in, x86_test::code, group);
        EXPECT_EQ(engine::verify(group.ops()).value_or(""), "")
            << isa::x86::op_names[static_cast<std::size_t>(x86::row_of(in).op)];
    }
}

} // namespace

} // namespace inlet
