// Plays files of single records (trace_format.h).
#pragma once

#include "trace/trace_bytes.h"
#include "trace/trace_player.h"
#include "trace/trace_words.h"

#include <string>
#include <vector>

namespace inlet {

/// Decodes the records and passes them to the sink.
class RecordPlayer final : public TracePlayer {
  public:
    /// Sets `end` at the end record.
    RecordPlayer(std::uint32_t version, std::uint32_t nodes, Observer &sink, TraceEnd &end)
        : version_(version), nodes_(nodes), sink_(sink), end_(end) {}

    void frame(std::span<const std::uint8_t> bytes) override;

  private:
    struct Node {
        std::uint64_t cycle = 0;
        std::uint32_t pc = 0;
    };

    /// The last kind of events in this format.
    EventKind last_kind() const {
        return version_ >= 8   ? last_event_kind
               : version_ >= 7 ? EventKind::drop
               : version_ >= 6 ? EventKind::poll
                               : EventKind::hardwired;
    }
    Node &current();
    void select(std::uint32_t node, std::uint32_t core);
    void record();
    void instruction(std::uint8_t tag);
    TraceWords::Encoded encoded();
    Cost cost();
    void event(EventKind kind);
    void hop();
    std::uint16_t receivers();

    std::uint32_t version_;
    std::uint32_t nodes_;
    std::vector<std::vector<Node>> cores_{1}; ///< by core and node
    Observer &sink_;
    TraceEnd &end_;
    trace::Bytes bytes_;
    std::uint32_t node_ = ~0u, core_ = 0; ///< of the next record
    std::uint64_t hop_cycle_ = 0;         ///< of the last hop
    TraceWords words_;
};

/// Reads the rest of an end record, behind its first byte.
void take_end(trace::Bytes &bytes, TraceEnd &end);

} // namespace inlet
