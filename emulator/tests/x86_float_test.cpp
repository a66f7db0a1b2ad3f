// x87 against the host's, if it has one: sums, products, quotients, roots and roundings, in every
// rounding mode and precision, with the status word. INLET_X87_OPERANDS is the number of pairs.
#include "cpu/x86/extended.h"

#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <random>

namespace inlet {

namespace {

using x86::Extended;
using x86::Rounded;
namespace fsw = x86::fsw;

#if defined(__x86_64__)

/// In memory format.
struct Ten {
    std::uint8_t bytes[16] = {};
};
Ten ten(const Extended &a) {
    Ten to;
    std::memcpy(to.bytes, &a.mantissa, 8);
    std::memcpy(to.bytes + 8, &a.high, 2);
    return to;
}
Extended back(const Ten &from) {
    Extended a;
    std::memcpy(&a.mantissa, from.bytes, 8);
    std::memcpy(&a.high, from.bytes + 8, 2);
    return a;
}

#define INLET_ON_HOST(name, text)                                                                  \
    Rounded name(const Extended &a, const Extended &b, std::uint16_t control) {                    \
        const Ten x = ten(a), y = ten(b);                                                          \
        Ten result;                                                                                \
        std::uint16_t status = 0, usual = 0x37F;                                                   \
        asm volatile("fninit\n\tfldcw %2\n\tfldt %4\n\tfldt %3\n\t" text                           \
                     "\n\tfnstsw %1\n\tfstpt %0\n\tfninit\n\tfldcw %5"                             \
                     : "=m"(result), "=m"(status)                                                  \
                     : "m"(control), "m"(x), "m"(y), "m"(usual)                                    \
                     : "st", "st(1)", "st(2)");                                                    \
        return {back(result), status & (fsw::exceptions | fsw::conditions)};                       \
    }
INLET_ON_HOST(host_add, "fadd %%st(1), %%st")
INLET_ON_HOST(host_subtract, "fsub %%st(1), %%st")
INLET_ON_HOST(host_multiply, "fmul %%st(1), %%st")
INLET_ON_HOST(host_divide, "fdiv %%st(1), %%st")
INLET_ON_HOST(host_root, "fsqrt")
INLET_ON_HOST(host_integral, "frndint")
INLET_ON_HOST(host_scale, "fscale")
INLET_ON_HOST(host_remainder, "fprem")
INLET_ON_HOST(host_remainder_nearest, "fprem1")
INLET_ON_HOST(host_compare, "fcom %%st(1)")
#undef INLET_ON_HOST

#define INLET_STORED(name, text)                                                                   \
    x86::Stored name(const Extended &a, std::uint16_t control) {                                   \
        const Ten x = ten(a);                                                                      \
        std::uint64_t result = 0;                                                                  \
        std::uint16_t status = 0, usual = 0x37F;                                                   \
        asm volatile("fninit\n\tfldcw %2\n\tfldt %3\n\t" text                                      \
                     " %0\n\tfnstsw %1\n\tfninit\n\tfldcw %4"                                      \
                     : "+m"(result), "=m"(status)                                                  \
                     : "m"(control), "m"(x), "m"(usual)                                            \
                     : "st");                                                                      \
        return {result, status & (fsw::exceptions | fsw::c1)};                                     \
    }
INLET_STORED(host_single, "fstps")
INLET_STORED(host_double, "fstpl")
INLET_STORED(host_int2, "fistps")
INLET_STORED(host_int4, "fistpl")
INLET_STORED(host_int8, "fistpll")
#undef INLET_STORED

class Numbers {
  public:
    explicit Numbers(std::uint32_t seed) : random_(seed) {}

    Extended next() {
        const auto sign = static_cast<std::uint16_t>(random_() & 0x8000);
        const std::uint64_t any = std::uint64_t{random_()} << 32 | random_(),
                            one = std::uint64_t{1} << 63;
        const auto at = [&](unsigned exponent) {
            return static_cast<std::uint16_t>(sign | exponent);
        };
        switch (random_() % 15) {
        case 0: return {0, sign};
        case 1: return {one, at(0x7FFF)};
        case 2: return {one | 1u << 30 | (any & 0xFFFF), at(0x7FFF)};             // signaling
        case 3: return {one | one >> 1 | (any & 0xFFFF), at(0x7FFF)};             // quiet
        case 4: return {any >> (1 + random_() % 60), sign};                       // denormal
        case 5: return {one, at(0x3FF0 + random_() % 32)};                        // power of 2
        case 6: return {one | any, at(1 + random_() % 3)};                        // least
        case 7: return {one | any, at(0x7FFC + random_() % 3)};                   // greatest
        case 8: return {one | (any & ~0x7FFu), at(0x3FFF - 20 + random_() % 40)}; // a double
        case 9: return {one | (any & ~0xFFFFFFFFFFull), at(0x3FFF - 10 + random_() % 20)};
        case 10: return {one | any, at(0x3F81 - 30 + random_() % 40)}; // near the ends of singles
        case 11: return {one | any, at(0x3C01 - 60 + random_() % 70)}; // of doubles
        case 12: return {one | any, sign};                             // pseudo-denormal
        default: return {one | any, at(0x3FFF - 70 + random_() % 140)};
        }
    }
    std::uint16_t control() {
        static constexpr std::uint16_t precisions[] = {0, 0x200, 0x300};
        return static_cast<std::uint16_t>(0x7F | precisions[random_() % 3] | (random_() & 3) << 10);
    }

