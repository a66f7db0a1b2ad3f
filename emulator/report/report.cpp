#include "inlet/report.h"

#include "analysis/adapter_trips.h"
#include "analysis/cause_split.h"
#include "analysis/event_names.h"
#include "analysis/message_log.h"
#include "analysis/profile.h"
#include "analysis/round_trip.h"
#include "analysis/trace_totals.h"
#include "analysis/traffic.h"
#include "analysis/wait_finder.h"
#include "analysis/window_traps.h"
#include "cpu/processor_text.h"
#include "inlet/config.h"
#include "inlet/image.h"
#include "inlet/run_summary.h"
#include "inlet/suggest.h"
#include "inlet/table.h"
#include "inlet/tee.h"
#include "inlet/trace_hash.h"
#include "inlet/trace_reader.h"
#include "report/round_trip_output.h"
#include "report/run_line.h"
#include "report/sections.h"
#include "report/table_json.h"
#include "report/trip_lines.h"
#include "trace/start_code.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace inlet {

using nlohmann::json;

struct Report::Content {
    explicit Content(const ReportOptions &options)
        : options_(options), trace_(options.trace, options.only),
          split_(trace_.names().processor, trace_.header()), totals_(trace_.header().nodes, split_),
          hash_(trace_.header().nodes, trace_.header().cores.size()), traffic_(trace_.header()),
          categories_(trace_.header().marks, trace_.names().processor),
          windows_(text_of(trace_.names().processor)), profile_(names_, split_),
          events_(options.most) {
        choose_sections();
        take_names();
        mpi_.emplace(names_);
        std::vector<Observer *> sinks{&log_, &totals_, &adapters_};
        if (tables_ != std::vector<std::string>{"nodes"})
            sinks.insert(sinks.end(), {&traffic_, &categories_, &profile_});
        else if (categories_.any())
            sinks.push_back(&categories_); // for retransmissions
        const auto wants = [&](const char *table) {
            return std::find(tables_.begin(), tables_.end(), table) != tables_.end();
        };
        if (wants("events")) sinks.push_back(&events_);
        if (wants("polls")) sinks.push_back(&polls_);
        if (wants("mpi")) sinks.push_back(&*mpi_);
        if (text_of(names_.processor).has_windows()) sinks.push_back(&windows_);
        Tee tee(sinks);
        WaitFinder waits(names_, tee);
        StartCode program(names_, waits);
        Tee both{&program, &hash_};
        end_ = trace_.read(both);
        take_summary();
        check_hash();
        if (adapters_.any() && (shows("trip") || wants("parts"))) {
            adapter_trips_ = adapters_.find(options_.message);
            if (!wants("parts") && !adapter_trips_.empty()) tables_.emplace_back("parts");
            HostParts hosts(adapter_trips_, names_.processor);
            trace_.read(hosts);
            hosts.finish();
        }
        // With adapters the parts of all round trips are the default, if there are any; of one
        // message both.
        if (shows("trip") && (adapter_trips_.empty() || options_.message)) choose();
        for (const std::string &name : tables_) {
            // Without adapters, the table appears only if it is the only one requested.
            if (name == "parts" && !adapters_.any() && tables_.size() > 1) continue;
            made_.push_back(section(name, {profile_, log_, traffic_, categories_, events_, polls_,
                                           names_, summary_.nodes, summary_.cycles, options_.most,
                                           options_.runtime, &adapter_trips_, &*mpi_}));
        }
    }

    bool shows(const char *section) const {
        return std::find(chosen_.begin(), chosen_.end(), section) != chosen_.end();
    }

    void choose_sections() {
        chosen_ = options_.sections;
        if (chosen_.empty()) chosen_ = {"trip", "nodes", "cycles"};
        const std::vector<std::string> known = Report::sections(), tables = section_names();
        for (const std::string &name : chosen_) {
            if (std::find(known.begin(), known.end(), name) == known.end())
                throw no_section(name, known);
            if (std::find(tables.begin(), tables.end(), name) != tables.end())
                tables_.push_back(name);
        }
    }

    /// What nodes do in cycles without a record.
    std::string gap_text() const {
        if (trace_.core()) return "these processors slept";
        return options_.only.empty() && trace_.shows_all() ? "nodes had exited and were idle"
                                                           : "nothing of the nodes is shown";
    }

