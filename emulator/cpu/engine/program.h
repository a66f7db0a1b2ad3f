// A program's text, decoded once and shared by all nodes: the instructions one for one (for the
// stepper) and the stream of operations that the engine runs.
#pragma once

#include "cpu/engine/compiled/compiled.h"
#include "cpu/engine/instruction.h"
#include "cpu/engine/instruction_set.h"
#include "cpu/engine/uop.h"
#include "cpu/engine/zero_words.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace inlet::engine {

/// A loop small enough that its turns may be recognised as waiting: ALU and loads only, and
/// branches and jumps that stay inside or lead out.
struct SpinLoop {
    std::uint32_t branch_pc = 0;
    std::uint32_t head_pc = 0;
    std::uint32_t end_pc = 0;       ///< behind the closing branch, and its slot if it has one
    std::uint8_t registers[6] = {}; ///< what it writes, the words of condition codes last
    std::uint8_t count = 0;
    std::uint8_t plain = 0; ///< of them before the words of condition codes

    bool left_by(const Instruction &in) const {
        return in.kind == Kind::branch && !in.writes && (in.imm < head_pc || in.imm >= end_pc);
    }
};

class Program {
  public:
    /// Decodes [base, base + text.size()) except the pages `without` (numbers, in order), which are
    /// Kind::absent. Takes about 0.1 us an instruction. With `least`, it ends where so many bytes
    /// are exceeded and no loop that may be a wait is cut, or at the text's end.
    Program(std::shared_ptr<const InstructionSet> set, std::uint32_t base,
            std::span<const std::uint8_t> text, std::span<const std::uint32_t> without = {},
            std::uint32_t least = no_limit);
    static constexpr std::uint32_t no_limit = ~0u;

    /// Compiles hot code for the host from now on. Cycles and results stay the same.
    void use_compiled(const CompileOptions &options = {});
    /// The same program for states that disable units: the stepper executes all instructions that
    /// need one, needs() is 0, and nothing is compiled. Made at the first call.
    const Program &with_units_off() const;
    /// Nullptr without use_compiled. It changes while the program runs, as do
    /// Uop::go and Uop::head of compiled code. The rest of a program is constant.
    Compiled *compiled() const { return compiled_.get(); }
    /// The same program for another thread of the host (from 1 on; 0: this one), with operations
    /// and compiled code of its own. Made at the first call. May be called by any thread.
    const Program &on(unsigned thread) const { return thread ? view(thread) : *this; }
    static constexpr unsigned most_threads = 64; ///< of on()

    const InstructionSet &set() const { return *set_; }
    /// InstructionSet::functions.
    const Function *functions() const { return functions_; }

    /// The instruction at pc, or nullptr outside the text or where none begins.
    const Instruction *at(std::uint32_t pc) const {
        const std::uint32_t offset = pc - base_;
        return offset < bytes_ && !(offset & odd_) ? &instruction(offset >> shift_) : nullptr;
    }
    /// The first operation of the group at pc, or nullptr outside the text, in gaps of it and where
    /// no instruction begins.
    const Uop *op_at(std::uint32_t pc) const {
        const std::uint32_t offset = pc - base_;
        if (offset >= bytes_ || offset & odd_) return nullptr;
        const std::uint32_t op = index_[offset >> shift_];
        return op ? &ops_[op - 1] : nullptr;
    }
    /// Late results of the instruction before pc, which is in the text.
    Late loads_before(std::uint32_t pc) const { return before((pc - base_) >> shift_).loads; }
    /// The address behind the instruction at pc and its slot, if any.
    std::uint32_t behind(std::uint32_t pc) const {
        const Instruction &in = *at(pc);
        return pc + in.length + (in.slot ? 4u : 0u);
    }
    /// The operations of the instruction at pc alone, for the stepper.
    std::span<const Uop> alone(std::uint32_t pc) const;
    /// Whether `address` is in its text.
    bool covers(std::uint32_t address) const { return address - base_ < bytes_; }
    std::uint32_t begin() const { return base_; } ///< the address of its first byte
    /// The address behind its last byte.
    std::uint32_t end() const { return base_ + bytes_; }
    /// Where the first loop begins that may be a wait and whose end is in this program, or begin():
    /// another program has to begin there to have all of it.
    std::uint32_t first_loop() const;
    /// Whether the instruction at `pc` is part of it.
    bool holds(std::uint32_t pc) const {
        const Instruction *in = at(pc & ~odd_);
        return in && in->kind != Kind::absent;
    }
    const Uop *ops() const { return ops_.data(); }
    const SpinLoop &spin_loop(std::uint32_t number) const { return spins_[number]; }
    /// The union of Instruction::needs in the stream.
    std::uint32_t needs() const { return needs_; }
    const Timing &timing() const { return timing_; }
    /// Whether nodes have Caches, so that costs of instructions depend on earlier ones.
    bool has_caches() const { return timing_.caches.any(); }
    /// The number of equal turns of a loop after which the next takes the same cycles. With caches,
    /// the first turn fills them and the second may still replace modified lines (docs/engine.md).
    std::uint32_t turns_to_see_a_wait() const { return has_caches() ? 3 : 1; }
    bool has_fpu() const { return has_fpu_; }

