#include "cpu/x86/extended.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace inlet::x86 {

namespace {

__extension__ using Wide = unsigned __int128;

constexpr int bias = 16383, greatest = 0x7FFF;
constexpr std::uint64_t integer_bit = std::uint64_t{1} << 63, quiet_bit = integer_bit >> 1;

Extended composed(bool sign, int exponent, std::uint64_t mantissa) {
    return {mantissa, static_cast<std::uint16_t>((sign ? 0x8000 : 0) | exponent)};
}
Extended infinity(bool sign) { return composed(sign, greatest, integer_bit); }
Extended zero(bool sign) { return composed(sign, 0, 0); }

enum Rounding : std::uint32_t { nearest, down, up, to_zero };
Rounding rounding_of(std::uint32_t control) { return static_cast<Rounding>(control >> 10 & 3); }
/// The precision: bits of the mantissa.
unsigned precision_of(std::uint32_t control) {
    constexpr unsigned bits[] = {24, 64, 53, 64};
    return bits[control >> 8 & 3];
}

Wide one_at(unsigned bit) { return Wide{1} << bit; }

/// Shifts right. Lost bits set the lowest bit (sticky).
Wide sticky_right(Wide value, int places) {
    if (places <= 0) return value;
    if (places > 127) return value != 0;
    return value >> places | ((value & (one_at(static_cast<unsigned>(places)) - 1)) != 0);
}

/// Whether a number with the remainder `rest` of `unit` is rounded up.
bool increments(Wide rest, Wide unit, bool odd, bool sign, Rounding mode) {
    switch (mode) {
    case nearest: return rest > unit >> 1 || (rest == unit >> 1 && odd);
    case down: return sign && rest != 0;
    case up: return !sign && rest != 0;
    default: return false;
    }
}

struct Cut {
    Wide value;
    bool inexact, up;
};
/// Clears the bits below 2^low.
Cut cut(Wide value, unsigned low, bool sign, Rounding mode) {
    const Wide unit = one_at(low), rest = value & (unit - 1);
    const bool more = increments(rest, unit, (value & unit) != 0, sign, mode);
    return {value - rest, rest != 0, more};
}

struct Fitted {
    int exponent;
    std::uint64_t mantissa;
    std::uint32_t status;
};

/// `value` has bit 127 set and is less than 2 * 2^exponent, where the least normal exponent is 1.
/// Its lowest bit may be a sticky bit.
Fitted fit(bool sign, int exponent, Wide value, int top, unsigned kept, Rounding mode) {
    std::uint32_t status = 0;
    const unsigned low = 128 - kept;
    bool tiny = false;
    if (exponent <= 0) { // tiny with unbounded exponents
        const Cut free = cut(value, low, sign, mode);
        const bool carried = free.up && (free.value + one_at(low)) == 0;
        tiny = exponent < 0 || !carried;
        value = sticky_right(value, 1 - exponent);
        exponent = 0;
    }
    Cut done = cut(value, low, sign, mode);
    if (done.up) {
        const Wide more = done.value + one_at(low);
        if (more == 0) { // carry out
            done.value = one_at(127);
            ++exponent;
        } else {
            done.value = more;
            if (exponent == 0 && more >> 127) exponent = 1;
        }
    }
    if (done.inexact) status |= fsw::inexact | (tiny ? fsw::underflow : 0u);
    if (done.inexact && done.up) status |= fsw::c1;
    if (exponent >= top) {
        const bool to_infinity = mode == nearest || (mode == up && !sign) || (mode == down && sign);
        status = fsw::overflow | fsw::inexact | (to_infinity ? fsw::c1 : 0u);
        if (to_infinity) return {top, integer_bit, status};
        return {top - 1, ~std::uint64_t{0} << (64 - kept), status};
    }
    return {exponent, static_cast<std::uint64_t>(done.value >> 64), status};
}

Rounded round(bool sign, int exponent, Wide value, std::uint32_t control, unsigned kept = 0) {
    constexpr std::uint32_t modes = 0xF00, usual_modes = 0x300; // 64 bits, to nearest
    if (exponent > 0 && exponent < greatest - 1 && !kept && (control & modes) == usual_modes) {
        auto mantissa = static_cast<std::uint64_t>(value >> 64);
        const auto rest = static_cast<std::uint64_t>(value);
        const bool up = rest > integer_bit || (rest == integer_bit && mantissa & 1);
        if (up && ++mantissa == 0) {
            mantissa = integer_bit;
            ++exponent;
        }
        return {composed(sign, exponent, mantissa),
                (rest ? fsw::inexact : 0u) | (up ? fsw::c1 : 0u)};
    }
    const Fitted fitted = fit(sign, exponent, value, greatest, kept ? kept : precision_of(control),
                              rounding_of(control));
    return {composed(sign, fitted.exponent, fitted.mantissa), fitted.status};
}

/// A number that is neither 0 nor infinite, with its integer bit.
struct Parts {
    bool sign;
    int exponent;
    std::uint64_t mantissa;
};
Parts parts_of(const Extended &a) {
    const int places = std::countl_zero(a.mantissa);
    const int exponent = std::max(a.exponent(), 1);
    return {a.sign(), exponent - places, a.mantissa << places};
}

/// Neither 0 nor denormal, infinite, a NaN or unsupported.
bool is_usual(const Extended &a) {
    return a.exponent() != 0 && a.exponent() != greatest && a.mantissa & integer_bit;
}

std::uint32_t denormals(const Extended &a, const Extended &b) {
    return is_denormal(a) || is_denormal(b) ? fsw::denormal : 0;
}

/// The number as an instruction writes it: a pseudo-denormal (exponent 0 and an integer bit) has
/// the value of exponent 1.
Extended written(Extended a) {
    if (a.exponent() == 0 && a.mantissa >> 63) a.high |= 1;
    return a;
}

Extended quieted(Extended a) {
    a.mantissa |= quiet_bit;
    return a;
}

/// The NaN result of two operands, at least one of which is a NaN or unsupported (SDM 1, table
/// 4-7).
Rounded nan_of(const Extended &a, const Extended &b) {
    const FloatClass x = class_of(a), y = class_of(b);
    if (x == FloatClass::unsupported || y == FloatClass::unsupported)
        return {indefinite, fsw::invalid};
    const bool signals = x == FloatClass::signaling || y == FloatClass::signaling;
    const std::uint32_t status = signals ? fsw::invalid : 0;
    const bool first = is_nan(a), second = is_nan(b);
    if (!second) return {quieted(a), status};
    if (!first) return {quieted(b), status};
    if (x == FloatClass::signaling && y == FloatClass::quiet) return {b, status};
    if (x == FloatClass::quiet && y == FloatClass::signaling) return {a, status};
    if (a.mantissa != b.mantissa) return {quieted(a.mantissa > b.mantissa ? a : b), status};
    return {quieted(a.sign() ? b : a), status};
}
bool computes(const Extended &a) { return class_of(a) <= FloatClass::infinity; }

/// Of numbers of which at most one is 0.
Rounded sum(Parts left, Parts right, std::uint32_t status, std::uint32_t control) {
    if (left.exponent < right.exponent ||
        (left.exponent == right.exponent && left.mantissa < right.mantissa))
        std::swap(left, right);
    // One bit is reserved for the carry.
    Wide value = Wide{left.mantissa} << 63;
    const Wide other = sticky_right(Wide{right.mantissa} << 63, left.exponent - right.exponent);
    value = left.sign == right.sign ? value + other : value - other;
    if (value == 0) return {zero(rounding_of(control) == down), status};
    const int exponent = left.exponent + 1;
    const auto high = static_cast<std::uint64_t>(value >> 64);
    const int places =
        high ? std::countl_zero(high) : 64 + std::countl_zero(static_cast<std::uint64_t>(value));
    Rounded done = round(left.sign, exponent - places, value << places, control);
    done.status |= status;
    return done;
}

Rounded sum(const Extended &a, const Extended &b, bool b_sign, std::uint32_t control) {
    const FloatClass x = class_of(a), y = class_of(b);
    if (x == FloatClass::infinity || y == FloatClass::infinity) {
        if (x == y && a.sign() != b_sign) return {indefinite, fsw::invalid};
        return {infinity(x == FloatClass::infinity ? a.sign() : b_sign), denormals(a, b)};
    }
    const std::uint32_t status = denormals(a, b);
    const bool zero_sign = rounding_of(control) == down;
    if (x == FloatClass::zero && y == FloatClass::zero)
        return {zero(a.sign() == b_sign ? a.sign() : zero_sign), 0};
    const Parts left = x == FloatClass::zero ? Parts{a.sign(), -200, 0} : parts_of(a);
    Parts right = y == FloatClass::zero ? Parts{b_sign, -200, 0} : parts_of(b);
    right.sign = b_sign;
    return sum(left, right, status, control);
}

/// The same of usual numbers.
Rounded usual_sum(const Extended &a, const Extended &b, bool b_sign, std::uint32_t control) {
    return sum({a.sign(), a.exponent(), a.mantissa}, {b_sign, b.exponent(), b.mantissa}, 0,
               control);
}

Rounded product(bool sign, int exponent, std::uint64_t a, std::uint64_t b, std::uint32_t control) {
    Wide value = Wide{a} * b;
    if (!(value >> 127)) {
        value <<= 1;
        --exponent;
    }
    return round(sign, exponent, value, control);
}

} // namespace

