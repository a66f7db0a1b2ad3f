// A machine description: the numbers of emulator/machines/*.json, checked.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "inlet/isa/t1_isa.h"

namespace inlet {

/// Something is wrong with what the user gave: the message is complete, one line or a few.
class UserError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The network of a mesh machine. All latencies in cycles of the node clock, all at least 1.
struct MeshConfig {
    std::uint32_t hop_latency = 1;       ///< head of a packet from one router's input to the next's
    std::uint32_t cycles_per_word = 1;   ///< link rate: cycles a word occupies a link
    std::uint32_t eject_latency = 1;     ///< router to receive buffer, before the words
    std::uint32_t credit_latency = 1;    ///< a freed slot is known upstream this much later
    std::uint32_t header_words = 1;      ///< words of a packet besides handler address and data
    std::uint32_t injection_packets = 1; ///< slots of the injection buffer, per priority
    std::uint32_t receive_packets = 1;   ///< slots of the receive buffer, per priority
    std::uint32_t router_packets = 1;    ///< slots of a router's input buffer, per link and priority
};

struct MachineConfig {
    std::string name;                    ///< "t1"
    std::string description;
    std::uint32_t nodes = 16;            ///< when the user names no number
    std::uint32_t max_nodes = 2048;      ///< niid has 11 bits (CSD-94-823 A.2.10)
    std::uint32_t memory_bytes = 16u << 20; ///< per node
    std::uint32_t dispatch_cycles = 5;   ///< from the event to the handler's first instruction
    std::uint32_t load_use_stall = 1;    ///< cycles, when the next instruction uses a loaded value
    std::uint32_t send_refused_cycles = 5;
    std::array<std::uint32_t, static_cast<std::size_t>(isa::CostKey::COUNT)> costs{}; ///< cycles per instruction by key
    MeshConfig mesh;

    /// Reads NAME (a preset) or a file. Throws UserError with file, JSON path and what is wrong.
    static MachineConfig load(const std::string &name_or_file);
    /// Presets found on this installation, sorted.
    static std::vector<std::string> presets();
    /// The file a preset comes from.
    static std::filesystem::path preset_path(const std::string &name);
};

} // namespace inlet
