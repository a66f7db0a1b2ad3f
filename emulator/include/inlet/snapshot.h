// A machine at one moment of a run, to go on from there later (docs/snapshots.md).
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
    std::uint64_t io_program_hash = 0;  ///< of what I/O nodes run; 0: there are none
    std::vector<std::string> arguments; ///< of the program, without its name; for people
    std::uint64_t arguments_hash = 0;   ///< of their bytes, which may be any
    std::string machine;                ///< name
    std::uint64_t machine_hash = 0;     ///< of every number of it
    std::uint32_t nodes = 0;            ///< I/O nodes included
    std::uint64_t jitter = 0;           ///< seed; 0: none
    std::uint64_t cycle = 0;            ///< that every node has reached
    /// TraceHash::state() of the run, if it has one; the machine does not use it.
    std::vector<std::uint64_t> trace_hash;
    std::vector<std::uint8_t> state;

    /// As a file has it, and back. Throws UserError: not a snapshot, of another version, cut off,
    /// damaged.
    std::string pack() const;
    static Snapshot unpack(std::string_view file);
    /// Throws UserError. No file with this name is ever half written.
    void write(const std::filesystem::path &file) const;
    /// Throws UserError.
    static Snapshot read(const std::filesystem::path &file);
};

} // namespace inlet
