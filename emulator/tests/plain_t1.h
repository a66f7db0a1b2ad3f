// A T1 with small numbers, for tests that change some of them.
#pragma once

#include "inlet/config.h"
#include "inlet/t1_config.h"
#include "tests/network_numbers.h"

namespace inlet::test {

/// The parts of a T1. Instructions take a cycle.
inline void add_t1(MachineParts &parts) {
    auto &t1 = parts.make<T1Config>();
    t1.dispatch_cycles = t1.send_refused_cycles = 5;
    t1.load_use_stall = t1.annulled_slot_cycles = 1;
    t1.vector_words_per_cycle = 4;
    t1.costs.fill(1);
    parts.make<MeshConfig>() = plain_mesh();
}

inline MachineConfig plain_t1() {
    MachineConfig config;
    config.kind = "t1";
    config.nodes = 16;
    config.max_nodes = 2048;
    config.memory_bytes = 16 << 20;
    config.exception_cycles = 5;
    add_t1(config.parts);
    return config;
}

} // namespace inlet::test
