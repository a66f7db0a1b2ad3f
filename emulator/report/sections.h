// The parts of a report that are tables.
#pragma once

#include "analysis/adapter_trips.h"
#include "analysis/categories.h"
#include "analysis/message_log.h"
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

/// All that the tables are made from.
struct Findings {
    Profile &profile;
    const MessageLog &log;
    const Traffic &traffic;
    const Categories &categories;
    const EventList &events;
    const Polls &polls;
    const Image &names;
    const std::vector<NodeSummary> &nodes; ///< as the run's end record has them
    std::uint64_t cycles = 0;              ///< the largest clock
    std::size_t most = 0;                  ///< rows of those tables that are sorted by cost; 0: all
    bool runtime = true; ///< functions, instructions and handlers of the runtime, too
    const std::vector<AdapterTrip> *trips = nullptr; ///< where there are adapters
};

/// In the order in which a report shows them.
std::vector<std::string> section_names();
/// "there is no section 'NAME'", and which there are.
UserError no_section(const std::string &name, const std::vector<std::string> &known);
Table section(const std::string &name, const Findings &findings);

/// The matrix of messages with one row for each source, for people; empty where it would not fit.
std::string matrix_text(const Traffic &traffic, std::uint32_t nodes);

} // namespace inlet
