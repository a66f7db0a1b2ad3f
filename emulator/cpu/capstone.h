// A handle of Capstone's disassembler, which is closed at the end.
#pragma once

#include <capstone/capstone.h>
#include <cstdint>
#include <span>
#include <string>

namespace inlet {

class Capstone {
  public:
    Capstone(cs_arch processor, unsigned mode) {
        if (cs_open(processor, static_cast<cs_mode>(mode), &handle_) != CS_ERR_OK) handle_ = 0;
    }
    ~Capstone() {
        if (handle_ != 0) cs_close(&handle_);
    }
    Capstone(const Capstone &) = delete;
    Capstone &operator=(const Capstone &) = delete;

    void set(cs_opt_type option, std::size_t value) {
        if (handle_ != 0) cs_option(handle_, option, value);
    }

    /// Mnemonic and operands of the instruction at `pc`. False: Capstone does not know it.
    bool decode(std::uint32_t pc, std::span<const std::uint8_t> bytes, std::string &name,
                std::string &operands) {
        cs_insn *decoded = nullptr;
        if (handle_ == 0 || cs_disasm(handle_, bytes.data(), bytes.size(), pc, 1, &decoded) != 1)
            return false;
        name = decoded->mnemonic;
        operands = decoded->op_str;
        cs_free(decoded, 1);
        return true;
    }

    /// The same for an instruction that is a big-endian word.
    bool decode(std::uint32_t pc, std::uint32_t word, std::string &name, std::string &operands) {
        const std::uint8_t bytes[4] = {
            static_cast<std::uint8_t>(word >> 24), static_cast<std::uint8_t>(word >> 16),
            static_cast<std::uint8_t>(word >> 8), static_cast<std::uint8_t>(word)};
        return decode(pc, bytes, name, operands);
    }

  private:
    csh handle_ = 0;
};

} // namespace inlet