    std::string text() const {
        const TraceHeader &header = trace_.header();
        std::string out = fmt::format("{}: {}\n", options_.trace.string(), run_line(header));
        if (!trace_.shows_all()) out += trace_.shown() + "\n";
        if (!end_.complete)
            out += fmt::format("The trace ended early: {}. What follows is what it has.\n",
                               end_.problem);
        if (end_.complete && end_.records == 0) out += "Nothing of the run is in this selection.\n";
        if (!summary_.message.empty())
            out += fmt::format("The run ended early: {}\n", summary_.message);
        if (!note_.empty()) out += fmt::format("\n{}\n", note_);
        if (trip_) {
            out += fmt::format("\n{}\n\n{}", title(), timeline_text(*trip_, names_, options_.all));
            out += fmt::format("\n{}", parts_text(*trip_, names_));
            out += ways_text(*trip_, names_);
        }
        if (shows("nodes"))
            out +=
                fmt::format("\nNodes\n{}", summary_.table(trace_.core() ? "asleep" : "after exit"));
        if (shows("cycles"))
            out += fmt::format("\nCycles of all nodes\n{}{}",
                               totals_.text(names_.contexts, gap_text()),
                               again_text() + summary_.counts_text());
        if (windows_.any()) out += fmt::format("\n{}\n", windows_.text());
        for (const Table &table : made_) {
            if (table.name == "nodes") continue; // above
            const std::string picture = table.name == "matrix" && !trace_.core()
                                            ? matrix_text(traffic_, trace_.header().nodes)
                                            : "";
            Table shown = table;
            if (!picture.empty()) shown.rows.clear(); // keeps the notes
            const bool of_code = table.name == "functions" || table.name == "instructions" ||
                                 table.name == "mnemonics";
            if (trace_.core() && table.rows.empty() && !of_code)
                shown.notes = {"There are none: messages are those of the nodes' first processors, "
                               "and this is the second one."};
            out += fmt::format("\n{}{}", picture, shown.text());
        }
        return out + fmt::format("\nTrace hash {}\n", hash_text(hash_.value()));
    }

    /// Number of executions of a named part of the code. The SP-2's protocol names the parts that
    /// refuse and retransmit packets (runtime/machine/sp2/include/sp2_port.h).
    std::uint64_t times(const char *name) const {
        std::uint64_t sum = 0;
        for (const auto &[key, part] : categories_.sums())
            if (key.name == name) sum += part.times;
        return sum;
    }

    std::string again_text() const {
        const std::uint64_t again = times("sent again"), refused = times("refused");
        if (again + refused == 0) return "";
        return fmt::format("{} packets were sent again, and {} requests were refused, since no "
                           "reply had room.\n",
                           again, refused);
    }

    std::string to_json() const {
        json document = {{"trace", options_.trace.string()},
                         {"complete", end_.complete},
                         {"trace_hash", hash_text(hash_.value())},
                         {"run", json::parse(summary_.to_json())},
                         {"cycles_by_context", totals_.to_json(names_.contexts)},
                         {"lost", totals_.lost_json()},
                         {"sent_again", times("sent again")},
                         {"refused", times("refused")},
                         {"round_trip", trip_ ? inlet::to_json(*trip_, names_) : json(nullptr)}};
        if (text_of(names_.processor).has_windows())
            document["windows"] = {{"overflows", windows_.overflows()},
                                   {"underflows", windows_.underflows()},
                                   {"cycles", windows_.cycles()}};
        for (const Table &table : made_)
            if (table.name != "nodes") document["sections"][table.name] = inlet::to_json(table);
        if (!trace_.shows_all()) document["shown"] = trace_.shown();
        if (!end_.complete) document["problem"] = end_.problem;
        if (!note_.empty()) document["note"] = note_;
        return document.dump(2, ' ', false, json::error_handler_t::replace);
    }

    std::string to_csv() const {
        if (made_.size() == 1 && chosen_.size() == 1) return made_[0].csv();
        std::string names;
        for (const std::string &name : section_names()) names += (names.empty() ? "" : ", ") + name;
        throw UserError(fmt::format("--csv is one table: name it with --section: {}", names));
    }

    std::string left_out() const {
        std::string out;
        if (!end_.complete) out += fmt::format("the trace ended early: {}\n", end_.problem);
        if (!trace_.shows_all()) out += trace_.shown() + "\n";
        for (const Table &table : made_)
            if (table.left_out != 0)
                out +=
                    fmt::format("{}: the first {} rows of {} (--hot N: N rows, --hot 0: all)\n",
                                table.name, table.rows.size(), table.rows.size() + table.left_out);
        return out;
    }

    void take_names() {
        const TraceHeader &header = trace_.header();
        names_ = trace_.names();
        if (options_.program.empty()) return;
        constexpr std::uint32_t any_memory = 0xffffffff; // the run has checked the size
        names_ = Image::load(options_.program, any_memory);
        names_.contexts = header.contexts;
        if (names_.hash != trace_.program_hash())
            throw UserError(fmt::format("{}: is not the program of this trace ({}, as it was then)",
                                        options_.program.string(), header.program));
    }

