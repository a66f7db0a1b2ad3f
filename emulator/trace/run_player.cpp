#include "trace/run_player.h"

#include "inlet/network_parts.h"
#include "trace/record_player.h"

#include <algorithm>
#include <utility>

namespace inlet {

using trace::Damaged;

RunPlayer::RunPlayer(const TraceHeader &header, const RunStart &start, const TraceFilter &filter,
                     Observer &sink, TraceEnd &end)
    : header_(header), start_(start), filter_(filter), sink_(sink), end_(end),
      config_(MachineConfig::parse(header.machine, header.machine_name)) {
    shape_grid(config_, header.columns, header.io_nodes);
    if (config_.hash() != header.run->machine_hash)
        throw UserError("the run was recorded by an inlet that knows another machine by this file");
    watches_ = watch_from() == 0;
    machine_.emplace(config_, start.program, options(watches_ ? &sink : nullptr));
    if (!start.snapshot) return;
    machine_->resume(*start.snapshot);
    here_ = machine_->snapshot().cycle;
}

RunOptions RunPlayer::options(Observer *observer) {
    const RecordedRun &run = *header_.run;
    RunOptions options;
    options.nodes = header_.nodes - header_.io_nodes;
    if (start_.io_program) options.io_program = &*start_.io_program;
    if (start_.firmware) options.firmware = &*start_.firmware;
    options.max_cycles = run.max_cycles;
    options.arguments = run.arguments;
    options.jitter = run.jitter;
    options.observer = observer;
    options.host_answer = [this](std::span<std::uint8_t> read) { return answer(read); };
    return options;
}

std::int32_t RunPlayer::answer(std::span<std::uint8_t> read) {
    if (answers_.empty()) throw Damaged("an answer of the host is not there");
    const Answer given = std::move(answers_.front());
    answers_.pop_front();
    if (given.read.size() > read.size()) throw Damaged("an answer of the host is too long");
    std::copy(given.read.begin(), given.read.end(), read.begin());
    return given.value;
}

void RunPlayer::frame(std::span<const std::uint8_t> frame) {
    trace::Bytes bytes(frame);
    const auto fingerprint = [&] {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 8)
            value |= std::uint64_t{bytes.byte()} << shift;
        return value;
    };
    while (!bytes.empty()) {
        if (end_.complete) throw Damaged("records after the end");
        switch (bytes.byte()) {
        case trace::run::answer: take_answer(bytes); break;
        case trace::run::mark: {
            const std::uint64_t cycle = bytes.number();
            run_to(cycle, fingerprint());
            break;
        }
        case trace::run::ran: run_to_end(fingerprint()); break;
        case trace::run::end: take_end(bytes, end_); break;
        default: throw Damaged("an unknown record");
        }
    }
}

void RunPlayer::take_answer(trace::Bytes &bytes) {
    Answer &answer = answers_.emplace_back();
    answer.value = static_cast<std::int32_t>(trace::unzigzag(bytes.number()));
    const std::span<const std::uint8_t> read = bytes.bytes(bytes.number());
    answer.read.assign(read.begin(), read.end());
    if (over_) answers_.pop_back();
}

/// Throws OtherRun if the repeated run differs from the recorded one.
void RunPlayer::check(std::uint64_t fingerprint, const std::string &where) {
    if (fingerprint != machine_->fingerprint())
        throw trace::OtherRun("repeated, the run is another one before " + where +
                              ": it was recorded by another version of inlet");
}

void RunPlayer::begin_to_watch() {
    (void)machine_->fingerprint(); // brings waiting nodes up to this cycle
    const Snapshot here = machine_->snapshot();
    machine_.emplace(config_, start_.program, options(&sink_));
    machine_->resume(here);
    watches_ = true;
}

void RunPlayer::run_to(std::uint64_t cycle, std::uint64_t fingerprint) {
    if (over_) return;
    if (cycle > limit()) throw Damaged("a mark is too far away");
    here_ = cycle;
    if (!watches_ && watch_from() <= cycle && machine_->run_until(watch_from())) begin_to_watch();
    if (filter_.until <= cycle) {
        machine_->run_until(filter_.until);
        (void)machine_->fingerprint(); // brings waiting nodes up to this cycle
        over_ = true;
        return;
    }
    machine_->run_until(cycle);
    check(fingerprint, "cycle " + std::to_string(cycle));
}

void RunPlayer::run_to_end(std::uint64_t fingerprint) {
    if (over_) return;
    over_ = true;
    if (!watches_ && watch_from() <= limit() && machine_->run_until(watch_from())) begin_to_watch();
    if (filter_.until <= limit() && machine_->run_until(filter_.until)) {
        (void)machine_->fingerprint();
        return;
    }
    if (machine_->run_until(limit())) throw Damaged("the run does not come to its end");
    machine_->run();
    check(fingerprint, "its end");
}

} // namespace inlet
