// The processors, by the numbers of programs.
#include "cpu/processor_text.h"

namespace inlet {

const ProcessorText &mips_text();
const ProcessorText &sparc_text();
const ProcessorText &ppc_text();
const ProcessorText &x86_text();
const ProcessorText &ncube_text();
const ProcessorText &lanai_text();

const ProcessorText &text_of(Processor processor) {
    switch (processor) {
    case Processor::mips: break;
    case Processor::sparc: return sparc_text();
    case Processor::ppc: return ppc_text();
    case Processor::x86: return x86_text();
    case Processor::ncube: return ncube_text();
    case Processor::lanai: return lanai_text();
    }
    return mips_text();
}

std::string_view ProcessorText::access(std::uint32_t word, FaultKind) const {
    switch (classify(word)) {
    case InstructionClass::load: return "load";
    case InstructionClass::store: return "store";
    case InstructionClass::call:
    case InstructionClass::ret:
    case InstructionClass::jump: return "jump";
    default: return "access";
    }
}

std::optional<Disassembler::Listed> ProcessorText::in_program(const Image &names,
                                                              std::uint32_t pc) const {
    std::uint32_t word = 0;
    if (!names.word(pc, word)) return {};
    return Disassembler::Listed{word, 4};
}

} // namespace inlet
