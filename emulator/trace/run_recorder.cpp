#include "inlet/run_recorder.h"

#include "inlet/config.h"
#include "inlet/trace_filter.h"
#include "inlet/trace_header.h"
#include "trace/trace_bytes.h"
#include "trace/trace_output.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <deque>
#include <fmt/format.h>
#include <optional>
#include <system_error>
#include <utility>

namespace inlet {

namespace {

using Bytes = std::vector<std::uint8_t>;

/// Marks are near at the beginning and far apart in long runs, so that a killed run loses little.
constexpr std::uint64_t nearest_marks = 1 << 16; // cycles
/// A longer part is written without waiting for the next mark, in bytes.
constexpr std::size_t longest_part = std::size_t{1} << 20;
constexpr std::size_t longest_number = 10; // bytes

void add(Bytes &to, std::uint64_t value) {
    std::uint8_t bytes[longest_number];
    to.insert(to.end(), bytes, trace::put(bytes, value));
}

/// Part of a run: its start and its records.
struct Stretch {
    std::optional<Snapshot> from; ///< none: from the first cycle
    std::vector<Bytes> parts;     ///< ring only
};

} // namespace

struct RunRecorder::Content {
    Content(RecordOptions given, const MachineConfig &config, const Image &image, RunOptions &run);
    void check_place() const;
    void write_start(const std::optional<Snapshot> &from);
    std::uint64_t mark(std::uint64_t cycle, std::uint64_t fingerprint);
    void end_part();
    void finish(const std::string &end);

