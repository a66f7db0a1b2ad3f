#include "bench/guest.h"

#include "cpu/engine/engine.h"
#include "cpu/mips/system.h"
#include "inlet/machine_kind.h"
#include "inlet/observer.h"
#include "kinds/platform.h"
#include "kinds/t1.h"
#include "scheduler/setup.h"

#include <algorithm>
#include <ctime>
#include <span>
#include <unordered_map>
#include <utility>

namespace inlet::bench {

std::uint32_t Guest::symbol(const std::string &function) const {
    for (const Symbol &s : image.symbols)
        if (s.name == function) return s.address;
    throw UserError(image.path.string() + ": no function " + function);
}

double cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

Timing run(const Guest &guest, RunOptions options) {
    options.arguments.insert(options.arguments.begin(), guest.name);
    const bool limited = options.max_cycles != ~std::uint64_t{0};
    Machine machine(guest.config, guest.image, std::move(options));
    const double start = cpu_seconds();
    const RunResult result = machine.run();
    Timing timing{cpu_seconds() - start, 0, 0, result.status};
    if (result.outcome != (limited ? Outcome::max_cycles : Outcome::exited))
        throw UserError(guest.name + " did not end as it should");
    for (const NodeSummary &node : result.nodes) {
        timing.instructions += node.instructions;
        timing.messages += node.messages_received;
    }
    return timing;
}

double operations_per_instruction(const Guest &guest) {
    struct Executed final : Observer {
        void instruction(const InstructionEvent &e) override { ++times[e.pc]; }
        std::unordered_map<std::uint32_t, std::uint64_t> times;
    } executed;
    constexpr std::uint64_t cycles = 20'000'000;
    RunOptions options;
    options.nodes = 1;
    options.arguments = {guest.name};
    options.max_cycles = cycles;
    options.observer = &executed;
    Machine(guest.config, guest.image, options).run();
    const SharedPages pages = shared_pages(guest.image, guest.config.memory_bytes);
    const Text text = text_of(pages);
    const auto set = Platform::make(guest.config, 1, 0)->instruction_set();
    double instructions = 0, operations = 0;
    for (const auto &[pc, times] : executed.times) {
        engine::UopBuilder group;
        set->lift(set->decode(std::span(text.bytes).subspan(pc - text.base), pc), pc, group);
        instructions += static_cast<double>(times);
        operations += static_cast<double>(times) * static_cast<double>(group.ops().size());
    }
    return operations / instructions;
}

Stops run_in_strides(const Guest &guest, std::uint64_t stride, bool compiled) {
    const SharedPages pages = shared_pages(guest.image, guest.config.memory_bytes);
    const Text text = text_of(pages);
    if (text.bytes.empty()) throw UserError(guest.name + " has no code");
    engine::Program program(
        std::make_shared<mips::Set>(timing(guest.config), features_of(guest.config)), text.base,
        text.bytes, text.gaps);
    if (compiled) program.use_compiled();
    Memory memory(pages);
    engine::State state;
    mips::reset(state);
    state.r[29] = memory.bytes() - 64;
    state.jump(guest.symbol("main")); // returns to 0, which faults
    Stops result;
    const double start = cpu_seconds();
    engine::Stop stop;
    do {
        stop = engine::run(state, memory, program, state.now + stride);
        ++result.stops;
    } while (stop != engine::Stop::fault);
    result.seconds = cpu_seconds() - start;
    if (state.pc != 0) throw UserError(guest.name + " did not end as it should");
    return result;
}

} // namespace inlet::bench