FloatClass class_of(const Extended &a) {
    if (a.exponent() == greatest) {
        if (!(a.mantissa & integer_bit)) return FloatClass::unsupported;
        if (a.mantissa == integer_bit) return FloatClass::infinity;
        return a.mantissa & quiet_bit ? FloatClass::quiet : FloatClass::signaling;
    }
    if (a.exponent() == 0) return a.mantissa == 0 ? FloatClass::zero : FloatClass::normal;
    return a.mantissa & integer_bit ? FloatClass::normal : FloatClass::unsupported;
}

Rounded add(const Extended &a, const Extended &b, std::uint32_t control) {
    if (is_usual(a) && is_usual(b)) return usual_sum(a, b, b.sign(), control);
    if (!computes(a) || !computes(b)) return nan_of(a, b);
    return sum(a, b, b.sign(), control);
}
Rounded subtract(const Extended &a, const Extended &b, std::uint32_t control) {
    if (is_usual(a) && is_usual(b)) return usual_sum(a, b, !b.sign(), control);
    if (!computes(a) || !computes(b)) return nan_of(a, b);
    return sum(a, b, !b.sign(), control);
}

Rounded multiply(const Extended &a, const Extended &b, std::uint32_t control) {
    if (is_usual(a) && is_usual(b))
        return product(a.sign() != b.sign(), a.exponent() + b.exponent() - bias + 1, a.mantissa,
                       b.mantissa, control);
    if (!computes(a) || !computes(b)) return nan_of(a, b);
    const FloatClass x = class_of(a), y = class_of(b);
    const bool sign = a.sign() != b.sign();
    const bool has_zero = x == FloatClass::zero || y == FloatClass::zero;
    if (x == FloatClass::infinity || y == FloatClass::infinity) {
        if (has_zero) return {indefinite, fsw::invalid};
        return {infinity(sign), denormals(a, b)};
    }
    if (has_zero) return {zero(sign), denormals(a, b)};
    const Parts left = parts_of(a), right = parts_of(b);
    Rounded done = product(sign, left.exponent + right.exponent - bias + 1, left.mantissa,
                           right.mantissa, control);
    done.status |= denormals(a, b);
    return done;
}

