// x86 against Unicorn (32 bits, ring 0, flat): random instructions in random states, in the
// stepper, in blocks and compiled. Undefined conditions are equalised after an instruction
// (isa/base/x86_32.json); complete programs do not read them before they are written.
// INLET_X86_PROGRAMS is the number of complete programs.
//
// Not covered: transfers, traps and modes, which x86_test and compiled programs under qemu-i386
// cover; REP, which is one instruction in Unicorn; x87, which x86_float_test compares with the
// host's.
#include "x86_core.h"
#include "x86_generator.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <optional>
#include <unicorn/unicorn.h>

namespace inlet {

namespace {

using x86_test::code;
using x86_test::Core;
using x86_test::data;
using x86_test::data_bytes;
using x86_test::Encoding;
using x86_test::Generator;
using x86_test::Op;
using x86_test::stack;

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
    case Op::XLAT:
    case Op::MOVS:
    case Op::STOS:
    case Op::LODS:
    case Op::SCAS:
    case Op::CMPS:
    case Op::PUSHF:
    case Op::DIV:
    case Op::RDTSC: // illegal here
    case Op::IDIV: return false;
    case Op::BT:
    case Op::BTS:
    case Op::BTR:
    case Op::BTC: return row.operands[1] == isa::x86::Operand::Ib;
    default: break;
    }
    if (row.op >= Op::JO && row.op <= Op::JG) return false;
    return row.cost < isa::x86::CostKey::trap && row.cost != isa::x86::CostKey::divide;
}

void check(uc_err error) { ASSERT_EQ(error, UC_ERR_OK) << uc_strerror(error); }

constexpr int registers[] = {UC_X86_REG_EAX, UC_X86_REG_ECX, UC_X86_REG_EDX, UC_X86_REG_EBX,
                             UC_X86_REG_ESP, UC_X86_REG_EBP, UC_X86_REG_ESI, UC_X86_REG_EDI};

class Unicorn {
  public:
    Unicorn() {
        check(uc_open(UC_ARCH_X86, UC_MODE_32, &uc_));
        check(uc_mem_map(uc_, code, 0x1000, UC_PROT_ALL));
        check(uc_mem_map(uc_, data, data_bytes, UC_PROT_READ | UC_PROT_WRITE));
    }
    ~Unicorn() { uc_close(uc_); }
    Unicorn(const Unicorn &) = delete;
    Unicorn &operator=(const Unicorn &) = delete;

    void set(int number, std::uint32_t value) { check(uc_reg_write(uc_, number, &value)); }
    std::uint32_t get(int number) {
        std::uint32_t value = 0;
        check(uc_reg_read(uc_, number, &value));
        return value;
    }
    void set_memory(std::uint32_t at, const std::vector<std::uint8_t> &bytes) {
        check(uc_mem_write(uc_, at, bytes.data(), bytes.size()));
    }
    std::vector<std::uint8_t> memory() {
        std::vector<std::uint8_t> bytes(data_bytes);
        check(uc_mem_read(uc_, data, bytes.data(), bytes.size()));
        return bytes;
    }
    uc_err run(std::uint32_t at, std::uint32_t end) { return uc_emu_start(uc_, at, end, 0, 0); }
    uc_err step(std::uint32_t at) { return uc_emu_start(uc_, at, code + 0x1000, 0, 1); }
    void forget() { uc_ctl_remove_cache(uc_, code, code + 0x1000); }

  private:
    uc_engine *uc_ = nullptr;
};

/// EFLAGS of conditions as the tables number them.
std::uint32_t eflags_of(std::uint8_t conditions) {
    using namespace x86::eflags;
    constexpr std::uint32_t bits[] = {of, sf, zf, af, pf, cf};
    std::uint32_t all = 0;
    for (unsigned i = 0; i < 6; ++i)
        if (conditions >> i & 1) all |= bits[i];
    return all;
}

