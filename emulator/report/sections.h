// The tables of a report.
#pragma once

#include "analysis/adapter_trips.h"
#include "analysis/categories.h"
#include "analysis/message_log.h"
#include "analysis/mpi_calls.h"
#include "analysis/polls.h"
#include "analysis/profile.h"
#include "analysis/traffic.h"
#include "inlet/config.h"
#include "inlet/image.h"
#include "inlet/machine.h"
#include "inlet/table.h"
#include "report/event_list.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace inlet {

/// The data of the tables.
struct Findings {
    Profile &profile;
    const MessageLog &log;
    const Traffic &traffic;
    const Categories &categories;
    const EventList &events;
    const Polls &polls;
    const Image &names;
    const std::vector<NodeSummary> &nodes; ///< from the run's end record
    std::uint64_t cycles = 0;              ///< the largest clock
    std::size_t most = 0; ///< maximum number of rows of tables sorted by cost; 0: all
    bool runtime = true;  ///< includes functions, instructions and handlers of the runtime
    const std::vector<AdapterTrip> *trips = nullptr; ///< nullptr: the machine has no adapters
    const MpiCalls *mpi = nullptr;                   ///< nullptr: not looked for
};

/// All sections, in the order of a report.
std::vector<std::string> section_names();
/// The error "there is no section 'NAME'", with the known sections.
UserError no_section(const std::string &name, const std::vector<std::string> &known);
Table section(const std::string &name, const Findings &findings);

/// The message matrix as text, with one row for each source. Empty if it does not fit.
std::string matrix_text(const Traffic &traffic, std::uint32_t nodes);

} // namespace inlet
