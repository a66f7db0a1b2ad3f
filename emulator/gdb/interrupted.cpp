#include "gdb/interrupted.h"

#include "inlet/t1/control_register.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace inlet::gdb::interrupted {

namespace {

// CSD-94-823 Table 1, in the order of ControlRegister.
constexpr std::uint32_t nistat = ControlRegister::interface + 4;
constexpr std::uint32_t lpepc = ControlRegister::interface + 5;
constexpr std::uint32_t hpepc = ControlRegister::interface + 6;
constexpr std::uint32_t lpee = 1u << 20; ///< in nistat

constexpr std::uint32_t words = 8;            ///< of Word
constexpr std::uint32_t most_stack = 0x10000; ///< of a level's handlers (docs/libc.md, "Stacks")
constexpr std::uint32_t sp_of_set = 6, r9_of_set = 5;

std::uint32_t of_set(Context level, std::uint32_t member) {
    return ControlRegister::sets + static_cast<std::uint32_t>(level) * 7 + member;
}

/// The level whose handlers' stack has this top, while a high handler runs that has interrupted a
/// low one.
Context level_of(const Machine::Control &control, std::uint32_t node, std::uint32_t top) {
    const std::uint32_t sp = control.read(node, of_set(Context::low, sp_of_set));
    const bool low =
        top - sp <= most_stack || top == control.read(node, of_set(Context::low, r9_of_set));
    return low ? Context::low : Context::high;
}

/// An x86's: registers of the interface, by their names (ni/ncube2/xnet.cpp).
std::optional<std::uint32_t> named_word(const Machine::Control &control, std::uint32_t node,
                                        std::uint32_t address) {
    struct Level {
        std::string_view stack;
        std::array<std::string_view, 6> kept;
    };
    constexpr std::array<Level, 2> kept_levels = {
        {{"ni_low_stack",
          {"ni_lpepc", "ni_low_esp", "ni_low_eax", "ni_low_ecx", "ni_low_edx", "ni_low_eflags"}},
         {"ni_high_stack",
          {"ni_hpepc", "ni_high_esp", "ni_high_eax", "ni_high_ecx", "ni_high_edx",
           "ni_high_eflags"}}}};
    const std::vector<RegisterInfo> all = control.registers(node);
    const auto read = [&](std::string_view name) -> std::optional<std::uint32_t> {
        const auto found = std::ranges::find(
            all, name, [](const auto &one) { return std::string_view(one.name); });
        if (found == all.end()) return std::nullopt;
        return control.read(node, static_cast<std::uint32_t>(found - all.begin()));
    };
    for (const Level &level : kept_levels)
        if (const auto top = read(level.stack)) {
            const std::uint32_t place = address - begin - *top;
            if (place % 4 == 0 && place / 4 < level.kept.size()) return read(level.kept[place / 4]);
        }
    return std::nullopt;
}

} // namespace

std::optional<std::uint32_t> word(const Machine::Control &control, std::uint32_t node,
                                  std::uint32_t address) {
    Context level = control.context(node);
    if (level == Context::main) return std::nullopt;
    if (!control.registers(node).empty()) return named_word(control, node, address);
    const bool over_low = level == Context::high && !(control.read(node, nistat) & lpee);
    if (over_low) level = level_of(control, node, (address - begin) & ~(words - 1));
    const std::uint32_t which = address % words;
    if (which == pc) return control.read(node, level == Context::high ? hpepc : lpepc);
    const Context before = level == Context::high && over_low ? Context::low : Context::main;
    return control.read(node, of_set(before, which - r4));
}

} // namespace inlet::gdb::interrupted