/// The difference, except in these bits of EFLAGS; empty: none.
std::string difference(Unicorn &u, Core &core, std::uint32_t unknown = 0) {
    for (unsigned n = 0; n < 8; ++n) {
        const std::uint32_t theirs = u.get(registers[n]);
        if (core.reg(n) != theirs)
            return fmt::format("register {} is {:08x}, Unicorn {:08x}", n, core.reg(n), theirs);
    }
    const std::uint32_t compared = (x86::eflags::conditions | x86::eflags::df) & ~unknown;
    const std::uint32_t ours = x86::read_eflags(core.state), theirs = u.get(UC_X86_REG_EFLAGS);
    if ((ours ^ theirs) & compared)
        return fmt::format("eflags is {:03x}, Unicorn {:03x}", ours & compared, theirs & compared);
    const std::vector<std::uint8_t> memory = u.memory();
    for (std::uint32_t page = 0; page < data_bytes; page += page_bytes) {
        const std::uint8_t *const ours_there = core.memory().read<std::uint8_t>(data + page);
        if (std::memcmp(ours_there, &memory[page], page_bytes) == 0) continue;
        const auto *at = std::mismatch(ours_there, ours_there + page_bytes, &memory[page]).first;
        return fmt::format("[{:x}] is {:02x}, not Unicorn's", data + page + (at - ours_there), *at);
    }
    return "";
}

/// The same random state for both.
void begin(Unicorn &unicorn, Core &core, Generator &generator,
           const std::vector<std::uint8_t> &text) {
    std::vector<std::uint8_t> bytes(data_bytes);
    for (std::uint8_t &byte : bytes) byte = static_cast<std::uint8_t>(generator.bits());
    unicorn.set_memory(code, text);
    unicorn.set_memory(data, bytes);
    unicorn.forget();
    ASSERT_TRUE(core.memory().copy_in(data, bytes));
    for (unsigned n = 0; n < 8; ++n) {
        std::uint32_t value = n == 4   ? stack
                              : n == 5 ? data + 0x800 + generator.bits() % 0x400
                                       : generator.value();
        if (generator.has_drawn() && n == generator.pointer_register)
            value = Generator::pointer(value);
        if (generator.has_drawn() && n == generator.index_register) value = Generator::index(value);
        core.state.r[x86::general(n)] = value;
        unicorn.set(registers[n], value);
    }
    x86::write_eflags(core.state, generator.bits() & x86::eflags::conditions);
    unicorn.set(UC_X86_REG_EFLAGS, x86::read_eflags(core.state));
}

std::string text_of(const std::vector<std::uint8_t> &bytes, const Encoding &row) {
    std::string text;
    for (const std::uint8_t byte : bytes) text += fmt::format("{:02x} ", byte);
    return text + isa::x86::op_names[static_cast<std::size_t>(row.op)];
}

const Encoding &row_of(const std::vector<std::uint8_t> &bytes) {
    return x86::row_of(x86::decode(Generator::padded(bytes), code, {}));
}

/// Inside a block, Unicorn 2.0 takes stale conditions for those that CMPXCHG8B preserves.
bool is_tried_in_blocks(const Encoding &row) { return is_tried(row) && row.op != Op::CMPXCHG8B; }

/// The count determines whether there are conditions, and their values.
bool shifts(Op op) {
    return op == Op::ROL || op == Op::ROR || op == Op::RCL || op == Op::RCR || op == Op::SHL ||
           op == Op::SHR || op == Op::SAR || op == Op::SHLD || op == Op::SHRD;
}

/// The instruction after which registers or memory first differ.
std::string first_difference(Unicorn &unicorn, const Generator &generator,
                             const std::vector<std::uint8_t> &text,
                             const std::vector<std::vector<std::uint8_t>> &each) {
    std::uint32_t end = code;
    for (unsigned k = 0; k < each.size(); ++k) {
        end += static_cast<std::uint32_t>(each[k].size());
        Core core(text, false);
        Generator same = generator;
        begin(unicorn, core, same, text);
        unicorn.run(code, end);
        core.run(k, true);
        const std::uint32_t before = x86::read_eflags(core.state);
        core.run(k + 1, true);
        const std::string what = difference(unicorn, core, x86::eflags::conditions);
        if (what.empty()) continue;
        std::string shown = fmt::format("{}, flags before {:03x}:", what, before);
        for (unsigned n = k < 5 ? 0 : k - 5; n <= k; ++n)
            shown += "\n    " + text_of(each[n], row_of(each[n]));
        return shown;
    }
    return "not in a shorter program";
}

