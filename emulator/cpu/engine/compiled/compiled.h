// The compiled tier: counts entries of the heads of loops and functions, compiles hot ones to host
// code, and runs it.
#pragma once

#include "cpu/engine/compiled/direct_loads.h"
#include "cpu/engine/compiled/entry.h"
#include "cpu/engine/state.h"
#include "inlet/compile_options.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace inlet {
class Memory;
}

namespace inlet::engine {

struct FloatStackUse;
struct Uop;
class Program;

/// Belongs to one Program, which is otherwise constant during a run. Not thread-safe.
class Compiled {
  public:
    /// The reason why compiled code returned. The state is exact in each case.
    enum class Stop : std::uint8_t {
        go_on,   ///< the interpreter continues, if cycles are left
        stepper, ///< the instruction at pc has begun; the stepper completes it, whatever is left
        cut,     ///< the block at pc does not fit; the interpreter executes the part that fits
        spin,    ///< at a loop's head, waiting
    };

    /// Why the interpreter executes the block at a head.
    enum class Reason : std::uint8_t {
        seldom,       ///< not reached often enough yet
        few_cycles,   ///< compiled; the budget is too small to enter it
        not_compiled, ///< the compiler has no code for an operation, or most_bytes is reached
        left_soon,    ///< compiled code was left again after a few cycles
    };
    /// A head of a loop or a function that the interpreter has entered.
    struct Interpreted {
        std::uint32_t pc = 0;
        Reason reason = Reason::seldom;
        std::uint64_t entries = 0;      ///< of the interpreter
        std::uint32_t instructions = 0; ///< from there to the end of its block
        std::uint32_t left_at = 0;      ///< left_soon: where compiled code was left last
    };

    /// False: this build has no compiler for its host, and the functions below have no effect.
    static bool built();

    /// Sends the interpreter here at the heads of loops and functions: changes Uop::go and
    /// Uop::head in `ops`, the stream of a Program with so many bytes of text from `base` on, whose
    /// instructions are at multiples of 1 << shift. It must stay
    /// where it is.
    Compiled(std::uint32_t base, std::uint32_t bytes, unsigned shift, std::span<Uop> ops,
             bool has_caches, const CompileOptions &options);
    ~Compiled();

    /// Called by the interpreter at a head, with `left` cycles. True: leave it and call `run`.
    bool hot(std::uint32_t head, std::uint64_t left) {
        Head &h = heads_[head];
        if (!h.block) return ++h.reached >= options_.threshold && h.why == Reason::seldom;
        HostCode &code = codes_[h.code];
        if (h.why == Reason::seldom &&
            (code.exact || left >= options_.shortest || ++code.cuts >= code.most_cuts))
            return true;
        ++h.refused;
        return false;
    }

    /// Runs from state.pc, a hot head, until it leaves compiled code.
    Stop run(State &state, Memory &memory, const Program &program, std::uint64_t until,
             Caches *caches);

    /// The point at which compiled code can continue from this state, also in a delay slot; 0:
    /// none.
    std::uint32_t place(const State &state) const {
        const std::uint32_t offset = state.pc - 4 * std::uint32_t{state.in_slot} - base_;
        const std::uint32_t number = std::rotr(offset, static_cast<int>(shift_)); // odd: far out
        return number < place_of_.size() ? place_of_[number] : 0;
    }
    /// Runs from there until it leaves compiled code (resume.h).
    Stop resume(std::uint32_t place, State &state, Memory &memory, const Program &program,
                std::uint64_t until);

    /// The load at `at`, an address of the host, has faulted: `page` of `memory`, or an address
    /// outside of it. Where the host goes on; nullptr if it is no load of compiled code. Called
    /// while compiled code runs, by a signal's handler.
    const void *after_fault(const void *at, const Memory &memory, std::uint64_t page);

    /// From now on heads are counted that are not compiled, which takes time.
    void count_interpreted() { counts_ = true; }
    /// What the interpreter has executed at heads, the most instructions first.
    std::vector<Interpreted> interpreted() const;

    /// How often `run` entered it. Where one region leads to another it is not left.
    std::uint64_t entries() const { return entries_; }
    /// Of host code.
    std::size_t bytes() const { return bytes_; }

