// A SPARC with a program and a trap table, for tests, in the engines and as a model.
#pragma once

#include "cpu/engine/engine.h"
#include "cpu/sparc/instruction_set.h"
#include "cpu/sparc/registers.h"
#include "memory/caches.h"
#include "sparc_model.h"

#include <memory>
#include <optional>
#include <vector>

namespace inlet::sparc_test {

using engine::State;
using engine::Stop;
using sparc_model::Model;

constexpr std::uint32_t table = 0x10000, code = 0x11000;

inline sparc::Timing one_cycle_each() {
    sparc::Timing timing;
    timing.costs.fill(1);
    timing.load_use = 1;
    return timing;
}

inline std::uint32_t format3(unsigned op3, unsigned rd, unsigned rs1, unsigned rs2) {
    return 0x80000000u | rd << 25 | op3 << 19 | rs1 << 14 | rs2;
}
inline std::uint32_t format3_imm(unsigned op3, unsigned rd, unsigned rs1, std::int32_t simm13) {
    return format3(op3, rd, rs1, 0) | 1u << 13 | (static_cast<std::uint32_t>(simm13) & 0x1FFF);
}

constexpr unsigned save = 0x3C, restore = 0x3D, jmpl = 0x38, rett = 0x39, ticc = 0x3A;

/// A program, and a trap table whose handlers continue after the trapping instruction.
class Machine {
  public:
    /// `compiled`: options of the compiled tier; empty: without this tier.
    explicit Machine(const std::vector<std::uint32_t> &program,
                     const std::optional<CompileOptions> &compiled = {},
                     const sparc::Timing &timing = one_cycle_each(), bool v8 = false)
        : set_(std::make_shared<sparc::Set>(timing, v8)), pages_(1u << 18),
          caches_config_(timing.caches) {
        std::vector<std::uint32_t> words;
        for (unsigned entry = 0; entry < 256; ++entry)
            words.insert(words.end(), {format3(0x29, 16, 0, 0), format3(jmpl, 0, 18, 0),
                                       format3_imm(rett, 0, 18, 4), 0x01000000});
        words.insert(words.end(), program.begin(), program.end());
        words_ = words;
        std::vector<std::uint8_t> bytes(4 * words.size());
        for (std::size_t i = 0; i < words.size(); ++i) to_guest(&bytes[4 * i], words[i]);
        pages_.add(table, bytes, true);
        program_ = std::make_unique<engine::Program>(set_, table, bytes);
        if (compiled) program_->use_compiled(*compiled);
        reset();
    }

    void reset() {
        memory_ = std::make_unique<Memory>(pages_);
        caches.reset();
        if (caches_config_.any()) caches.emplace(caches_config_);
        state = State{};
        model = Model{};
        set_->reset(state);
        state.jump(code);
        model.pc = code;
        model.npc = code + 4;
        for (unsigned r = 1; r < 32; ++r) {
            const std::uint32_t value = 0x01010101 * r ^ r << 28;
            state.r[r] = value;
            model.set(r, value);
        }
        state.r[sparc::tbr_place] = model.tbr = table;
    }

    std::uint32_t end() const { return table + 4 * static_cast<std::uint32_t>(words_.size()); }

    /// Executes one instruction of the model. False: it has left the program or is in error.
    bool step_model() {
        if (model.error || model.pc < table || model.pc >= end()) return false;
        model.step(words_[(model.pc - table) / 4]);
        return !model.error;
    }
    /// Runs until `instructions` have been executed or the processor is in error.
    void run(std::uint64_t instructions, bool by_steps) {
        while (state.instructions < instructions) {
            engine::Stepped stepped;
            const std::uint64_t left = instructions - state.instructions;
            // Every instruction takes at least one cycle, so that at most `left` are executed.
            const Stop stop = by_steps ? step(stepped) : run_to(state.now + left);
            if (stop != Stop::fault) continue;
            const Fault fault = state.fault;
            if (!set_->trap(state, *memory_, fault, [] {})) return;
        }
    }
    /// Runs until a cycle, or until the processor is in error.
    void run_until(std::uint64_t until, bool by_steps) {
        while (state.now < until) {
            engine::Stepped stepped;
            const Stop stop = by_steps ? step(stepped) : run_to(until);
            if (stop != Stop::fault) continue;
            const Fault fault = state.fault;
            if (!set_->trap(state, *memory_, fault, [] {})) return;
            state.now += 4;
        }
    }
    Stop step(engine::Stepped &stepped) {
        return engine::step(state, *memory_, *program_, stepped, all_caches());
    }
    Memory &memory() { return *memory_; }
    const engine::Program &program() const { return *program_; }

    State state{};
    Model model;
    std::optional<Caches> caches; ///< empty: the timing has none

  private:
    Caches *all_caches() { return caches ? &*caches : nullptr; }
    Stop run_to(std::uint64_t until) {
        return engine::run(state, *memory_, *program_, until, all_caches());
    }
    std::shared_ptr<const sparc::Set> set_;
    SharedPages pages_;
    CachesConfig caches_config_;
    std::vector<std::uint32_t> words_;
    std::unique_ptr<Memory> memory_;
    std::unique_ptr<engine::Program> program_;
};

} // namespace inlet::sparc_test
