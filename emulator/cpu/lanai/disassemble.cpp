// The text of a word, as LLVM's LanaiInstPrinter has it.
#include "cpu/lanai/word.h"

#include <array>
#include <cstdio>

namespace inlet::lanai {

namespace {

std::string name(unsigned number) {
    switch (number) {
    case pc_register: return "%pc";
    case stack_register: return "%sp";
    case frame_register: return "%fp";
    case result_register: return "%rv";
    case 10: return "%rr1";
    case 11: return "%rr2";
    case 15: return "%rca";
    default: return "%r" + std::to_string(number);
    }
}

std::string hex(std::uint32_t value) {
    std::array<char, 16> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "0x%x", value);
    return buffer.data();
}
std::string signed_hex(std::uint32_t value) {
    const bool negative = value >> 31;
    return (negative ? "-" : "") + hex(negative ? 0 - value : value);
}
std::string decimal(std::uint32_t value) {
    return std::to_string(static_cast<std::int32_t>(value));
}

constexpr const char *conditions[16] = {"t",  "f",  "ugt", "ule", "ult", "uge", "ne", "eq",
                                        "vc", "vs", "pl",  "mi",  "ge",  "lt",  "gt", "le"};
constexpr const char *operations[9] = {"add", "addc", "sub", "subb", "and",
                                       "or",  "xor",  "sh",  "sha"};

std::string operation(const Word &w) { return operations[static_cast<unsigned>(w.alu)]; }

/// The condition, which is printed only if the instruction is conditional.
std::string suffix(const Word &w) {
    return w.condition ? std::string(".") + conditions[w.condition] : std::string();
}

std::string immediate(const Word &w) {
    const bool zero = w.rs == zero_register, ones = w.rs == ones_register;
    if (!w.flags && ((w.alu == Alu::add && zero) || (w.alu == Alu::band && ones)))
        return "mov " + hex(w.imm) + ", " + name(w.rd);
    const bool shift = w.alu == Alu::shift || w.alu == Alu::shift_arithmetic;
    return operation(w) + (w.flags ? ".f " : " ") + name(w.rs) + ", " +
           (shift ? signed_hex(w.imm) : hex(w.imm)) + ", " + name(w.rd);
}

std::string registers(const Word &w) {
    if (!w.flags && w.alu == Alu::bor && w.rd == pc_register) {
        if (w.condition == 0 && w.rs == zero_register) return "bt " + name(w.rt);
        const std::string branch = std::string("b") + conditions[w.condition] + " " + name(w.rs);
        return w.rt == zero_register ? branch : branch + " add " + name(w.rt);
    }
    if (!w.flags && w.alu == Alu::add && w.rt == zero_register && w.condition == 0)
        return "mov " + name(w.rs) + ", " + name(w.rd);
    return operation(w) + (w.flags ? ".f" : "") + suffix(w) + " " + name(w.rs) + ", " + name(w.rt) +
           ", " + name(w.rd);
}

/// The address. Increments by the size of the access have a form of their own.
std::string address(const Word &w) {
    const std::string base = name(w.rs);
    const bool before = w.writes_back && w.adds, after = w.writes_back && !w.adds;
    if (!w.has_immediate)
        return "[" + std::string(before ? "*" : "") + base + (after ? "*" : "") + " " +
               operation(w) + " " + name(w.adds || w.writes_back ? unsigned{w.rt} : 0u) + "]";
    const auto step = static_cast<std::int32_t>(w.imm);
    if (w.writes_back && (step == w.bytes || step == -w.bytes)) {
        const std::string sign = step < 0 ? "--" : "++";
        return before ? "[" + sign + base + "]" : "[" + base + sign + "]";
    }
    return decimal(w.adds || w.writes_back ? w.imm : 0) + "[" + (before ? "*" : "") + base +
           (after ? "*" : "") + "]";
}

std::string memory(std::uint32_t word, const Word &w) {
    if (word == 0x8116FFFC) return "ld -4[%fp], %pc ! return";
    const bool absolute = word >> 28 == 0xF && w.bytes == 4;
    const std::string at =
        absolute ? "[" + hex((word >> 18 & 31) << 16 | (word & 0xFFFF)) + "]" : address(w);
    const std::string size = w.bytes == 1 ? ".b" : w.bytes == 2 ? ".h" : "";
    if (w.store) return "st" + size + " " + name(w.rd) + ", " + at;
    return (w.zero_extends ? "uld" : "ld") + size + " " + at + ", " + name(w.rd);
}

} // namespace

std::string disassemble(std::uint32_t word) {
    if (word == 1) return "nop";
    if (word >= 2 && word <= 6) return "log_" + std::to_string(word - 2);
    const auto parsed = parse(word);
    if (!parsed) return "";
    const Word &w = *parsed;
    switch (w.format) {
    case Format::immediate: return immediate(w);
    case Format::registers: return registers(w);
    case Format::select:
        return std::string("sel.") + conditions[w.condition] + " " + name(w.rs) + ", " +
               name(w.rt) + ", " + name(w.rd);
    case Format::count_bits: {
        constexpr const char *names[] = {"", "popc ", "leadz ", "trailz "};
        return names[static_cast<unsigned>(w.count)] + name(w.rs) + ", " + name(w.rd);
    }
    case Format::memory: return memory(word, w);
    case Format::constant: return "mov " + hex(w.imm) + ", " + name(w.rd);
    case Format::branch: return std::string("b") + conditions[w.condition] + " " + hex(w.imm);
    case Format::relative:
        return std::string("b") + conditions[w.condition] + ".r " + hex(word & 0xFFFC);
    case Format::set: return std::string("s") + conditions[w.condition] + " " + name(w.rd);
    }
    return "";
}

} // namespace inlet::lanai
