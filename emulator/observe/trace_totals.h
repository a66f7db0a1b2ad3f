// Where the cycles of a whole run went: by context and by cause; and what each node did.
#pragma once

#include "inlet/machine.h"
#include "inlet/observer.h"

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace inlet {

class TraceTotals final : public Observer {
  public:
    explicit TraceTotals(std::uint32_t nodes) : nodes_(nodes) {}

    void instruction(const InstructionEvent &event) override;
    void event(const MessageEvent &event) override;

    /// What the records alone say about each node. Waiting is what they show: refused SENDs and
    /// times without any instruction; wait loops are instructions like others.
    std::vector<NodeSummary> nodes() const;
    std::string text() const;
    nlohmann::json to_json() const;

  private:
    struct Causes {
        std::uint64_t instructions = 0, refused = 0;
        std::uint64_t issue = 0, load_use = 0, network = 0, multiply = 0, cache = 0,
                      write_buffer = 0;
        std::uint64_t dispatches = 0, dispatch = 0;  ///< into this context, and their cycles
        std::uint64_t exceptions = 0, exception = 0; ///< in this context, and their cycles
        std::uint64_t hardwired = 0, stolen = 0;     ///< messages, and cycles that they cost here

        std::uint64_t cycles() const {
            return issue + load_use + network + multiply + cache + write_buffer + dispatch +
                   exception + stolen;
        }
        void add(const Causes &other);
    };

    std::array<Causes, 3> contexts_;
    std::vector<NodeSummary> nodes_; ///< cycles: the clock; cycles_waiting: refused SENDs and gaps
    std::uint64_t gaps_ = 0;
};

} // namespace inlet
