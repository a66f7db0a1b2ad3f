#include "cli/report_command.h"

#include "cli/exit_code.h"
#include "machine/config.h"
#include "machine/image.h"
#include "observe/message_log.h"
#include "observe/round_trip.h"
#include "observe/round_trip_output.h"
#include "observe/run_summary.h"
#include "observe/tee.h"
#include "observe/trace_hash.h"
#include "observe/trace_reader.h"
#include "observe/trace_totals.h"
#include "observe/trip_lines.h"

#include <charconv>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>

namespace inlet::cli {

namespace {

using nlohmann::json;

MessageId parse_message(const std::string &text) {
    MessageId id;
    const char *end = text.data() + text.size();
    const auto source = std::from_chars(text.data(), end, id.source);
    if (source.ec == std::errc() && source.ptr != end && *source.ptr == ':') {
        const auto number = std::from_chars(source.ptr + 1, end, id.number);
        if (number.ec == std::errc() && number.ptr == end) return id;
    }
    throw UserError(fmt::format(
        "--message {}: write SOURCE:NUMBER, for example 3:17 for the 17th message of node 3",
        text));
}

class Report {
  public:
    explicit Report(const ReportArguments &arguments)
        : arguments_(arguments), trace_(arguments.trace), totals_(trace_.header().nodes),
          hash_(trace_.header().nodes) {
        Tee tee{&log_, &totals_, &hash_};
        end_ = trace_.read(tee);
        take_names();
        take_summary();
        check_hash();
        choose();
    }

    void print_text() const {
        const TraceHeader &header = trace_.header();
        fmt::print("{}: {} on {} node{} of {}\n", arguments_.trace, header.program, header.nodes,
                   header.nodes == 1 ? "" : "s", header.machine_name);
        if (!end_.complete)
            fmt::print("The trace ended early: {}. What follows is what it has.\n", end_.problem);
        if (!summary_.message.empty()) fmt::print("The run ended early: {}\n", summary_.message);
        if (!note_.empty()) fmt::print("\n{}\n", note_);
        if (trip_) {
            fmt::print("\n{}\n\n{}", title(), timeline_text(*trip_, names_, arguments_.all));
            fmt::print("\n{}", parts_text(*trip_, names_));
        }
        fmt::print("\nNodes\n{}", summary_.table());
        fmt::print("\nCycles of all nodes\n{}", totals_.text());
        fmt::print("\nTrace hash {}\n", hash_text(hash_.value()));
    }

    void print_json() const {
        json document = {{"trace", arguments_.trace},
                         {"complete", end_.complete},
                         {"trace_hash", hash_text(hash_.value())},
                         {"run", summary_.to_json()},
                         {"cycles_by_context", totals_.to_json()},
                         {"round_trip", trip_ ? to_json(*trip_, names_) : json(nullptr)}};
        if (!end_.complete) document["problem"] = end_.problem;
        if (!note_.empty()) document["note"] = note_;
        fmt::print("{}\n", document.dump(2, ' ', false, json::error_handler_t::replace));
    }

  private:
    void take_names() {
        const TraceHeader &header = trace_.header();
        names_.symbols = header.symbols;
        if (arguments_.elf.empty()) return;
        constexpr std::uint32_t any_memory = 0xffffffff; // the run checked that it fits
        names_ = Image::load(arguments_.elf, any_memory);
        if (names_.hash != header.program_hash)
            throw UserError(fmt::format("{}: is not the program of this trace ({}, as it was then)",
                                        arguments_.elf, header.program));
    }

    /// The end record's numbers, or what the records add up to where there is none.
    void take_summary() {
        if (end_.complete) {
            try {
                summary_ = RunSummary::from_json(end_.end);
            } catch (const UserError &error) {
                end_.complete = false;
                end_.problem = error.what();
            }
        }
        if (!summary_.nodes.empty()) return;
        const std::string outcome = summary_.outcome;
        const TraceHeader &header = trace_.header();
        summary_.program = header.program;
        summary_.arguments = header.arguments;
        summary_.machine = header.machine_name;
        summary_.outcome = outcome.empty() ? "unknown" : outcome;
        summary_.nodes = totals_.nodes();
        for (const NodeSummary &node : summary_.nodes)
            summary_.cycles = std::max(summary_.cycles, node.cycles);
    }

    /// The file says what its run had; a whole file has the same.
    void check_hash() {
        if (!end_.complete || !summary_.trace_hash || *summary_.trace_hash == hash_.value()) return;
        end_.complete = false;
        end_.problem = fmt::format("the records have the trace hash {}, the run had {}",
                                   hash_text(hash_.value()), hash_text(*summary_.trace_hash));
    }

    void choose() {
        const MessageRecord *message = nullptr;
        if (!arguments_.message.empty()) {
            message = log_.find(parse_message(arguments_.message));
            if (message == nullptr)
                throw UserError(fmt::format("--message {}: there is no such message in the trace",
                                            arguments_.message));
        } else if ((message = log_.last_answered()) == nullptr) {
            message = log_.last_handled();
            note_ = message != nullptr
                        ? "No request was answered in this trace; here is the last message."
                        : "No message was sent and handled in this trace.";
        }
        if (message != nullptr) trip_ = follow(trace_, log_, *message, names_);
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

    const ReportArguments &arguments_;
    TraceReader trace_;
    MessageLog log_;
    TraceTotals totals_;
    TraceHash hash_;
    TraceEnd end_;
    Image names_;
    RunSummary summary_;
    std::string note_;
    std::optional<RoundTrip> trip_;
};

} // namespace

int report(const ReportArguments &arguments) {
    const Report report(arguments);
    if (arguments.json)
        report.print_json();
    else
        report.print_text();
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
        throw UserError("the standard output cannot be written");
    return success;
}

} // namespace inlet::cli
