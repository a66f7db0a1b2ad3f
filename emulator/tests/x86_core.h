// An x86 with a program and some memory for data, for tests.
#pragma once

#include "cpu/engine/engine.h"
#include "cpu/x86/instruction_set.h"
#include "cpu/x86/registers.h"
#include "memory/memory.h"
#include "x86_accesses.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

namespace inlet::x86_test {

inline constexpr std::uint32_t code = 0x10000, data = 0x20000, data_bytes = 0x4000,
                               stack = data + 0x3000;

class Core {
  public:
    /// Every instruction takes a cycle. With the default options compiled code can stop and resume
    /// at every instruction.
    explicit Core(const std::vector<std::uint8_t> &bytes, bool compiled = false,
                  const x86::Timing &timing = {},
                  const CompileOptions &options = {.threshold = 0, .shortest = 0, .cuts = 0})
        : set_(std::make_shared<x86::Set>(timing)), pages_(1u << 18) {
        pages_.add(code, bytes, true);
        pages_.add(data, std::vector<std::uint8_t>(data_bytes), false);
        memory_ = std::make_unique<Memory>(pages_, compiled);
        program_ = std::make_unique<engine::Program>(set_, code, bytes);
        if (compiled) program_->use_compiled(options);
        set_->reset(state);
        state.r[x86::esp] = stack;
        state.jump(code);
    }

    /// Runs until `instructions` have been executed, or until a stop other than the budget.
    engine::Stop run(std::uint64_t instructions, bool by_steps) {
        engine::Stop stop = engine::Stop::budget;
        while ((stop == engine::Stop::budget || stop == engine::Stop::system) &&
               state.instructions < instructions) {
            const std::uint64_t left = instructions - state.instructions;
            stop = by_steps ? step() : engine::run(state, *memory_, *program_, state.now + left);
        }
        return stop;
    }
    /// Runs until the clock reaches `until`.
    engine::Stop run_until(std::uint64_t until, bool by_steps) {
        engine::Stop stop = engine::Stop::budget;
        while ((stop == engine::Stop::budget || stop == engine::Stop::system) &&
               state.now < until) {
            stop = by_steps ? step() : engine::run(state, *memory_, *program_, until);
        }
        return stop;
    }

    std::uint32_t word(std::uint32_t at) const {
        std::uint32_t value = 0;
        for (unsigned i = 0; i < 4; ++i)
            value |= std::uint32_t{*memory_->read<std::uint8_t>(at + i)} << 8 * i;
        return value;
    }
    void store(std::uint32_t at, std::uint32_t value) {
        for (unsigned i = 0; i < 4; ++i)
            *memory_->write<std::uint8_t>(at + i) = static_cast<std::uint8_t>(value >> 8 * i);
    }
    std::uint32_t reg(unsigned number) const { return state.r[x86::general(number)]; }
    Memory &memory() { return *memory_; }
    const engine::Program &program() const { return *program_; }

    engine::State state{};

  private:
    /// The cost of memory accesses must agree with the accesses of the stepper.
    engine::Stop step() {
        engine::Stepped stepped;
        const engine::Stop stop = engine::step(state, *memory_, *program_, stepped);
        if (const engine::Instruction *const in = stepped.instruction) {
            const auto group = program_->alone(stepped.pc);
            const unsigned paid = x86::accesses_of(*in);
            EXPECT_TRUE(group.empty() || accesses_made(*in, group) == paid) << stepped.pc;
        }
        return stop;
    }

    std::shared_ptr<const x86::Set> set_;
    SharedPages pages_;
    std::unique_ptr<Memory> memory_;
    std::unique_ptr<engine::Program> program_;
};

} // namespace inlet::x86_test
