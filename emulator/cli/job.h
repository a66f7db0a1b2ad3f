// What `inlet run` and `inlet hunt` execute: a program on a machine.
#pragma once

#include <cstdint>
#include <inlet/config.h>
#include <inlet/image.h>
#include <inlet/machine.h>
#include <inlet/run_summary.h>
#include <string>
#include <vector>

namespace inlet::cli {

struct JobArguments {
    std::string machine = "t1";
    std::uint32_t nodes = 0;   ///< 0: the machine's default
    std::uint32_t columns = 0; ///< of the grid that these nodes fill; 0: the machine's default
    std::uint64_t max_cycles = ~std::uint64_t{0};
    bool no_skip = false;
    bool lock_step = false;
    std::string engine = "mixed"; ///< or interpreter, compiler
    std::string program;
    std::vector<std::string> arguments; ///< the program's
};

/// Machine file and program, read and checked.
class Job {
  public:
    /// Throws UserError.
    explicit Job(const JobArguments &arguments);

    const MachineConfig &config() const { return config_; }
    const Image &image() const { return image_; }
    std::uint32_t nodes() const { return nodes_; }

    /// For one run. `jitter` 0: none.
    RunOptions options(std::uint64_t jitter) const;
    RunSummary summary(const RunResult &result, std::uint64_t jitter) const;
    /// A command line for a shell that repeats a run.
    std::string command(std::uint64_t jitter, std::uint64_t max_cycles) const;

  private:
    const JobArguments &arguments_;
    MachineConfig config_;
    Image image_;
    std::uint32_t nodes_;
};

} // namespace inlet::cli
