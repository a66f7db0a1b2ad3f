// Places of the x86 registers in the register file of a core.
//
// EBX, ECX, EDX and ESI are adjacent: they hold the arguments of programs and host services
// (docs/ncube2-x86.md).
#pragma once

#include "cpu/engine/state.h"

#include <array>
#include <cstdint>

namespace inlet::x86 {

enum Register : std::uint8_t {
    eax = 1,
    ebx = 2,
    ecx = 3,
    edx = 4,
    esi = 5,
    edi = 6,
    ebp = 7,
    esp = 8,
    step_register = 37, ///< increment of string instructions for each byte: 1, or -1 with DF
    system_flags = 38,  ///< IF, NT and AC of EFLAGS: TF and IOPL are always 0
    cpl_register = 39,  ///< 0 or 3
    ksp_register = 40,
    vbase_register = 41,
    ulow_register = 42,
    uhigh_register = 43,
    halted_register = 44, ///< 1: HLT waits at pc
    signal_register = 45, ///< handler of a requested interrupt (Set::interrupts), or 0
    /// Not the program's: the lower half of the clock when the program last read it, so that a loop
    /// that reads the clock never returns to the same state.
    clock_read_register = 46,
    // x87: a register has three words: low and high mantissa, then sign and exponent. The numbers
    // are those of the hardware: ST(i) is register (top + i) & 7.
    st_register = engine::first_float,
    fcw_register = engine::first_float + 24,
    fsw_register, ///< without TOP
    ftop_register,
    ftag_register, ///< bit i: register i is not empty
};

/// Words of the file that a core uses.
inline constexpr unsigned words = engine::first_float + 32;

/// The place of general register `number`.
constexpr unsigned general(unsigned number) {
    constexpr std::array<std::uint8_t, 8> places = {eax, ecx, edx, ebx, esp, ebp, esi, edi};
    return places[number & 7];
}

/// EFLAGS.
namespace eflags {
inline constexpr std::uint32_t cf = 1, always = 2, pf = 1 << 2, af = 1 << 4, zf = 1 << 6,
                               sf = 1 << 7, interrupts = 1 << 9, df = 1 << 10, of = 1 << 11,
                               nt = 1 << 14, vm = 1 << 17, ac = 1 << 18,
                               conditions = cf | pf | af | zf | sf | of;
} // namespace eflags

std::uint32_t read_eflags(const engine::State &state);
void write_eflags(engine::State &state, std::uint32_t value);

/// LDPR's and STPR's numbers of the processor's own registers.
enum ProcessorRegister : std::uint32_t {
    number_ksp = 14,
    number_vbase = 16,
    number_ulow = 17,
    number_uhigh = 18,
};

} // namespace inlet::x86
