#include "cpu/ncube/instruction.h"

#include <cstdio>

namespace inlet::ncube {

namespace {

std::string hex(std::uint64_t value) {
    char buffer[24];
    std::snprintf(buffer, sizeof buffer, "0x%llx", static_cast<unsigned long long>(value));
    return buffer;
}

std::string number(std::uint64_t value) {
    const auto as_signed = static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
    if (as_signed > -4096 && as_signed < 4096) return std::to_string(as_signed);
    return hex(static_cast<std::uint32_t>(value));
}

/// The size suffix of an offset whose value fits in a shorter one.
std::string sized(const Operand &operand) {
    const auto value = static_cast<std::uint32_t>(operand.value);
    const auto as_signed = static_cast<std::int32_t>(value);
    unsigned shortest = 4;
    if (operand.mode == Mode::direct) {
        if (value < 0x10000) shortest = 2;
        if (value < 0x100) shortest = 1;
    } else {
        if (as_signed >= -0x8000 && as_signed < 0x8000) shortest = 2;
        if (as_signed >= -0x80 && as_signed < 0x80) shortest = 1;
    }
    if (operand.extra == shortest) return "";
    return operand.extra == 2 ? ".h" : ".w";
}

std::string register_name(unsigned reg) { return "r" + std::to_string(reg); }

/// Whether an operand is a branch target. A literal of MOVA is printed as a literal although it is
/// relative too.
bool is_target(const Instruction &in, unsigned number) {
    return in.row->slots[number].use == Use::address && in.row->op != Op::mova;
}

std::string text(const Operand &operand, bool is_target, std::uint32_t pc) {
    std::string in_register = "(" + register_name(operand.reg) + ")";
    const std::string offset = number(operand.value) + sized(operand);
    switch (operand.mode) {
    case Mode::literal:
        if (is_target) return hex(pc + static_cast<std::uint32_t>(operand.value));
        return "#" + number(operand.value);
    case Mode::immediate:
        if (operand.extra == 8) return "##" + hex(operand.value);
        return "##" +
               number(operand.extra == 4 ? operand.value
                      : operand.extra == 2
                          ? static_cast<std::uint32_t>(static_cast<std::int16_t>(operand.value))
                          : static_cast<std::uint32_t>(static_cast<std::int8_t>(operand.value)));
    case Mode::indirect: return in_register;
    case Mode::skip: return in_register + "++";
    case Mode::increment: return in_register + "+";
    case Mode::increment_at: return "@" + in_register + "+";
    case Mode::offset: return offset + in_register;
    case Mode::offset_at: return "@" + number(operand.value) + in_register;
    case Mode::reg: return register_name(operand.reg);
    case Mode::decrement: return "-" + in_register;
    case Mode::pc_offset: return offset + "(pc)";
    case Mode::pc_offset_at: return "@" + number(operand.value) + "(pc)";
    case Mode::sp_offset: return offset + "(sp)";
    case Mode::sp_offset_at: return "@" + number(operand.value) + "(sp)";
    case Mode::direct: return "=" + hex(operand.value) + sized(operand);
    case Mode::direct_at: return "@" + hex(operand.value);
    case Mode::stack: return "stk";
    }
    return "";
}

} // namespace

std::string text(const Instruction &in, std::uint32_t pc) {
    if (in.bad != Bad::none && in.bad != Bad::operand)
        return std::string("(") + describe(in.bad) + ")";
    std::string line = in.row->name;
    for (unsigned i = 0; i < in.count; ++i) {
        line += i ? ", " : std::string(line.size() < 7 ? 7 - line.size() : 1, ' ');
        line += text(in.operands[i], is_target(in, i), pc);
    }
    return line;
}

} // namespace inlet::ncube