TEST(X86Unicorn, RandomPrograms) {
    const char *const wanted = std::getenv("INLET_X86_PROGRAMS");
    constexpr unsigned length = 200;
    const unsigned long programs =
        wanted ? std::strtoul(wanted, nullptr, 10) : 15000; // 3 * 10^6 instructions
    constexpr unsigned long programs_of_one = 4000; // Unicorn 2.0 crashes when its buffer is full
    Generator generator(wanted ? static_cast<std::uint32_t>(programs) : 2, is_tried_in_blocks);
    std::optional<Unicorn> one;
    for (unsigned long i = 0; i < programs && !testing::Test::HasFailure(); ++i) {
        if (i % programs_of_one == 0) one.emplace();
        if (i % 2) generator.draw_registers();
        std::vector<std::uint8_t> text;
        std::vector<std::vector<std::uint8_t>> each;
        std::uint8_t unknown = 0; // conditions
        for (unsigned k = 0; k < length;) {
            const std::vector<std::uint8_t> bytes = generator.instruction();
            const Encoding &row = row_of(bytes);
            if (row.reads & unknown) continue;
            if (shifts(row.op))
                unknown |= row.writes;
            else
                unknown = static_cast<std::uint8_t>((unknown & ~row.writes) | row.undefined);
            text.insert(text.end(), bytes.begin(), bytes.end());
            each.push_back(bytes);
            ++k;
        }
        const auto end = code + static_cast<std::uint32_t>(text.size());
        text.insert(text.end(), 16, 0x90);
        Core core(text, i % 3 == 2);
        const Generator before = generator;
        begin(*one, core, generator, text);
        const uc_err error = one->run(code, end);
        const engine::Stop stop = core.run(length, i % 3 == 0);
        std::string what = difference(*one, core, eflags_of(unknown));
        if (error != UC_ERR_OK) what = uc_strerror(error);
        if (stop == engine::Stop::fault) what = "fault";
        EXPECT_EQ(what, "") << "program " << i << ": "
                            << (what.empty() ? "" : first_difference(*one, before, text, each));
    }
}

TEST(X86Unicorn, RandomInstructions) {
    constexpr unsigned long programs = 600;
    Generator generator(1, is_tried);
    Unicorn unicorn;
    constexpr unsigned length = 12;
    for (unsigned long i = 0; i < programs && !testing::Test::HasFailure(); ++i) {
        if (i >= programs / 2) generator.draw_registers();
        std::vector<std::vector<std::uint8_t>> each;
        std::vector<std::uint8_t> text;
        for (unsigned k = 0; k < length; ++k) {
            each.push_back(generator.instruction());
            text.insert(text.end(), each.back().begin(), each.back().end());
        }
        text.insert(text.end(), 16, 0x90);
        Core core(text, i % 3 == 2);
        begin(unicorn, core, generator, text);
        std::uint32_t pc = code;
        for (unsigned k = 0; k < length && !testing::Test::HasFailure(); ++k) {
            const engine::Instruction in = *core.program().at(pc);
            const std::uint32_t before = x86::read_eflags(core.state);
            const uc_err error = unicorn.step(pc);
            const engine::Stop stop = core.run(k + 1, i % 3 == 0);
            const x86_test::Encoding &row = x86::row_of(in);
            const std::uint32_t open = eflags_of(row.undefined);
            const std::uint32_t ours = x86::read_eflags(core.state);
            const std::uint32_t theirs = unicorn.get(UC_X86_REG_EFLAGS);
            if ((ours ^ theirs) & open)
                unicorn.set(UC_X86_REG_EFLAGS, (theirs & ~open) | (ours & open));
            std::string what = difference(unicorn, core);
            if (error != UC_ERR_OK) what = uc_strerror(error);
            if (stop == engine::Stop::fault) what = "fault";
            EXPECT_EQ(what, "") << "program " << i << ": " << text_of(each[k], row)
                                << fmt::format(" flags before {:03x}", before);
            pc += in.length;
        }
    }
}

} // namespace

} // namespace inlet
