// The compiled tier: counts how often the heads of loops and functions are reached, compiles what
// is hot to host code, and runs it.
#pragma once

#include "inlet/compile_options.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace inlet {
class Memory;
}

namespace inlet::mips {

struct Frame;
struct Left;
struct Op;
struct State;
class Program;

/// Belongs to one Program, which is otherwise constant during a run. Not for several threads.
class Compiled {
  public:
    /// Why `run` came back. The state is exact in each case, at an instruction's start.
    enum class Stop : std::uint8_t {
        go_on,   ///< the interpreter goes on
        stepper, ///< what is at pc cannot be completed here
        spin,    ///< at a loop's head, waiting
    };

    /// False: this build has no compiler for its host; then nothing below does anything.
    static bool built();

    /// Sends the interpreter here at the heads of loops and functions: changes Op::go and Op::head
    /// in `ops`, a Program's stream, which must stay where it is.
    Compiled(std::span<Op> ops, const CompileOptions &options);
    ~Compiled();

    /// Cycles that must be left.
    std::uint32_t shortest() const { return options_.shortest; }

    /// The interpreter is at a head. True: leave it and call `run`.
    bool hot(std::uint32_t head) {
        Head &h = heads_[head];
        return h.block || ++h.reached >= options_.threshold;
    }

    /// Runs from state.pc, a hot head, until it leaves compiled code.
    Stop run(State &state, Memory &memory, const Program &program, std::uint64_t until);

    std::size_t bytes() const { return bytes_; }

  private:
    struct Head {
        std::uint32_t op = 0; ///< stream index
        std::uint32_t reached = 0;
        Left (*enter)(Frame *, const void *) = nullptr; ///< of its region
        const void *block = nullptr;                    ///< nullptr: not compiled
        std::uint32_t entered = 0; ///< since it was last looked whether it is worth it
        std::uint64_t cycles = 0;  ///< that it ran since then
    };
    struct Host;

    void add_head(std::uint32_t op);
    void remove_head(std::uint32_t op);
    void compile(const Program &program, std::uint32_t head);

    CompileOptions options_;
    std::span<Op> ops_;
    std::vector<Head> heads_;
    std::size_t bytes_ = 0;
    std::unique_ptr<Host> host_; ///< the host's code, once there is some
};

} // namespace inlet::mips
