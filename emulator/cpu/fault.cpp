#include "inlet/fault.h"

#include <cstddef>

namespace inlet {

namespace {

constexpr const char *bug = "report this as a bug in inlet.";

constexpr FaultRow fault_rows[] = {
    {"no fault", "nothing.", FaultShown::nothing, FaultSignal::ill},
#define INLET_FAULT(id, shown, signal, phrase, advice)                                             \
    {phrase, *advice ? advice : bug, FaultShown::shown, FaultSignal::signal},
#include "inlet/faults.def"
    {"unknown fault", bug, FaultShown::nothing, FaultSignal::ill},
};

} // namespace

const FaultRow &row_of(FaultKind kind) {
    const auto at = static_cast<std::size_t>(kind),
               last = static_cast<std::size_t>(FaultKind::count);
    return fault_rows[at < last ? at : last];
}

} // namespace inlet
