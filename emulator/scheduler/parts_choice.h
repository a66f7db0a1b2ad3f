// Whether a run goes on in one part, whose stretches a pool of threads computes, or in as many
// parts as it has threads (docs/network.md, "Threads"). The result is the same; this looks for the
// quicker one, by what it measures. Knows no clock of the host: times are given.
#pragma once

#include <algorithm>
#include <cstdint>

namespace inlet {

class PartsChoice {
  public:
    /// What a run has done so far.
    struct Done {
        std::uint64_t acts = 0;         ///< of the network: injections and takes
        std::uint64_t starts = 0;       ///< of packets, in routers
        std::uint64_t instructions = 0; ///< of all nodes
    };
    /// ns between two looks.
    static constexpr std::uint64_t look_every = 25'000'000;

    /// Begins in one part. `time`: ns, as in all functions.
    explicit PartsChoice(std::uint64_t time) : since_(time), try_at_(time + patience_) {}

    bool in_parts() const { return in_parts_; }
    /// Whether enough time has passed to look.
    bool is_due(std::uint64_t time) const { return time - since_ >= look_every; }
    /// From which time on it is due.
    std::uint64_t next() const { return since_ + look_every; }
    /// is_due(): what was done until now. Whether the run changes to parts, or back.
    bool look(std::uint64_t time, const Done &done);
    /// It has changed, and goes on from here.
    void changed(std::uint64_t time);

  private:
    /// ns that one thread takes for it, about. Only quotients matter.
    static constexpr std::uint64_t of_act = 300, of_start = 50, of_instruction = 1;
    static std::uint64_t of_messages(const Done &done) {
        return of_act * done.acts + of_start * done.starts;
    }
    static std::uint64_t of_all(const Done &done) {
        return of_messages(done) + of_instruction * done.instructions;
    }

    std::uint64_t patience_ = 4 * look_every; ///< ns in one part until the next trial
    std::uint64_t since_;                     ///< of the look before
    Done done_;                               ///< by then
    std::uint64_t try_at_;
    double rate_ = 0; ///< work a ns, in one part
    bool in_parts_ = false;
    bool begins_ = false; ///< code is compiled anew: its first look does not count
};

} // namespace inlet
