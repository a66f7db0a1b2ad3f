// A PowerPC with a program and some memory for data, for tests.
#pragma once

#include "cpu/engine/engine.h"
#include "cpu/ppc/instruction_set.h"
#include "memory/memory.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace inlet::ppc_test {

inline constexpr std::uint32_t code = 0x10000, data = 0x20000, data_bytes = 0x4000;

class Core {
  public:
    /// Every instruction takes a cycle.
    explicit Core(const std::vector<std::uint32_t> &words, std::uint32_t line = 64,
                  bool compiled = false)
        : set_(std::make_shared<ppc::Set>(timing(line))), pages_(1u << 18) {
        std::vector<std::uint8_t> bytes(4 * words.size());
        for (std::size_t i = 0; i < words.size(); ++i) to_guest(&bytes[4 * i], words[i]);
        pages_.add(code, bytes, true);
        memory_ = std::make_unique<Memory>(pages_);
        program_ = std::make_unique<engine::Program>(set_, code, bytes);
        if (compiled) program_->use_compiled({.threshold = 0, .shortest = 0});
        set_->reset(state);
        state.jump(code);
    }

    /// Runs until `instructions` have been executed, or until a stop other than the budget.
    engine::Stop run(std::uint64_t instructions, bool by_steps) {
        engine::Stop stop = engine::Stop::budget;
        while (stop == engine::Stop::budget && state.instructions < instructions) {
            engine::Stepped stepped;
            const std::uint64_t left = instructions - state.instructions;
            stop = by_steps ? engine::step(state, *memory_, *program_, stepped)
                            : engine::run(state, *memory_, *program_, state.now + left);
        }
        return stop;
    }

    /// Runs until the clock reaches `until`, the program ends, or another stop.
    engine::Stop run_until(std::uint64_t until, bool by_steps) {
        engine::Stop stop = engine::Stop::budget;
        while (stop == engine::Stop::budget && state.now < until) {
            engine::Stepped stepped;
            stop = by_steps ? engine::step(state, *memory_, *program_, stepped)
                            : engine::run(state, *memory_, *program_, until);
        }
        return stop;
    }

    std::uint32_t word(std::uint32_t at) const {
        return from_guest<std::uint32_t>(memory_->read<std::uint32_t>(at));
    }
    void store(std::uint32_t at, std::uint32_t value) {
        to_guest(memory_->write<std::uint32_t>(at), value);
    }
    Memory &memory() { return *memory_; }

    engine::State state{};

  private:
    static ppc::Timing timing(std::uint32_t line) {
        ppc::Timing timing;
        timing.costs.fill(1);
        timing.load_use = 1;
        timing.line = line;
        return timing;
    }

    std::shared_ptr<const ppc::Set> set_;
    SharedPages pages_;
    std::unique_ptr<Memory> memory_;
    std::unique_ptr<engine::Program> program_;
};

} // namespace inlet::ppc_test
