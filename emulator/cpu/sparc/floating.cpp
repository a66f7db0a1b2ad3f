// Floating-point operations: IEEE 754 single and double, with SPARC's state register and its NaNs.
// A NaN without a NaN operand has all fraction bits set; of two NaN operands, the result is the
// signalling one, else rs2's, made quiet (V8 appendix N).
#include "cpu/engine/fp.h"
#include "cpu/engine/fp_fast.h"
#include "cpu/sparc/functions.h"
#include "cpu/sparc/instruction_set.h"
#include "cpu/sparc/registers.h"

#include <bit>
#include <cstdint>
#include <type_traits>

namespace inlet::sparc {

using engine::State;
using engine::Uop;
namespace fp = engine::fp;

namespace {

template <typename Bits> struct FloatFormat;
template <> struct FloatFormat<std::uint32_t> {
    static constexpr std::uint32_t infinity = 0x7F800000, quiet = 0x00400000, nan = 0x7FFFFFFF;
};
template <> struct FloatFormat<std::uint64_t> {
    static constexpr std::uint64_t infinity = 0x7FF0000000000000, quiet = 0x0008000000000000,
                                   nan = 0x7FFFFFFFFFFFFFFF;
};

template <typename Bits> bool is_nan(Bits v) {
    return static_cast<Bits>(v << 1) > static_cast<Bits>(FloatFormat<Bits>::infinity << 1);
}
template <typename Bits> bool is_signalling(Bits v) {
    return is_nan(v) && !(v & FloatFormat<Bits>::quiet);
}

template <typename Bits> Bits get(const State &s, unsigned number) {
    if constexpr (sizeof(Bits) == 4)
        return s.r[float_register + number];
    else
        return std::uint64_t{s.r[float_register + number]} << 32 | s.r[float_register + number + 1];
}
template <typename Bits> void put(State &s, unsigned number, Bits value) {
    if constexpr (sizeof(Bits) == 4) {
        s.r[float_register + number] = value;
    } else {
        s.r[float_register + number] = static_cast<std::uint32_t>(value >> 32);
        s.r[float_register + number + 1] = static_cast<std::uint32_t>(value);
    }
}

/// The rounding mode for the engine's arithmetic, which has the same numbers.
std::uint32_t rounding(const State &s) { return s.r[fsr_place] >> fsr::rounding_shift; }

/// Converts exceptions, which the engine's arithmetic numbers from inexact up.
constexpr std::uint32_t current_bits(std::uint32_t raised) {
    return (raised & fp::inexact ? 1u : 0u) | (raised & fp::division_by_zero ? 2u : 0u) |
           (raised & fp::underflow ? 4u : 0u) | (raised & fp::overflow ? 8u : 0u) |
           (raised & fp::invalid ? 16u : 0u);
}

/// Completes an operation (V8 4.4): enabled exceptions trap, others accrue. False: a trap.
bool finish(State &s, std::uint32_t raised) {
    std::uint32_t &status = s.r[fsr_place];
    const std::uint32_t bits = current_bits(raised);
    const std::uint32_t cleared = status & ~(fsr::current | 7u << fsr::type_shift);
    if (bits & status >> fsr::enable_shift) {
        s.fault = Fault{FaultKind::float_exception, 0, s.now, s.pc, bits};
        return false;
    }
    status = cleared | bits | bits << fsr::accrued_shift;
    return true;
}

template <typename Bits> bool done(State &s, unsigned to, Bits value, std::uint32_t raised) {
    if (!finish(s, raised)) return false;
    put(s, to, value);
    return true;
}

template <typename Bits> Bits quieted(Bits nan) { return nan | FloatFormat<Bits>::quiet; }

template <typename Bits>
using Operation = fp::Result<Bits> (*)(Bits a, Bits b, std::uint32_t status);

/// The common case (fp_fast.h): round to nearest, no exception enabled, operands and result normal
/// or zero. The host rounds to nearest while blocks run.
bool is_usual(const State &s) {
    constexpr std::uint32_t unusual = 3u << fsr::rounding_shift | fsr::enabled;
    return !(s.r[fsr_place] & unusual);
}

template <typename Bits>
bool two(State &s, const Uop &op, Operation<Bits> operation, Operation<Bits> fast) {
    const Bits a = get<Bits>(s, op.a), b = get<Bits>(s, op.b);
    if (is_usual(s)) [[likely]] {
        const fp::Result<Bits> result = fast(a, b, 0);
        if (!(result.raised & fp::fast::elsewhere)) [[likely]]
            return done(s, op.to, result.value, result.raised);
    }
    if (is_nan(a) || is_nan(b)) {
        const bool signalling = is_signalling(a) || is_signalling(b);
        const Bits from = is_signalling(b) ? b : is_signalling(a) ? a : is_nan(b) ? b : a;
        return done(s, op.to, quieted(from), signalling ? std::uint32_t{fp::invalid} : 0u);
    }
    const fp::NearestOnHost nearest;
    const fp::Result<Bits> result = operation(a, b, rounding(s));
    return done(s, op.to, is_nan(result.value) ? FloatFormat<Bits>::nan : result.value,
                result.raised);
}

template <typename Bits> bool square_root(State &s, const Uop &op) {
    const Bits a = get<Bits>(s, op.b);
    if (is_nan(a))
        return done(s, op.to, quieted(a), is_signalling(a) ? std::uint32_t{fp::invalid} : 0u);
    const fp::NearestOnHost nearest;
    const fp::Result<Bits> result = fp::sqrt(a, rounding(s));
    return done(s, op.to, is_nan(result.value) ? FloatFormat<Bits>::nan : result.value,
                result.raised);
}

/// Converts to a word, towards 0 (V8 B.25). Numbers out of range saturate.
template <typename Bits> bool to_integer(State &s, const Uop &op) {
    const Bits a = get<Bits>(s, op.b);
    if (const fp::Word usual = fp::fast::to_word(a, fp::to_zero);
        !(usual.raised & fp::fast::elsewhere)) [[likely]]
        return done(s, op.to, usual.value, usual.raised);
    const fp::NearestOnHost nearest;
    fp::Word result = fp::to_word(a, fp::to_zero);
    if (result.raised & fp::invalid && !is_nan(a) && a >> (8 * sizeof(Bits) - 1))
        result.value = 0x80000000;
    return done(s, op.to, result.value, result.raised);
}

/// Computes fcc. A NaN is invalid if it signals, and always for FCMPE.
template <typename Bits> bool compare(State &s, const Uop &op, bool strict) {
    const Bits a = get<Bits>(s, op.a), b = get<Bits>(s, op.b);
    std::uint32_t fcc = 3, raised = 0;
    if (is_nan(a) || is_nan(b)) {
        if (strict || is_signalling(a) || is_signalling(b)) raised = fp::invalid;
    } else {
        using Float = std::conditional_t<sizeof(Bits) == 4, float, double>;
        const Float x = std::bit_cast<Float>(a), y = std::bit_cast<Float>(b);
        fcc = x == y ? 0 : x < y ? 1 : 2;
    }
    if (!finish(s, raised)) return false;
    s.r[fcc_register] = fcc;
    return true;
}

} // namespace

// FMOVs, FNEGs and FABSs raise no exceptions and do not change NaNs.
bool fmovs(State &s, const Uop &op) { return done(s, op.to, get<std::uint32_t>(s, op.b), 0); }
bool fnegs(State &s, const Uop &op) {
    return done(s, op.to, get<std::uint32_t>(s, op.b) ^ 0x80000000, 0);
}
bool fabss(State &s, const Uop &op) {
    return done(s, op.to, get<std::uint32_t>(s, op.b) & 0x7FFFFFFF, 0);
}
bool fadds(State &s, const Uop &op) { return two<std::uint32_t>(s, op, fp::add, fp::fast::add); }
bool faddd(State &s, const Uop &op) { return two<std::uint64_t>(s, op, fp::add, fp::fast::add); }
bool fsubs(State &s, const Uop &op) { return two<std::uint32_t>(s, op, fp::sub, fp::fast::sub); }
bool fsubd(State &s, const Uop &op) { return two<std::uint64_t>(s, op, fp::sub, fp::fast::sub); }
bool fmuls(State &s, const Uop &op) { return two<std::uint32_t>(s, op, fp::mul, fp::fast::mul); }
bool fmuld(State &s, const Uop &op) { return two<std::uint64_t>(s, op, fp::mul, fp::fast::mul); }
bool fdivs(State &s, const Uop &op) { return two<std::uint32_t>(s, op, fp::div, fp::fast::div); }
bool fdivd(State &s, const Uop &op) { return two<std::uint64_t>(s, op, fp::div, fp::fast::div); }
bool fsqrts(State &s, const Uop &op) { return square_root<std::uint32_t>(s, op); }
bool fsqrtd(State &s, const Uop &op) { return square_root<std::uint64_t>(s, op); }
bool fstoi(State &s, const Uop &op) { return to_integer<std::uint32_t>(s, op); }
bool fdtoi(State &s, const Uop &op) { return to_integer<std::uint64_t>(s, op); }
bool fcmps(State &s, const Uop &op) { return compare<std::uint32_t>(s, op, false); }
bool fcmpes(State &s, const Uop &op) { return compare<std::uint32_t>(s, op, true); }
bool fcmpd(State &s, const Uop &op) { return compare<std::uint64_t>(s, op, false); }
bool fcmped(State &s, const Uop &op) { return compare<std::uint64_t>(s, op, true); }

bool fitos(State &s, const Uop &op) {
    const fp::NearestOnHost nearest;
    const fp::Single result = fp::word_to_single(get<std::uint32_t>(s, op.b), rounding(s));
    return done(s, op.to, result.value, result.raised);
}

bool fitod(State &s, const Uop &op) {
    const fp::Double result = fp::fast::word_to_double(get<std::uint32_t>(s, op.b));
    return done(s, op.to, result.value, result.raised);
}

namespace {

/// A NaN keeps its sign and the upper bits of its fraction.
std::uint64_t wider(std::uint32_t nan) {
    return std::uint64_t{nan >> 31} << 63 | FloatFormat<std::uint64_t>::infinity |
           std::uint64_t{nan & 0x007FFFFF} << 29 | FloatFormat<std::uint64_t>::quiet;
}
std::uint32_t narrower(std::uint64_t nan) {
    return static_cast<std::uint32_t>(nan >> 63) << 31 | FloatFormat<std::uint32_t>::infinity |
           (static_cast<std::uint32_t>(nan >> 29) & 0x007FFFFF) | FloatFormat<std::uint32_t>::quiet;
}

} // namespace

bool fstod(State &s, const Uop &op) {
    const auto a = get<std::uint32_t>(s, op.b);
    if (is_nan(a))
        return done(s, op.to, wider(a), is_signalling(a) ? std::uint32_t{fp::invalid} : 0u);
    const fp::Double result = fp::fast::to_double(a);
    return done(s, op.to, result.value, result.raised);
}

bool fdtos(State &s, const Uop &op) {
    const auto a = get<std::uint64_t>(s, op.b);
    if (is_nan(a))
        return done(s, op.to, narrower(a), is_signalling(a) ? std::uint32_t{fp::invalid} : 0u);
    if (is_usual(s)) [[likely]] {
        const fp::Single usual = fp::fast::to_single(a, 0);
        if (!(usual.raised & fp::fast::elsewhere)) [[likely]]
            return done(s, op.to, usual.value, usual.raised);
    }
    const fp::NearestOnHost nearest;
    const fp::Single result = fp::to_single(a, rounding(s));
    return done(s, op.to, result.value, result.raised);
}

/// The product of two singles is exact in a double.
bool fsmuld(State &s, const Uop &op) {
    const auto a = get<std::uint32_t>(s, op.a), b = get<std::uint32_t>(s, op.b);
    if (is_nan(a) || is_nan(b)) {
        const bool signalling = is_signalling(a) || is_signalling(b);
        const std::uint32_t from = is_signalling(b) ? b : is_signalling(a) ? a : is_nan(b) ? b : a;
        return done(s, op.to, wider(from), signalling ? std::uint32_t{fp::invalid} : 0u);
    }
    const fp::NearestOnHost nearest;
    const fp::Double result = fp::mul(fp::to_double(a).value, fp::to_double(b).value, rounding(s));
    return done(s, op.to, is_nan(result.value) ? FloatFormat<std::uint64_t>::nan : result.value,
                result.raised);
}

} // namespace inlet::sparc
