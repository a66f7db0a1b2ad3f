#include "analysis/turn_code.h"

#include "cpu/mips/instruction_set.h"
#include "cpu/ncube/instruction_set.h"
#include "cpu/ncube/registers.h"
#include "cpu/ppc/instruction_set.h"
#include "cpu/ppc/registers.h"
#include "cpu/sparc/instruction_set.h"
#include "cpu/x86/instruction_set.h"
#include "cpu/x86/registers.h"
#include "inlet/disassembler.h"

#include <algorithm>
#include <array>

namespace inlet {

namespace {

using engine::Instruction;
using Use = NetworkUse::Kind;

/// With all instructions that some machine has: a program executes only those of its own.
std::shared_ptr<const engine::InstructionSet> set_of(Processor processor) {
    switch (processor) {
    case Processor::sparc: {
        sparc::Timing timing;
        timing.network.emplace();
        return std::make_shared<sparc::Set>(timing, true);
    }
    case Processor::ppc: {
        ppc::Timing timing;
        timing.network.emplace();
        return std::make_shared<ppc::Set>(timing);
    }
    case Processor::x86: return std::make_shared<x86::Set>(x86::Timing{.xnet = true});
    case Processor::ncube: return std::make_shared<ncube::Set>(ncube::Costs{});
    case Processor::mips: break;
    }
    return std::make_shared<mips::Set>(mips::Timing{}, mips::Features{.mips32 = true, .fpu = true});
}

NetworkUse mips_use(const Instruction &in) {
    const std::uint32_t ni = isa::field::nirs.get(in.word);
    switch (in.op.as<isa::Mips>()) {
    case isa::Mips::CFC2: return {.kind = Use::read, .to = in.rt, .number = ni};
    case isa::Mips::CTC2: return {.kind = Use::write, .from = in.rt, .number = ni};
    default: break;
    }
    const isa::Encoding *row = find_encoding(in.word);
    const bool sends = row != nullptr && row->cost == isa::CostKey::send;
    return {.kind = sends ? Use::send : Use::other};
}

NetworkUse sparc_use(const Instruction &in) {
    using isa::sparc::Op;
    switch (in.op.as<Op>()) {
    case Op::RDNI: return {.kind = Use::read, .to = in.to, .number = in.sa};
    case Op::WRNI: return {.kind = Use::write, .from = in.rs, .number = in.sa};
    case Op::HRET: return {.kind = Use::other};
    default: return {.kind = Use::send};
    }
}

NetworkUse ppc_use(const Instruction &in) {
    using isa::ppc::Op;
    switch (in.op.as<Op>()) {
    case Op::MFXR: return {.kind = Use::read, .to = in.to, .number = in.sa};
    case Op::MTXR: return {.kind = Use::write, .from = ppc::general(in.rd), .number = in.sa};
    case Op::HRET: return {.kind = Use::other};
    case Op::MFTB:
    case Op::MFSPR: return {.kind = Use::clock, .to = in.to}; // of the rare ones, the time base
    default: return {.kind = Use::send};
    }
}

/// Register EAX has the number of the interface's register.
NetworkUse x86_use(const Instruction &in) {
    using isa::x86::Op;
    NetworkUse use{.selector = x86::eax};
    switch (in.op.as<Op>()) {
    case Op::CFC: use.kind = Use::read; break;
    case Op::CTC: use.kind = Use::write; break;
    case Op::SEND:
    case Op::SEND1:
    case Op::SENDH:
    case Op::SENDH1: return {.kind = Use::send};
    default: return {.kind = Use::other};
    }
    if (!x86::is_memory(in)) {
        use.to = use.from = x86::general(in.rs);
    } else if (in.rt != x86::packed::no_register) {
        use.kind = Use::other;
    } else {
        use.base = in.rs == x86::packed::no_register ? 0 : x86::general(in.rs);
        use.displacement = in.displacement;
    }
    return use;
}

NetworkUse use_of(const Instruction &in, Processor processor) {
    const bool clock = processor == Processor::ppc && in.kind == engine::Kind::system &&
                       (in.op == isa::ppc::Op::MFTB || in.op == isa::ppc::Op::MFSPR);
    if (in.kind != engine::Kind::network && !clock) return {};
    switch (processor) {
    case Processor::mips: return mips_use(in);
    case Processor::sparc: return sparc_use(in);
    case Processor::ppc: return ppc_use(in);
    case Processor::x86: return x86_use(in);
    case Processor::ncube: break;
    }
    return {.kind = Use::other};
}

/// A comparison of an nCUBE/2 keeps bits of the status word that no branch reads.
bool sets_all_flags(const Instruction &in, Processor processor) {
    if (processor != Processor::ncube) return false;
    const ncube::Op op = ncube::decoded(in).row->op;
    return op == ncube::Op::cmp || op == ncube::Op::bit;
}

} // namespace

bool TurnDecoder::flushes(const Instruction &in) const {
    using isa::ppc::Op;
    return processor_ == Processor::ppc && (in.op == Op::DCBF || in.op == Op::DCBST);
}

TurnDecoder::TurnDecoder(Processor processor) : processor_(processor), set_(set_of(processor)) {}

const TurnCode &TurnDecoder::at(std::uint32_t pc, std::uint32_t word, const InstructionTail &tail) {
    const auto [place, added] = entries_.try_emplace(pc);
    Entry &entry = place->second;
    if (!added && entry.word == word && entry.tail == tail) return entry.code;
    entry.word = word;
    entry.tail = tail;
    std::array<std::uint8_t, 4 + std::tuple_size_v<InstructionTail>> bytes{};
    const bool little = set_->abi().little;
    for (unsigned i = 0; i < 4; ++i)
        bytes[i] = static_cast<std::uint8_t>(word >> 8 * (little ? i : 3 - i));
    std::ranges::copy(tail, bytes.begin() + 4);
    TurnCode &code = entry.code;
    code = {};
    code.in = set_->decode(bytes, pc);
    code.network = use_of(code.in, processor_);
    if (code.in.kind == engine::Kind::illegal || code.in.kind == engine::Kind::absent) return code;
    if (sets_all_flags(code.in, processor_))
        code.in.uses &= ~(std::uint64_t{1} << ncube::psw_register);
    engine::UopBuilder group;
    set_->lift(code.in, pc, group);
    code.ops.assign(group.ops().begin(), group.ops().end());
    return code;
}

} // namespace inlet
