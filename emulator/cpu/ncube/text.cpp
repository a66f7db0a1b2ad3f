#include "cpu/ncube/text.h"

#include "cpu/ncube/instruction_set.h"
#include "cpu/ncube/registers.h"
#include "cpu/processor_text.h"
#include "inlet/ncube2_config.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <span>

namespace inlet {

namespace {

constexpr unsigned head_bytes = 4;

const Segment *text_at(const Image &names, std::uint32_t pc) {
    for (const Segment &segment : names.segments)
        if (segment.executable && pc - segment.address < segment.bytes.size()) return &segment;
    return nullptr;
}

/// The target of a branch or a call, if it is known.
std::optional<std::uint32_t> target_of(const ncube::Instruction &in, std::uint32_t pc) {
    using ncube::Mode;
    if (in.row->slots[0].use != ncube::Use::address || in.row->op == ncube::Op::mova) return {};
    const ncube::Operand &operand = in.operands[0];
    const auto value = static_cast<std::uint32_t>(operand.value);
    if (operand.mode == Mode::direct) return value;
    if (operand.mode == Mode::literal || operand.mode == Mode::pc_offset) return pc + value;
    return {};
}

std::string text_of(const Image &names, const ncube::Instruction &in, std::uint32_t pc) {
    if (in.bad == ncube::Bad::none)
        if (const auto target = target_of(in, pc))
            return fmt::format("{:<6} {}", in.row->name, names.place(*target));
    return ncube::text(in, pc);
}

} // namespace

ncube::Instruction ncube_decoded(std::uint32_t word, const InstructionTail &tail) {
    std::array<std::uint8_t, head_bytes + std::tuple_size_v<InstructionTail>> bytes{};
    for (unsigned i = 0; i < head_bytes; ++i) bytes[i] = static_cast<std::uint8_t>(word >> 8 * i);
    std::ranges::copy(tail, bytes.begin() + head_bytes);
    return ncube::decode(bytes);
}

std::optional<ncube::Instruction> ncube_in_program(const Image &names, std::uint32_t pc) {
    const Segment *segment = text_at(names, pc);
    if (!segment) return {};
    return ncube::decode(std::span(segment->bytes).subspan(pc - segment->address));
}

std::uint32_t ncube_word(const Image &names, std::uint32_t pc, unsigned length) {
    const Segment *segment = text_at(names, pc);
    std::uint32_t word = 0;
    for (unsigned i = 0; segment && i < std::min(length, head_bytes); ++i)
        if (pc + i - segment->address < segment->bytes.size())
            word |= std::uint32_t{segment->bytes[pc + i - segment->address]} << 8 * i;
    return word;
}

InstructionClass ncube_class(std::uint32_t word) {
    using ncube::Op;
    using ncube::Use;
    const ncube::Instruction in = ncube_decoded(word);
    if (!in.row) return InstructionClass::other;
    switch (in.row->op) {
    case Op::call: return InstructionClass::call;
    case Op::ret:
    case Op::retp: return InstructionClass::ret;
    case Op::jmp: return InstructionClass::jump;
    case Op::trap:
    case Op::bkpt:
    case Op::reti: return InstructionClass::trap;
    case Op::lptr:
    case Op::lcnt:
    case Op::ldpr:
    case Op::stpr:
    case Op::rset: return InstructionClass::network;
    default: break;
    }
    if (ncube::is_branch(in.row->op)) return InstructionClass::branch;
    InstructionClass kind = InstructionClass::other;
    for (unsigned n = 0; n < in.count; ++n) {
        const Use use = in.row->slots[n].use;
        if (in.operands[n].is_constant() || in.operands[n].mode == ncube::Mode::reg) continue;
        if (use == Use::write || use == Use::modify) return InstructionClass::store;
        if (use == Use::read) kind = InstructionClass::load;
    }
    return kind;
}

namespace {

class NcubeText final : public ProcessorText {
  public:
    std::string mnemonic(std::uint32_t word) const override {
        const ncube::Instruction in = ncube_decoded(word);
        return in.row ? in.row->name : "(unknown)";
    }
    std::string text(const Image &names, std::uint32_t pc, std::uint32_t word,
                     mips::Features) const override {
        const auto there = ncube_in_program(names, pc);
        if (there && ncube_word(names, pc, there->length) == word)
            return text_of(names, *there, pc);
        return text_of(names, ncube_decoded(word), pc);
    }
    std::string executed(const Image &names, const InstructionEvent &event,
                         mips::Features) const override {
        return text_of(names, ncube_decoded(event.word, event.tail), event.pc);
    }
    std::optional<Disassembler::Listed> in_program(const Image &names,
                                                   std::uint32_t pc) const override {
        const auto there = ncube_in_program(names, pc);
        if (!there) return {};
        const unsigned length = there->bad == ncube::Bad::none ? there->length : 1u;
        return Disassembler::Listed{ncube_word(names, pc, length), length};
    }
    InstructionClass classify(std::uint32_t word) const override { return ncube_class(word); }
    bool traps(std::uint32_t word) const override {
        const ncube::Instruction in = ncube_decoded(word);
        return in.row && in.row->op == ncube::Op::trap;
    }
    bool ends_trap(std::uint32_t word) const override {
        const ncube::Instruction in = ncube_decoded(word);
        return in.row && in.row->op == ncube::Op::reti;
    }
    bool splits_issue() const override { return true; }
    IssueParts issue_parts(const InstructionEvent &event,
                           const MachineConfig &machine) const override {
        const ncube::Instruction in = ncube_decoded(event.word, event.tail);
        const auto *const costs = machine.find<NcubeConfig>();
        if (in.bad != ncube::Bad::none || !costs || event.cost.issue == 0) return {};
        const std::uint64_t stall = in.row->prefetch ? costs->prefetch_stall : 0;
        return {std::uint64_t{ncube::accesses(in)} * costs->memory, stall};
    }
    IssueParts entry_parts(std::uint64_t cycles, const MachineConfig &machine) const override {
        const auto *const costs = machine.find<NcubeConfig>();
        if (!costs) return {};
        return {cycles - costs->base - costs->prefetch_stall, costs->prefetch_stall};
    }
    std::shared_ptr<const engine::InstructionSet> full_set() const override {
        return std::make_shared<ncube::Set>(ncube::Costs{});
    }
    NetworkUse network_use(const engine::Instruction &in) const override {
        return {.kind = in.kind == engine::Kind::network ? NetworkUse::Kind::other
                                                         : NetworkUse::Kind::none};
    }
    /// A comparison keeps bits of the status word.
    std::uint64_t keeps(const engine::Instruction &in) const override {
        const ncube::Op op = ncube::decoded(in).row->op;
        const bool compares = op == ncube::Op::cmp || op == ncube::Op::bit;
        return compares ? std::uint64_t{1} << ncube::psw_register : 0;
    }
    const char *advice(FaultKind kind) const override {
        switch (kind) {
        case FaultKind::illegal:
            return "docs/ncube2.md lists the instructions; if the program did not mean to be here, "
                   "look for a wild jump, and for data between instructions.";
        case FaultKind::unmapped:
            return "a user's program reaches what its segments have: 0x100000 to 0x2fffff, the "
                   "stack from 0x380000 on and 64 KiB from 0x80000000 on (docs/ncube2.md, \"The "
                   "kernel\").";
        case FaultKind::syscall:
            return "R0 of trap #31 is 0 to 5 (docs/ncube2.md, \"The processor\").";
        default: return nullptr;
        }
    }
    /// TRAP, whose vector would be at the fault's address.
    std::string note(const Fault &fault, const Image &image) const override {
        constexpr std::uint32_t vector_bytes = 8;
        if (fault.kind != FaultKind::unmapped || !fault.word) return "";
        const std::string executed = text(image, fault.pc, *fault.word, {});
        const std::string number = std::to_string(fault.value / vector_bytes);
        if (!executed.starts_with("trap ") || executed.substr(executed.rfind('#') + 1) != number)
            return "";
        return "trap #" + number + " has no vector";
    }
};

} // namespace

const ProcessorText &ncube_text() {
    static const NcubeText text;
    return text;
}

} // namespace inlet
