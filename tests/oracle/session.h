// Runs tests on all CPUs, and shrinks failing tests.
#pragma once

#include "cpus.h"
#include "inlet/isa/t1_isa.h"
#include "test.h"

#include <optional>
#include <string>
#include <vector>

namespace inlet::oracle {

/// A fault in the decoder's input, to test the oracle: one instruction for another.
struct Plant {
    const isa::Encoding *from = nullptr, *to = nullptr;
};

struct Mismatch {
    std::size_t input = 0;
    std::uint32_t place = 0; ///< address of the program
    std::string text;        ///< differences
};

class Session {
  public:
    /// With `compiled` the engine compiles every instruction where it arrives.
    Session(std::uint64_t seed, Plant plant, bool compiled = false);

    /// The next program's address. Throws std::invalid_argument.
    void place(std::uint32_t address);

    /// Runs every input, stops at the first difference. Without `count` the totals do not change.
    std::optional<Mismatch> check(const Test &test, bool count = true);

    /// The smallest test that still fails, with one input.
    Test shrink(Test test, std::size_t input);

    /// Listing and initial state of a test with one input.
    std::string describe(const Test &test) const;

    std::uint64_t executed() const { return executed_; }
    std::uint64_t runs() const { return runs_; }
    std::uint64_t stopped_early() const { return stopped_early_; }

  private:
    std::string compare(const engine::Program &program, std::uint32_t base, const Test &test,
                        const Input &input, bool count);
    void start_unicorn();

    Plant plant_;
    bool compiled_;
    std::vector<std::uint8_t> pool_, text_;
    std::uint32_t next_ = 0;            ///< free text
    std::vector<std::uint32_t> traced_; ///< where this program has stopped before
    Ours engine_, stepper_;
    std::optional<Unicorn> unicorn_, tracer_;
    std::uint64_t executed_ = 0, runs_ = 0, stopped_early_ = 0;
};

} // namespace inlet::oracle
