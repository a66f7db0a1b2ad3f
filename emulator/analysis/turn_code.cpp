#include "analysis/turn_code.h"

#include <algorithm>
#include <array>

namespace inlet {

using engine::Instruction;

bool TurnDecoder::flushes(const Instruction &in) const { return processor_.flushes(in); }

TurnDecoder::TurnDecoder(Processor processor)
    : processor_(text_of(processor)), set_(processor_.full_set()) {}

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
    code.network = processor_.network_use(code.in);
    if (code.in.kind == engine::Kind::illegal || code.in.kind == engine::Kind::absent) return code;
    code.in.uses &= ~processor_.keeps(code.in);
    engine::UopBuilder group;
    set_->lift(code.in, pc, group);
    code.ops.assign(group.ops().begin(), group.ops().end());
    return code;
}

} // namespace inlet