  private:
    friend class StreamBuilder;

    struct UnitsOff {
        std::once_flag once;
        std::unique_ptr<const Program> program;
    };

    /// Operations of `most` instructions in the order of the text, each alone. Lifted when one of
    /// them is asked for: most runs step few.
    struct AlonePart {
        static constexpr std::uint32_t most = 128;
        std::once_flag once;
        std::vector<Uop> ops;
        std::vector<std::uint32_t> index; ///< by instruction, and of the end
    };

    Program(const Program &of, const UnitsOff &);

    struct View {
        std::once_flag once;
        std::unique_ptr<const Program> program;
    };
    Program(const Program &of, const View &);
    const Program &view(unsigned thread) const;

    void build_stream();
    void decode(std::span<const std::uint8_t> text, std::span<const std::uint32_t> without);
    void end_behind(std::uint32_t least);
    bool closes_loop(std::uint32_t i) const;
    void lift_alone(std::uint32_t first, AlonePart &part) const;
    // An instruction is named by its place: i is at base + (i << shift).
    std::uint32_t size() const {
        return static_cast<std::uint32_t>(length_ ? instructions_.size() : number_->size() - 1);
    }
    const Instruction &instruction(std::uint32_t i) const {
        if (length_) return instructions_[i];
        const std::uint32_t number = (*number_)[i];
        return number ? instructions_[number - 1] : absent_;
    }
    Instruction &changeable(std::uint32_t i) { // one begins there
        return instructions_[length_ ? i : (*number_)[i] - 1];
    }
    std::uint32_t next(std::uint32_t i) const {
        if (length_) return i + (length_ >> shift_);
        const std::uint32_t number = (*number_)[i];
        return number ? places_[number] : i + 1;
    }
    const Instruction &before(std::uint32_t i) const {
        if (length_) return instructions_[i - (length_ >> shift_)];
        const std::uint32_t number = (*number_)[i];
        return number > 1 ? instructions_[number - 2] : absent_;
    }
    std::uint32_t behind_branch(std::uint32_t i) const;
    void find_spin_loops();
    bool counts(std::uint32_t head, std::uint32_t closing) const;
    bool spins(std::uint32_t head, std::uint32_t closing, SpinLoop &loop) const;

    std::shared_ptr<const InstructionSet> set_;
    const Function *functions_;
    std::uint32_t base_;
    std::uint32_t bytes_ = 0; ///< of the text
    std::uint32_t shift_, odd_, length_;
    Timing timing_;
    bool has_fpu_;
    std::uint32_t needs_ = 0;
    bool units_off_ = false; ///< made by with_units_off()
    /// In the order of the text. A gap is one that is Kind::absent, as is what begins nowhere.
    std::vector<Instruction> instructions_;
    Instruction absent_;
    // With several lengths only.
    std::vector<std::uint32_t> places_; ///< of each instruction, and of the end
    /// By place, and of the end: 1 + the number of what begins there, or 0.
    std::shared_ptr<ZeroWords> number_;
    std::vector<Uop> ops_;
    ZeroWords index_;                    ///< by place: 1 + its operation in the stream, or 0
    std::shared_ptr<AlonePart[]> alone_; ///< where steps_by_operations()
    std::vector<SpinLoop> spins_;
    std::unique_ptr<Compiled> compiled_;
    CompileOptions compile_options_; ///< of compiled_
    std::unique_ptr<UnitsOff> with_units_off_ = std::make_unique<UnitsOff>();
    mutable std::once_flag views_made_;
    mutable std::unique_ptr<View[]> views_; ///< by thread
};

} // namespace inlet::engine
