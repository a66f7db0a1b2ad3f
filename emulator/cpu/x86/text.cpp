// Disassembles x86 instructions with Capstone, with symbols as branch targets. Network instructions
// have names of their own: Capstone takes them for UD0 and UD1.
#include "cpu/capstone.h"
#include "cpu/processor_text.h"
#include "cpu/x86/instruction_set.h"
#include "cpu/x86/registers.h"
#include "inlet/x86_config.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <span>

namespace inlet {

namespace {

using isa::x86::CostKey;
using Bytes = std::array<std::uint8_t, 4 + std::tuple_size_v<InstructionTail>>;

/// Whether the prefetch unit executes these instructions, and stalls meanwhile (000 4.2.5.1).
bool stalls(CostKey key) {
    return key == CostKey::trap || key == CostKey::port || key == CostKey::xnet;
}

/// All instructions of all machines.
constexpr x86::Timing every_machine{
    .xnet = true, .parts = {.vectors = VectorConfig{}, .grid = MeshConfig{}}, .time_stamp = 1};

engine::Instruction decoded(const Bytes &bytes, std::uint32_t pc) {
    return x86::decode(bytes, pc, every_machine);
}

Bytes in_memory(std::uint32_t word, const InstructionTail &tail = {}) {
    Bytes bytes{};
    for (unsigned i = 0; i < 4; ++i) bytes[i] = static_cast<std::uint8_t>(word >> 8 * i);
    std::ranges::copy(tail, bytes.begin() + 4);
    return bytes;
}

/// Whether the i486 has this instruction (i486 Programmer's Reference Manual, Appendix A): by its
/// opcode, which is one that Capstone knows.
bool is_of_i486(const Bytes &bytes) {
    constexpr std::array<std::uint8_t, 11> prefixes = {0x26, 0x2E, 0x36, 0x3E, 0x64, 0x65,
                                                       0x66, 0x67, 0xF0, 0xF2, 0xF3};
    std::size_t at = 0;
    while (at + 3 < bytes.size() && std::ranges::count(prefixes, bytes[at])) ++at;
    const unsigned opcode = bytes[at], next = bytes[at + 1];
    const bool registers = next >= 0xC0;
    const auto within = [](unsigned n, unsigned first, unsigned last) {
        return n >= first && n <= last;
    };
    switch (opcode) {
    case 0x0F:
        return within(next, 0x00, 0x03) || next == 0x06 || within(next, 0x08, 0x09) ||
               within(next, 0x20, 0x26) || within(next, 0x80, 0xA1) || within(next, 0xA3, 0xA5) ||
               within(next, 0xA8, 0xA9) || within(next, 0xAB, 0xAD) || within(next, 0xAF, 0xB7) ||
               within(next, 0xBA, 0xC1) || within(next, 0xC8, 0xCF);
    case 0x62:
    case 0xC4:
    case 0xC5: return !registers;                // else EVEX and VEX
    case 0xDA: return !within(next, 0xC0, 0xDF); // FCMOVcc
    case 0xDB:
        return !registers ? (next >> 3 & 7) != 1      // FISTTP
                          : within(next, 0xE0, 0xE7); // FCMOVNcc, FUCOMI, FCOMI
    case 0xDD: return registers || (next >> 3 & 7) != 1;
    case 0xDF: return registers ? !within(next, 0xE8, 0xF7) : (next >> 3 & 7) != 1;
    default: return true;
    }
}

std::string place_text(const engine::Instruction &in) {
    constexpr const char *names[] = {"%eax", "%ecx", "%edx", "%ebx", "%esp",
                                     "%ebp", "%esi", "%edi", ""};
    if (!x86::is_memory(in)) return names[in.rs];
    std::string text = in.displacement ? fmt::format("{:#x}", in.displacement) : "";
    text += fmt::format("({}", names[in.rs]);
    if (in.rt != x86::packed::no_register) text += fmt::format(",{},{}", names[in.rt], 1u << in.sa);
    return text + ")";
}

/// The operand of a network instruction, behind the number of a vector register if it has one.
std::string operand_text(const engine::Instruction &in) {
    if (x86::needs(x86::row_of(in).op).vectors)
        return fmt::format("${}, {}", in.imm, place_text(in));
    return place_text(in);
}

std::optional<engine::Instruction> x86_decoded(std::uint32_t word) {
    const engine::Instruction in = decoded(in_memory(word), 0);
    if (in.kind == engine::Kind::illegal || in.kind == engine::Kind::absent) return {};
    return in;
}

std::string x86_mnemonic(std::uint32_t word) {
    const auto in = x86_decoded(word);
    if (!in) return "(unknown)";
    return isa::x86::op_names[static_cast<std::size_t>(x86::row_of(*in).op)];
}

std::optional<engine::Instruction> x86_in_program(const Image &names, std::uint32_t pc) {
    for (const Segment &segment : names.segments)
        if (segment.executable && pc - segment.address < segment.bytes.size())
            return x86::decode(std::span(segment.bytes).subspan(pc - segment.address), pc,
                               every_machine);
    return {};
}

std::string x86_text(const Image &names, std::uint32_t pc, std::uint32_t word,
                     const InstructionTail &tail) {
    static thread_local Capstone capstone(CS_ARCH_X86, CS_MODE_32);
    capstone.set(CS_OPT_SYNTAX, CS_OPT_SYNTAX_ATT);
    const Bytes bytes = in_memory(word, tail);
    const engine::Instruction in = decoded(bytes, pc);
    const bool none = in.kind == engine::Kind::illegal || in.kind == engine::Kind::absent;
    if (!none && (x86::row_of(in).cost == CostKey::port || x86::row_of(in).cost == CostKey::xnet)) {
        const isa::x86::Op op = x86::row_of(in).op;
        const std::string name = isa::x86::op_names[static_cast<std::size_t>(op)];
        return op == isa::x86::Op::HRET ? name : name + " " + operand_text(in);
    }
    std::string name, operands;
    if (!capstone.decode(pc, bytes, name, operands)) return fmt::format(".byte {:#04x}", bytes[0]);
    if (!none && in.direct && in.kind != engine::Kind::system) operands = names.place(in.imm);
    std::string text = operands.empty() ? name : name + " " + operands;
    if (none)
        text += is_of_i486(bytes) ? " (of the i486, but not in inlet)" : " (later than the i486)";
    return text;
}

std::string x86_text(const Image &names, std::uint32_t pc, std::uint32_t word) {
    const auto there = x86_in_program(names, pc);
    return x86_text(names, pc, word,
                    there && there->word == word ? there->tail : InstructionTail{});
}

bool sends(isa::x86::Op op) {
    using isa::x86::Op;
    switch (op) {
    case Op::SEND:
    case Op::SEND1:
    case Op::SENDH:
    case Op::SENDH1:
    case Op::SENDV:
    case Op::SENDHV:
    case Op::MCST:
    case Op::MCSTH:
    case Op::MCSTV:
    case Op::MCSTHV: return true;
    default: return false;
    }
}

InstructionClass x86_class(std::uint32_t word) {
    using isa::x86::CostKey;
    using isa::x86::Op;
    const auto in = x86_decoded(word);
    if (!in) return InstructionClass::other;
    const isa::x86::Encoding &row = x86::row_of(*in);
    if (sends(row.op)) return InstructionClass::send;
    switch (row.op) {
    case Op::CALL: return InstructionClass::call;
    case Op::RET: return InstructionClass::ret;
    case Op::JMP: return InstructionClass::jump;
    case Op::LWV: return InstructionClass::load;
    case Op::SWV: return InstructionClass::store;
    default: break;
    }
    switch (row.cost) {
    case CostKey::trap: return InstructionClass::trap;
    case CostKey::port:
    case CostKey::xnet: return InstructionClass::network;
    case CostKey::fp_move:
    case CostKey::fp_add:
    case CostKey::fp_multiply:
    case CostKey::fp_divide:
    case CostKey::fp_sqrt: return InstructionClass::floating;
    default: break;
    }
    switch (in->kind) {
    case engine::Kind::branch: return InstructionClass::branch;
    case engine::Kind::load: return InstructionClass::load;
    case engine::Kind::store: return InstructionClass::store;
    default: return InstructionClass::other;
    }
}

/// Register EAX has the number of the interface's register.
NetworkUse x86_use(const engine::Instruction &in) {
    using isa::x86::Op;
    NetworkUse use{.selector = x86::eax};
    if (sends(in.op.as<Op>())) return {.kind = NetworkUse::Kind::send};
    switch (in.op.as<Op>()) {
    case Op::RDTSC: return {.kind = NetworkUse::Kind::clock};
    case Op::CFC: use.kind = NetworkUse::Kind::read; break;
    case Op::CTC: use.kind = NetworkUse::Kind::write; break;
    default: return {.kind = NetworkUse::Kind::other};
    }
    if (!x86::is_memory(in)) {
        use.to = use.from = x86::general(in.rs);
    } else if (in.rt != x86::packed::no_register) {
        use.kind = NetworkUse::Kind::other;
    } else {
        use.base = in.rs == x86::packed::no_register ? 0 : x86::general(in.rs);
        use.displacement = in.displacement;
    }
    return use;
}

class X86Text final : public ProcessorText {
  public:
    std::string mnemonic(std::uint32_t word) const override { return x86_mnemonic(word); }
    std::string text(const Image &names, std::uint32_t pc, std::uint32_t word,
                     mips::Features) const override {
        return x86_text(names, pc, word);
    }
    std::string executed(const Image &names, const InstructionEvent &event,
                         mips::Features) const override {
        return x86_text(names, event.pc, event.word, event.tail);
    }
    std::uint32_t least_length() const override { return 1; }
    std::optional<Disassembler::Listed> in_program(const Image &names,
                                                   std::uint32_t pc) const override {
        const auto there = x86_in_program(names, pc);
        if (!there) return {};
        const bool none =
            there->kind == engine::Kind::illegal || there->kind == engine::Kind::absent;
        return Disassembler::Listed{there->word, none ? 1u : there->length};
    }
    InstructionClass classify(std::uint32_t word) const override { return x86_class(word); }
    bool traps(std::uint32_t word) const override {
        constexpr std::uint32_t int_n = 0xCD;
        return (word & 0xFF) == int_n;
    }
    bool ends_trap(std::uint32_t word) const override {
        constexpr std::uint32_t iret = 0xCF;
        return (word & 0xFF) == iret;
    }
    bool splits_issue() const override { return true; }
    /// Accesses are counted, except those of strings, traps and vectors, whose number depends on
    /// the state.
    IssueParts issue_parts(const InstructionEvent &event,
                           const MachineConfig &machine) const override {
        const engine::Instruction in = decoded(in_memory(event.word, event.tail), event.pc);
        const auto *const costs = machine.find<X86Config>();
        if (!costs || in.kind == engine::Kind::illegal || in.kind == engine::Kind::absent)
            return {};
        const CostKey key = x86::row_of(in).cost;
        const std::uint64_t beside = costs->costs[static_cast<std::size_t>(key)];
        if (event.cost.issue < costs->base + beside) return {}; // a turn that does nothing
        const isa::x86::Op op = x86::row_of(in).op;
        const bool varies = key == CostKey::string || key == CostKey::trap ||
                            op == isa::x86::Op::LWV || op == isa::x86::Op::SWV;
        return {varies ? event.cost.issue - costs->base - beside
                       : std::uint64_t{x86::accesses_of(in)} * costs->memory,
                stalls(key) ? beside : 0};
    }
    IssueParts entry_parts(std::uint64_t cycles, const MachineConfig &machine) const override {
        const auto *const costs = machine.find<X86Config>();
        if (!costs) return {};
        const std::uint64_t stall = costs->costs[static_cast<std::size_t>(CostKey::trap)];
        if (cycles < costs->base + stall) return {}; // another machine's entry
        return {cycles - costs->base - stall, stall};
    }
    std::shared_ptr<const engine::InstructionSet> full_set() const override {
        return std::make_shared<x86::Set>(every_machine);
    }
    NetworkNeeds network_needs(std::uint32_t word) const override {
        constexpr std::uint32_t first_bytes = 0xFF0FF3; // of all that need something
        if ((word & 0xFFFFFF) != first_bytes) return {};
        const auto in = x86_decoded(word);
        return in ? x86::needs(x86::row_of(*in).op) : NetworkNeeds{};
    }
    NetworkUse network_use(const engine::Instruction &in) const override {
        const bool clock = in.kind == engine::Kind::system && in.op == isa::x86::Op::RDTSC;
        return in.kind == engine::Kind::network || clock ? x86_use(in) : NetworkUse{};
    }
    /// A call and push store; pushes, calls and jumps through memory, and returns, load.
    std::string_view access(std::uint32_t word, FaultKind kind) const override {
        constexpr std::uint32_t direct_call = 0xE8, group_5 = 0xFF, push = 6;
        if ((word & 0xFF) == group_5 && (word >> 11 & 7) == push && kind == FaultKind::unmapped)
            return "load"; // of its operand
        switch (classify(word)) {
        case InstructionClass::load:
        case InstructionClass::ret:
        case InstructionClass::jump: return "load";
        case InstructionClass::store: return "store";
        case InstructionClass::call: return (word & 0xFF) == direct_call ? "store" : "access";
        default: return "access";
        }
    }
    /// __builtin_trap.
    FaultKind meaning(const Fault &fault) const override {
        constexpr std::uint32_t ud2 = 0x0B0F;
        const bool traps =
            fault.kind == FaultKind::illegal && fault.word && (*fault.word & 0xFFFF) == ud2;
        return traps ? FaultKind::breakpoint : fault.kind;
    }
    const char *advice(FaultKind kind) const override {
        switch (kind) {
        case FaultKind::illegal:
            return "compile with ncube2-clang (i486 without SSE, MMX and what the i686 has added; "
                   "of the i486 and its x87, docs/ncube2-x86.md says what inlet does not have); if "
                   "the program did not mean to be here, look for a wild function pointer.";
        case FaultKind::interrupt:
            return "the kernel's interrupt table has no vector with this number; use one of its "
                   "numbers (docs/ncube2-abi.md, \"Traps\").";
        case FaultKind::float_exception:
            return "the program has unmasked this exception in the control word of x87; look at "
                   "the instruction of floating point before this one.";
        default: return nullptr;
        }
    }
};

} // namespace

const ProcessorText &x86_text() {
    static const X86Text text;
    return text;
}

} // namespace inlet
