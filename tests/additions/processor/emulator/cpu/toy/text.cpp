// What tools say of the toy processor's instructions. Its programs are big-endian.
#include "cpu/processor_text.h"
#include "cpu/toy/instruction_set.h"

#include <array>
#include <fmt/format.h>

namespace inlet {

namespace {

constexpr std::array<const char *, 12> names = {"add",  "sub", "cmp",  "load", "store", "b",
                                                "push", "ret", "movi", "call", "host",  "irq"};

/// The operation code in an instruction's first four bytes. Codes from names.size() on are illegal.
unsigned operation(std::uint32_t word) { return word >> 28; }

class ToyText final : public ProcessorText {
  public:
    std::string mnemonic(std::uint32_t word) const override {
        return operation(word) < names.size() ? names[operation(word)] : "(unknown)";
    }
    std::string text(const Image &program, std::uint32_t pc, std::uint32_t word,
                     mips::Features /*features*/) const override {
        const unsigned d = word >> 24 & 15, s = word >> 20 & 15, n = word >> 16 & 15;
        std::string name = mnemonic(word);
        switch (operation(word)) {
        case ToySet::add:
        case ToySet::sub:
        case ToySet::cmp: return fmt::format("{} r{}, r{}", name, d, s);
        case ToySet::load:
        case ToySet::store: return fmt::format("{} r{}, {}(r{})", name, d, n, s);
        case ToySet::b: {
            const auto units = static_cast<std::int8_t>(word >> 16);
            return fmt::format("b{} 0x{:x}", d, pc + 2 + 2 * static_cast<std::uint32_t>(units));
        }
        case ToySet::push: return fmt::format("push r{}", d);
        case ToySet::movi: return fmt::format("movi r{}, 0x{:x}", d, number(program, pc, word));
        case ToySet::call: return fmt::format("call 0x{:x}", number(program, pc, word));
        case ToySet::host: return fmt::format("host {}", n);
        case ToySet::irq: return fmt::format("irq r{}, {}", d, n);
        default: return name;
        }
    }
    InstructionClass classify(std::uint32_t word) const override {
        switch (operation(word)) {
        case ToySet::load: return InstructionClass::load;
        case ToySet::store:
        case ToySet::push: return InstructionClass::store;
        case ToySet::b: return InstructionClass::branch;
        case ToySet::call: return InstructionClass::call;
        case ToySet::ret: return InstructionClass::ret;
        default: return InstructionClass::other;
        }
    }
    std::shared_ptr<const engine::InstructionSet> full_set() const override {
        return std::make_shared<ToySet>(false);
    }
    NetworkUse network_use(const engine::Instruction & /*in*/) const override { return {}; }

  private:
    /// The four bytes behind the first two.
    static std::uint32_t number(const Image &program, std::uint32_t pc, std::uint32_t word) {
        std::uint32_t rest = 0;
        program.word(pc + 4, rest);
        return word << 16 | rest >> 16;
    }
};

} // namespace

const ProcessorText &toy_text() {
    static const ToyText text;
    return text;
}

} // namespace inlet
