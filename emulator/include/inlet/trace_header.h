// What a trace says about its run before the first record.
#pragma once

#include "inlet/config.h"
#include "inlet/image.h"

#include <cstdint>
#include <string>
#include <vector>

namespace inlet {

struct TraceHeader {
    std::string program;                ///< path as it was given
    std::uint64_t program_hash = 0;     ///< Image::hash
    std::vector<std::string> arguments; ///< without argv[0]
    std::uint32_t nodes = 0;            ///< all of them
    std::uint32_t columns = 0;          ///< of the grid; 0: as square as possible
    std::uint32_t io_nodes = 0;         ///< of `nodes`: the last ones
    std::string machine_name;
    std::string machine;         ///< text of the machine file
    std::vector<Symbol> symbols; ///< so that a trace can be read without its program
    std::vector<Mark> marks;     ///< the same

    TraceHeader() = default;
    TraceHeader(const MachineConfig &config, const Image &image, std::uint32_t nodes,
                std::vector<std::string> arguments);

    std::string to_json() const;
    /// Throws UserError.
    static TraceHeader from_json(const std::string &text);
};

} // namespace inlet
