#include "run_command.h"

#include "app/exit_code.h"
#include "app/progress.h"
#include "app/standard_input.h"
#include "app/state_dump_text.h"
#include "check_am_text.h"
#include "command_line.h"
#include "gdb_process.h"
#include "interrupt.h"
#include "joined_ranks.h"
#include "run_speed.h"
#include "side_by_side.h"

#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <inlet/check_am.h>
#include <inlet/control.h>
#include <inlet/gdb_server.h>
#include <inlet/run_recorder.h>
#include <inlet/t1/hazard_check.h>
#include <inlet/tee.h>
#include <inlet/trace_hash.h>
#include <inlet/trace_reader.h>
#include <inlet/wait_meter.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace inlet::cli {

using namespace app;

namespace {

using nlohmann::json;

/// Whether the file exists, is not empty and is not a trace, as with a mistyped `--trace kernel.c`.
bool would_be_lost(const std::filesystem::path &path) {
    std::error_code error;
    return std::filesystem::is_regular_file(path, error) &&
           std::filesystem::file_size(path, error) != 0 && !TraceReader::is_trace(path);
}

/// The client's function that LFC calls for packets (lfc.h); 0: the program has none.
std::uint32_t lfc_upcall_at(const Image &image) {
    const auto it = std::ranges::find(image.symbols, "lfc_upcall", &Symbol::name);
    return it == image.symbols.end() ? 0 : it->address;
}

/// Whether the program has a library that takes its messages in its own calls, so that a main that
/// calls it late is right: MPI, CRL, Panda and what is built on them. Not Split-C and bulk
/// transfers, whose programs poll.
bool has_library_that_polls(const Image &image) {
    return std::ranges::any_of(image.symbols, [&](const Symbol &symbol) {
        return (symbol.name == "MPI_Init" || symbol.name == "PMPI_Init" ||
                symbol.name == "crl_init" || symbol.name == "pan_init" ||
                symbol.name == "pan_mt_init") &&
               image.is_runtime(symbol.address);
    });
}

int code_of(const RunResult &result) {
    switch (result.outcome) {
    case Outcome::exited: break;
    case Outcome::fault: return guest_fault;
    case Outcome::max_cycles: return max_cycles;
    case Outcome::deadlock:
    case Outcome::stalled: return deadlock;
    case Outcome::interrupted: return interrupted;
    }
    // A shell sees eight bits; a status other than 0 must not become 0.
    return result.status > 255 ? 255 : static_cast<int>(result.status);
}

/// One run of the command with its outputs.
class Run {
  public:
    /// `interrupt`: nullptr: Ctrl-C is for gdb. `ranks`: those that do the run together; nullptr:
    /// this process does it.
    Run(const RunArguments &arguments, const Interrupt *interrupt, Ranks *ranks = nullptr)
        : arguments_(arguments), ranks_(ranks), job_(arguments.job), interrupt_(interrupt) {}

    const Job &job() const { return job_; }

    /// Checks the arguments, and makes the machine.
    void prepare() {
        check_gdb();
        if (ranks_) check_ranks();
        check_trace();
        if (arguments_.check_dma && !facts_of(job_.config()).watches_dma)
            throw UserError(fmt::format("--check-dma: machine {} has no DMA that could be checked: "
                                        "leave it out",
                                        job_.config().name));
        if (arguments_.check_dma && !arguments_.trace.empty())
            throw UserError("--check-dma with --trace: a trace repeats the run without the check");
        if (arguments_.check_lfc && !facts_of(job_.config()).checks_lfc)
            throw UserError(fmt::format("--check-lfc: machine {} has no control programs of LFC "
                                        "that could be checked: leave it out",
                                        job_.config().name));
        for (const auto &[given, name] : {std::pair(!arguments_.trace.empty(), "--trace"),
                                          std::pair(!arguments_.resume.empty(), "--resume")})
            if (arguments_.check_lfc && given)
                throw UserError(fmt::format("--check-lfc and {} exclude each other", name));
        if (arguments_.warn_hazards && !facts_of(job_.config()).late_results)
            throw UserError(fmt::format("--warn-hazards: machine {} has no hazards to warn of: "
                                        "leave it out",
                                        job_.config().name));
        if (!arguments_.checkpoint_directory.empty() &&
            !std::filesystem::is_directory(arguments_.checkpoint_directory))
            throw UserError(
                fmt::format("--checkpoint-dir {0}: there is no such directory: mkdir {0}",
                            arguments_.checkpoint_directory));
        if (arguments_.warn_hazards) hazards_.emplace(job_.nodes(), features_of(job_.config()));
        if (!arguments_.check_am.empty())
            check_am_.emplace(
                job_.nodes(),
                arguments_.check_am == "machine" ? facts_of(job_.config()).handler_cycles
                                                 : std::stoull(arguments_.check_am),
                job_.image().processor, lfc_upcall_at(job_.image()), job_.image().machine,
                [this](std::uint32_t handler) { return job_.image().is_runtime(handler); },
                has_library_that_polls(job_.image()));
        if (arguments_.summary && !arguments_.gdb && WaitMeter::is_needed(job_.config()))
            waits_.emplace(job_.image(), job_.nodes());
        make_machine();
    }

