// A small assembler for tests, from the tables of isa/. Operands have the order of assembly.
#pragma once

#include "inlet/image.h"
#include "inlet/isa/t1_isa.h"
#include "memory/memory.h"

#include <cstdint>
#include <initializer_list>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace inlet::test {

/// Finds an encoding by name, and by number of operands if MIPS32 has a form with more than
/// MIPS-II.
inline const isa::Encoding &encoding(std::string_view name, std::size_t operands = 0) {
    const isa::Encoding *found = nullptr;
    const auto look = [&](const auto &rows) {
        for (const isa::Encoding &row : rows)
            if (row.name == name && (!found || isa::operand_fields(row.format).size() == operands))
                found = &row;
    };
    look(isa::mips2_encodings);
    look(isa::mips32_encodings);
    look(isa::t1_encodings);
    if (!found) throw std::invalid_argument("no instruction " + std::string(name));
    return *found;
}

inline std::uint32_t word(std::string_view name,
                          std::initializer_list<std::int64_t> operands = {}) {
    const isa::Encoding &row = encoding(name, operands.size());
    std::uint32_t result = row.match;
    auto value = operands.begin();
    for (const isa::OperandField &operand : isa::operand_fields(row.format)) {
        if (value == operands.end())
            throw std::invalid_argument("operands of " + std::string(name));
        result = operand.field.set(result, static_cast<std::uint32_t>(*value++));
    }
    if (value != operands.end()) throw std::invalid_argument("operands of " + std::string(name));
    return result;
}

/// A program under construction; `text` begins at `base`.
class Code {
  public:
    static constexpr std::uint32_t base = 0x10000;

    std::uint32_t here() const { return base + 4 * static_cast<std::uint32_t>(words.size()); }
    Code &op(std::string_view name, std::initializer_list<std::int64_t> operands = {}) {
        words.push_back(word(name, operands));
        return *this;
    }
    Code &label(const std::string &name) {
        labels_[name] = here();
        return *this;
    }
    std::uint32_t at(const std::string &name) const { return labels_.at(name); }
    /// A branch or jump to a label, which may come later.
    Code &to(std::string_view name, std::initializer_list<std::int64_t> registers,
             const std::string &target) {
        uses_.push_back({words.size(), target});
        std::vector<std::int64_t> operands(registers);
        operands.push_back(0);
        const isa::Encoding &row = encoding(name, operands.size());
        std::uint32_t result = row.match;
        auto value = operands.begin();
        for (const isa::OperandField &operand : isa::operand_fields(row.format))
            result = operand.field.set(result, static_cast<std::uint32_t>(*value++));
        words.push_back(result);
        return *this;
    }
    /// lui, ori: any 32-bit constant.
    Code &li(int reg, std::uint32_t value) {
        op("lui", {reg, value >> 16});
        return op("ori", {reg, reg, value & 0xFFFF});
    }
    /// The address of a label as a constant.
    Code &la(int reg, const std::string &target) {
        addresses_.push_back({words.size(), target});
        return li(reg, 0);
    }
    Code &nop() { return op("sll", {0, 0, 0}); }
    /// Host service exit with a status register.
    Code &exit(int status_register) {
        op("addu", {4, status_register, 0});
        return op("syscall", {0x1F000});
    }

    std::vector<std::uint8_t> bytes() {
        for (const Use &use : uses_) {
            const std::uint32_t pc = base + 4 * static_cast<std::uint32_t>(use.at);
            const std::uint32_t target = labels_.at(use.target);
            const bool jump = words[use.at] >> 27 == 1; // J, JAL
            words[use.at] |= jump ? (target >> 2 & 0x03FFFFFF) : ((target - pc - 4) >> 2 & 0xFFFF);
        }
        for (const Use &use : addresses_) {
            words[use.at] |= labels_.at(use.target) >> 16;
            words[use.at + 1] |= labels_.at(use.target) & 0xFFFF;
        }
        uses_.clear();
        addresses_.clear();
        std::vector<std::uint8_t> out(4 * words.size());
        for (std::size_t i = 0; i < words.size(); ++i) to_guest(&out[4 * i], words[i]);
        return out;
    }
    Image image() {
        Image image;
        image.path = "test";
        image.entry = base;
        image.segments.push_back(
            {base, 4 * static_cast<std::uint32_t>(words.size()), true, false, bytes()});
        image.end = here();
        return image;
    }

    std::vector<std::uint32_t> words;

  private:
    struct Use {
        std::size_t at;
        std::string target;
    };
    std::map<std::string, std::uint32_t> labels_;
    std::vector<Use> uses_, addresses_;
};

} // namespace inlet::test
