// The three CPUs that must agree: engine, stepper, Unicorn.
#pragma once

#include "cpu/engine/engine.h"
#include "cpu/mips/system.h"
#include "test.h"

#include <memory>
#include <span>
#include <string>

namespace inlet::oracle {

enum class End : std::uint8_t {
    stop,      ///< at stop_pc
    exception, ///< unaligned data, overflow, trap, break, syscall, illegal
    unmapped,  ///< data
    fetch,     ///< outside the program
    endless,   ///< too long
    other,
};
const char *name(End end);

/// The final state of a CPU.
struct Result {
    std::array<std::uint32_t, 32> r{};
    std::uint32_t hi = 0, lo = 0;
    bool has_float = false; ///< f and fcsr are known
    std::array<std::uint32_t, 32> f{};
    std::uint32_t fcsr = 0;
    End end = End::other;
    std::uint32_t pc = 0;
    std::uint64_t executed = 0;
    bool in_slot = false;       ///< stopped in a delay slot (not Unicorn)
    std::uint64_t annulled = 0; ///< slots of likely branches that were skipped (stepper only)
    std::uint64_t cycles = 0;   ///< 0: this CPU has no clock
    const std::uint8_t *memory = nullptr;
};

/// The engine or the stepper with its data.
class Ours {
  public:
    Ours();
    Result step(const engine::Program &program, std::uint32_t pc, const Input &input,
                const std::uint8_t *initial);
    Result run(const engine::Program &program, std::uint32_t pc, const Input &input,
               const std::uint8_t *initial);

  private:
    void prepare(const Input &input, const std::uint8_t *initial);
    Result result(engine::Stop stop, const engine::Program &program);

    SharedPages pages_;
    Memory memory_;
    engine::State state_;
    std::array<std::uint8_t, data_bytes> seen_{};
};

/// Unicorn. The caller owns the text region. With `trace` it calls back at each instruction: slow,
/// but the address of an exception is known (otherwise Unicorn 2.0 loses the pc).
class Unicorn {
  public:
    Unicorn(std::uint8_t *text, bool trace);
    ~Unicorn();
    Unicorn(const Unicorn &) = delete;
    Unicorn &operator=(const Unicorn &) = delete;

    /// Annulled slots count as executed. Without `trace` blocks are counted whole, whatever stops
    /// them. With `floating` coprocessor 1 starts as the input says, and its state is in the result
    /// unless the caller says that the program stopped in a delay slot: there Unicorn remembers the
    /// branch and runs no other code.
    Result run(std::uint32_t pc, const Input &input, const std::uint8_t *initial, bool floating,
               bool in_slot);

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// The differences, one per line; empty: none.
std::string difference(const Result &a, const char *a_name, const Result &b, const char *b_name);
/// Whether anything differs: registers, HI, LO, memory, where and why it stopped.
bool differs(const Result &a, const Result &b);

} // namespace inlet::oracle
