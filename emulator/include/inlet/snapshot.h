// A machine's state at one cycle, from which a run can continue (docs/snapshots.md).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace inlet {

/// Made by Machine::snapshot(), used by Machine::resume().
struct Snapshot {
    std::string program;                ///< path
    std::uint64_t program_hash = 0;     ///< of the file's bytes
    std::uint64_t io_program_hash = 0;  ///< hash of the I/O nodes' program; 0: no I/O nodes
    std::uint64_t firmware_hash = 0;    ///< hash of the second cores' program; 0: no second cores
    std::vector<std::string> arguments; ///< arguments of the program without its name, for display
    std::uint64_t arguments_hash = 0;   ///< hash of the argument bytes
    std::string machine;                ///< name
    std::uint64_t machine_hash = 0;     ///< hash of every number of the machine
    std::uint32_t nodes = 0;            ///< I/O nodes included
    std::uint64_t jitter = 0;           ///< seed; 0: none
    std::uint64_t cycle = 0;            ///< cycle that every node has reached
    /// TraceHash::state() of the run, if hashed; not used by the machine.
    std::vector<std::uint64_t> trace_hash;
    std::vector<std::uint8_t> state;

    /// Converts to and from the content of a file. Throws UserError if it is not a snapshot, has
    /// another version, or is truncated or damaged.
    std::string pack() const;
    static Snapshot unpack(std::string_view file);
    /// Writes a file atomically. Throws UserError.
    void write(const std::filesystem::path &file) const;
    /// Throws UserError.
    static Snapshot read(const std::filesystem::path &file);
};

} // namespace inlet
