#include "measure/logp_results.h"

#include "app/ending.h"

#include <algorithm>
#include <fmt/format.h>
#include <inlet/distances.h>
#include <inlet/machine.h>
#include <inlet/network_parts.h>
#include <sstream>

namespace inlet::measure {

using namespace app;

namespace {

[[noreturn]] void does_not_fit(const Image &program, const std::string &why) {
    throw UserError(fmt::format("{}: {}: build it again from this version's examples/logp",
                                program.path.string(), why));
}

} // namespace

LogpResults::LogpResults(const Job &job)
    : nodes_(job.nodes() - io_nodes_of(job.config())), hops_(distances(job.config(), nodes_, 0)) {
    LogpWatch watch(job.image());
    std::vector<std::string> lines;
    RunOptions options = job.options(0);
    options.observer = &watch;
    options.console = [&](std::uint32_t, std::string_view line) { lines.emplace_back(line); };
    const RunResult ended = Machine(job.config(), job.image(), options).run();
    if (ended.outcome != Outcome::exited)
        throw UserError(fmt::format("{}: {}", job.image().path.string(),
                                    ending(ended, job.image(), features_of(job.config()))));
    if (ended.status != 0)
        throw UserError(lines.empty() ? fmt::format("{}: exits with status {}",
                                                    job.image().path.string(), ended.status)
                                      : lines.back());
    read(lines, watch, job);
    nearest_ = diameter_ = hops_.at(1); // the program needs two nodes
    for (std::uint32_t node = 1; node < nodes_; ++node) {
        nearest_ = std::min(nearest_, hops_[node]);
        diameter_ = std::max(diameter_, hops_[node]);
        mean_hops_ += static_cast<double>(hops_[node]) / (nodes_ - 1);
    }
}

void LogpResults::read(const std::vector<std::string> &lines, const LogpWatch &watch,
                       const Job &job) {
    const std::uint32_t header =
        may_have_io_nodes(job.config()) ? grid_of(job.config())->header_words : 0;
    const Image &program = job.image();
    const std::vector<Interval> &intervals = watch.intervals();
    for (const std::string &line : lines) {
        Measurement m;
        std::size_t at = 0;
        std::istringstream in(line);
        if (!(in >> m.what >> m.size >> m.peer >> m.count >> m.cycles >> at) || m.count == 0 ||
            m.peer >= static_cast<std::int32_t>(nodes_) || at >= intervals.size())
            does_not_fit(program, fmt::format("prints '{}'", line));
        const Interval &interval = intervals[at];
        if (m.peer >= 0) m.hops = hops_[static_cast<std::uint32_t>(m.peer)];
        m.instructions = static_cast<std::int64_t>(interval.instructions);
        m.trace_cycles = static_cast<std::int64_t>(interval.cycles());
        m.main = interval.main;
        m.handlers = interval.handlers;
        m.dispatches = interval.dispatches;
        m.dispatch = interval.dispatch;
        if (interval.entered) m.to_handler = interval.entered - interval.let_in;
        for (const Flight &flight : watch.flights(interval)) {
            ++m.flights;
            m.kept += flight.kept && flight.destination == 0;
            m.network += static_cast<double>(flight.network());
            (flight.source == 0 ? m.sent_words : m.received_words) += header + 1 + flight.words;
            if (flight.source == 0) m.link += flight.link;
        }
        if (m.flights != 0) m.network /= m.flights;
        all_.push_back(std::move(m));
    }
    // The first measurement is the cost of the measurement itself.
    if (all_.empty() || all_[0].what != "nothing")
        does_not_fit(program, "does not begin with an empty measurement");
    const std::int64_t clock = all_[0].cycles, trace = all_[0].trace_cycles,
                       calls = all_[0].instructions;
    for (Measurement &m : all_) {
        m.cycles -= clock;
        m.trace_cycles -= trace;
        m.instructions -= calls;
    }
}

std::size_t LogpResults::agreeing() const {
    return static_cast<std::size_t>(std::count_if(
        all_.begin(), all_.end(), [](const Measurement &m) { return m.cycles == m.trace_cycles; }));
}

const Measurement *LogpResults::find(const std::string &what, std::optional<std::uint32_t> size,
                                     std::optional<std::uint32_t> count) const {
    for (const Measurement &m : all_)
        if (m.what == what && (!size || m.size == *size) && (!count || m.count == *count))
            return &m;
    return nullptr;
}

std::vector<const Measurement *> LogpResults::every(const std::string &what) const {
    std::vector<const Measurement *> list;
    for (const Measurement &m : all_)
        if (m.what == what) list.push_back(&m);
    return list;
}

} // namespace inlet::measure
