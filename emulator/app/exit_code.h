// Exit codes of inlet besides the guest's (docs/cli.md).
#pragma once

namespace inlet::app {

enum ExitCode : int {
    success = 0,
    found = 1,     ///< hunt, sweep: a run differs or fails
    bad_input = 2, ///< usage, files, machine descriptions
    guest_fault = 3,
    max_cycles = 4,
    deadlock = 5,
    internal_error = 70, ///< a bug in inlet (EX_SOFTWARE of sysexits.h)
    interrupted = 130    ///< 128 + SIGINT, as in shells
};

} // namespace inlet::app
