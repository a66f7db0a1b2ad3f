// What is known of a machine by its kind.
#pragma once

#include "inlet/config.h"
#include "inlet/features.h"
#include "inlet/image.h"

#include <optional>

namespace inlet {

/// The two ways in which programs of a kind of machine reach the network: by instructions, or
/// otherwise.
struct WaysOut {
    bool (*by_instructions)(const MachineConfig &machine);
    const char *instructions, *other; ///< names of the two ways
};

struct KindFacts {
    Processor processor = Processor::mips;
    std::optional<Processor> firmware{}; ///< of second processors, if it is always the same
    /// Where no instruction sends: what a send is, and the number in the machine file that is its
    /// cost. nullptr: an instruction sends.
    const char *send = nullptr, *send_cost = nullptr;
    std::optional<WaysOut> ways_out{}; ///< empty: there is one way
    /// The machine counts waits as reports do, so that a summary needs no observer.
    bool counts_waits = false;
    /// What the compiler needs to make programs for this kind; nullptr: nothing.
    const char *compiler_option = nullptr;
    bool gets_arguments = true; ///< a program has argc and argv
    /// Where neither instructions of the network have levels of handlers nor software tells
    /// requests from replies: the names of the contexts.
    std::optional<ContextNames> contexts{};
    bool late_results = false; ///< results of instructions may arrive late (`hazards`)
    bool watches_dma = false;  ///< accesses during DMA can be checked (RunOptions::check_dma)
    bool checks_lfc = false;   ///< so can LFC's control programs (RunOptions::check_lfc)
    /// Why programs cannot be debugged, in one clause; nullptr: gdb knows the processor.
    const char *unknown_to_gdb = nullptr;
    /// Where programs are in assembly: the machine that is the same but for a processor that has a
    /// compiler.
    const char *compiled_instead = nullptr;
    /// Cycles that `--check-am` lets a message handler take. While all nodes send to one another, a
    /// handler that only replies takes less than 75 % of it; of the series 1000, 2000, 5000, ... it
    /// is the smallest such number (tests/all_machines/limits).
    std::uint64_t handler_cycles = 1000;
};

/// The default of --machine.
extern const char *const usual_machine;
const KindFacts &facts_of(const MachineConfig &machine);
/// Of a MIPS processor; no feature: it is another one.
mips::Features features_of(const MachineConfig &machine);
/// Whether programs for this machine are made with -mxnet.
bool sends_by_instructions(const MachineConfig &machine);

} // namespace inlet
