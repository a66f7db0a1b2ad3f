#include "gdb/registers.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace inlet::gdb {

namespace {

bool is_pc_name(std::string_view name) { return name == "pc" || name == "eip"; }

std::string lower_case(std::string_view text) {
    std::string lower(text);
    for (char &c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return lower;
}

} // namespace

bool has_unlike_cores(const Machine::Control &control) {
    const std::uint32_t second = control.nodes();
    if (control.cores() == second) return false;
    const auto same = [](const RegisterInfo &a, const RegisterInfo &b) {
        return std::string_view(a.name) == b.name && a.bits == b.bits;
    };
    return std::string_view(control.architecture(0)) != control.architecture(second) ||
           control.little(0) != control.little(second) ||
           !std::ranges::equal(control.registers(0), control.registers(second), same);
}

Registers::Registers(const Machine::Control &control, std::string_view second_core)
    : unlike_(has_unlike_cores(control)) {
    std::uint32_t number = 0;
    for (const RegisterInfo &info : control.registers(0)) {
        Register reg{info, info.name, info.group, {number, number}, is_pc_name(info.name)};
        if (unlike_) reg.number[1].reset();
        all_.push_back(reg);
        ++number;
    }
    if (!unlike_) return;
    const std::string group = lower_case(second_core);
    number = 0;
    for (const RegisterInfo &info : control.registers(control.nodes())) {
        all_.push_back({info, group + "_" + info.name, group, {std::nullopt, number}});
        const auto pc = std::ranges::find_if(all_, &Register::is_pc);
        if (is_pc_name(info.name) && pc != all_.end()) pc->number[1] = number;
        ++number;
    }
}

/// After a call of a function (`print f()`), gdb restores the registers that can be written.
std::string Registers::description(const Machine::Control &control) const {
    std::string xml =
        fmt::format("<?xml version=\"1.0\"?><!DOCTYPE target SYSTEM \"gdb-target.dtd\"><target>"
                    "<architecture>{}</architecture><osabi>none</osabi>",
                    control.architecture(0));
    // gdb expects all registers of a feature in one element.
    std::vector<std::string> features;
    const auto feature_of = [&](const Register &reg) {
        return unlike_ && !reg.number[0] ? "org.inlet." + reg.group : reg.info.feature;
    };
    for (const Register &reg : all_)
        if (std::ranges::find(features, feature_of(reg)) == features.end())
            features.push_back(feature_of(reg));
    for (const std::string &feature : features) {
        const bool second = unlike_ && &feature == &features.back();
        xml += fmt::format("<feature name=\"{}\">", feature);
        if (&feature == &features.front()) xml += control.register_types(0);
        if (second) xml += control.register_types(control.nodes());
        for (std::size_t n = 0; n < all_.size(); ++n) {
            const Register &reg = all_[n];
            if (feature_of(reg) != feature) continue;
            const bool kept = control.writable(reg.number[0] ? 0 : control.nodes(),
                                               reg.number[0].value_or(reg.number[1].value_or(0)));
            xml += fmt::format("<reg name=\"{}\" bitsize=\"{}\" regnum=\"{}\" type=\"{}\"{}{}/>",
                               reg.name, reg.info.bits, n, reg.info.type,
                               reg.group.empty() ? "" : fmt::format(" group=\"{}\"", reg.group),
                               kept && !second ? "" : " save-restore=\"no\"");
        }
        xml += "</feature>";
    }
    return xml + "</target>";
}

} // namespace inlet::gdb