Rounded divide(const Extended &a, const Extended &b, std::uint32_t control) {
    if (!computes(a) || !computes(b)) return nan_of(a, b);
    const FloatClass x = class_of(a), y = class_of(b);
    const bool sign = a.sign() != b.sign();
    const std::uint32_t status = denormals(a, b);
    if (x == FloatClass::infinity) {
        if (y == FloatClass::infinity) return {indefinite, fsw::invalid};
        return {infinity(sign), status};
    }
    if (y == FloatClass::infinity) return {zero(sign), status};
    if (y == FloatClass::zero) {
        if (x == FloatClass::zero) return {indefinite, fsw::invalid};
        return {infinity(sign), fsw::by_zero};
    }
    if (x == FloatClass::zero) return {zero(sign), status};
    const Parts left = parts_of(a), right = parts_of(b);
    int exponent = left.exponent - right.exponent + bias;
    // 64 bits of the quotient and then 63 more; the remainder sets the lowest bit.
    Wide top = Wide{left.mantissa} << 63;
    if (left.mantissa < right.mantissa) {
        top <<= 1;
        --exponent;
    }
    const auto first = static_cast<std::uint64_t>(top / right.mantissa);
    const auto rest = static_cast<std::uint64_t>(top % right.mantissa);
    const Wide next = Wide{rest} << 63;
    const auto second = static_cast<std::uint64_t>(next / right.mantissa);
    const Wide value = Wide{first} << 64 | Wide{second} << 1 | (next % right.mantissa != 0);
    Rounded done = round(sign, exponent, value, control);
    done.status |= status;
    return done;
}

