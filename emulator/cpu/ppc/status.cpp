// FPSCR, CR and XER as whole registers.
#include "cpu/engine/flags.h"
#include "cpu/ppc/functions.h"
#include "cpu/ppc/instruction_set.h"
#include "cpu/ppc/registers.h"

namespace inlet::ppc {

using engine::State;
using engine::Uop;

std::uint32_t with_summaries(std::uint32_t bits) {
    bits &= ~(fpscr::vx | fpscr::fex);
    if (bits & fpscr::all_vx) bits |= fpscr::vx;
    // VX, OX, UX, ZX, XX from bit 29 down, and what enables them from bit 7 down.
    if ((bits >> 25 & bits >> 3 & 31) != 0) bits |= fpscr::fex;
    return bits;
}

std::uint32_t read_cr(const State &s) { return engine::gather_fields(&s.r[cr_register]); }
void write_cr(State &s, std::uint32_t value) {
    engine::scatter_fields(&s.r[cr_register], value, 0xFF);
}

std::uint32_t read_xer(const State &s) {
    return s.r[so_register] << 31 | s.r[ov_register] << 30 | s.r[ca_register] << 29 |
           s.r[bytes_register];
}
void write_xer(State &s, std::uint32_t value) {
    s.r[so_register] = value >> 31;
    s.r[ov_register] = value >> 30 & 1;
    s.r[ca_register] = value >> 29 & 1;
    s.r[bytes_register] = value & 127;
}

bool mfxer(State &s, const Uop &op) {
    s.r[op.to] = read_xer(s);
    return true;
}
bool mtxer(State &s, const Uop &op) {
    write_xer(s, s.r[op.a]);
    return true;
}
bool mcrxr(State &s, const Uop &op) {
    s.r[op.to] = s.r[so_register] << 3 | s.r[ov_register] << 2 | s.r[ca_register] << 1;
    s.r[so_register] = s.r[ov_register] = s.r[ca_register] = 0;
    return true;
}

namespace {

/// Replaces the bits of `mask` by those of `value`.
bool change(State &s, std::uint32_t mask, std::uint32_t value) {
    std::uint32_t &status = s.r[fpscr_register];
    mask &= fpscr::writable;
    status = with_summaries((status & ~mask) | (value & mask));
    return true;
}

constexpr std::uint32_t exceptions = fpscr::ox | fpscr::ux | fpscr::zx | fpscr::xx | fpscr::all_vx;

} // namespace

bool mffs(State &s, const Uop &op) {
    set_float_bits(s, op.to, s.r[fpscr_register]);
    return true;
}
bool mtfsf(State &s, const Uop &op) {
    std::uint32_t mask = 0;
    for (unsigned i = 0; i < 8; ++i)
        if (op.imm >> i & 1) mask |= 15u << 4 * i;
    return change(s, mask, engine::fp::low(float_bits(s, op.b)));
}
bool mtfsfi(State &s, const Uop &op) {
    const unsigned shift = 28 - 4 * op.a;
    return change(s, 15u << shift, std::uint32_t{op.b} << shift);
}
bool mtfsb0(State &s, const Uop &op) { return change(s, 0x80000000u >> op.a, 0); }
bool mtfsb1(State &s, const Uop &op) {
    const std::uint32_t bit = 0x80000000u >> op.a;
    const bool is_new = (bit & exceptions & ~s.r[fpscr_register]) != 0;
    return change(s, bit | (is_new ? fpscr::fx : 0u), 0xFFFFFFFF);
}
bool mcrfs(State &s, const Uop &op) {
    const unsigned shift = 28 - 4 * op.imm;
    s.r[op.to] = s.r[fpscr_register] >> shift & 15;
    return change(s, 15u << shift & (exceptions | fpscr::fx), 0);
}

std::span<const engine::Function> functions() {
#define INLET_PPC_FUNCTION(name) name,
    static constexpr engine::Function all[functions_count] = {
        INLET_PPC_FUNCTIONS(INLET_PPC_FUNCTION)};
#undef INLET_PPC_FUNCTION
    return all;
}

} // namespace inlet::ppc
