// Random programs for the engines, and the state to compare after a run.
#pragma once

#include "cpu_fixture.h"

#include <random>
#include <string>

namespace inlet::test {

/// The state to compare, as text.
inline std::string describe_state(const engine::State &s) {
    std::string out;
    for (unsigned i = 0; i < 32; ++i)
        out += "$" + std::to_string(i) + "=" + std::to_string(s.r[i]) + " ";
    out += "hi=" + std::to_string(s.r[mips::hi_register]) +
           " lo=" + std::to_string(s.r[mips::lo_register]) + " pc=" + std::to_string(s.pc) +
           " npc=" + std::to_string(s.npc) + " slot=" + std::to_string(s.in_slot) +
           " now=" + std::to_string(s.now) + " count=" + std::to_string(s.instructions) +
           " waiting=" + std::to_string(s.waiting) + " hilo=" + std::to_string(s.unit_ready) +
           " loads=" + std::to_string(s.load_mask) + " fault=" + std::to_string(int(s.fault.kind)) +
           "@" + std::to_string(s.fault.cycle);
    return out;
}

/// Runs the stepper as run() does, but without blocks.
inline engine::Stop run_stepping(Cpu &cpu, std::uint64_t until) {
    engine::Stepped stepped;
    while (cpu.state.now < until) {
        const engine::Stop stop =
            engine::step(cpu.state, cpu.mem(), cpu.program, stepped, cpu.caches());
        if (stop != engine::Stop::budget) return stop;
    }
    return engine::Stop::budget;
}

/// A random program: arithmetic, memory around data_base ($28, $29 point there), branches forward
/// and back with all kinds of slots, calls. $30 counts down so that loops end.
inline Code random_code(std::mt19937 &random, int length) {
    const auto pick = [&](std::uint32_t n) { return static_cast<std::int64_t>(random() % n); };
    const auto reg = [&] { return pick(20) + 1; };
    Code code;
    const auto simple = [&](Code &c) {
        switch (pick(10)) {
        case 0: c.op("addu", {reg(), reg(), reg()}); break;
        case 1: c.op("addiu", {reg(), reg(), pick(65536)}); break;
        case 2: c.op("sltu", {reg(), reg(), reg()}); break;
        case 3: c.op("sra", {reg(), reg(), pick(32)}); break;
        case 4: c.op("lw", {reg(), 4 * pick(64), 28}); break;
        case 5: c.op("sw", {reg(), 4 * pick(64), 28}); break;
        case 6: c.op("lbu", {reg(), pick(256), 28}); break;
        case 7:
            switch (pick(5)) {
            case 0: c.op("divu", {reg(), reg()}); break;
            case 1: c.op("maddu", {reg(), reg()}); break;
            case 2: c.op("mul", {reg(), reg(), reg()}); break;
            default: c.op("multu", {reg(), reg()}); break;
            }
            break;
        case 8:
            switch (pick(6)) {
            case 0: c.op("mfhi", {reg()}); break;
            case 1: c.op("mtlo", {reg()}); break;
            default: c.op("mflo", {reg()}); break;
            }
            break;
        case 9: c.nop(); break;
        }
    };
    for (int i = 0; i < length; ++i) {
        code.label("l" + std::to_string(i));
        if (pick(4)) {
            simple(code);
            continue;
        }
        const std::string target = "l" + std::to_string(pick(length));
        switch (pick(9)) {
        case 0: code.to("beq", {reg(), reg()}, target); break;
        case 1: code.to("bne", {reg(), reg()}, target); break;
        case 2: code.to("bltz", {reg()}, target); break;
        case 3: code.to("bgezal", {reg()}, target); break;
        case 4: code.to("bnel", {reg(), reg()}, target); break;
        case 5: code.to("jal", {}, target); break;
        case 6: code.to("bc2f", {}, target); break;
        case 7: code.la(21, target).op("jalr", {22, 21}); break;
        case 8: code.op("lw", {reg(), 2, 28}); break; // a fault ends the run
        }
        simple(code); // the slot, which may write operands of the branch
    }
    code.label("l" + std::to_string(length)).op("break", {0});
    return code;
}

/// Straight-line code: sums of loaded words, and operands for MULT and similar instructions.
inline Code straight_code(int length) {
    Code code;
    for (int i = 0; i < length; ++i) {
        switch (i % 7) {
        case 0: code.op("lw", {9, 4 * (i % 64), 28}); break;
        case 1: code.op("addu", {8, 8, 9}); break;
        case 2: code.op("lw", {10, 4 * (i % 32), 28}); break;
        case 3: code.op("lw", {11, 4 * (i % 16), 28}); break;
        case 4: code.op("xor", {8, 8, 11}); break;
        default: code.op("addiu", {12, 10, i % 1000}); break;
        }
    }
    code.op("break", {0});
    return code;
}

inline void prepare(Cpu &cpu, std::uint32_t seed) {
    std::mt19937 random(seed);
    for (unsigned i = 1; i <= 20; ++i) cpu.state.r[i] = random() % 3 ? random() % 5 : random();
    cpu.state.r[28] = data_base;
    for (std::uint32_t i = 0; i < 64; ++i) cpu.store(data_base + 4 * i, random() % 4);
}

/// Caches so small that lines are always replaced. Half of the kinds have none.
inline CachesConfig some_caches(std::uint32_t kind) {
    CachesConfig caches;
    const CacheConfig direct{.size = 64, .line = 16, .ways = 1, .miss = 7};
    const CacheConfig two_ways{.size = 128, .line = 8, .ways = 2, .miss = 3};
    switch (kind % 12) {
    case 0: caches.instruction = direct; break;
    case 1: caches.instruction = two_ways; break;
    case 2: // like many RISC machines of 1990
        caches.instruction = {.size = 64, .line = 8, .ways = 1, .miss = 5};
        caches.data = two_ways;
        caches.write_buffer = {2, 6};
        break;
    case 3:
        caches.data = direct;
        caches.data->write = WritePolicy::through_allocate;
        caches.write_buffer = {1, 4};
        break;
    case 4:
        caches.instruction = two_ways;
        caches.data = two_ways;
        caches.data->write = WritePolicy::back;
        caches.write_buffer = {0, 9};
        break;
    case 5:
        caches.data = {.size = 64, .line = 16, .ways = 4, .miss = 30, .write = WritePolicy::back};
        caches.unified = true;
        caches.write_buffer = {2, 25};
        break;
    case 6: caches.write_buffer = {3, 5}; break;
    default: break;
    }
    return caches;
}

/// A processor whose kind depends on `seed`.
inline mips::Timing some_timing(std::uint32_t seed) {
    mips::Timing timing = test::timing();
    switch (seed % 4) {
    case 0: // MULT and DIV overlap with later instructions
        timing.costs[static_cast<std::size_t>(isa::CostKey::mult)] = 1;
        timing.costs[static_cast<std::size_t>(isa::CostKey::div)] = 1;
        timing.multiply_latency = 12;
        timing.divide_latency = 35;
        break;
    case 1: // large latencies
        timing.costs.fill(2);
        timing.costs[static_cast<std::size_t>(isa::CostKey::mult)] = 3;
        timing.load_use = 3;
        timing.multiply_latency = 5;
        timing.annulled_slot = seed / 4 % 3;
        break;
    default: break;
    }
    timing.caches = some_caches(seed / 4);
    return timing;
}

} // namespace inlet::test