    /// On ranks, the first one tells the result.
    int go() {
        const std::optional<RunResult> ran = execute();
        if (ranks_ && ranks_->number() != 0) return success;
        if (!ran) {
            fmt::print(stderr, "inlet: killed by gdb\n");
            return interrupted;
        }
        const RunResult &result = *ran;
        progress_.clear();
        if (check_am_)
            check_am_->finish(result.outcome == Outcome::exited ||
                                  result.outcome == Outcome::deadlock,
                              result.outcome == Outcome::fault);
        RunSummary summary = job_.summary(result, arguments_.jitter);
        if (waits_) waits_->complete(summary.nodes);
        if (hash_) summary.trace_hash = hash_->value();
        if (!arguments_.json.empty())
            print_document(summary, result);
        else
            print_tables(summary, result);
        if (!summary.message.empty()) fmt::print(stderr, "inlet: {}\n", summary.message);
        if (arguments_.json.empty()) print_warnings(result);
        const int code = code_of(result);
        if (trace_) finish_trace(summary, code);
        if (hash_) fmt::print(stderr, "trace hash: {}\n", hash_text(*summary.trace_hash));
        return code == success && check_am_ && !check_am_->breaches().empty() ? app::found : code;
    }

  private:
    /// Rejects options whose state cannot go back with the machine.
    void check_gdb() const {
        if (!arguments_.gdb) return;
        if (const char *const why = facts_of(job_.config()).unknown_to_gdb)
            throw UserError(fmt::format("machine {}: {}", job_.config().name, why));
        for (const auto &[given, name] : {std::pair(!arguments_.trace.empty(), "--trace"),
                                          std::pair(arguments_.warn_hazards, "--warn-hazards"),
                                          std::pair(!arguments_.check_am.empty(), "--check-am"),
                                          std::pair(arguments_.check_dma, "--check-dma"),
                                          std::pair(arguments_.check_lfc, "--check-lfc")})
            if (given) throw UserError(fmt::format("--gdb and {} exclude each other", name));
    }

    /// Rejects what needs one process.
    void check_ranks() const {
        for (const auto &[given, name] :
             {std::pair(arguments_.gdb.has_value(), "--gdb"),
              std::pair(!arguments_.trace.empty(), "--trace"),
              std::pair(arguments_.trace_hash, "--trace-hash"),
              std::pair(arguments_.checkpoint_every != 0, "--checkpoint-every"),
              std::pair(!arguments_.resume.empty(), "--resume"),
              std::pair(arguments_.job.lock_step, "--lock-step"),
              std::pair(arguments_.threads > 1, "--threads"),
              std::pair(arguments_.parts > 1, "--parts"),
              std::pair(arguments_.warn_hazards, "--warn-hazards"),
              std::pair(!arguments_.check_am.empty(), "--check-am"),
              std::pair(arguments_.check_dma, "--check-dma"),
              std::pair(arguments_.check_lfc, "--check-lfc"),
              std::pair(arguments_.summary && WaitMeter::is_needed(job_.config()), "--summary")})
            if (given) throw UserError(fmt::format("--ranks and {} exclude each other", name));
    }

