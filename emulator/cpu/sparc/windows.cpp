// Register windows, and state registers with fields in separate places.
#include "cpu/engine/flags.h"
#include "cpu/sparc/registers.h"

#include <algorithm>

namespace inlet::sparc {

using engine::State;

namespace {

std::uint32_t *locals(State &s, unsigned window) { return &s.r[windows_place + 16 * window]; }
std::uint32_t *ins(State &s, unsigned window) { return locals(s, window) + 8; }

} // namespace

void switch_window(State &s, unsigned window) {
    const unsigned current = current_window(s);
    std::uint32_t *const r = s.r.data();
    std::copy_n(r + local0, 16, locals(s, current));
    std::copy_n(r + out0, 8, ins(s, below(current)));
    std::copy_n(locals(s, window), 16, r + local0);
    std::copy_n(ins(s, below(window)), 8, r + out0);
    s.r[cwp_place] = window;
}

std::uint32_t read_psr(const State &s) {
    return psr::version | engine::flags_in(s.r.data()) << psr::icc_shift | s.r[psr_place] |
           s.r[cwp_place];
}

void write_psr(State &s, std::uint32_t value) {
    engine::set_flags(s.r.data(), engine::flags_bits, value >> psr::icc_shift & 15);
    s.r[psr_place] = value & psr::writable;
    switch_window(s, value & psr::cwp);
}

std::uint32_t read_fsr(const State &s) {
    return s.r[fsr_place] | s.r[fcc_register] << fsr::fcc_shift;
}

void write_fsr(State &s, std::uint32_t value) {
    s.r[fsr_place] = (s.r[fsr_place] & ~fsr::writable) | (value & fsr::writable);
    s.r[fcc_register] = value >> fsr::fcc_shift & 3;
}

void reset(State &s) {
    s.r.fill(0);
    s.r[psr_place] = psr::s;
}

} // namespace inlet::sparc
