// Floating point: the fast path (fp_fast.h) against the full one (fp.h), with random operands.
//
// INLET_FP_OPERANDS=N in the environment: N operands for each operation instead of 100000 (a
// hundred million take some minutes for each operation).
#include "cpu/engine/fp_fast.h"

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <random>

namespace inlet::test {
namespace {

namespace fp = engine::fp;

std::uint64_t operands() {
    const char *given = std::getenv("INLET_FP_OPERANDS");
    return given ? std::strtoull(given, nullptr, 10) : 100'000;
}

/// Pairs of numbers near the borders of arithmetic: short significands (exact results), long ones,
/// exponents that are close to each other, near the limits, or arbitrary.
template <typename Bits> class Operands {
  public:
    explicit Operands(std::uint64_t seed) : random_(seed) {}

    void next() {
        a = number(exponent());
        switch (random_() % 4) {
        case 0: b = number(exponent()); break;
        case 1:
            b = a ^ (random_() % 2 ? Format::sign : 0) ^ static_cast<Bits>(random_() % 4);
            break;
        case 2: b = number(near(exponent_of(a), Format::fraction_bits + 3)); break;
        default: b = number(near(2 * Format::bias - exponent_of(a), 3)); break; // a product near 1
        }
        if (random_() % 32 == 0) b = 0;
        if (random_() % 8 == 0) { // a square, or nearly one
            const auto half = ~Bits{0} << (Format::fraction_bits / 2 + 1);
            const auto root = std::bit_cast<fp::Value<Bits>>(static_cast<Bits>(a & half));
            a = std::bit_cast<Bits>(root * root) + static_cast<Bits>(random_() % 4 == 0);
        }
    }
    Bits a = 0, b = 0;

  private:
    using Format = fp::Format<Bits>;

    static int exponent_of(Bits v) {
        return static_cast<int>((v & Format::exponent) >> Format::fraction_bits);
    }
    int near(int middle, int most) {
        return middle + static_cast<int>(random_() % static_cast<unsigned>(2 * most + 1)) - most;
    }
    int exponent() {
        switch (random_() % 8) {
        case 0: return static_cast<int>(random_() % 4);
        case 1: return Format::no_number - static_cast<int>(random_() % 4);
        case 2: return near(Format::bias / 2, Format::fraction_bits + 2);
        case 3: return near(Format::bias + Format::bias / 2, 3);
        case 4: return static_cast<int>(random_() % (Format::no_number + 1u));
        default: return near(Format::bias, 40);
        }
    }
    Bits number(int exponent) {
        Bits fraction = static_cast<Bits>(random_());
        switch (random_() % 4) {
        case 0: fraction <<= random_() % Format::fraction_bits; break; // zeros at the end
        case 1: fraction |= Format::fraction << random_() % Format::fraction_bits; break;
        case 2: fraction = Bits{1} << random_() % Format::fraction_bits; break;
        default: break;
        }
        exponent = std::clamp(exponent, 0, +Format::no_number);
        return (fraction & (Format::fraction | Format::sign)) |
               static_cast<Bits>(exponent) << Format::fraction_bits |
               (random_() % 2 ? Format::sign : 0);
    }

    std::mt19937_64 random_;
};

/// `fast` and `all` take two operands and return a result.
template <typename Bits, typename Fast, typename All>
void compare(const char *name, Fast fast, All all, unsigned at_least_percent) {
    Operands<Bits> operands_of(1);
    const std::uint64_t count = operands();
    std::uint64_t here = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        operands_of.next();
        const Bits a = operands_of.a, b = operands_of.b;
        const auto x = fast(a, b);
        if (x.raised & fp::fast::elsewhere) continue;
        ++here;
        const auto y = all(a, b);
        ASSERT_TRUE(x.value == y.value && x.raised == y.raised)
            << name << std::hex << " " << +a << " " << +b << ": " << +x.value << " raises "
            << x.raised << ", not " << +y.value << " raises " << y.raised;
    }
    EXPECT_GE(100 * here, at_least_percent * count) << name << ": fast is too rare";
}

#define COMPARE(bits, operation, percent)                                                          \
    compare<bits>(                                                                                 \
        #operation,                                                                                \
        []([[maybe_unused]] bits a, [[maybe_unused]] bits b) { return fp::fast::operation; },      \
        []([[maybe_unused]] bits a, [[maybe_unused]] bits b) { return fp::operation; }, percent)

template <typename Bits> class FloatFast : public testing::Test {};
using Formats = testing::Types<std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(FloatFast, Formats);

TYPED_TEST(FloatFast, Add) { COMPARE(TypeParam, add(a, b, 0), 80); }
TYPED_TEST(FloatFast, Subtract) { COMPARE(TypeParam, sub(a, b, 0), 80); }
TYPED_TEST(FloatFast, Multiply) { COMPARE(TypeParam, mul(a, b, 0), 50); }
TYPED_TEST(FloatFast, Divide) { COMPARE(TypeParam, div(a, b, 0), 50); }
TYPED_TEST(FloatFast, Root) { COMPARE(TypeParam, sqrt(a, 0), 20); }
TYPED_TEST(FloatFast, Signs) {
    COMPARE(TypeParam, abs(a), 90);
    COMPARE(TypeParam, neg(a), 90);
}
TYPED_TEST(FloatFast, ToWord) {
    COMPARE(TypeParam, to_word(a, fp::to_zero), 30);
    COMPARE(TypeParam, to_word(a, fp::up), 0);
}
TYPED_TEST(FloatFast, Compare) {
    for (std::uint32_t condition = 0; condition < 16; ++condition)
        compare<TypeParam>(
            "compare", [=](auto a, auto b) { return fp::fast::compare(a, b, condition); },
            [=](auto a, auto b) { return fp::compare(a, b, condition); }, 80);
}
TEST(FloatFastFormats, Conversions) {
    COMPARE(std::uint64_t, to_single(a, 0), 30);
    COMPARE(std::uint32_t, to_double(a), 90);
    COMPARE(std::uint32_t, word_to_single(a, 0), 90);
    COMPARE(std::uint32_t, word_to_double(a), 100);
}

TEST(FloatFastFormats, OnlyWithoutModesFlushingAndEnabledExceptions) {
    for (std::uint32_t bit = 0; bit < 32; ++bit)
        EXPECT_EQ(fp::fast::usual(1u << bit), !(bit < 2 || (bit >= 7 && bit < 12) || bit == 24))
            << bit;
}

} // namespace
} // namespace inlet::test
