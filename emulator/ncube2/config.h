// Machine files of kind "ncube2".
#pragma once

#include "inlet/ncube2.h"
#include "ncube2/machine.h"

#include <string>
#include <vector>

namespace inlet::ncube2 {

/// Throws UserError: no such machine, a member that is missing, unknown or out of range.
Config load(const std::string &name_or_file, const std::vector<std::string> &set);

} // namespace inlet::ncube2
