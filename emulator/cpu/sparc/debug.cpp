// The debugger's view of a SPARC: gdb's registers, and windows at the stack addresses of their
// frames.
#include "cpu/sparc/instruction_set.h"
#include "cpu/sparc/registers.h"

#include <algorithm>
#include <array>

namespace inlet::sparc {

namespace {

// gdb's numbers, for 32 bits (gdb/sparc-tdep.h).
enum Number : unsigned { f0 = 32, y = 64, psr_number, wim, tbr, pc, npc, fsr_number, csr, count };

constexpr std::array<RegisterInfo, count> make_registers() {
    constexpr const char *general[] = {"g0", "g1", "g2", "g3", "g4", "g5", "g6", "g7",
                                       "o0", "o1", "o2", "o3", "o4", "o5", "sp", "o7",
                                       "l0", "l1", "l2", "l3", "l4", "l5", "l6", "l7",
                                       "i0", "i1", "i2", "i3", "i4", "i5", "fp", "i7"};
    constexpr const char *floating[] = {"f0",  "f1",  "f2",  "f3",  "f4",  "f5",  "f6",  "f7",
                                        "f8",  "f9",  "f10", "f11", "f12", "f13", "f14", "f15",
                                        "f16", "f17", "f18", "f19", "f20", "f21", "f22", "f23",
                                        "f24", "f25", "f26", "f27", "f28", "f29", "f30", "f31"};
    constexpr const char *state[] = {"y", "psr", "wim", "tbr", "pc", "npc", "fsr", "csr"};
    std::array<RegisterInfo, count> all{};
    for (unsigned i = 0; i < 32; ++i) {
        const bool pointer = i == stack_register || i == in0 + 6;
        all[i] = {general[i], "org.gnu.gdb.sparc.cpu", pointer ? "data_ptr" : "uint32"};
        all[f0 + i] = {floating[i], "org.gnu.gdb.sparc.fpu", "ieee_single"};
    }
    for (unsigned i = y; i < count; ++i)
        all[i] = {state[i - y], "org.gnu.gdb.sparc.cp0",
                  i == pc || i == npc ? "code_ptr" : "uint32"};
    return all;
}

} // namespace

std::span<const RegisterInfo> Set::registers() const {
    static constexpr auto all = make_registers();
    return all;
}

std::uint32_t Set::read_register(const State &s, unsigned number) const {
    if (number < f0) return s.r[number];
    if (number < y) return s.r[float_register + number - f0];
    switch (number) {
    case y: return s.r[y_register];
    case psr_number: return read_psr(s);
    case wim: return s.r[wim_place];
    case tbr: return s.r[tbr_place];
    case pc: return s.pc;
    case npc: return s.in_slot ? s.npc : s.pc + 4;
    case fsr_number: return read_fsr(s);
    default: return 0;
    }
}

bool Set::write_register(State &s, unsigned number, std::uint32_t value) const {
    if (number == 0) return false;
    if (number < f0)
        s.r[number] = value;
    else if (number < y)
        s.r[float_register + number - f0] = value;
    else
        switch (number) {
        case y: s.r[y_register] = value; break;
        case psr_number:
            if ((value & psr::cwp) >= windows) return false;
            write_psr(s, timing_.network ? value : value & ~psr::ec);
            break;
        case wim: s.r[wim_place] = value & ((1u << windows) - 1); break;
        case tbr: s.r[tbr_place] = value & 0xFFFFFFF0; break;
        case pc: s.jump(value); break;
        case npc:
            s.npc = value;
            s.in_slot = value != s.pc + 4;
            break;
        case fsr_number: write_fsr(s, value); break;
        default: return false;
        }
    return true;
}

/// Frames of windows in registers have space at their %sp, where debuggers read all frames but the
/// innermost.
void Set::show_memory(const State &s, std::uint32_t address, std::span<std::uint8_t> bytes) const {
    constexpr std::uint32_t size = 64; // 8 locals, 8 ins
    std::uint32_t stack = s.r[in0 + 6];
    for (unsigned window = above(current_window(s));
         !is_invalid(s, window) && window != current_window(s); window = above(window)) {
        if (stack == 0 || stack & 7) return;
        const std::uint32_t *const registers = &s.r[windows_place + 16 * window];
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            const std::uint32_t at = address + static_cast<std::uint32_t>(i) - stack;
            if (at < size)
                bytes[i] = static_cast<std::uint8_t>(registers[at / 4] >> (24 - 8 * (at % 4)));
        }
        stack = registers[8 + 6]; // its %fp
    }
}

} // namespace inlet::sparc