    /// Runs under gdb. False: gdb has killed the run.
    bool debug(Machine &machine) {
        GdbServer server(*arguments_.gdb);
        GdbServer::Session session;
        session.stop = stop();
        if (arguments_.start_gdb) {
            gdb_.emplace(arguments_.job.program, server.port());
            session.stop = &gdb_->over();
        } else {
            fmt::print(stderr, "inlet: waiting for gdb: target remote :{}\n", server.port());
        }
        session.image = &job_.image();
        session.firmware = job_.firmware();
        if (session.firmware) session.second_core = job_.config().cores.at(1);
        session.hash = hash_ ? &*hash_ : nullptr;
        session.tell = [](const std::string &text) { fmt::print(stderr, "inlet: {}\n", text); };
        return server.serve(machine, session) || (interrupt_ && interrupt_->requested());
    }

    const std::atomic<bool> *stop() const {
        return interrupt_ ? &interrupt_->requested() : nullptr;
    }

    void make_machine() {
        RunOptions chosen = options();
        if (!arguments_.resume.empty()) from_ = Snapshot::read(arguments_.resume);
        if (!arguments_.trace.empty())
            trace_.emplace(RecordOptions{arguments_.trace, arguments_.only, arguments_.trace_ring},
                           job_.config(), job_.image(), chosen);
        machine_.emplace(job_.config(), job_.image(), chosen);
        if (!arguments_.start_gdb) // it is gdb's
            Machine::Control::set_standard_input(
                *machine_, [this](std::uint64_t position, std::span<std::uint8_t> to) {
                    return input_.read(position, to, stop());
                });
    }

    /// Empty: gdb has killed the run.
    std::optional<RunResult> execute() {
        if (from_) resume(*machine_, *from_);
        if (trace_) trace_->begin(*machine_, from_ ? &*from_ : nullptr);
        from_.reset();
        if (arguments_.gdb && !debug(*machine_)) return std::nullopt;
        return machine_->run();
    }

    void resume(Machine &machine, const Snapshot &from) {
        try {
            machine.resume(from);
            // With a trace, the hash covers the trace only, which begins here.
            if (hash_ && !trace_) hash_->resume(from.trace_hash);
        } catch (const UserError &error) {
            throw UserError(fmt::format("--resume {}: {}", arguments_.resume, error.what()));
        }
        speed_.resume(from.cycle);
        if (waits_) waits_->begin_at(from.cycle);
        begun_at_ = from.cycle;
    }

    void checkpoint(Snapshot &&snapshot) {
        const bool whole = !trace_ || arguments_.resume.empty();
        if (hash_ && whole) snapshot.trace_hash = hash_->state();
        const auto file = std::filesystem::path(arguments_.checkpoint_directory) /
                          fmt::format("{}-{:012}.snapshot",
                                      std::filesystem::path(arguments_.job.program).stem().string(),
                                      snapshot.cycle);
        snapshot.write(file);
        progress_.clear();
        if (!arguments_.quiet) fmt::print(stderr, "snapshot: {}\n", file.string());
    }

    void check_trace() {
        if (arguments_.trace_hash) hash_.emplace(job_.nodes(), job_.config().cores.size());
        if (arguments_.trace.empty()) {
            if (!arguments_.only.empty())
                throw UserError("--only needs --trace FILE: it says what of the run is shown");
            if (arguments_.trace_ring)
                throw UserError("--trace-ring needs --trace FILE: it says what is kept of the run");
            return;
        }
        if (would_be_lost(arguments_.trace))
            throw UserError(
                fmt::format("--trace {}: exists and is not a trace; it would be overwritten",
                            arguments_.trace));
    }

    /// The observers of the run; nullptr: none.
    Observer *observer() {
        std::vector<Observer *> all;
        if (hash_) all.push_back(&*hash_);
        if (hazards_) all.push_back(&*hazards_);
        if (check_am_) all.push_back(&*check_am_);
        if (waits_) all.push_back(&*waits_);
        if (all.size() < 2) return all.empty() ? nullptr : all[0];
        return &all_.emplace(std::move(all));
    }

    json with_place(json document, std::uint32_t pc) const {
        document["place"] = job_.image().place(pc);
        if (const auto line = job_.image().lines.text(pc); !line.empty()) document["source"] = line;
        return document;
    }