    /// The numbers of the end record or, without it, the sums of the records.
    void take_summary() {
        if (end_.complete) {
            try {
                summary_ = RunSummary::from_json(end_.end);
                if (trace_.core()) summary_.show_firmware();
            } catch (const UserError &error) {
                end_.complete = false;
                end_.problem = error.what();
            }
        }
        if (!options_.only.empty() && !summary_.nodes.empty()) show(totals_.nodes());
        if (!summary_.nodes.empty()) {
            if (!options_.only.empty() || !trace_.shows_all()) return;
            totals_.complete_waits(summary_.nodes);
            profile_.end(summary_);
            categories_.end(summary_);
            mpi_->end(summary_);
            return;
        }
        const std::string outcome = summary_.outcome;
        const TraceHeader &header = trace_.header();
        summary_.program = header.program;
        summary_.arguments = header.arguments;
        summary_.machine = header.machine_name;
        summary_.settings = header.settings;
        summary_.outcome = outcome.empty() ? "unknown" : outcome;
        show(totals_.nodes());
    }

    /// Numbers of a part of the run.
    void show(std::vector<NodeSummary> nodes) {
        summary_.nodes = std::move(nodes);
        summary_.cycles = 0;
        for (const NodeSummary &node : summary_.nodes)
            summary_.cycles = std::max(summary_.cycles, node.cycles);
    }

    /// Compares the trace hash of a complete file with the one that its run has stored.
    void check_hash() {
        if (!end_.complete || !trace_.shows_all() || !summary_.trace_hash ||
            *summary_.trace_hash == hash_.value())
            return;
        if (summary_.trace_hash_version != TraceHash::version) {
            note(fmt::format("The run had the trace hash {}. It is of another inlet, whose hash "
                             "is over other events, and cannot be compared with this one's.",
                             hash_text(*summary_.trace_hash)));
            return;
        }
        end_.complete = false;
        end_.problem = fmt::format("the records have the trace hash {}, the run had {}",
                                   hash_text(hash_.value()), hash_text(*summary_.trace_hash));
    }

    void note(const std::string &text) { note_ += (note_.empty() ? "" : " ") + text; }

    void choose() {
        const MessageRecord *message = nullptr;
        if (options_.message) {
            message = log_.find(*options_.message);
            if (message == nullptr)
                throw UserError(fmt::format("{}: there is no such message in the trace: {}",
                                            options_.trace.string(),
                                            message_name(*options_.message)));
        } else {
            message = chosen_message();
        }
        if (message != nullptr) trip_ = follow(trace_, log_, *message, names_);
    }

    const MessageRecord *chosen_message() {
        // Messages with a handler or a sender outside of the runtime.
        const auto own = [&](const MessageRecord &m) {
            return !is_of_runtime(m.handler, names_) || !is_of_runtime(m.pc, names_);
        };
        if (!options_.runtime) {
            if (const MessageRecord *message = log_.last_answered(own)) return message;
            if (const MessageRecord *message = log_.last_handled(own)) {
                note(
                    log_.last_answered() == nullptr
                        ? "No request was answered in this trace; here is the last message."
                        : "No request of the program's own was answered in this trace; here is its "
                          "last message (--runtime: of the runtime's, too).");
                return message;
            }
        }
        if (const MessageRecord *message = log_.last_answered()) return message;
        const MessageRecord *message = log_.last_handled();
        note(message != nullptr ? "No request was answered in this trace; here is the last message."
                                : "No message was sent and handled in this trace.");
        return message;
    }

    std::string title() const {
        const MessageRecord &request = trip_->request;
        std::string text = fmt::format("Message {} from node {} to node {} ({})",
                                       message_name(request.id), request.id.source,
                                       request.destination, handler_name(request.handler, names_));
        if (trip_->reply)
            text += fmt::format(" and its reply {} ({})", message_name(trip_->reply->id),
                                handler_name(trip_->reply->handler, names_));
        return text + fmt::format(": {} cycles", trip_->cycles());
    }

    const ReportOptions options_;
    TraceReader trace_;
    MessageLog log_;
    CauseSplit split_;
    TraceTotals totals_;
    TraceHash hash_;
    TraceEnd end_;
    Image names_;
    Traffic traffic_;
    Categories categories_;
    WindowTraps windows_;
    Profile profile_;
    EventList events_;
    Polls polls_;
    std::optional<MpiCalls> mpi_; ///< once the names are known
    AdapterTrips adapters_;
    std::vector<AdapterTrip> adapter_trips_;
    std::vector<std::string> chosen_, tables_; ///< chosen sections; the tables among them
    std::vector<Table> made_;
    RunSummary summary_;
    std::string note_;
    std::optional<RoundTrip> trip_;
};

Report::Report(const ReportOptions &options) : content_(std::make_unique<Content>(options)) {}
Report::~Report() = default;
Report::Report(Report &&) noexcept = default;
Report &Report::operator=(Report &&) noexcept = default;

std::vector<std::string> Report::sections() {
    std::vector<std::string> names = {"trip", "cycles"};
    const std::vector<std::string> tables = section_names();
    names.insert(names.begin() + 1, tables.begin(), tables.end());
    return names;
}

std::string Report::to_csv() const { return content_->to_csv(); }
std::string Report::left_out() const { return content_->left_out(); }
std::string Report::text() const { return content_->text(); }
std::string Report::to_json() const { return content_->to_json(); }

} // namespace inlet