Rounded square_root(const Extended &a, std::uint32_t control) {
    const FloatClass x = class_of(a);
    if (!computes(a)) return nan_of(a, a);
    if (x == FloatClass::zero) return {a, 0};
    if (a.sign()) return {indefinite, fsw::invalid};
    if (x == FloatClass::infinity) return {a, 0};
    const Parts from = parts_of(a);
    const int power = from.exponent - bias;
    // The root of mantissa * 2^(power odd), bit by bit: 66 bits and the remainder.
    const bool odd = power & 1;
    const Wide number = Wide{from.mantissa}
                        << (odd ? 1 : 0); // below 2^65; 63 bits behind the point
    Wide root = 0, left = 0;
    constexpr int bits = 66;
    for (int i = bits - 1; i >= 0; --i) {
        // Two more bits of the number, of which 1 or 2 are before the point.
        const int low = 63 - 2 * (bits - 1 - i);
        const auto two = static_cast<unsigned>(low >= 0    ? number >> low & 3
                                               : low == -1 ? number << 1 & 3
                                                           : Wide{0});
        left = left << 2 | two;
        const Wide trial = root << 2 | 1;
        root <<= 1;
        if (left >= trial) {
            left -= trial;
            root |= 1;
        }
    }
    const Wide value = root << (128 - bits) | (left != 0);
    Rounded done = round(false, bias + (power - odd) / 2, value, control);
    done.status |= is_denormal(a) ? fsw::denormal : 0u;
    return done;
}

Rounded to_integral(const Extended &a, std::uint32_t control) {
    if (!computes(a)) return nan_of(a, a);
    const FloatClass x = class_of(a);
    if (x != FloatClass::normal || a.exponent() >= bias + 63) return {a, 0};
    const Parts from = parts_of(a);
    const std::uint32_t status = is_denormal(a) ? fsw::denormal : 0;
    const int places = bias + 63 - from.exponent; // bits behind the point
    const Wide value = sticky_right(Wide{from.mantissa} << 64, places);
    const Cut done = cut(value, 64, from.sign, rounding_of(control));
    const auto whole = static_cast<std::uint64_t>(done.value >> 64) + (done.up ? 1 : 0);
    const std::uint32_t flags =
        status | (done.inexact ? fsw::inexact : 0u) | (done.inexact && done.up ? fsw::c1 : 0u);
    if (whole == 0) return {zero(from.sign), flags};
    const int left = std::countl_zero(whole);
    return {composed(from.sign, bias + 63 - left, whole << left), flags};
}

Rounded scale(const Extended &a, const Extended &b, std::uint32_t control) {
    if (!computes(a) || !computes(b)) return nan_of(a, b);
    const FloatClass x = class_of(a), y = class_of(b);
    if (y == FloatClass::infinity) {
        const bool grows = !b.sign();
        if ((x == FloatClass::zero && grows) || (x == FloatClass::infinity && !grows))
            return {indefinite, fsw::invalid};
        return {grows ? infinity(a.sign()) : zero(a.sign()), denormals(a, b)};
    }
    if (x != FloatClass::normal) return {a, denormals(a, b)};
    int power = 0;
    if (y == FloatClass::normal) {
        const Parts by = parts_of(b);
        const int bits = by.exponent - bias;
        constexpr int far = 0x10000;
        if (bits >= 0) power = bits >= 16 ? far : static_cast<int>(by.mantissa >> (63 - bits));
        if (by.sign) power = -power;
    }
    const Parts from = parts_of(a);
    Rounded done = round(from.sign, from.exponent + power, Wide{from.mantissa} << 64, control, 64);
    done.status |= denormals(a, b);
    return done;
}

