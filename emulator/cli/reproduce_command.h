// inlet reproduce: what a paper says beside what compiled code does here.
#pragma once

#include <string>
#include <vector>

namespace inlet::cli {

struct ReproduceArguments {
    std::string paper;            ///< "t1"
    std::string machine;          ///< a name or a machine file; empty: the paper's
    std::vector<std::string> set; ///< "costs.send=7": other numbers of it
    std::string programs;         ///< folder of the compiled programs; empty: beside inlet
    bool json = false;
    bool csv = false;  ///< the paper's curves instead, as CSV
    bool full = false; ///< the paper's sizes, where others are the default (ncube2)
    std::string page;  ///< file for pictures of them; empty: none
};

/// Returns the exit code. Throws UserError.
int reproduce(const ReproduceArguments &arguments);

} // namespace inlet::cli
