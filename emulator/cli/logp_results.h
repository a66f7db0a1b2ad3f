// What the program of `inlet logp` measured, beside what the trace of the same run shows.
#pragma once

#include "job.h"
#include "logp_watch.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace inlet::cli {

/// One time that node 0 took, of `count` messages or transfers.
struct Measurement {
    std::string what;       ///< as examples/logp/logp.c has it
    std::uint32_t size = 0; ///< words of a message, or bytes of a transfer
    std::int32_t peer = -1; ///< the other node; -1: several
    std::uint32_t hops = 0; ///< to it; 0: several
    std::uint32_t count = 1;
    std::int64_t cycles = 0;       ///< by the guest's clock, without what taking the time costs
    std::int64_t instructions = 0; ///< of node 0, handlers included, likewise
    std::int64_t trace_cycles = 0; ///< as `cycles`, by the trace
    std::vector<InstructionEvent> main, handlers; ///< the instructions, where they are few
    std::uint32_t dispatches = 0;                 ///< handlers on node 0, and cycles to enter them
    std::uint64_t dispatch = 0;
    /// From the message's arrival, or from the beginning where it waited, to the first instruction
    /// of its handler, if one was handled.
    std::optional<std::uint64_t> to_handler;
    std::uint32_t flights = 0; ///< messages from and to node 0 in the meantime
    double network = 0;        ///< cycles of them from SEND to receive buffer, on average
    std::uint64_t sent_words = 0, received_words = 0; ///< of their packets, headers included

    double each() const { return static_cast<double>(cycles) / count; }
    double instructions_each() const { return static_cast<double>(instructions) / count; }
};

/// Of one run.
class LogpResults {
  public:
    /// Runs the job's program. Throws UserError where it does not run or does not fit.
    explicit LogpResults(const Job &job);

    std::uint32_t nodes() const { return nodes_; }
    std::uint32_t diameter() const { return diameter_; } ///< hops from node 0 to the farthest node
    double mean_hops() const { return mean_hops_; }      ///< from node 0 to the others
    const std::vector<Measurement> &all() const { return all_; }
    /// Measurements in which the guest's clock and the trace agree. All of them, but where caches
    /// make the call of the clock itself take longer now and then.
    std::size_t agreeing() const;

    /// The first of this name (and size, count); nullptr: none, as on a machine with few nodes.
    const Measurement *find(const std::string &what, std::optional<std::uint32_t> size = {},
                            std::optional<std::uint32_t> count = {}) const;
    std::vector<const Measurement *> every(const std::string &what) const;

  private:
    void read(const std::vector<std::string> &lines, const LogpWatch &watch, const Job &job);

    std::uint32_t nodes_, diameter_ = 0;
    double mean_hops_ = 0;
    std::vector<Measurement> all_;
};

} // namespace inlet::cli
