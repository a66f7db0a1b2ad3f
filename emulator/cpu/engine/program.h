// A program's text, decoded once and shared by all nodes: the instructions one for one (for the
// stepper) and the stream of operations that the engine runs.
#pragma once

#include "cpu/engine/code.h"
#include "cpu/engine/compiled/compiled.h"
#include "cpu/engine/instruction.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace inlet::mips {

/// One operation of the engine's stream. A branch and its slot are one group: the slot's operation
/// stands before the branch's (or between a latch of the condition and the branch, where the slot
/// writes what the branch reads), so that a block runs straight through.
struct Op {
    const void *go = nullptr; ///< code in the engine
    std::uint32_t pc = 0;     ///< of the group's first instruction: where to bail out to
    /// Cycles from this group's start to the end of the block; below 2^31.
    std::uint32_t to_end = 0;
    std::uint32_t imm = 0;
    std::uint32_t target = 0; ///< branches: stream index when taken
    std::uint32_t next = 0;   ///< branches: stream index when not taken; loads and stores, FETCH:
                              ///< cycles from the group's start to the access
    Late uses = 0;            ///< whose late arrival stalls the group's first instruction
    Late carry = 0;           ///< block ends: what arrives late of the last instruction
    std::uint32_t head = 0;   ///< number in Compiled of a loop's or function's head
    std::uint16_t count = 0;  ///< instructions from here to the end of the block
    Code code{};
    std::uint8_t to = 0, rs = 0, rt = 0, sa = 0;
};

/// A loop small enough that its turns may be recognised as waiting: ALU and loads only, and
/// branches and jumps that stay inside or lead out.
struct SpinLoop {
    std::uint32_t branch_pc = 0;
    std::uint32_t head_pc = 0;
    std::uint8_t registers[6] = {}; ///< what it writes
    std::uint8_t count = 0;

    bool left_by(const Instruction &in) const {
        return in.kind == Kind::branch && !in.writes &&
               (in.imm < head_pc || in.imm > branch_pc + 4);
    }
};

class Program {
  public:
    /// Decodes the big-endian words of [base, base + 4 * words), but for those in the pages
    /// `without` (numbers, in order), which are Kind::absent. Cost: about 0.1 us a word.
    Program(std::uint32_t base, std::span<const std::uint8_t> text, const Timing &timing,
            Features features = {}, std::span<const std::uint32_t> without = {});

    /// From now on what runs often is compiled for the host. Cycles and results stay the same. With
    /// caches it does nothing: they are the interpreter's.
    void use_compiled(const CompileOptions &options = {});
    /// Nullptr without use_compiled, or with caches. It changes while the program runs, and with it
    /// Op::go and Op::head of what it compiles; nothing else of a program does.
    Compiled *compiled() const { return compiled_.get(); }

    /// The instruction at pc, or nullptr outside the text or where pc is not a multiple of four.
    const Instruction *at(std::uint32_t pc) const {
        const std::uint32_t offset = pc - base_;
        return offset < bytes_ && !(offset & 3) ? &instructions_[offset >> 2] : nullptr;
    }
    /// The first operation of the group at pc, or nullptr as above.
    const Op *op_at(std::uint32_t pc) const {
        const std::uint32_t offset = pc - base_;
        return offset < bytes_ && !(offset & 3) ? &ops_[index_[offset >> 2]] : nullptr;
    }
    /// The address behind its last word.
    std::uint32_t end() const { return base_ + bytes_; }
    /// Whether the instruction at `pc` is part of it.
    bool holds(std::uint32_t pc) const {
        const Instruction *in = at(pc & ~3u);
        return in && in->kind != Kind::absent;
    }
    const Op *ops() const { return ops_.data(); }
    const SpinLoop &spin_loop(std::uint32_t number) const { return spins_[number]; }
    /// The CU bits of Status without which not every operation of the stream may run.
    std::uint32_t needs() const { return needs_; }
    const Timing &timing() const { return timing_; }
    /// Then a node has Caches, and what an instruction costs depends on what ran before.
    bool has_caches() const { return timing_.caches.any(); }
    /// How many turns of a loop must be the same before the next will take the same cycles: with
    /// caches the first fills them and the second may still replace modified lines
    /// (docs/engine.md).
    std::uint32_t turns_to_see_a_wait() const { return has_caches() ? 3 : 1; }
    bool has_fpu() const { return has_fpu_; }

  private:
    void find_spin_loops();
    bool counts(std::uint32_t head, std::uint32_t closing) const;
    bool spins(std::uint32_t head, std::uint32_t closing, SpinLoop &loop) const;

    std::uint32_t base_;
    std::uint32_t bytes_ = 0; ///< of the text
    Timing timing_;
    bool has_fpu_;
    std::uint32_t needs_ = 0;
    std::vector<Instruction> instructions_;
    std::vector<Op> ops_;
    std::vector<std::uint32_t> index_; ///< instruction number to stream index
    std::vector<SpinLoop> spins_;
    std::unique_ptr<Compiled> compiled_;
};

} // namespace inlet::mips
