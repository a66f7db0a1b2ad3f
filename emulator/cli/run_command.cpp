#include "cli/run_command.h"

#include "cli/ending.h"
#include "cli/exit_code.h"
#include "cli/interrupt.h"
#include "machine/config.h"
#include "machine/image.h"
#include "machine/machine.h"
#include "observe/run_summary.h"
#include "observe/trace_format.h"
#include "observe/trace_writer.h"

#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <system_error>

namespace inlet::cli {

namespace {

using nlohmann::json;

/// Thrown between two records when the user pressed Ctrl-C.
struct Interrupted {};

/// Somebody's file, and not a trace: the name is a slip (`--trace kernel.c`).
bool would_be_lost(const std::filesystem::path &path) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return false;
    std::string start(trace::magic.size(), '\0');
    std::ifstream in(path, std::ios::binary);
    in.read(start.data(), static_cast<std::streamsize>(start.size()));
    return in.gcount() != 0 && start != trace::magic;
}

/// One run of the command: what it writes to, and what comes out.
class Run {
  public:
    explicit Run(const RunArguments &arguments)
        : arguments_(arguments), config_(MachineConfig::load(arguments.machine)),
          image_(Image::load(arguments.program, config_.memory_bytes)) {
        nodes_ = arguments.nodes == 0 ? config_.nodes : arguments.nodes;
        if (nodes_ > config_.max_nodes)
            throw UserError(fmt::format("--nodes {}: machine {} has at most {} nodes", nodes_,
                                        config_.name, config_.max_nodes));
    }

    int go() {
        open_trace();
        RunSummary summary = execute();
        if (arguments_.json)
            print_document(summary);
        else if (arguments_.summary)
            fmt::print("{}{}", console_lines_ == 0 ? "" : "\n", summary.text());
        if (!summary.message.empty()) fmt::print(stderr, "inlet: {}\n", summary.message);
        finish_trace(summary);
        if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
            throw UserError("the standard output cannot be written");
        return exit_code_;
    }

  private:
    void open_trace() {
        if (arguments_.trace.empty()) return;
        if (would_be_lost(arguments_.trace))
            throw UserError(
                fmt::format("--trace {}: exists and is not a trace; it would be overwritten",
                            arguments_.trace));
        trace_.emplace(arguments_.trace,
                       TraceHeader(config_, image_, nodes_, arguments_.arguments));
        interrupt_.emplace();
        trace_->after_frame([this] {
            if (interrupt_->requested()) throw Interrupted{};
        });
    }

    RunOptions options() {
        RunOptions options;
        options.nodes = nodes_;
        options.max_cycles = arguments_.max_cycles;
        options.arguments = {std::filesystem::path(arguments_.program).filename().string()};
        options.arguments.insert(options.arguments.end(), arguments_.arguments.begin(),
                                 arguments_.arguments.end());
        if (trace_) options.observer = &*trace_;
        options.console = [this](std::uint32_t node, std::string_view line) {
            console(node, line);
        };
        return options;
    }

    RunSummary execute() {
        RunSummary summary;
        try {
            const RunResult result = Machine(config_, image_, options()).run();
            summary = RunSummary(result);
            summary.message = ending(result, image_);
            exit_code_ = code_of(result);
        } catch (const Interrupted &) {
            summary.outcome = "interrupted";
            summary.message = "interrupted";
            exit_code_ = interrupted;
        }
        summary.program = arguments_.program;
        summary.arguments = arguments_.arguments;
        summary.machine = config_.name;
        return summary;
    }

    static int code_of(const RunResult &result) {
        switch (result.outcome) {
        case Outcome::exited: break;
        case Outcome::fault: return guest_fault;
        case Outcome::max_cycles: return cli::max_cycles;
        case Outcome::deadlock: return cli::deadlock;
        }
        // A shell sees eight bits; what was not 0 must not become 0.
        return result.status > 255 ? 255 : static_cast<int>(result.status);
    }

    /// A line as soon as the run has it: into the document, or out at once.
    void console(std::uint32_t node, std::string_view line) {
        ++console_lines_;
        if (arguments_.json) {
            document_console_.push_back({{"node", node}, {"line", line}});
            return;
        }
        if (nodes_ > 1) fmt::print("[node {}] ", node);
        std::fwrite(line.data(), 1, line.size(), stdout);
        std::fputc('\n', stdout);
        std::fflush(stdout);
    }

    void print_document(const RunSummary &summary) const {
        json document = summary.to_json();
        document["console"] = document_console_;
        if (trace_) document["trace"] = arguments_.trace;
        // Guests may print any bytes.
        fmt::print("{}\n", document.dump(2, ' ', false, json::error_handler_t::replace));
    }

    void finish_trace(const RunSummary &summary) {
        if (!trace_) return;
        trace_->finish(summary.to_json().dump(-1, ' ', false, json::error_handler_t::replace));
        fmt::print(stderr, "trace: {} ({} records, {} KiB)\n", arguments_.trace, trace_->records(),
                   (trace_->bytes() + 1023) / 1024);
    }

    const RunArguments &arguments_;
    MachineConfig config_;
    Image image_;
    std::uint32_t nodes_ = 0;
    std::optional<TraceWriter> trace_;
    std::optional<Interrupt> interrupt_;
    std::uint64_t console_lines_ = 0;
    json document_console_ = json::array();
    int exit_code_ = success;
};

} // namespace

int run(const RunArguments &arguments) { return Run(arguments).go(); }

} // namespace inlet::cli