Rounded remainder(const Extended &a, const Extended &b, bool to_nearest) {
    if (!computes(a) || !computes(b)) return nan_of(a, b);
    const FloatClass x = class_of(a), y = class_of(b);
    if (x == FloatClass::infinity || y == FloatClass::zero) return {indefinite, fsw::invalid};
    const std::uint32_t status = denormals(a, b);
    if (x == FloatClass::zero || y == FloatClass::infinity) return {written(a), status};
    const Parts from = parts_of(a), by = parts_of(b);
    const int apart = from.exponent - by.exponent;
    if (apart < (to_nearest ? -1 : 0)) return {written(a), status};
    constexpr std::uint32_t control = 0x37F;
    const bool complete = apart < 64;
    // The number of steps is the difference of the exponents, or 32 to 63 if that is not complete.
    const int steps = complete ? apart : 32 + apart % 32;
    Wide rest = from.mantissa;
    std::uint64_t quotient = 0;
    int exponent = by.exponent;
    if (apart == -1) { // between b / 2 and b: only if rounded to nearest
        rest = from.mantissa;
        exponent = from.exponent;
        const Wide whole = Wide{by.mantissa} << 1; // b in the same units
        quotient = 0;
        bool sign = from.sign;
        if (rest * 2 > whole) {
            rest = whole - rest;
            sign = !sign;
            quotient = 1;
        }
        const auto low = static_cast<std::uint64_t>(rest);
        const int places = std::countl_zero(low);
        Rounded done = round(sign, exponent - places, Wide{low << places} << 64, control);
        done.status = status | (quotient & 1 ? fsw::c1 : 0u);
        return done;
    }
    for (int i = 0; i <= steps; ++i) {
        if (i) rest <<= 1;
        quotient <<= 1;
        if (rest >= by.mantissa) {
            rest -= by.mantissa;
            quotient |= 1;
        }
    }
    exponent += apart - steps;
    bool sign = from.sign;
    std::uint32_t flags = status;
    if (!complete) {
        flags |= fsw::c2;
    } else {
        if (to_nearest && (rest * 2 > by.mantissa || (rest * 2 == by.mantissa && (quotient & 1)))) {
            rest = by.mantissa - rest;
            sign = !sign;
            ++quotient;
        }
        flags |= (quotient & 1 ? fsw::c1 : 0u) | (quotient & 2 ? fsw::c3 : 0u) |
                 (quotient & 4 ? fsw::c0 : 0u);
    }
    if (rest == 0) return {zero(from.sign), flags};
    const auto low = static_cast<std::uint64_t>(rest);
    const int places = std::countl_zero(low);
    Rounded done = round(sign, exponent - places, Wide{low << places} << 64, control);
    done.status = flags;
    return done;
}

std::uint32_t compare(const Extended &a, const Extended &b, bool quiet_is_invalid) {
    constexpr std::uint32_t unordered = fsw::c0 | fsw::c2 | fsw::c3;
    if (!computes(a) || !computes(b)) {
        const bool quiet = (class_of(a) == FloatClass::quiet || computes(a)) &&
                           (class_of(b) == FloatClass::quiet || computes(b));
        return unordered | (!quiet || quiet_is_invalid ? fsw::invalid : 0u);
    }
    const std::uint32_t status = denormals(a, b);
    const bool zeros = class_of(a) == FloatClass::zero && class_of(b) == FloatClass::zero;
    if (zeros) return status | fsw::c3;
    if (a.sign() != b.sign()) return status | (a.sign() ? fsw::c0 : 0u);
    const auto key = [](const Extended &v) {
        return std::pair(std::max(v.exponent(), 1), v.mantissa);
    };
    if (key(a) == key(b)) return status | fsw::c3;
    return status | ((key(a) < key(b)) != a.sign() ? fsw::c0 : 0u);
}

