// A model of a SPARC by the architecture's manual (The SPARC Architecture Manual, Version 8), for
// tests. The windows are a ring of registers, and the current window pointer is the position of %o0
// in it. It has integer instructions, branches and traps, but neither memory nor time. It uses the
// manual's encodings (appendix F), not the decoder and the windows of cpu/sparc.
#pragma once

#include <array>
#include <cstdint>

namespace inlet::sparc_model {

struct Model {
    static constexpr unsigned windows = 8;

    std::array<std::uint32_t, 8> g{};
    std::array<std::uint32_t, 16 * windows> ring{};
    std::uint32_t pc = 0, npc = 4, y = 0, wim = 0, tbr = 0;
    unsigned cwp = 0, pil = 0;
    bool n = false, z = false, v = false, c = false;
    bool s = true, ps = false, et = false, ef = false;
    // The network interface in the coprocessor (docs/cm5-xnet.md): ec, ccc, and its two levels.
    bool ec = false, ccc = false, ee = true, lpee = true, kept_ccc[2] = {};
    bool error = false; ///< a trap while traps are off

    std::uint32_t get(unsigned number) const {
        if (number < 8) return number == 0 ? 0 : g[number];
        return ring[(16 * cwp + number - 8) % ring.size()];
    }
    void set(unsigned number, std::uint32_t value) {
        if (number == 0) return;
        (number < 8 ? g[number] : ring[(16 * cwp + number - 8) % ring.size()]) = value;
    }
    std::uint32_t psr() const {
        return 0x11000000 | unsigned{n} << 23 | unsigned{z} << 22 | unsigned{v} << 21 |
               unsigned{c} << 20 | unsigned{ec} << 13 | unsigned{ef} << 12 | pil << 8 |
               unsigned{s} << 7 | unsigned{ps} << 6 | unsigned{et} << 5 | cwp;
    }
    void set_psr(std::uint32_t value) {
        n = value >> 23 & 1, z = value >> 22 & 1, v = value >> 21 & 1, c = value >> 20 & 1;
        ec = value >> 13 & 1, ef = value >> 12 & 1, pil = value >> 8 & 15;
        s = value >> 7 & 1, ps = value >> 6 & 1, et = value >> 5 & 1;
        cwp = value & 31;
    }

    void trap(unsigned type) {
        if (!et) {
            error = true;
            return;
        }
        et = false;
        ps = s;
        s = true;
        cwp = (cwp + windows - 1) % windows;
        set(17, pc);
        set(18, npc);
        tbr = (tbr & 0xFFFFF000) | type << 4;
        pc = tbr;
        npc = pc + 4;
    }

    bool is_free(unsigned window) const { return !(wim >> window & 1); }

    /// An event enters the window below, as a trap does, with the words in place of parameters. If
    /// that window is not free, it is a trap.
    void dispatch(bool high, std::uint32_t handler, const std::uint32_t *words, unsigned count) {
        const unsigned window = (cwp + windows - 1) % windows;
        if (!is_free(window)) return trap(5);
        const std::uint32_t status = psr(), stack = get(14), at = pc, next_at = npc;
        kept_ccc[high] = ccc;
        (high ? ee : lpee) = false;
        ef = false;
        cwp = window;
        set(16, status);
        set(17, at);
        set(18, next_at);
        for (unsigned i = 0; i < count; ++i) set(8 + i, words[i]);
        set(14, stack - 96);
        pc = handler;
        npc = pc + 4;
    }
    void hret() {
        const unsigned window = (cwp + 1) % windows;
        if (!is_free(window)) return trap(6);
        const bool high = !ee;
        const std::uint32_t status = get(16);
        pc = get(17);
        npc = get(18);
        n = status >> 23 & 1, z = status >> 22 & 1, v = status >> 21 & 1, c = status >> 20 & 1;
        ef = status >> 12 & 1;
        ccc = kept_ccc[high];
        (high ? ee : lpee) = true;
        cwp = window;
    }

