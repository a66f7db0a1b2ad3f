// Guest programs, and their runs on inlet, Unicorn and qemu.
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

/// Duration and results of one run.
struct Timing {
    double seconds = 0; ///< CPU time of this process, without set-up
    std::uint64_t instructions = 0;
    std::uint64_t messages = 0;
    std::uint32_t status = 0;
};

/// CPU time of this process so far, in seconds.
double cpu_seconds();

/// Runs a guest on inlet to its end, or to options.max_cycles. Throws UserError if it ends in
/// another way.
Timing run(const Guest &guest, RunOptions options);

/// Mean number of micro-operations (cpu/engine/uop.h) of an executed instruction over the first 20
/// million cycles. Instructions of the stepper have none.
double operations_per_instruction(const Guest &guest);

/// Runs main on the bare engine, without a machine, and prints which heads of loops and functions
/// the interpreter has executed, the most instructions first, each with its reason. Throws
/// UserError if main needs an interface, a kernel or a handler of traps.
void print_interpreted(const Guest &guest);

/// Runs main on the bare engine, stopping every `stride` cycles.
struct Stops {
    double seconds = 0;
    std::uint64_t stops = 0;
};
Stops run_in_strides(const Guest &guest, std::uint64_t stride, bool compiled);

/// Runs main in Unicorn with a callback at every block, the least that exact events need. Does not
/// count instructions. Throws UserError if has_unicorn is false.
extern const bool has_unicorn;
Timing run_in_unicorn(const Guest &guest);

/// Runs main as a Linux program in qemu for the guest's processor. The CPU time is that of its
/// process minus that of an empty program. The status is the exit status of the process.
bool has_qemu(Processor processor);
Timing run_in_qemu(const Guest &guest);

} // namespace inlet::bench
