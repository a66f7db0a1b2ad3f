// A machine description: the numbers of emulator/machines/*.json, checked.
#pragma once

#include "inlet/cache_config.h"
#include "inlet/context.h"
#include "inlet/core_id.h"
#include "inlet/features.h"
#include "inlet/isa/t1_isa.h"
#include "inlet/mesh_config.h"
#include "inlet/ncube2_config.h"
#include "inlet/ppc_config.h"
#include "inlet/sparc_config.h"
#include "inlet/t1/hardwired_config.h"
#include "inlet/x86_config.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
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

struct MachineConfig {
    std::string kind = "t1"; ///< of machine, kinds/
    std::string name;        ///< "t1"
    std::string description;
    std::uint32_t nodes = 16;               ///< default of --nodes
    std::uint32_t max_nodes = 2048;         ///< niid has 11 bits (CSD-94-823 A.2.10)
    std::uint32_t memory_bytes = 16u << 20; ///< per node
    std::uint32_t dispatch_cycles = 5;      ///< from the event to the handler's first instruction
    std::uint32_t load_use_stall = 1; ///< cycles, when the next instruction uses a loaded value
    /// Cycles from the issue of MULT or DIV until HI and LO are ready; 0: they are ready after the
    /// issue cost.
    std::uint32_t multiply_latency = 0, divide_latency = 0;
    std::uint32_t exception_cycles = 5;     ///< from the instruction to its handler's first one
    std::uint32_t annulled_slot_cycles = 1; ///< of the slot that a likely branch skips
    std::uint32_t send_refused_cycles = 5;
    std::uint32_t count_start = 0;            ///< the register Count at cycle 0, on every node
    std::uint32_t vector_words_per_cycle = 4; ///< between memory and a vector register
    std::array<std::uint32_t, static_cast<std::size_t>(isa::CostKey::COUNT)>
        costs{};                              ///< cycles per instruction by key
    CachesConfig caches;                      ///< default: no caches; fetches and memory take no
                                              ///< time
    std::optional<HardwiredConfig> hardwired; ///< absent: no hard-wired handlers
    /// Results of network instructions arrive late, as CSD-94-823 A.10 allows
    /// (docs/machine-file.md).
    bool exposed_hazards = false;
    bool gang_scheduling = false;     ///< registers with which a kernel switches programs
    mips::Features processor;         ///< no feature unless the file names it
    std::optional<SparcConfig> sparc; ///< processor of kind cm5; absent for other kinds
    std::optional<PpcConfig> ppc;     ///< processor of kinds sp2 and voyager
    std::optional<X86Config> x86;     ///< processor of kind ncube2x86
    std::optional<NcubeConfig> ncube; ///< processor of kind ncube2
    /// Names of a node's processors for messages ("aP", "sP"), if it has two, and the bytes of
    /// memory of the second one, which runs firmware.
    std::vector<std::string> cores;
    std::uint32_t firmware_bytes = 0;
    MeshConfig mesh;
    std::filesystem::path file; ///< where it was read from; empty: built in
    std::string text;           ///< the whole file, with the source of every number
    /// What with() changed: "network.hop_latency=4".
    std::vector<std::string> settings;

    /// A processor in messages: "node 3", "node 3's sP".
    std::string title(CoreId id) const;
    /// With caches, the cost of an instruction depends on the instructions before it.
    bool has_caches() const { return caches.any(); }
    /// Names of the contexts. T1's interface has two levels of handlers; a machine whose programs
    /// poll has one.
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
