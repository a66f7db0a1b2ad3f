// Recorded runs: they are repeated, and who reads the trace watches.
#pragma once

#include "inlet/image.h"
#include "inlet/machine.h"
#include "inlet/trace_filter.h"
#include "trace/trace_bytes.h"
#include "trace/trace_player.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace inlet {

/// What a run starts from, as it is in the trace.
struct RunStart {
    Image program;
    std::optional<Image> io_program;
    std::optional<Snapshot> snapshot;
};

class RunPlayer final : public TracePlayer {
  public:
    /// Nothing outside of the filter's cycles is watched. Throws UserError.
    RunPlayer(const TraceHeader &header, const RunStart &start, const TraceFilter &filter,
              Observer &sink, TraceEnd &end);

    void frame(std::span<const std::uint8_t> bytes) override;

  private:
    struct Answer {
        std::int32_t value = 0;
        std::vector<std::uint8_t> read;
    };

    RunOptions options(Observer *observer);
    std::int32_t answer(std::span<std::uint8_t> read);
    void take_answer(trace::Bytes &bytes);
    void run_to(std::uint64_t cycle, std::uint64_t fingerprint);
    void run_to_end(std::uint64_t fingerprint);
    void begin_to_watch();
    /// No file makes the run go on for ever: the next mark, or the end, is before this.
    std::uint64_t limit() const { return here_ + 2 * trace::run::farthest_marks; }
    /// A machine that has come to a cycle has made that cycle's hops.
    std::uint64_t watch_from() const { return filter_.from - (filter_.from != 0); }
    void check(std::uint64_t fingerprint, const std::string &where);

    const TraceHeader &header_;
    const RunStart &start_;
    const TraceFilter &filter_;
    Observer &sink_;
    TraceEnd &end_;
    MachineConfig config_;
    std::deque<Answer> answers_; ///< those that have not been given yet
    std::optional<Machine> machine_;
    std::uint64_t here_ = 0;              ///< the last mark
    bool watches_ = false, over_ = false; ///< over: all that is wanted has been watched
};

} // namespace inlet
