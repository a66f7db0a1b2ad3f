// Access to x87's registers in a State (registers.h).
#pragma once

#include "cpu/x86/extended.h"
#include "cpu/x86/registers.h"

#include <cstdint>

namespace inlet::x86 {

class FloatStack {
  public:
    explicit FloatStack(engine::State &s) : r_(s.r.data()) {}

    std::uint32_t control() const { return r_[fcw_register]; }
    void set_control(std::uint32_t value) {
        r_[fcw_register] = (value & 0x1F3F) | 0x40; // the bits of the i486
        summarize();
    }
    /// The status word, TOP included.
    std::uint32_t status() const { return r_[fsw_register] | r_[ftop_register] << 11; }
    void set_status(std::uint32_t value) {
        r_[fsw_register] = value & 0x47FF & ~0x3800u;
        r_[ftop_register] = value >> 11 & 7;
        summarize();
    }
    /// The tag word: valid, zero, special or empty for each register (SDM 1, 8.1.7).
    std::uint32_t tags() const;
    void set_tags(std::uint32_t tags);

    bool empty(unsigned i) const { return !(r_[ftag_register] >> place(i) & 1); }
    Extended get(unsigned i) const { return physical(place(i)); }
    Extended physical(unsigned number) const {
        const std::uint32_t *const words = r_ + st_register + 3 * number;
        return {std::uint64_t{words[1]} << 32 | words[0], static_cast<std::uint16_t>(words[2])};
    }
    void set(unsigned i, const Extended &value) {
        set_physical(place(i), value);
        r_[ftag_register] |= 1u << place(i);
    }
    /// Without its tag.
    void replace(unsigned i, const Extended &value) { set_physical(place(i), value); }
    void set_physical(unsigned number, const Extended &value) {
        std::uint32_t *const words = r_ + st_register + 3 * number;
        words[0] = static_cast<std::uint32_t>(value.mantissa);
        words[1] = static_cast<std::uint32_t>(value.mantissa >> 32);
        words[2] = value.high;
    }
    void free(unsigned i) { r_[ftag_register] &= ~(1u << place(i)); }
    void turn(unsigned by) { r_[ftop_register] = (r_[ftop_register] + by) & 7; }
    void pop() {
        free(0);
        turn(1);
    }
    void reset() {
        r_[fcw_register] = 0x037F;
        r_[fsw_register] = r_[ftop_register] = r_[ftag_register] = 0;
    }

    /// Adds exceptions and sets C1.
    void note(std::uint32_t status) {
        r_[fsw_register] =
            (r_[fsw_register] & ~fsw::c1) | (status & ~(fsw::c0 | fsw::c2 | fsw::c3));
        summarize();
    }
    /// Adds exceptions and sets C0 to C3.
    void note_conditions(std::uint32_t status) {
        r_[fsw_register] = (r_[fsw_register] & ~fsw::conditions) | status;
        summarize();
    }
    /// Whether an unmasked exception suppresses the result.
    bool stops(std::uint32_t status) const {
        constexpr std::uint32_t before = fsw::invalid | fsw::denormal | fsw::by_zero;
        return (status & before & ~control()) != 0;
    }
    /// Whether the next waiting instruction raises an exception.
    bool pending() const { return r_[fsw_register] & fsw::summary; }
    void clear_exceptions() {
        r_[fsw_register] &= ~(fsw::exceptions | fsw::stack | fsw::summary | fsw::busy);
    }

  private:
    unsigned place(unsigned i) const { return (r_[ftop_register] + i) & 7; }
    void summarize() {
        constexpr std::uint32_t both = fsw::summary | fsw::busy;
        const bool some = (r_[fsw_register] & ~r_[fcw_register] & fsw::exceptions) != 0;
        r_[fsw_register] = (r_[fsw_register] & ~both) | (some ? both : 0u);
    }

    std::uint32_t *r_;
};

} // namespace inlet::x86
