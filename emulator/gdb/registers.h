// The registers that gdb knows. It has one description for all threads: the registers of first
// cores, then, if second cores have others, theirs, with the core's name in front (`ni_sp`). A
// thread has the registers of its own core; the others are unavailable. The first cores' program
// counter stands for that of every thread.
#pragma once

#include "inlet/control.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace inlet::gdb {

/// Whether second cores have other registers, or another byte order, than first ones. False: there
/// are none.
bool has_unlike_cores(const Machine::Control &control);

class Registers {
  public:
    /// `second_core`: the name of second cores.
    Registers(const Machine::Control &control, std::string_view second_core);

    std::uint32_t count() const { return static_cast<std::uint32_t>(all_.size()); }
    std::uint32_t bytes(std::uint32_t number) const { return all_[number].info.bits / 8; }
    const std::string &name(std::uint32_t number) const { return all_[number].name; }
    bool is_pc(std::uint32_t number) const { return all_[number].is_pc; }
    /// The number that a register has for Machine::Control on a first or second core; empty: such a
    /// core has no such register.
    std::optional<std::uint32_t> on(bool second, std::uint32_t number) const {
        return all_[number].number[second];
    }
    /// gdb's target description.
    std::string description(const Machine::Control &control) const;

  private:
    struct Register {
        RegisterInfo info;
        std::string name, group;
        std::array<std::optional<std::uint32_t>, 2> number; ///< on first and second cores
        bool is_pc = false;
    };
    std::vector<Register> all_;
    bool unlike_;
};

} // namespace inlet::gdb
