// Guest programs, run by whatever is compared.
#pragma once

#include "inlet/machine.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace inlet::bench {

/// A compiled program of tests/bench/, for one machine.
struct Guest {
    Guest(const std::filesystem::path &file, const MachineConfig &machine)
        : name(file.stem().string()), config(machine),
          image(Image::load(file, machine.memory_bytes)) {}

    std::string name;
    MachineConfig config;
    Image image;

    /// Address of a function. Throws UserError without it.
    std::uint32_t symbol(const std::string &function) const;
};

/// One run: how long it took and what it came to.
struct Timing {
    double seconds = 0; ///< of this process's CPU time, without setting up
    std::uint64_t instructions = 0;
    std::uint64_t messages = 0;
    std::uint32_t status = 0;
};

/// Seconds of CPU time of this process until now.
double cpu_seconds();

/// Runs on our machine to its end, or to options.max_cycles. Throws UserError when it ends in
/// another way.
Timing run(const Guest &guest, RunOptions options);

/// Micro-operations (cpu/engine/uop.h) of an executed instruction, on the average over the first
/// 20 million cycles. What only the stepper executes has none.
double operations_per_instruction(const Guest &guest);

/// Runs main on the bare engine, stopping every `stride` cycles.
struct Stops {
    double seconds = 0;
    std::uint64_t stops = 0;
};
Stops run_in_strides(const Guest &guest, std::uint64_t stride, bool compiled);

/// Runs main in Unicorn, with a callback at every block as exact events would need at least. The
/// instructions are not counted. Without Unicorn: has_unicorn is false and this throws UserError.
extern const bool has_unicorn;
Timing run_in_unicorn(const Guest &guest);

/// Runs main in qemu-mips as a Linux program. CPU time is that of its process, less that of a
/// program that ends at once. The status is what a shell sees.
bool has_qemu(Processor processor);
Timing run_in_qemu(const Guest &guest);

} // namespace inlet::bench