namespace {

/// Rounds to a format with `bits` of fraction after the integer bit, and an exponent less than
/// `top`.
Rounded widened(bool sign, int exponent, std::uint64_t fraction, unsigned bits, int top) {
    const std::uint64_t shifted = fraction << (63 - bits);
    const int offset = bias - top / 2;
    if (exponent == top) {
        const Extended value = composed(sign, greatest, integer_bit | shifted);
        if (class_of(value) == FloatClass::signaling) return {quieted(value), fsw::invalid};
        return {value, 0};
    }
    if (exponent != 0) return {composed(sign, exponent + offset, integer_bit | shifted), 0};
    if (fraction == 0) return {zero(sign), 0};
    const int places = std::countl_zero(shifted);
    return {composed(sign, 1 + offset - places, shifted << places), fsw::denormal};
}

Stored narrowed(const Extended &a, unsigned bits, int top, std::uint32_t control) {
    const std::uint64_t sign = std::uint64_t{a.sign()} << (bits + (top == 0xFF ? 8 : 11));
    const std::uint64_t infinite = sign | static_cast<std::uint64_t>(top) << bits;
    const std::uint64_t fraction = (std::uint64_t{1} << bits) - 1;
    switch (class_of(a)) {
    case FloatClass::zero: return {sign, 0};
    case FloatClass::infinity: return {infinite, 0};
    case FloatClass::unsupported:
        return {std::uint64_t{1} << (bits + (top == 0xFF ? 8 : 11)) |
                    static_cast<std::uint64_t>(top) << bits | std::uint64_t{1} << (bits - 1),
                fsw::invalid};
    case FloatClass::quiet: return {infinite | (a.mantissa >> (63 - bits) & fraction), 0};
    case FloatClass::signaling:
        return {infinite | (quieted(a).mantissa >> (63 - bits) & fraction), fsw::invalid};
    default: break;
    }
    const Parts from = parts_of(a);
    const Fitted fitted = fit(from.sign, from.exponent - (bias - top / 2),
                              Wide{from.mantissa} << 64, top, bits + 1, rounding_of(control));
    return {sign | static_cast<std::uint64_t>(fitted.exponent) << bits |
                (fitted.mantissa >> (63 - bits) & fraction),
            fitted.status};
}

} // namespace

Rounded from_single(std::uint32_t bits) {
    return widened(bits >> 31, static_cast<int>(bits >> 23 & 0xFF), bits & 0x7FFFFF, 23, 0xFF);
}
Rounded from_double(std::uint64_t bits) {
    return widened(bits >> 63, static_cast<int>(bits >> 52 & 0x7FF), bits & 0xFFFFFFFFFFFFF, 52,
                   0x7FF);
}
Extended from_integer(std::int64_t value) {
    if (value == 0) return zero(false);
    const std::uint64_t size =
        value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    const int places = std::countl_zero(size);
    return composed(value < 0, bias + 63 - places, size << places);
}
Stored to_single(const Extended &a, std::uint32_t control) {
    return narrowed(a, 23, 0xFF, control);
}
Stored to_double(const Extended &a, std::uint32_t control) {
    return narrowed(a, 52, 0x7FF, control);
}

Stored to_integer(const Extended &a, unsigned bytes, std::uint32_t control) {
    const std::uint64_t least = std::uint64_t{1} << (8 * bytes - 1);
    const std::uint64_t mask = least | (least - 1);
    const Stored none{least, fsw::invalid};
    if (!computes(a) || class_of(a) == FloatClass::infinity) return none;
    if (class_of(a) == FloatClass::zero) return {};
    const Rounded whole = to_integral(a, control);
    const std::uint32_t status = whole.status & ~fsw::denormal;
    if (class_of(whole.value) == FloatClass::zero) return {0, status};
    const int power = whole.value.exponent() - bias;
    if (power > 63) return none;
    const std::uint64_t size = whole.value.mantissa >> (63 - power);
    if (size > least || (size == least && !a.sign())) return none;
    return {(a.sign() ? 0 - size : size) & mask, status};
}

} // namespace inlet::x86
