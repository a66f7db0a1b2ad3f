// PowerPC against Unicorn (PPC32, big-endian, a 604): random instructions in random states, in the
// stepper and in blocks. INLET_PPC_PROGRAMS is the number of programs of 16 instructions.
//
// Not covered: branches, traps, SC and floating-point arithmetic, which compiled programs under
// qemu-ppc cover (Unicorn 2.0.1 rounds single precision twice); the time base, which crashes
// Unicorn; LSWX and STSWX; STWCX., which compares the word in Unicorn. Loads and stores of
// floating-point registers are covered.
#include "cpu/ppc/registers.h"
#include "ppc_core.h"
#include "ppc_generator.h"

#include <cstdlib>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <optional>
#include <unicorn/unicorn.h>

namespace inlet {

namespace {

using isa::ppc::Encoding;
using isa::ppc::Op;
using ppc_test::code;
using ppc_test::Core;
using ppc_test::data;
using ppc_test::data_bytes;
using ppc_test::Generator;

constexpr std::size_t length = 256;
/// Unicorn 2.0 crashes when its buffer of translated code is full.
constexpr unsigned long programs_of_one = 4000;
constexpr std::uint32_t line = 32; // of a 604
constexpr std::uint32_t compared_fpscr = ~(0xFFu << 11);

bool is_tried(const Encoding &row) {
    switch (row.op) {
    case Op::B:
    case Op::BC:
    case Op::BCLR:
    case Op::BCCTR:
    case Op::SC:
    case Op::TW:
    case Op::TWI:
    case Op::MFTB:
    case Op::FRES:
    case Op::FRSQRTE:
    case Op::FCTIW:
    case Op::FCTIWZ:
    case Op::LSWX:
    case Op::STSWX:
    case Op::MTFSF:
    case Op::MTFSFI:
    case Op::MTFSB0:
    case Op::MTFSB1:
    case Op::MFFS:
    case Op::MCRFS:
    case Op::ICBI:
    case Op::STWCX_: return false;
    default: return row.cost < isa::ppc::CostKey::fp_add;
    }
}

void check(uc_err error) { ASSERT_EQ(error, UC_ERR_OK) << uc_strerror(error); }

class Unicorn {
  public:
    Unicorn() {
        check(uc_open(UC_ARCH_PPC, static_cast<uc_mode>(UC_MODE_PPC32 | UC_MODE_BIG_ENDIAN), &uc_));
        check(uc_ctl_set_cpu_model(uc_, UC_CPU_PPC32_604));
        check(uc_mem_map(uc_, code, 0x1000, UC_PROT_ALL));
        check(uc_mem_map(uc_, data, data_bytes, UC_PROT_READ | UC_PROT_WRITE));
    }
    ~Unicorn() { uc_close(uc_); }
    Unicorn(const Unicorn &) = delete;
    Unicorn &operator=(const Unicorn &) = delete;

