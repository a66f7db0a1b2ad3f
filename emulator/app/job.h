// Run setup: a program and a machine, for `inlet run`, `hunt` and others.
#pragma once

#include "app/state_dump_text.h"

#include <cstdint>
#include <inlet/config.h>
#include <inlet/image.h>
#include <inlet/machine.h>
#include <inlet/machine_kind.h>
#include <inlet/network_parts.h>
#include <inlet/run_summary.h>
#include <optional>
#include <string>
#include <vector>

namespace inlet::app {

struct JobArguments {
    std::string machine = usual_machine;
    std::vector<std::string> set; ///< "network.hop_latency=4": changed numbers of the machine
    std::uint32_t nodes = 0;      ///< 0: the machine's default
    std::uint32_t columns = 0;    ///< of the grid; 0: the machine's default
    std::uint64_t max_cycles = ~std::uint64_t{0};
    bool no_skip = false;
    bool lock_step = false;
    std::string engine = "mixed";          ///< or interpreter, compiler
    std::optional<std::uint32_t> io_nodes; ///< empty: the machine's default
    std::string io_program;                ///< of I/O nodes; empty: the runtime's
    std::string firmware;                  ///< of second processors; empty: the runtime's
    std::string io_root;                   ///< directory that I/O nodes serve; empty: none
    std::string files;                     ///< directory that all nodes access; empty: none
    std::string program;
    std::vector<std::string> arguments; ///< the program's
};

/// A word as a shell takes it.
std::string quoted(const std::string &word);

/// The machine of this name or file with the settings of --set. Throws UserError.
MachineConfig machine_with(const std::string &machine, const std::vector<std::string> &set);

/// What the second processors of this machine run: `file`, which may be the name of one of the
/// runtime's control programs. If it is empty, the runtime's firmware for `program`, which on
/// Myrinet depends on the program's library of LFC. Empty: they do not exist. Throws UserError.
std::optional<Image> firmware_of(const MachineConfig &config, const std::string &file,
                                 const Image &program);

/// Reads and checks machine file and program.
class Job {
  public:
    /// Throws UserError.
    explicit Job(const JobArguments &arguments);

    const MachineConfig &config() const { return config_; }
    /// The program. Its symbols include those of the I/O nodes' program; its segments do not.
    const Image &image() const { return image_; }
    /// Of second processors; nullptr: there are none.
    const Image *firmware() const { return firmware_ ? &*firmware_ : nullptr; }
    /// The same with their name, for reports.
    SecondCores second_cores() const;
    /// Number of nodes, I/O nodes included.
    std::uint32_t nodes() const { return nodes_ + io_nodes_of(config_); }

    /// Options of one run. `jitter`: seed; 0: none.
    RunOptions options(std::uint64_t jitter) const;
    RunSummary summary(const RunResult &result, std::uint64_t jitter) const;
    /// A shell command that repeats a run.
    std::string command(std::uint64_t jitter, std::uint64_t max_cycles) const;
    /// The same with other words than "inlet run" before the job's.
    std::string command(const std::string &words, std::uint64_t max_cycles) const;
    /// All that a run without jitter depends on, the same on every host.
    std::string identity() const;

  private:
    const JobArguments &arguments_;
    MachineConfig config_;
    Image image_;
    std::optional<Image> io_image_, firmware_;
    std::uint32_t nodes_;
};

} // namespace inlet::app
