// The header of a trace, before its first record.
#pragma once

#include "inlet/config.h"
#include "inlet/image.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace inlet {

/// Inputs that, with machine and program, repeat a run.
struct RecordedRun {
    std::vector<std::string> arguments; ///< with argv[0]; any bytes
    std::uint64_t machine_hash = 0;     ///< MachineConfig::hash
    std::uint64_t jitter = 0;           ///< seed; 0: none
    std::uint64_t max_cycles = 0;
    /// Sizes in bytes of the files that follow in the trace: the program, the I/O nodes' program,
    /// the firmware, and the snapshot from which the run continued; 0: absent.
    std::uint64_t program_bytes = 0, io_program_bytes = 0, firmware_bytes = 0, snapshot_bytes = 0;
    std::vector<std::string> only; ///< conditions for readers (TraceFilter)
};

struct TraceHeader {
    std::string program;                ///< path as it was given
    std::uint64_t program_hash = 0;     ///< Image::hash
    std::vector<std::string> arguments; ///< without argv[0]
    std::uint32_t nodes = 0;            ///< including I/O nodes
    std::uint32_t columns = 0;          ///< of the grid; 0: as square as possible
    std::uint32_t io_nodes = 0;         ///< number of I/O nodes, the last ones of `nodes`
    std::string machine_name;
    std::string machine;               ///< text of the machine file
    ContextNames contexts;             ///< MachineConfig::contexts
    std::vector<std::string> cores;    ///< MachineConfig::cores
    std::vector<std::string> settings; ///< MachineConfig::settings, already applied to `machine`
    std::vector<Symbol> symbols;       ///< allow reading a trace without its program
    std::vector<Mark> marks;           ///< the same
    std::optional<RecordedRun> run;    ///< empty: the file has single records

    TraceHeader() = default;
    TraceHeader(const MachineConfig &config, const Image &image, std::uint32_t nodes,
                std::vector<std::string> arguments);

    std::string to_json() const;
    /// Throws UserError.
    static TraceHeader from_json(const std::string &text);
};

} // namespace inlet