    template <typename T> void set(int number, T value) {
        check(uc_reg_write(uc_, number, &value));
    }
    template <typename T> T get(int number) {
        T value{};
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
    uc_err run(std::size_t count) {
        uc_ctl_remove_cache(uc_, code, code + 0x1000);
        return uc_emu_start(uc_, code, code + 4 * count, 0, count);
    }

  private:
    uc_engine *uc_ = nullptr;
};

/// The difference; empty: none.
std::string difference(Unicorn &u, Core &core) {
    const engine::State &s = core.state;
    for (unsigned n = 0; n < 32; ++n) {
        const auto theirs = u.get<std::uint32_t>(UC_PPC_REG_0 + static_cast<int>(n));
        if (s.r[ppc::general(n)] != theirs)
            return fmt::format("r{} is {:08x}, Unicorn {:08x}", n, s.r[ppc::general(n)], theirs);
        const auto f = u.get<std::uint64_t>(UC_PPC_REG_FPR0 + static_cast<int>(n));
        if (ppc::float_bits(s, n) != f)
            return fmt::format("f{} is {:016x}, Unicorn {:016x}", n, ppc::float_bits(s, n), f);
    }
    const struct {
        const char *name;
        int number;
        std::uint32_t ours, mask;
    } others[] = {{"cr", UC_PPC_REG_CR, ppc::read_cr(s), ~0u},
                  {"lr", UC_PPC_REG_LR, s.r[ppc::lr_register], ~0u},
                  {"ctr", UC_PPC_REG_CTR, s.r[ppc::ctr_register], ~0u},
                  {"fpscr", UC_PPC_REG_FPSCR, s.r[ppc::fpscr_register], compared_fpscr}};
    for (const auto &each : others) {
        const auto theirs = u.get<std::uint32_t>(each.number);
        if ((each.ours ^ theirs) & each.mask)
            return fmt::format("{} is {:08x}, Unicorn {:08x}", each.name, each.ours, theirs);
    }
    const std::vector<std::uint8_t> theirs = u.memory();
    for (std::uint32_t i = 0; i < data_bytes; i += 4)
        if (core.word(data + i) != from_guest<std::uint32_t>(&theirs[i]))
            return fmt::format("[{:x}] is {:08x}, Unicorn {:08x}", data + i, core.word(data + i),
                               from_guest<std::uint32_t>(&theirs[i]));
    return "";
}

TEST(PpcUnicorn, RandomInstructions) {
    const char *const wanted = std::getenv("INLET_PPC_PROGRAMS");
    const unsigned long programs =
        wanted ? std::strtoul(wanted, nullptr, 10) : 20000; // 5 * 10^6 instructions
    Generator generator(wanted ? static_cast<std::uint32_t>(programs) : 1, is_tried);
    std::optional<Unicorn> one;
    for (unsigned long i = 0; i < programs && !testing::Test::HasFailure(); ++i) {
        if (i % programs_of_one == 0) one.emplace();
        Unicorn &unicorn = *one;
        std::vector<std::uint32_t> words(length);
        for (std::uint32_t &word : words) word = generator.instruction();
        // Unicorn sets XER and the rounding mode by their instructions only.
        words.front() = 0x7C6103A6; // mtxer r3
        words[1] = 0xFC021D8E;      // mtfsf 1, f3
        words.back() = 0x7C6102A6;  // mfxer r3
        Core core(words, line);
        std::vector<std::uint8_t> text(4 * length), bytes(data_bytes);
        for (std::size_t k = 0; k < length; ++k) to_guest(&text[4 * k], words[k]);
        for (std::uint8_t &byte : bytes) byte = static_cast<std::uint8_t>(generator.bits());
        unicorn.set_memory(code, text);
        unicorn.set_memory(data, bytes);
        core.memory().copy_in(data, bytes);
        unicorn.set<std::uint32_t>(UC_PPC_REG_MSR, 0x2000);
        for (unsigned n = 0; n < 32; ++n) {
            const std::uint32_t value = n == 1   ? data + 0x400
                                        : n == 2 ? generator.bits() % 128 * 4
                                        : n == 3 ? generator.bits() & 0xE0000000
                                                 : generator.value();
            unicorn.set(UC_PPC_REG_0 + static_cast<int>(n), value);
            core.state.r[ppc::general(n)] = value;
            const std::uint64_t number = n == 3 ? generator.bits() & 3 : generator.number();
            unicorn.set(UC_PPC_REG_FPR0 + static_cast<int>(n), number);
            ppc::set_float_bits(core.state, n, number);
        }
        const std::uint32_t cr = generator.bits();
        unicorn.set(UC_PPC_REG_CR, cr);
        ppc::write_cr(core.state, cr);
        unicorn.set(UC_PPC_REG_LR, cr ^ 5), unicorn.set(UC_PPC_REG_CTR, cr ^ 7);
        core.state.r[ppc::lr_register] = cr ^ 5, core.state.r[ppc::ctr_register] = cr ^ 7;
        unicorn.set<std::uint32_t>(UC_PPC_REG_FPSCR, 0);
        const uc_err error = unicorn.run(length);
        const engine::Stop stop = core.run(length, (i & 1) != 0);
        EXPECT_EQ(error, UC_ERR_OK) << uc_strerror(error);
        EXPECT_NE(stop, engine::Stop::fault) << static_cast<unsigned>(core.state.fault.kind);
        const std::string what = difference(unicorn, core);
        EXPECT_EQ(what, "") << "program " << i;
        if (testing::Test::HasFailure())
            for (std::size_t k = 0; k < length; ++k)
                ADD_FAILURE() << fmt::format(
                    "{:08x} {}", words[k],
                    isa::ppc::op_names[static_cast<std::size_t>(
                        ppc::decode(words[k], code, ppc::Timing{}).op.as<Op>())]);
    }
}

} // namespace

} // namespace inlet