    std::string place(std::uint32_t pc) const { return job_.image().where(pc); }

    void print_warnings(const RunResult &result) const {
        for (const RepeatedBranch &branch : result.repeated)
            fmt::print(stderr,
                       "inlet: warning: node {}, cycle {}, pc {}: interrupted in its slot, this "
                       "branch runs again, but it has overwritten the register that it reads\n",
                       branch.node, branch.cycle, place(branch.pc));
        if (check_am_)
            for (const AmBreach &breach : check_am_->breaches())
                fmt::print(stderr, "inlet: {}\n",
                           check_am_message(breach, *check_am_, job_.image()));
        if (!hazards_) return;
        for (const Hazard &hazard : hazards_->found())
            fmt::print(stderr, "inlet: hazard: node {}, cycle {}, pc {}: {} (at {})\n", hazard.node,
                       hazard.cycle, place(hazard.pc), describe(hazard), place(hazard.cause));
    }

    RunOptions options() {
        RunOptions options = job_.options(arguments_.jitter);
        options.threads = arguments_.hand_over;
        options.threads.parts = arguments_.gdb ? 0 : arguments_.parts;
        options.threads.choose = !arguments_.parts && !arguments_.gdb;
        options.threads.shuffle = arguments_.shuffle;
        options.threads.count = arguments_.threads ? arguments_.threads : host_jobs();
        options.ranks = ranks_;
        if (ranks_) options.threads = {};
        options.check_dma = arguments_.check_dma;
        options.check_lfc = arguments_.check_lfc;
        options.stop = stop();
        options.state_dump = arguments_.tsip;
        options.observer = observer();
        options.checkpoint_every = arguments_.checkpoint_every;
        options.checkpoint = [this](Snapshot &&snapshot) { checkpoint(std::move(snapshot)); };
        if (progress_.shows())
            options.progress = [this, last = options.max_cycles](const RunProgress &now) {
                if (progress_.due()) progress_.show(speed_.text(now, last));
            };
        options.console = [this](std::uint32_t node, std::string_view line) {
            console({node, 0}, line);
        };
        options.firmware_console = [this](std::uint32_t node, std::string_view line) {
            console({node, 1}, line);
        };
        return options;
    }

    /// Adds a console line to the JSON document, or prints it immediately.
    void console(CoreId id, std::string_view line) {
        ++console_lines_;
        progress_.clear();
        if (!arguments_.json.empty()) {
            document_console_.push_back({{"node", id.node}, {"line", line}});
            if (id.core) document_console_.back()["core"] = id.core;
            return;
        }
        if (id.core)
            fmt::print("[node {} {}] ", id.node, job_.config().cores.at(id.core));
        else if (job_.nodes() > 1)
            fmt::print("[node {}] ", id.node);
        std::fwrite(line.data(), 1, line.size(), stdout);
        std::fputc('\n', stdout);
        std::fflush(stdout);
    }

    void print_tables(const RunSummary &summary, const RunResult &result) const {
        const char *before = console_lines_ == 0 ? "" : "\n";
        if (arguments_.summary) fmt::print("{}{}", std::exchange(before, "\n"), summary.text());
        if (arguments_.summary && waits_ && begun_at_ != 0)
            fmt::print("The columns of waits begin at the snapshot, at cycle {}.\n", begun_at_);
        if (arguments_.tsip)
            fmt::print(
                "{}{}", std::exchange(before, "\n"),
                state_dump_text(result.state_dump.value(), job_.image(), job_.second_cores()));
        if (check_am_) fmt::print("{}{}", before, check_am_table(*check_am_, job_.image()));
    }

