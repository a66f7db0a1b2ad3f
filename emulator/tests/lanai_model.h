// A second Lanai, from the comments of LLVM 19's LanaiInstrFormats.td alone: it takes words apart
// by itself, adds bit by bit, and has slots as a queue of addresses. It shares nothing with
// cpu/lanai.
#pragma once

#include <array>
#include <cstdint>
#include <map>

namespace inlet::lanai_test {

class Model {
  public:
    std::array<std::uint32_t, 32> r{};
    bool z = false, n = false, c = false, v = false;
    std::map<std::uint32_t, std::uint8_t> memory;
    /// The address of the next instruction, and of those behind it.
    std::uint32_t pc = 0, then = 4, later = 8;

    void start(std::uint32_t at) { pc = at, then = at + 4, later = at + 8; }

    /// False: not an instruction that the model knows; nothing has changed.
    bool step() {
        const std::uint32_t word = load(pc, 4);
        std::uint32_t last = later + 4;
        const auto reg = [&](unsigned number) {
            return number == 0 ? 0u : number == 1 ? 0xFFFFFFFFu : number == 2 ? pc : r[number];
        };
        const auto set = [&](unsigned number, std::uint32_t value) {
            if (number == 2)
                later = value & ~3u, last = later + 4;
            else
                r[number] = value;
        };
        const unsigned d = word >> 23 & 31, s = word >> 18 & 31, t = word >> 11 & 31;
        const unsigned code = word >> 28, bbb = word >> 8 & 7, jjjjj = word >> 3 & 31;
        const std::uint32_t wide = (word & 0xFFFF) | (word & 0x8000 ? 0xFFFF0000u : 0u);
        const bool bit17 = word >> 17 & 1, bit16 = word >> 16 & 1;
        if (code < 8) {
            std::uint32_t k = word & 0xFFFF;
            if (code == 7)
                k = wide;
            else if (bit16)
                k = k << 16 | (code == 4 ? 0xFFFFu : 0u);
            else if (code == 4)
                k |= 0xFFFF0000u;
            const Out out = work(code, bit16 ? 24 : 16, reg(s), k);
            if (bit17) {
                flags(out);
                c = code < 4 || (code == 7 && static_cast<std::int32_t>(k) > 0) ? out.c : false;
            }
            set(d, out.value);
        } else if (code == 12) {
            const unsigned dddi = (word & 7) << 1 | unsigned{bit16};
            if (bbb == 7 && jjjjj == 0) {
                set(d, is(dddi) ? reg(s) : reg(t));
            } else if (is(dddi)) {
                const Out out = work(bbb, jjjjj, reg(s), reg(t));
                if (bit17) {
                    flags(out);
                    if (bbb < 4 || bbb == 7) c = out.c;
                }
                set(d, out.value);
            }
        } else if (code == 13) {
            unsigned count = 0;
            const std::uint32_t a = reg(s);
            switch (word & 7) {
            case 1:
                for (unsigned i = 0; i < 32; ++i) count += a >> i & 1;
                break;
            case 2:
                while (count < 32 && !(a >> (31 - count) & 1)) ++count;
                break;
            case 3:
                while (count < 32 && !(a >> count & 1)) ++count;
                break;
            default: return false;
            }
            set(d, count);
        } else if (code == 14) {
            const unsigned dddi = (word >> 25 & 7) << 1 | (word & 1);
            std::uint32_t target = 0;
            if (!(word & 2))
                target = word & 0x1FFFFFC;
            else if (word >> 24 & 1)
                target = reg(s) + (wide & ~3u);
            else {
                set(s, is(dddi));
                return go(last);
            }
            if (is(dddi)) later = target & ~3u, last = later + 4;
        } else {
            return access(word, last) && go(last);
        }
        return go(last);
    }

  private:
    struct Out {
        std::uint32_t value;
        bool c, v;
    };

    bool go(std::uint32_t last) {
        pc = then, then = later, later = last;
        return true;
    }

    bool is(unsigned dddi) const {
        bool holds = true;
        switch (dddi >> 1) {
        case 0: holds = true; break;
        case 1: holds = c && !z; break;
        case 2: holds = !c; break;
        case 3: holds = !z; break;
        case 4: holds = !v; break;
        case 5: holds = !n; break;
        case 6: holds = (n && v) || (!n && !v); break;
        default: holds = (n && v && !z) || (!n && !v && !z); break;
        }
        return holds != ((dddi & 1) != 0);
    }

