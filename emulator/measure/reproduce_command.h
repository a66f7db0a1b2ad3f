// `inlet reproduce`: compares a paper's numbers with measurements of compiled code.
#pragma once

#include <filesystem>
#include <inlet/config.h>
#include <span>
#include <string>
#include <vector>

namespace inlet::measure {

struct ReproduceArguments {
    std::string paper;            ///< "t1"
    std::string machine;          ///< a name or a machine file; empty: the paper's
    std::vector<std::string> set; ///< "costs.send=7": changed numbers of the machine
    std::string programs;         ///< folder of the compiled programs; empty: beside inlet
    bool json = false;
    bool csv = false;  ///< prints the paper's curves as CSV instead
    bool full = false; ///< uses the paper's sizes where others are the default (ncube2)
    std::string page;  ///< file for figures of the curves; empty: none
};

/// Returns the exit code. Throws UserError.
int reproduce(const ReproduceArguments &arguments);

// Called by reproduce().

/// Throws UserError if the paper's programs need another kind of machine.
void check_kind(const std::string &paper, const MachineConfig &config, const std::string &kind);
/// Throws UserError if the command asks for curves: the paper has none.
void check_no_curves(const ReproduceArguments &arguments);

/// The same for a paper with cells (paper_cells.h). `file`: the paper's file, beside its compiled
/// programs.
int reproduce_cells(const ReproduceArguments &arguments, const std::filesystem::path &file);
/// Papers that are compared in a way of their own.
struct OwnPaper {
    const char *name;
    int (*reproduce)(const ReproduceArguments &arguments);
};
extern const std::span<const OwnPaper> own_papers;

} // namespace inlet::measure