    void print_document(const RunSummary &summary, const RunResult &result) const {
        const bool records = arguments_.json == "nodes" || summary.nodes.size() <= most_records;
        json document = json::parse(summary.to_json(records));
        if (result.state_dump)
            document["tsip"] =
                state_dump_json(*result.state_dump, job_.image(), job_.second_cores());
        document["console"] = document_console_;
        if (!waits_ && WaitMeter::is_needed(job_.config())) {
            const auto unknown = [](json &counts) {
                for (const char *name :
                     {"cycles_waiting", "cycles_waiting_loops", "cycles_waiting_room"})
                    counts[name] = nullptr;
            };
            for (json &node : document[records ? "nodes" : "extremes"]) unknown(node);
            unknown(document["totals"]);
        }
        for (const RepeatedBranch &branch : result.repeated)
            document["repeated_branches"].push_back(with_place(
                {{"node", branch.node}, {"cycle", branch.cycle}, {"pc", branch.pc}}, branch.pc));
        if (hazards_) {
            document["hazards"] = json::array();
            for (const Hazard &hazard : hazards_->found())
                document["hazards"].push_back(with_place({{"node", hazard.node},
                                                          {"cycle", hazard.cycle},
                                                          {"pc", hazard.pc},
                                                          {"cause", hazard.cause},
                                                          {"needed", hazard.needed},
                                                          {"found", hazard.found},
                                                          {"message", describe(hazard)}},
                                                         hazard.pc));
        }
        if (check_am_) document["check_am"] = check_am_json(*check_am_, job_.image());
        if (trace_ && keeps_trace(code_of(result))) document["trace"] = arguments_.trace;
        // Guests may print any bytes.
        fmt::print("{}\n", document.dump(2, ' ', false, json::error_handler_t::replace));
    }

    /// A ring is kept only if the run fails.
    bool keeps_trace(int code) const { return arguments_.trace_ring == 0 || code != success; }

    void finish_trace(RunSummary summary, int code) {
        if (!keeps_trace(code)) return;
        if (arguments_.trace_ring) summary.trace_hash.reset(); // it covers the whole run
        trace_->finish(summary.to_json());
        std::uint64_t instructions = 0;
        for (const NodeSummary &node : summary.nodes) instructions += node.instructions;
        fmt::print(stderr, "trace: {} ({} instructions, {} KiB)\n", arguments_.trace, instructions,
                   (trace_->bytes() + 1023) / 1024);
    }

    const RunArguments &arguments_;
    Ranks *ranks_;
    Job job_;
    StandardInput input_{STDIN_FILENO};
    const Interrupt *interrupt_;
    std::optional<GdbProcess> gdb_;
    std::optional<RunRecorder> trace_;
    std::optional<TraceHash> hash_;
    std::optional<HazardCheck> hazards_;
    std::optional<CheckAm> check_am_;
    std::optional<WaitMeter> waits_; ///< of --summary
    std::uint64_t begun_at_ = 0;     ///< the cycle of --resume's snapshot
    std::optional<Tee> all_;
    Progress progress_{arguments_.quiet      ? Progress::When::never
                       : arguments_.progress ? Progress::When::always
                                             : Progress::When::terminal};
    RunSpeed speed_;
    std::uint64_t console_lines_ = 0;
    json document_console_ = json::array();
    std::optional<Snapshot> from_; ///< of --resume, until the run begins
    std::optional<Machine> machine_;
};

/// What throws on one rank while all run ends the processes of all, since they wait for it.
int go_or_end_all(Run &run, ranks::Joined &ranks) {
    try {
        return run.go();
    } catch (...) {
        const int status = status_of([]() -> int { throw; });
        std::fflush(nullptr);
        ranks.abort(status);
        return status;
    }
}

int run_on_ranks(const RunArguments &arguments) {
    become_rank();
    const Interrupt interrupt(Interrupt::By::mpirun); // before the threads of MPI
    const std::unique_ptr<ranks::Joined> ranks(inlet_join_ranks());
    std::optional<Run> run;
    const bool ready =
        done_by_all(*ranks, [&] { run.emplace(arguments, &interrupt, ranks.get()); }) &&
        done_by_all(*ranks, [&] { check_same_run(*ranks, run->job(), arguments.jitter); }) &&
        done_by_all(*ranks, [&] { run->prepare(); });
    // Else another rank says why, unless mpirun ends it, as it does if one exits with a status.
    return ready ? go_or_end_all(*run, *ranks) : success;
}

} // namespace

int run(const RunArguments &arguments) {
    if (arguments.ranks) return run_on_ranks(arguments);
    std::optional<Interrupt> interrupt;
    if (!arguments.start_gdb) interrupt.emplace();
    Run run(arguments, interrupt ? &*interrupt : nullptr);
    run.prepare();
    return run.go();
}

} // namespace inlet::cli
