#include "inlet/disassembler.h"

#include "cpu/processor_text.h"
#include "inlet/instruction_class.h"
#include "inlet/processor.h"

namespace inlet {

std::string mnemonic(std::uint32_t word, Processor processor) {
    return text_of(processor).mnemonic(word);
}

InstructionClass classify(std::uint32_t word, Processor processor) {
    return text_of(processor).classify(word);
}

bool has_delay_slots(Processor processor) { return text_of(processor).delay_slots(); }

std::string_view access_name(const Fault &fault, Processor processor) {
    if (!fault.word || fault.pc == fault.value) return "jump";
    return text_of(processor).access(*fault.word, fault.kind);
}

FaultKind meaning_of(const Fault &fault, Processor processor) {
    return text_of(processor).meaning(fault);
}

std::string trap_text(const Fault &fault, Processor processor) {
    return text_of(processor).trap(fault);
}

std::string fault_note(const Fault &fault, const Image &image) {
    return text_of(image.processor).note(fault, image);
}

std::string_view advice(FaultKind kind, Processor processor) {
    const char *own = text_of(processor).advice(kind);
    return own ? own : advice(kind);
}

/// Whether an instruction of the segment begins at `address`, decoded from one end to the other.
static bool begins(const Image &program, const Segment &segment, std::uint32_t address) {
    const ProcessorText &processor = text_of(program.processor);
    std::uint32_t at = segment.address;
    while (at < address) {
        const auto there = processor.in_program(program, at);
        if (!there) return false;
        at += there->bytes;
    }
    return at == address;
}

std::optional<Lacking> lacking(const Image &program, const NetworkParts &parts) {
    const ProcessorText &processor = text_of(program.processor);
    const std::uint32_t step = processor.least_length();
    for (const Segment &segment : program.segments)
        for (std::uint32_t at = 0; segment.executable && at + 4 <= segment.bytes.size();
             at += step) {
            const std::uint32_t address = segment.address + at;
            std::uint32_t word = 0;
            if (!program.word(address, word)) continue;
            const NetworkNeeds needs = processor.network_needs(word);
            if (!parts.meets(needs) && (step == 4 || begins(program, segment, address)))
                return Lacking{processor.mnemonic(word) + " at " + program.where(address),
                               needs.multicasts && !parts.grid};
        }
    return std::nullopt;
}

Disassembler::Disassembler(const Image &names, mips::Features processor)
    : names_(names), processor_(processor) {}

std::string Disassembler::text(const InstructionEvent &event) const {
    return text_of(names_.processor).executed(names_, event, processor_);
}

std::string Disassembler::text(std::uint32_t pc, std::uint32_t word) const {
    return text_of(names_.processor).text(names_, pc, word, processor_);
}

std::optional<Disassembler::Listed> Disassembler::in_program(std::uint32_t pc) const {
    return text_of(names_.processor).in_program(names_, pc);
}

} // namespace inlet
