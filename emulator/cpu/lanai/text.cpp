// What tools say of a Lanai's instructions.
#include "cpu/lanai/instruction_set.h"
#include "cpu/processor_text.h"

#include <algorithm>
#include <array>

namespace inlet {

namespace {

/// LLVM's return, which has two slots: `ld -4[%fp], %pc`.
constexpr std::uint32_t return_word = 0x8116FFFC;

class LanaiText final : public ProcessorText {
  public:
    std::string mnemonic(std::uint32_t word) const override {
        const std::string all = lanai::disassemble(word);
        return all.empty() ? "(unknown)" : all.substr(0, all.find(' '));
    }
    std::string text(const Image & /*names*/, std::uint32_t /*pc*/, std::uint32_t word,
                     mips::Features /*features*/) const override {
        const std::string all = lanai::disassemble(word);
        return all.empty() ? "(unknown)" : all;
    }
    InstructionClass classify(std::uint32_t word) const override {
        if (word == return_word) return InstructionClass::ret;
        const auto parsed = lanai::parse(word);
        if (!parsed) return InstructionClass::other;
        switch (parsed->format) {
        case lanai::Format::memory:
            return parsed->store ? InstructionClass::store : InstructionClass::load;
        case lanai::Format::branch:
        case lanai::Format::relative:
            return parsed->condition == 0 ? InstructionClass::jump : InstructionClass::branch;
        default:
            return parsed->rd == lanai::pc_register ? InstructionClass::jump
                                                    : InstructionClass::other;
        }
    }
    bool delay_slots() const override { return true; }
    std::shared_ptr<const engine::InstructionSet> full_set() const override {
        return std::make_shared<lanai::Set>(lanai::Timing{});
    }
    NetworkUse network_use(const engine::Instruction & /*in*/) const override { return {}; }
    const char *advice(FaultKind kind) const override {
        switch (kind) {
        case FaultKind::illegal:
            return "docs/lanai.md lists the instructions; look for a wild jump, and for a branch "
                   "in a delay slot.";
        case FaultKind::unmapped:
            return "a Lanai reaches its SRAM and the special registers, which docs/myrinet.md "
                   "lists.";
        default: return nullptr;
        }
    }
};

} // namespace

const ProcessorText &lanai_text() {
    static const LanaiText text;
    return text;
}

} // namespace inlet
