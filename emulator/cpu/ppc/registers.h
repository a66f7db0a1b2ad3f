// Places of the PowerPC registers in the register file of a core.
//
// In addresses, the number of general register 0 means the value 0. The register therefore has a
// place of its own, and register 0 of the file, which is always 0, is the base of such addresses.
// Each condition field and each bit of XER is a register. Doubles are pairs of words from
// engine::first_float on, in the host's order.
#pragma once

#include "cpu/engine/fp.h"
#include "cpu/engine/state.h"

#include <cstdint>

namespace inlet::ppc {

enum Register : std::uint8_t {
    stack_register = 1,
    first_argument = 3,
    fpscr_register = engine::float_control,
    r0_register = 37,
    lr_register = 38,
    ctr_register = 39,
    cr_register = 40,    ///< CR0, followed by CR1 to CR7
    ca_register = 48,    ///< XER: carry
    so_register = 49,    ///< XER: summary overflow
    ov_register = 50,    ///< XER: overflow
    bytes_register = 51, ///< XER: number of bytes of LSWX and STSWX
    /// Not the program's: the time base when the program last read it, as two words, the lower
    /// first (clock_read). 0: never.
    clock_read_register = 53,
};

/// Words of the file that a core uses.
inline constexpr unsigned words = engine::registers;

/// The place of general register `number`.
constexpr unsigned general(unsigned number) { return number == 0 ? unsigned{r0_register} : number; }
/// The place of general register `number` as the base of an address.
constexpr unsigned base(unsigned number) { return number; }

/// The floating-point status and control register (MPCFPE32B, 2.1.4). FR, FI and FPRF are not
/// implemented and read as 0.
namespace fpscr {
inline constexpr std::uint32_t fx = 1u << 31, fex = 1u << 30, vx = 1u << 29, ox = 1u << 28,
                               ux = 1u << 27, zx = 1u << 26, xx = 1u << 25, vxsnan = 1u << 24,
                               vxisi = 1u << 23, vxidi = 1u << 22, vxzdz = 1u << 21,
                               vximz = 1u << 20, vxvc = 1u << 19, vxsoft = 1u << 10,
                               vxsqrt = 1u << 9, vxcvi = 1u << 8, rounding = 3,
                               all_vx = vxsnan | vxisi | vxidi | vxzdz | vximz | vxvc | vxsoft |
                                        vxsqrt | vxcvi,
                               /// Bits that programs set. FEX and VX follow from the others.
    writable = ~(fex | vx | 0xFFu << 11);
} // namespace fpscr

/// Returns FPSCR with its summary bits computed from the others.
std::uint32_t with_summaries(std::uint32_t bits);

inline std::uint64_t float_bits(const engine::State &s, unsigned number) {
    return engine::fp::pair(s.r.data() + engine::first_float, 2 * number);
}
inline void set_float_bits(engine::State &s, unsigned number, std::uint64_t bits) {
    engine::fp::set_pair(s.r.data() + engine::first_float, 2 * number, bits);
}

/// The cycle at which the program last read the time base; 0: never.
inline std::uint64_t clock_read(const engine::State &s) {
    return std::uint64_t{s.r[clock_read_register + 1]} << 32 | s.r[clock_read_register];
}

std::uint32_t read_cr(const engine::State &state);
void write_cr(engine::State &state, std::uint32_t value);
std::uint32_t read_xer(const engine::State &state);
void write_xer(engine::State &state, std::uint32_t value);

} // namespace inlet::ppc
