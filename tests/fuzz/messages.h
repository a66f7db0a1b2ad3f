// A small program with messages, and a machine for it.
#pragma once

#include "inlet/config.h"
#include "inlet/machine.h"
#include "tests/assemble.h"

namespace inlet::fuzz {

/// Every node sends to node 0, which replies; a critical section, memory, a loop, a wait.
inline test::Code messages() {
    test::Code code;
    code.op("cfc2", {2, isa::ni::nistat}).op("lui", {3, 0x0180}).op("or", {2, 2, 3});
    code.op("ctc2", {2, isa::ni::nistat}).li(16, 0x20000).op("addiu", {18, 0, 3});
    code.label("again").la(8, "request").op("addu", {9, 0, 0}).op("cfc2", {4, isa::ni::niid});
    code.label("retry").op("send1", {8, 9}).nop().to("bc2f", {}, "retry").nop();
    code.op("addiu", {18, 18, -1}).to("bgtz", {18}, "again").op("mult", {18, 9});
    code.label("wait").op("lw", {2, 0, 16}).nop().to("beq", {2, 0}, "wait").nop().exit(0);
    code.label("request").op("addu", {9, 4, 0}).la(8, "reply").op("send0h", {8, 9}).op("hret");
    code.label("reply").li(8, 0x20000).op("sw", {8, 0, 8}).op("hret");
    return code;
}

inline MachineConfig small_machine() {
    MachineConfig t1 = MachineConfig::load("t1");
    t1.memory_bytes = 1 << 18;
    return t1;
}

inline RunOptions three_nodes() {
    RunOptions options;
    options.nodes = 3;
    options.max_cycles = 3000;
    options.arguments = {"seed"};
    return options;
}

} // namespace inlet::fuzz