  private:
    std::mt19937 random_;
};

std::string text_of(const Extended &a) { return fmt::format("{:04x}:{:016x}", a.high, a.mantissa); }

TEST(X87, ArithmeticIsTheHosts) {
    using Ours = Rounded (*)(const Extended &, const Extended &, std::uint32_t);
    using Theirs = Rounded (*)(const Extended &, const Extended &, std::uint16_t);
    const struct {
        const char *name;
        Ours ours;
        Theirs theirs;
        std::uint32_t compared;
    } operations[] = {
        {"add", x86::add, host_add, 0x23F},
        {"subtract", x86::subtract, host_subtract, 0x23F},
        {"multiply", x86::multiply, host_multiply, 0x23F},
        {"divide", x86::divide, host_divide, 0x23F},
        {"root",
         [](const Extended &a, const Extended &, std::uint32_t c) {
             return x86::square_root(a, c);
         },
         host_root, 0x23F},
        {"integral",
         [](const Extended &a, const Extended &, std::uint32_t c) {
             return x86::to_integral(a, c);
         },
         host_integral, 0x23F},
        {"scale", x86::scale, host_scale, 0x23F},
        {"remainder",
         [](const Extended &a, const Extended &b, std::uint32_t) {
             return x86::remainder(a, b, false);
         },
         host_remainder, 0x473F & ~0x20u},
        {"nearest remainder",
         [](const Extended &a, const Extended &b, std::uint32_t) {
             return x86::remainder(a, b, true);
         },
         host_remainder_nearest, 0x473F & ~0x20u},
        {"compare",
         [](const Extended &a, const Extended &b, std::uint32_t) -> Rounded {
             return {a, x86::compare(a, b, true)};
         },
         host_compare, 0x473F},
    };
    const char *const wanted = std::getenv("INLET_X87_OPERANDS");
    const unsigned long pairs = wanted ? std::strtoul(wanted, nullptr, 10) : 40000;
    Numbers numbers(wanted ? static_cast<std::uint32_t>(pairs) : 1);
    for (unsigned long i = 0; i < pairs && !testing::Test::HasFailure(); ++i) {
        const Extended a = numbers.next(), b = numbers.next();
        const std::uint16_t control = numbers.control();
        for (const auto &op : operations) {
            const Rounded ours = op.ours(a, b, control), theirs = op.theirs(a, b, control);
            // A partial remainder: the processor defines how far it goes.
            if (theirs.status & fsw::c2 && op.compared == (0x473F & ~0x20u)) continue;
            EXPECT_TRUE(ours.value == theirs.value &&
                        ((ours.status ^ theirs.status) & op.compared) == 0)
                << op.name << " " << text_of(a) << " " << text_of(b)
                << fmt::format(" {:x}: ", control) << text_of(ours.value)
                << fmt::format(" {:x}", ours.status & op.compared) << ", host "
                << text_of(theirs.value) << fmt::format(" {:x}", theirs.status & op.compared);
        }
    }
}

TEST(X87, StoresAreTheHosts) {
    Numbers numbers(2);
    for (unsigned i = 0; i < 100000 && !testing::Test::HasFailure(); ++i) {
        const Extended a = numbers.next();
        const std::uint16_t control = numbers.control();
        const auto same = [&](const char *name, const x86::Stored &ours,
                              const x86::Stored &theirs) {
            EXPECT_TRUE(ours.bits == theirs.bits && (ours.status & 0x23F) == theirs.status)
                << name << " " << text_of(a)
                << fmt::format(" {:x}: {:x} {:x}, host {:x} {:x}", control, ours.bits, ours.status,
                               theirs.bits, theirs.status);
        };
        same("single", x86::to_single(a, control), host_single(a, control));
        same("double", x86::to_double(a, control), host_double(a, control));
        same("int2", x86::to_integer(a, 2, control), host_int2(a, control));
        same("int4", x86::to_integer(a, 4, control), host_int4(a, control));
        same("int8", x86::to_integer(a, 8, control), host_int8(a, control));
    }
}

#endif

TEST(X87, KnownNumbers) {
    const Extended one{0x8000000000000000, 0x3FFF}, three{0xC000000000000000, 0x4000};
    EXPECT_EQ(x86::divide(one, three, 0x37F).value, (Extended{0xAAAAAAAAAAAAAAAB, 0x3FFD}));
    EXPECT_EQ(x86::divide(one, three, 0x37F).status, fsw::inexact | fsw::c1);
    EXPECT_EQ(x86::divide(one, three, 0x27F).value, (Extended{0xAAAAAAAAAAAAA800, 0x3FFD}));
    EXPECT_EQ(x86::to_double(x86::from_double(0x3FD5555555555555).value, 0x27F).bits,
              0x3FD5555555555555u);
    EXPECT_EQ(x86::from_integer(-3), (Extended{0xC000000000000000, 0xC000}));
    EXPECT_EQ(x86::from_single(1).status, fsw::denormal);
}

} // namespace

} // namespace inlet