    bool condition(unsigned cond) const {
        bool holds = false;
        switch (cond & 7) {
        case 0: holds = false; break;
        case 1: holds = z; break;
        case 2: holds = z || n != v; break;
        case 3: holds = n != v; break;
        case 4: holds = c || z; break;
        case 5: holds = c; break;
        case 6: holds = n; break;
        default: holds = v; break;
        }
        return cond & 8 ? !holds : holds;
    }

    void next() {
        pc = npc;
        npc += 4;
    }
    void go(std::uint32_t target) {
        pc = npc;
        npc = target;
    }

    void step(std::uint32_t word) {
        const unsigned op = word >> 30, rd = word >> 25 & 31, op3 = word >> 19 & 63;
        if (op == 1) {
            set(15, pc);
            return go(pc + (word << 2));
        }
        if (op == 0) {
            const unsigned op2 = word >> 22 & 7;
            if (op2 == 4) {
                set(rd, word << 10);
                return next();
            }
            if (op2 == 2) return branch(word);
            if (op2 == 7 && ec) return branch(word);
            return trap(2);
        }
        if (op == 3) return trap(2);        // not in the programs of these tests
        if (op == 2 && op3 == 0x37 && ec) { // a SEND, which the network accepts
            ccc = true;
            return next();
        }
        if (word == 0x81B00060 && ec) return hret();
        const std::uint32_t a = get(word >> 14 & 31);
        const std::uint32_t b =
            word >> 13 & 1 ? static_cast<std::uint32_t>(static_cast<std::int32_t>(word << 19) >> 19)
                           : get(word & 31);
        arithmetic(op3, rd, a, b, word);
    }

  private:
    void branch(std::uint32_t word) {
        const bool annul = word >> 29 & 1;
        const unsigned cond = word >> 25 & 15;
        const auto distance =
            static_cast<std::uint32_t>(static_cast<std::int32_t>(word << 10) >> 8);
        const std::uint32_t target = pc + distance;
        // CBccc: 8 always, 9 on 0, 4 on 1. Tests use no others.
        const bool taken =
            (word >> 22 & 7) == 2 ? condition(cond) : cond == 8 || (cond == 9 ? !ccc : ccc);
        if (annul && (!taken || cond == 8)) { // the slot is skipped
            pc = taken ? target : npc + 4;
            npc = pc + 4;
            return;
        }
        if (taken) return go(target);
        next();
    }

    void flags(std::uint32_t result, bool overflow, bool carry) {
        n = result >> 31, z = result == 0, v = overflow, c = carry;
    }

    void result(unsigned rd, std::uint32_t value) {
        set(rd, value);
        next();
    }

    void add(unsigned rd, std::uint32_t a, std::uint32_t b, bool carry, bool sets) {
        const std::uint64_t wide = std::uint64_t{a} + b + carry;
        const auto sum = static_cast<std::uint32_t>(wide);
        const std::int64_t exact =
            std::int64_t{static_cast<std::int32_t>(a)} + static_cast<std::int32_t>(b) + carry;
        if (sets) flags(sum, exact != static_cast<std::int32_t>(sum), wide >> 32);
        result(rd, sum);
    }
    void sub(unsigned rd, std::uint32_t a, std::uint32_t b, bool borrow, bool sets) {
        const std::uint64_t wide = std::uint64_t{a} - b - borrow;
        const auto difference = static_cast<std::uint32_t>(wide);
        const std::int64_t exact =
            std::int64_t{static_cast<std::int32_t>(a)} - static_cast<std::int32_t>(b) - borrow;
        if (sets) flags(difference, exact != static_cast<std::int32_t>(difference), wide >> 63);
        result(rd, difference);
    }
    void logic(unsigned rd, std::uint32_t value, bool sets) {
        if (sets) flags(value, false, false);
        result(rd, value);
    }

