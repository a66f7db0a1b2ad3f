// Finds instructions that follow CFC2, CTC2 or SEND too closely (CSD-94-823 A.5, A.10). On a
// machine without bypassing they see the old value.
#pragma once

#include "inlet/features.h"
#include "inlet/observer.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace inlet {

enum class HazardKind : std::uint8_t {
    cfc2_value,     ///< reads the register that CFC2 loads
    ctc2_register,  ///< reads, branches on or returns by the register that CTC2 writes
    ctc2_registers, ///< uses $4-$9 or $29 while CTC2 makes another set of them visible
    send_condition, ///< branches on nicond
};

struct Hazard {
    HazardKind kind{};
    std::uint32_t node = 0;
    std::uint64_t cycle = 0;
    std::uint32_t pc = 0;     ///< of the instruction that comes too soon
    std::uint32_t cause = 0;  ///< pc of the CFC2, CTC2 or SEND
    std::uint32_t needed = 0; ///< required instructions between the two
    std::uint32_t found = 0;  ///< instructions present
};

/// One sentence without a place, such as "needs 1 instruction after CFC2, which loads what it
/// reads; 0 are there".
std::string describe(const Hazard &hazard);

class HazardCheck : public Observer {
  public:
    HazardCheck(std::uint32_t nodes, mips::Features features);
    ~HazardCheck() override;

    void instruction(const InstructionEvent &event) override;
    void event(const MessageEvent &event) override;
    /// The first one at each pc, by pc.
    std::vector<Hazard> found() const;

  private:
    struct Recent;
    struct Decoded;
    const Decoded &decoded(std::uint32_t pc, std::uint32_t word);
    void note(const Hazard &hazard);

    mips::Features features_;
    std::map<std::uint64_t, std::unique_ptr<Decoded>> code_; ///< by pc and word
    std::vector<Recent> nodes_;
    std::map<std::uint32_t, Hazard> first_; ///< by pc
};

} // namespace inlet