    RecordOptions options;
    TraceHeader header;
    std::shared_ptr<const Bytes> program, io_program, firmware;
    std::optional<TraceOutput> output; ///< ring: opened after the run
    std::optional<Snapshot> from;
    Machine *machine = nullptr;
    Bytes part; ///< records not yet written
    std::deque<Stretch> ring;
    std::uint64_t ring_until = 0; ///< cycle at which the newest stretch is long enough
};

RunRecorder::Content::Content(RecordOptions given, const MachineConfig &config, const Image &image,
                              RunOptions &run)
    : options(std::move(given)), program(image.file) {
    const auto refuse = [&](const char *why) {
        throw UserError(
            fmt::format("{}: the run cannot be recorded: {}", options.file.string(), why));
    };
    const std::uint32_t io_nodes = io_nodes_of(config);
    if (run.io_program && io_nodes) io_program = run.io_program->file;
    if (!program || (io_nodes && !io_program)) refuse("its program is not a file");
    if (run.firmware) {
        firmware = run.firmware->file;
        if (!firmware) refuse("its firmware is not a file");
    }
    const std::uint32_t nodes = run.nodes ? run.nodes : config.nodes;
    const std::vector<std::string> &words = run.arguments;
    header =
        TraceHeader(config, image, nodes + io_nodes, {words.begin() + !words.empty(), words.end()});
    RecordedRun &recorded = header.run.emplace();
    recorded.arguments = words;
    recorded.machine_hash = config.hash();
    recorded.jitter = run.jitter;
    recorded.max_cycles = run.max_cycles;
    recorded.program_bytes = program->size();
    if (io_program) recorded.io_program_bytes = io_program->size();
    if (firmware) recorded.firmware_bytes = firmware->size();
    recorded.only = options.only;
    // Reports invalid conditions before the run.
    const bool of_firmware = TraceFilter::core_of(options.only, config.cores) != 0;
    TraceFilter(options.only, of_firmware && run.firmware ? *run.firmware : image, config.cores)
        .check_nodes(header.nodes, "the run");
    MachineConfig same = MachineConfig::parse(config.text, config.name);
    shape_grid(same, columns_of(config), io_nodes_of(config));
    if (same.hash() != recorded.machine_hash) refuse("its machine is not that of a machine file");
    if (options.ring)
        check_place();
    else
        output.emplace(options.file, trace::version);
    run.mark = [this](std::uint64_t cycle, std::uint64_t fingerprint) {
        return mark(cycle, fingerprint);
    };
    run.host_answered = [this](std::int32_t value, std::span<const std::uint8_t> read) {
        part.push_back(trace::run::answer);
        add(part, trace::zigzag(value));
        add(part, read.size());
        part.insert(part.end(), read.begin(), read.end());
        if (part.size() > longest_part) end_part();
    };
}

/// A ring is written after the run. Checks before the run that the file is writable, and leaves an
/// existing file unchanged.
void RunRecorder::Content::check_place() const {
    std::error_code error;
    const bool there = std::filesystem::exists(options.file, error);
    std::FILE *file = std::fopen(options.file.c_str(), "ab");
    if (!file)
        throw UserError(fmt::format("{}: the trace cannot be written: {}", options.file.string(),
                                    std::generic_category().message(errno)));
    std::fclose(file);
    if (!there) std::filesystem::remove(options.file, error);
}

void RunRecorder::Content::write_start(const std::optional<Snapshot> &start) {
    const std::string snapshot = start ? start->pack() : "";
    header.run->snapshot_bytes = snapshot.size();
    output->frame(header.to_json());
    output->frames(*program);
    if (io_program) output->frames(*io_program);
    if (firmware) output->frames(*firmware);
    output->frames({reinterpret_cast<const std::uint8_t *>(snapshot.data()), snapshot.size()});
    output->check();
}

std::uint64_t RunRecorder::Content::mark(std::uint64_t cycle, std::uint64_t fingerprint) {
    if (cycle == never_cycle) {
        part.push_back(trace::run::ran);
    } else {
        if (options.ring && cycle >= ring_until) {
            end_part();
            if (ring.size() == 2) ring.pop_front();
            ring.push_back({ring_until ? std::optional(machine->snapshot()) : from, {}});
            ring_until = cycle + options.ring;
        }
        part.push_back(trace::run::mark);
        add(part, cycle);
    }
    for (unsigned shift = 0; shift < 64; shift += 8)
        part.push_back(static_cast<std::uint8_t>(fingerprint >> shift));
    end_part();
    const std::uint64_t next = cycle + std::clamp(cycle / 8 / nearest_marks * nearest_marks,
                                                  nearest_marks, trace::run::farthest_marks);
    return options.ring ? std::min(next, std::max(ring_until, cycle + 1)) : next;
}

void RunRecorder::Content::end_part() {
    if (part.empty()) return;
    if (!options.ring)
        output->frame(part);
    else if (!ring.empty())
        ring.back().parts.push_back(part);
    part.clear();
}

void RunRecorder::Content::finish(const std::string &end) {
    end_part();
    if (options.ring) {
        if (ring.empty()) ring.push_back({from, {}});
        output.emplace(options.file, trace::version);
        write_start(ring.front().from);
        for (const Stretch &stretch : ring)
            for (const Bytes &bytes : stretch.parts) output->frame(bytes);
    }
    part.push_back(trace::run::end);
    add(part, end.size());
    part.insert(part.end(), end.begin(), end.end());
    output->frame(part);
    output->close();
}

RunRecorder::RunRecorder(RecordOptions options, const MachineConfig &config, const Image &image,
                         RunOptions &run)
    : content_(std::make_unique<Content>(std::move(options), config, image, run)) {}

RunRecorder::~RunRecorder() {
    Content &c = *content_;
    if (c.output && c.output->open()) c.end_part();
}

void RunRecorder::begin(Machine &machine, const Snapshot *from) {
    content_->machine = &machine;
    if (from) content_->from = *from;
    if (!content_->options.ring) content_->write_start(content_->from);
}

void RunRecorder::finish(const std::string &end) { content_->finish(end); }

std::uint64_t RunRecorder::bytes() const {
    return content_->output ? content_->output->bytes() : 0;
}

} // namespace inlet