    void flags(const Out &out) {
        z = out.value == 0;
        n = out.value >> 31;
        v = out.v;
    }

    static Out add(std::uint32_t a, std::uint32_t b, bool carry) {
        std::uint32_t value = 0;
        bool into = carry;
        for (unsigned i = 0; i < 32; ++i) {
            const unsigned sum = (a >> i & 1) + (b >> i & 1) + unsigned{carry};
            value |= (sum & 1) << i;
            into = carry;
            carry = sum > 1;
        }
        return {value, carry, into != carry};
    }

    Out work(unsigned code, unsigned jjjjj, std::uint32_t a, std::uint32_t b) const {
        switch (code) {
        case 0: return add(a, b, false);
        case 1: return add(a, b, c);
        case 2: return add(a, ~b, true);
        case 3: return add(a, ~b, c);
        case 4: return {a & b, false, false};
        case 5: return {a | b, false, false};
        case 6: return {a ^ b, false, false};
        default: break;
        }
        bool out = false;
        auto count = static_cast<std::int32_t>(b);
        for (; count > 0 && count < 32; --count) out = a >> 31, a <<= 1;
        if (count > 0) return {0, false, false};
        const std::uint32_t sign = jjjjj & 8 ? a & 0x80000000u : 0;
        for (int places = 0; count < 0 && places < 40; ++count, ++places)
            a = a >> 1 | sign, out = false;
        return {a, out, false};
    }

    std::uint32_t load(std::uint32_t at, unsigned bytes) {
        std::uint32_t value = 0;
        for (unsigned i = 0; i < bytes; ++i) value = value << 8 | memory[at + i];
        return value;
    }
    void store(std::uint32_t at, unsigned bytes, std::uint32_t value) {
        for (unsigned i = bytes; i-- > 0; value >>= 8)
            memory[at + i] = static_cast<std::uint8_t>(value);
    }

    bool access(std::uint32_t word, std::uint32_t &last) {
        const unsigned d = word >> 23 & 31, s = word >> 18 & 31, t = word >> 11 & 31;
        const std::uint32_t base = s == 0 ? 0 : s == 1 ? ~0u : s == 2 ? pc : r[s];
        unsigned bytes = 4;
        bool stores = word >> 28 & 1, is_signed = false, p = word >> 17 & 1, q = word >> 16 & 1;
        std::uint32_t sum = 0;
        switch (word >> 28) {
        case 8:
        case 9: sum = base + ((word & 0xFFFF) | (word & 0x8000 ? 0xFFFF0000u : 0u)); break;
        case 10:
        case 11:
            sum = work(word >> 8 & 7, word >> 3 & 31, base,
                       t == 1   ? ~0u
                       : t == 2 ? pc
                                : r[t])
                      .value;
            bytes = word & 2 ? 4 : word & 4 ? 1 : 2;
            is_signed = !(word & 1);
            break;
        default:
            stores = word >> 16 & 1;
            if (p && q) {
                if (word >> 15 & 1) return false;
                bytes = word >> 14 & 1 ? 1 : 2;
                stores = word >> 13 & 1;
                is_signed = !(word >> 12 & 1);
                p = word >> 11 & 1;
                q = word >> 10 & 1;
                sum = base + ((word & 0x3FF) | (word & 0x200 ? 0xFFFFFC00u : 0u));
                break;
            }
            sum = (word >> 18 & 31) << 16 | (word & 0xFFFF);
            if (p) return r[d] = sum, true;
            sum &= ~3u;
            p = true;
            q = false;
        }
        const std::uint32_t at = p ? sum : base;
        if (stores) {
            store(at, bytes, d == 0 ? 0 : d == 1 ? ~0u : d == 2 ? pc : r[d]);
            if (q) r[s] = sum;
            return true;
        }
        std::uint32_t value = load(at, bytes);
        if (is_signed && bytes < 4 && value >> (8 * bytes - 1)) value |= ~0u << 8 * bytes;
        if (q) r[s] = sum;
        if (d == 2)
            last = value & ~3u; // two slots
        else
            r[d] = value;
        return true;
    }
};

} // namespace inlet::lanai_test