  private:
    struct Head {
        std::uint32_t op = 0; ///< stream index
        std::uint32_t reached = 0;
        const void *block = nullptr;  ///< nullptr: not compiled
        const void *linked = nullptr; ///< the same for Links
        std::uint32_t code = 0;       ///< number of the code that has it
        std::uint32_t entered = 0;    ///< entries since the last decision
        std::uint64_t cycles = 0;     ///< that it ran since the last decision
        std::uint32_t left_from = 0;  ///< 1 + number of the code that was last left for this head
        std::uint32_t left_at = 0;    ///< pc where `run` was last left from here
        std::uint32_t refused = 0;    ///< times that too few cycles were left
        Reason why = Reason::seldom;  ///< counts_: why it is the interpreter's
    };
    /// A compiled region.
    struct HostCode {
        Entry enter = nullptr;
        std::vector<std::uint32_t> roots; ///< stream indices (find_region)
        std::uint32_t operations = 0;
        bool exact = false;
        std::uint64_t cuts = 0;      ///< exits and refused entries because a block does not fit
        std::uint64_t most_cuts = 0; ///< number of cuts at which it is compiled again, exact
        std::size_t bytes = 0;
        bool full = false;             ///< another root would take the place of blocks that it has
        std::vector<DirectLoad> loads; ///< in order of addresses
        std::uint32_t faults = 0;      ///< of them
        bool old = false; ///< to be translated again: one of its direct loads has faulted
    };
    /// A Point for resume().
    struct Place {
        enum Kind { inside, exact, slot };
        struct Way {
            const void *at = nullptr;
            std::uint64_t cycles = 0; ///< to subtract before entry, modulo 2^64
            std::uint64_t count = 0;  ///< to add before entry, modulo 2^64
        };
        std::array<Way, 3> ways;
        Entry enter = nullptr; ///< of the code that has it
        Late uses = 0;         ///< Uop::uses
        std::uint32_t code = 0;
    };
    struct Host;

    void add_head(std::uint32_t op);
    void remove_head(std::uint32_t op, Reason why);
    /// Compiled code was left with cycles to spare. The place where it continues becomes a head.
    void left_to(const State &state, const Program &program, std::uint32_t code);
    std::vector<std::uint32_t> roots_of(std::uint32_t head) const;
    bool compile(const Program &program, std::uint32_t head, std::span<const std::uint32_t> roots);
    void compile(const Program &program, std::uint32_t head);
    void replace(std::uint32_t smaller, std::uint32_t larger);
    /// Translates it anew. False: it is as it was.
    bool make_again(const Program &program, HostCode &code, bool exact);
    void make_exact(const Program &program, HostCode &code);
    /// The same for all that has been left because of a load.
    void make_old_again(const Program &program);
    /// The links lead to what is compiled now.
    void relink(const Program &program);
    void add_places(std::span<const Point> points, std::uint32_t code);
    Stop enter(Entry entry, const void *at, std::uint64_t left, std::uint64_t count, State &state,
               Memory &memory, const Program &program, std::uint64_t until, Caches *caches);
    /// What `why` means that is neither go_on nor slot.
    static Stop left_else(std::uint32_t why, State &state, const Program &program);

    CompileOptions options_;
    std::uint32_t base_, bytes_of_text_;
    unsigned shift_;
    bool has_caches_; ///< what an instruction takes is not known, so no code is exact
    std::span<Uop> ops_;
    std::vector<Head> heads_;
    std::vector<HostCode> codes_;
    std::vector<std::uint32_t> place_of_; ///< by instruction; empty until there are places
    std::vector<Place> places_;
    std::size_t bytes_ = 0;
    std::uint64_t entries_ = 0;
    bool counts_ = false;
    DirectLoads direct_;
    const FloatStackUse *floats_ = nullptr; ///< once code uses the host's x87
    bool has_old_ = false;                  ///< HostCode::old
    std::uint32_t left_code_ = 0;           ///< number of the code that was left last
    std::unique_ptr<Host> host_;            ///< the host's code, once there is some
};

} // namespace inlet::engine
