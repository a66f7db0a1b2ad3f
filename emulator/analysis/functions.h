// Which function an instruction belongs to, quickly.
#pragma once

#include "inlet/image.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace inlet {

/// Functions by numbers from 0. The two instructions before an AM handler (docs/t1-abi.md) are the
/// handler's; code that no symbol covers is a function of its own for each instruction's page.
class Functions {
  public:
    explicit Functions(const Image &names) : names_(names) {}

    /// Whose instructions they have.
    Processor processor() const { return names_.processor; }
    const ContextNames &contexts() const { return names_.contexts; }

    std::uint32_t of(std::uint32_t pc);
    /// For what is no code: "(dispatch)".
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
    std::vector<std::uint32_t> near_; ///< by word from first_pc_; 0: not yet, else number + 1
};

} // namespace inlet
