// Places of the SPARC registers in the register file of a core and behind it.
//
// The file holds the current window, so that registers have fixed places. Behind it are the locals
// and ins of all windows; the outs of a window are the ins of the one below (V8 figure 4-1). Their
// copy of the current window is stale: switch_window() writes it back.
#pragma once

#include "cpu/engine/state.h"

#include <cstdint>

namespace inlet::sparc {

inline constexpr unsigned windows = 8; ///< of a CY7C601

/// Places within the file. %g0 to %g7, %o0 to %o7, %l0 to %l7, %i0 to %i7 are 0 to 31.
enum Register : std::uint8_t {
    out0 = 8,
    stack_register = 14, ///< %sp
    link_register = 15,  ///< %o7
    local0 = 16,
    in0 = 24,
    y_register = engine::high_word,
    ccc_register = engine::coprocessor_condition, ///< 0 or 1
    fcc_register = engine::condition_number,      ///< 0 equal, 1 less, 2 greater, 3 unordered
    float_register = engine::first_float,         ///< %f0
};

/// Places behind the file.
enum Place : std::uint16_t {
    windows_place = engine::registers,        ///< locals and ins of window 0, of window 1, ...
    psr_place = windows_place + 16 * windows, ///< without icc and CWP, which are separate
    cwp_place,
    wim_place,
    tbr_place,
    fsr_place, ///< without fcc
    irl_place, ///< level of the interrupt that devices request; 0: none
    words,
};

/// The processor state register (V8 4.2).
namespace psr {
inline constexpr std::uint32_t version = 0x11000000, ///< implementation and version: Cypress
    cwp = 31, et = 1 << 5, ps = 1 << 6, s = 1 << 7, pil = 15 << 8, ef = 1 << 12, ec = 1 << 13,
                               writable = et | ps | s | pil | ef | ec;
inline constexpr unsigned icc_shift = 20;
} // namespace psr

/// The floating-point state register (V8 4.4).
namespace fsr {
inline constexpr std::uint32_t accrued = 31 << 5, current = 31, enabled = 31u << 23,
                               writable = 0xC0000000 | enabled | 1 << 22 | accrued | current;
inline constexpr unsigned rounding_shift = 30, enable_shift = 23, type_shift = 14, fcc_shift = 10,
                          accrued_shift = 5;
inline constexpr std::uint32_t type_ieee = 1, type_unfinished = 2, type_unimplemented = 3;
} // namespace fsr

std::uint32_t read_psr(const engine::State &state);
/// Writes all fields and switches the window. CWP must be less than `windows`.
void write_psr(engine::State &state, std::uint32_t value);
std::uint32_t read_fsr(const engine::State &state);
void write_fsr(engine::State &state, std::uint32_t value);

/// Writes the current window back and makes `window` the current one.
void switch_window(engine::State &state, unsigned window);
inline unsigned current_window(const engine::State &state) { return state.r[cwp_place]; }
inline unsigned below(unsigned window) { return (window + windows - 1) % windows; }
inline unsigned above(unsigned window) { return (window + 1) % windows; }
inline bool is_invalid(const engine::State &state, unsigned window) {
    return (state.r[wim_place] >> window & 1) != 0;
}

/// The state at the start of a core: supervisor, traps off, window 0 (V8 4.2, 7.7).
void reset(engine::State &state);

} // namespace inlet::sparc
