// Programs: any words run to one of the known ends, with the same result in the engine with the
// real scheduler and in the stepper with the lock-step one.
#include "fuzz/input.h"
#include "inlet/config.h"
#include "inlet/machine.h"
#include "memory/memory.h"

#include <cstdio>

using namespace inlet;

namespace {

struct Blind final : Observer {
    void instruction(const InstructionEvent &) override {}
};

bool same(const RunResult &a, const RunResult &b) {
    if (a.outcome != b.outcome) return false;
    if (a.outcome == Outcome::fault &&
        (a.fault.kind != b.fault.kind || a.fault.node != b.fault.node ||
         a.fault.cycle != b.fault.cycle || a.fault.pc != b.fault.pc))
        return false;
    if (a.message_hash != b.message_hash || a.cycles != b.cycles) return false;
    for (std::size_t n = 0; n < a.nodes.size(); ++n)
        if (a.nodes[n].instructions != b.nodes[n].instructions ||
            a.nodes[n].cycles != b.nodes[n].cycles || a.nodes[n].status != b.nodes[n].status)
            return false;
    return true;
}

void tell(const char *who, const RunResult &result) {
    std::fprintf(stderr, "%s: outcome %d, cycle %llu; fault: %s, node %u, cycle %llu, pc %#x\n",
                 who, static_cast<int>(result.outcome),
                 static_cast<unsigned long long>(result.cycles), describe(result.fault.kind),
                 result.fault.node, static_cast<unsigned long long>(result.fault.cycle),
                 result.fault.pc);
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    static const MachineConfig config = [] {
        MachineConfig t1 = MachineConfig::load("t1");
        t1.memory_bytes = 1 << 18;
        return t1;
    }();
    if (size < 4) return 0;
    Image image;
    image.path = "fuzz";
    image.entry = first_mapped;
    image.end = first_mapped + static_cast<std::uint32_t>(size);
    image.segments.push_back(
        {first_mapped, static_cast<std::uint32_t>(size), true, false, {data, data + size}});
    RunOptions options;
    options.nodes = 3;
    options.max_cycles = 1500;
    options.arguments = {"fuzz"};
    const RunResult real = Machine(config, image, options).run();
    Blind blind;
    options.observer = &blind;
    options.lock_step = true;
    const RunResult reference = Machine(config, image, options).run();
    if (!same(real, reference)) {
        tell("engine", real);
        tell("stepper", reference);
        __builtin_trap();
    }
    return 0;
}
