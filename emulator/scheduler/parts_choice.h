// Whether a run goes on in one part, whose stretches a pool of threads computes, or in as many
// parts as it has threads (docs/network.md, "Threads"). The result is the same; this looks for the
// quicker one, by what it measures. Knows no clock of the host: times are given.
#pragma once

#include <cstdint>

namespace inlet {

class PartsChoice {
  public:
    /// ns between two looks.
    static constexpr std::uint64_t look_every = 25'000'000;

    /// Begins in one part. `time`: ns, as in all functions. A change takes the longer, the more
    /// nodes there are.
    PartsChoice(std::uint64_t time, std::uint32_t nodes)
        : first_patience_(20 * look_every + 1'000'000 * std::uint64_t{nodes}), since_(time),
          try_at_(time + first_patience_) {}

    bool in_parts() const { return in_parts_; }
    /// The time of the look before.
    std::uint64_t since() const { return since_; }
    /// From which time on the run is to be looked at.
    std::uint64_t next() const { return since_ + look_every; }
    /// What a network has done since the run began.
    struct Messages {
        std::uint64_t acts = 0;   ///< injections and takes
        std::uint64_t starts = 0; ///< of packets, in routers
    };
    /// In one part. `busy`: ns that the other threads have computed since the look before,
    /// together. Whether to change.
    bool look(std::uint64_t time, const Messages &messages, std::uint64_t busy);
    /// In parts. `busy`: ns that the threads have worked since the look before, together. Whether
    /// to change.
    bool look_at_parts(std::uint64_t time, const Messages &messages, std::uint64_t busy);
    /// It has changed, and goes on from here.
    void changed(std::uint64_t time);

  private:
    /// ns that they take one thread, about, since the look before.
    std::uint64_t messages_since(const Messages &until_now);

    std::uint64_t first_patience_;             ///< ns in one part until a trial
    std::uint64_t patience_ = first_patience_; ///< until the next one
    std::uint64_t since_;                      ///< time of the look before
    Messages messages_;                        ///< by then
    std::uint64_t try_at_;                     ///< time
    std::uint32_t good_ = 0;                   ///< looks at parts since the change
    std::uint32_t bad_ = 0;                    ///< looks, the last ones
    bool in_parts_ = false;
    bool begins_ = false; ///< parts decode and compile: the first look does not count
};

} // namespace inlet