    void tagged(unsigned rd, std::uint32_t a, std::uint32_t b, bool subtract, bool traps) {
        const std::int64_t x = static_cast<std::int32_t>(a), w = static_cast<std::int32_t>(b);
        const std::int64_t exact = subtract ? x - w : x + w;
        const bool overflow = exact != static_cast<std::int32_t>(exact) || (a & 3) || (b & 3);
        if (traps && overflow) return trap(10);
        const std::uint64_t wide = subtract ? std::uint64_t{a} - b : std::uint64_t{a} + b;
        flags(static_cast<std::uint32_t>(wide), overflow, wide >> 32 & 1);
        result(rd, static_cast<std::uint32_t>(wide));
    }

    void arithmetic(unsigned op3, unsigned rd, std::uint32_t a, std::uint32_t b,
                    std::uint32_t word) {
        const bool sets = op3 & 16;
        if (op3 < 32) {
            switch (op3 & 15) {
            case 0: return add(rd, a, b, false, sets);
            case 1: return logic(rd, a & b, sets);
            case 2: return logic(rd, a | b, sets);
            case 3: return logic(rd, a ^ b, sets);
            case 4: return sub(rd, a, b, false, sets);
            case 5: return logic(rd, a & ~b, sets);
            case 6: return logic(rd, a | ~b, sets);
            case 7: return logic(rd, ~(a ^ b), sets);
            case 8: return add(rd, a, b, c, sets);
            case 12: return sub(rd, a, b, c, sets);
            default: return trap(2);
            }
        }
        const bool privileged =
            (op3 >= 0x29 && op3 <= 0x2B) || (op3 >= 0x31 && op3 <= 0x33) || op3 == 0x39;
        if (privileged && !s) return trap(3);
        switch (op3) {
        case 0x20: return tagged(rd, a, b, false, false);
        case 0x21: return tagged(rd, a, b, true, false);
        case 0x22: return tagged(rd, a, b, false, true);
        case 0x23: return tagged(rd, a, b, true, true);
        case 0x24: { // MULScc
            const std::uint32_t shifted = (n != v ? 0x80000000u : 0u) | a >> 1;
            const std::uint32_t addend = y & 1 ? b : 0;
            y = a << 31 | y >> 1;
            return add(rd, shifted, addend, false, true);
        }
        case 0x25: return result(rd, a << (b & 31));
        case 0x26: return result(rd, a >> (b & 31));
        case 0x27:
            return result(rd, static_cast<std::uint32_t>(static_cast<std::int32_t>(a) >> (b & 31)));
        case 0x28: return result(rd, y);
        case 0x29: return result(rd, psr());
        case 0x2A: return result(rd, wim);
        case 0x2B: return result(rd, tbr);
        case 0x30: y = a ^ b; return next();
        case 0x31:
            if (((a ^ b) & 31) >= windows) return trap(2);
            set_psr(a ^ b);
            return next();
        case 0x32: wim = (a ^ b) & 0xFF; return next();
        case 0x33: tbr = ((a ^ b) & 0xFFFFF000) | (tbr & 0xFF0); return next();
        case 0x38: // JMPL
            if ((a + b) & 3) return trap(7);
            set(rd, pc);
            return go(a + b);
        case 0x39: { // RETT
            if (et) return trap(2);
            const unsigned above = (cwp + 1) % windows;
            if ((wim >> above & 1) || ((a + b) & 3)) {
                error = true;
                return;
            }
            cwp = above;
            s = ps;
            et = true;
            return go(a + b);
        }
        case 0x3A:
            if (condition(word >> 25 & 15)) return trap(0x80 + ((a + b) & 127));
            return next();
        case 0x3C:
        case 0x3D: { // SAVE, RESTORE
            const unsigned to = (cwp + (op3 == 0x3C ? windows - 1 : 1)) % windows;
            if (wim >> to & 1) return trap(op3 == 0x3C ? 5 : 6);
            cwp = to;
            return result(rd, a + b);
        }
        default: return trap(2);
        }
    }
};

} // namespace inlet::sparc_model
