// Plays recorded runs: repeats the run with the reader of the trace as observer.
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

/// The start of a run, from the trace.
struct RunStart {
    Image program;
    std::optional<Image> io_program, firmware;
    std::optional<Snapshot> snapshot;
};

class RunPlayer final : public TracePlayer {
  public:
    /// Observes the filter's cycles only. Throws UserError.
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
    /// The cycle before which the next mark or the end must be. It bounds the run for every file.
    std::uint64_t limit() const { return here_ + 2 * trace::run::farthest_marks; }
    /// The cycle at which observation begins. One earlier than the filter's, because a machine at a
    /// cycle has already made the hops of that cycle.
    std::uint64_t watch_from() const { return filter_.from - (filter_.from != 0); }
    void check(std::uint64_t fingerprint, const std::string &where);

    const TraceHeader &header_;
    const RunStart &start_;
    const TraceFilter &filter_;
    Observer &sink_;
    TraceEnd &end_;
    MachineConfig config_;
    std::deque<Answer> answers_; ///< answers not yet given
    std::optional<Machine> machine_;
    std::uint64_t here_ = 0;              ///< cycle of the last mark
    bool watches_ = false, over_ = false; ///< over: the filter's cycles are done
};

} // namespace inlet
