// A fast map from instructions to functions.
#pragma once

#include "inlet/image.h"
#include "inlet/processor.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace inlet {

/// log2 of the bytes between two addresses of instructions.
constexpr unsigned place_shift(Processor processor) {
    return facts_of(processor).any_length ? 0 : 2;
}

/// Numbers functions from 0. The two instructions before an AM handler (docs/t1-abi.md) belong to
/// the handler. Code without a symbol counts as one function a page.
class Functions {
  public:
    /// The image may be filled later, before the first instruction.
    explicit Functions(const Image &names) : names_(names) {}

    /// The processor of the program.
    Processor processor() const { return names_.processor; }
    const ContextNames &contexts() const { return names_.contexts; }

    std::uint32_t of(std::uint32_t pc);
    /// A pseudo-function, for cycles without code: "(dispatch)".
    std::uint32_t named(const std::string &name);
    const std::string &name(std::uint32_t function) const { return all_[function]; }
    std::uint32_t size() const { return static_cast<std::uint32_t>(all_.size()); }

  private:
    std::uint32_t find(std::uint32_t pc);

    const Image &names_;
    std::vector<std::string> all_;
    std::unordered_map<std::string, std::uint32_t> numbers_;
    std::unordered_map<std::uint32_t, std::uint32_t> by_pc_;
    static constexpr std::uint32_t first_pc_ = 0x10000, most_ = 1u << 20;
    std::vector<std::uint32_t> near_; ///< by place from first_pc_: number + 1; 0: not yet known
};

} // namespace inlet
