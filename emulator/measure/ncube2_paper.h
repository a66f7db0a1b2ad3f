// Compares the numbers of von Eicken's thesis, 4.2, with measurements on the machine `ncube2`
// (docs/ncube2.md).
#pragma once

#include "inlet/config.h"

#include <string>
#include <vector>

namespace inlet::ncube2 {

/// One number of the paper and the measured one.
struct Reproduced {
    std::string where, what, unit;
    std::string kind; ///< I input, C calibrated, D follows, P predicted, X listed
    double paper = 0; ///< NaN: the paper has none
    double ours = 0;  ///< NaN: not measured
    std::string note;
};
/// `rows`: path of examples/reproduce/ncube2.json; ncube2_send_receive.elf is in the same
/// directory. `program`: path of the program of signal.s. Throws UserError.
std::vector<Reproduced> reproduce(const MachineConfig &config, const std::string &program,
                                  const std::string &rows);

} // namespace inlet::ncube2
