// The measurements of `inlet logp`'s program, beside the trace of the same run.
#pragma once

#include "app/job.h"
#include "measure/logp_watch.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace inlet::measure {

/// One measurement of node 0: the time of `count` messages or transfers.
struct Measurement {
    std::string what;       ///< name in examples/logp/logp.c
    std::uint32_t size = 0; ///< words of a message, or bytes of a transfer
    std::int32_t peer = -1; ///< the other node; -1: several
    std::uint32_t hops = 0; ///< to `peer`; 0: several
    std::uint32_t count = 1;
    std::int64_t cycles = 0;       ///< by the guest's clock, without the cost of reading it
    std::int64_t instructions = 0; ///< of node 0, handlers included, likewise
    std::int64_t trace_cycles = 0; ///< the same from the trace
    std::vector<InstructionEvent> main, handlers; ///< the instructions, if they are few
    std::uint32_t dispatches = 0;                 ///< number of handlers on node 0
    std::uint64_t dispatch = 0;                   ///< cycles to enter these handlers
    /// From the message's arrival, or from the start of the measurement if later, to the first
    /// instruction of its handler. Empty: no message was handled.
    std::optional<std::uint64_t> to_handler;
    std::uint32_t flights = 0; ///< messages from and to node 0 during the measurement
    std::uint32_t kept = 0;    ///< of them: by node 0's second processor, since a queue was full
    double network = 0;        ///< their mean cycles from SEND to receive buffer
    /// In their packets, handlers' addresses and T1's headers included.
    std::uint64_t sent_words = 0, received_words = 0;
    std::uint64_t link = 0; ///< cycles for which the sent ones hold the link out of node 0

    double each() const { return static_cast<double>(cycles) / count; }
    double instructions_each() const { return static_cast<double>(instructions) / count; }
};

/// The measurements of one run.
class LogpResults {
  public:
    /// Runs the job's program. Throws UserError if the run fails or the program is of another
    /// version.
    explicit LogpResults(const app::Job &job);

    std::uint32_t nodes() const { return nodes_; }
    /// Hops (links between routers) from node 0 to the nearest and to the farthest node.
    std::uint32_t nearest() const { return nearest_; }
    std::uint32_t diameter() const { return diameter_; }
    double mean_hops() const { return mean_hops_; } ///< from node 0 to the others
    const std::vector<Measurement> &all() const { return all_; }
    /// Number of measurements in which the guest's clock and the trace agree: all, except if caches
    /// delay some calls of the clock.
    std::size_t agreeing() const;

    /// The first measurement of this name (and size, count). nullptr: none, for example because the
    /// machine has too few nodes.
    const Measurement *find(const std::string &what, std::optional<std::uint32_t> size = {},
                            std::optional<std::uint32_t> count = {}) const;
    std::vector<const Measurement *> every(const std::string &what) const;

  private:
    void read(const std::vector<std::string> &lines, const LogpWatch &watch, const app::Job &job);

    std::uint32_t nodes_, nearest_ = 0, diameter_ = 0;
    std::vector<std::uint32_t> hops_; ///< from node 0, by node
    double mean_hops_ = 0;
    std::vector<Measurement> all_;
};

} // namespace inlet::measure
