// A machine description: the numbers of emulator/machines/*.json, checked.
#pragma once

#include "inlet/cache_config.h"
#include "inlet/context.h"
#include "inlet/core_id.h"
#include "inlet/machine_parts.h"

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace inlet {

/// An error in the user's input. The message is complete and has one or a few lines.
class UserError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A member of a machine file by its dotted path, and another value for it, as text:
/// {"network.hop_latency", "4"}.
struct MachineSetting {
    std::string path, value;
};

/// What every machine has, and the parts of its kind.
struct MachineConfig {
    std::string kind; ///< of machine, kinds/
    std::string name; ///< "t1"
    std::string description;
    std::uint32_t nodes = 0;            ///< default of --nodes
    std::uint32_t max_nodes = 0;        ///< of a run
    std::uint32_t memory_bytes = 0;     ///< per node
    std::uint32_t exception_cycles = 0; ///< from the instruction to its handler's first one
    CachesConfig caches;                ///< default: no caches; fetches and memory take no time
    /// Names of a node's processors for messages ("aP", "sP"), if it has two, and the bytes of
    /// memory of the second one, which runs firmware.
    std::vector<std::string> cores;
    std::uint32_t firmware_bytes = 0;
    /// Of a kind's own: its processor, its network interface, its network.
    MachineParts parts;
    std::filesystem::path file; ///< where it was read from; empty: built in
    std::string text;           ///< the whole file, with the source of every number
    /// What with() changed: "network.hop_latency=4".
    std::vector<std::string> settings;

    template <class Part> const Part *find() const { return parts.find<Part>(); }
    template <class Part> Part *find() { return parts.find<Part>(); }
    template <class Part> const Part &part() const { return parts.get<Part>(); }
    template <class Part> Part &part() { return parts.get<Part>(); }

    /// A processor in messages: "node 3", "node 3's sP".
    std::string title(CoreId id) const;
    /// With caches, the cost of an instruction depends on the instructions before it.
    bool has_caches() const { return caches.any(); }
    /// Names of the contexts. An interface may have two levels of handlers; a machine whose
    /// programs poll has one.
    ContextNames contexts() const;

    /// Reads NAME (a preset) or a file. Throws UserError with file, JSON path and what is wrong.
    static MachineConfig load(const std::string &name_or_file);
    /// The same for the text of a machine file; `file` only names it in messages.
    static MachineConfig parse(const std::string &text, const std::filesystem::path &file);
    /// The same machine with other values. A part of a path may be shortened as long as it stays
    /// clear what is meant ("net.hop"). Throws UserError, which says what is wrong with the path or
    /// the value, but not where it came from.
    MachineConfig with(const std::vector<MachineSetting> &changes) const;
    /// Throws UserError where a number contradicts the network's contract, would let an endless
    /// loop take no time, or exceeds the range of the machine file. load() and parse() check more.
    /// Machine calls this for configurations that code has built.
    void check() const;
    /// Hash of every number, which identifies the machine.
    std::uint64_t hash() const;
    /// The names of the built-in machines, sorted.
    static std::vector<std::string> presets();
};

} // namespace inlet
