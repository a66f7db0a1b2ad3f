// The open calls of a node, for messages. Most processors' are derived from code and stack alone,
// because the runtime has no debugging information; an x86's from call frame information, which its
// runtime has.
#pragma once

#include "cpu/engine/program.h"
#include "cpu/mips/instruction_set.h"
#include "inlet/call_frames.h"
#include "memory/memory.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace inlet {

/// What is known of a function's frame at one of its instructions: every register's value in terms
/// of those at the function's entry, and which of those are kept in its frame. Compiled code has
/// one answer for each place; where ways that meet differ, nothing is known.
struct Frame {
    struct Value {
        enum class Kind : std::uint8_t { unknown, entry, stack } kind = Kind::unknown;
        std::int32_t n = 0; ///< entry: the register; stack: bytes above $29 at entry

        bool operator==(const Value &) const = default;
    };
    std::array<Value, 32> registers{};
    std::map<std::int32_t, std::uint8_t> kept; ///< offset from $29 at entry: register

    static Frame at_entry();
    void meet(const Frame &other);
    /// `in` is no branch and no jump.
    void execute(const engine::Instruction &in);
    bool operator==(const Frame &) const = default;
};

class Callers {
  public:
    /// `functions`: where they begin, in order. `frames`: the program's.
    explicit Callers(const std::vector<std::uint32_t> &functions, const CallFrames &frames = {})
        : functions_(functions), frames_(frames) {}

    /// The calls that are open, innermost first: addresses of the call instructions. They end where
    /// a handler or the program begins, or where nothing is known.
    /// `failed`: where the program says that it has failed, or 0. A function that never returns
    /// need not keep its return address, but it is then the next call.
    /// `dispatched`: a network interface has entered a handler, so that code outside of the text
    /// may be that handler, which nobody has called.
    std::vector<std::uint32_t> of(const engine::State &state, const Memory &memory,
                                  const engine::Program &program, std::uint32_t failed = 0,
                                  bool dispatched = false);

  private:
    struct Function {
        std::map<std::uint32_t, Frame> before; ///< each instruction that can be reached
        std::int32_t link = 31;                ///< the register with the return address
        bool handler = false;                  ///< ends in HRET: nobody has called it
    };
    const Function &function(std::uint32_t pc, const engine::Program &program);
    bool pushed_by_code(std::uint32_t back) const;
    std::vector<std::uint32_t> by_frames(const engine::State &state, const Memory &memory,
                                         const engine::Program &program) const;
    Function look(std::uint32_t begin, std::uint32_t end, const engine::Program &program) const;

    const std::vector<std::uint32_t> &functions_;
    CallFrames frames_;
    std::map<std::pair<const engine::Program *, std::uint32_t>, Function> known_;
};

} // namespace inlet
