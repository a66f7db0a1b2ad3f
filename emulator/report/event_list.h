// All events of a run, hops included: the table "events" of a report.
#pragma once

#include "analysis/hop_names.h"
#include "analysis/wiring.h"
#include "inlet/image.h"
#include "inlet/observer.h"
#include "inlet/table.h"

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <variant>
#include <vector>

namespace inlet {

class EventList final : public Observer {
  public:
    /// Keeps the `most` earliest events; 0: all.
    explicit EventList(std::size_t most) : most_(most) {}

    Wants wants() const override { return {.instructions = false}; }
    void event(const MessageEvent &event) override {
        names_.event(event);
        keep(event.cycle, event.node, event);
    }
    void hop(const HopEvent &event) override {
        keep(event.cycle, event.router, names_.complete(event));
    }

    /// By cycle. Within a cycle, events by node precede hops by router.
    Table table(const Image &names, const Wiring &wiring) const;

  private:
    using What = std::variant<MessageEvent, HopEvent>;
    struct Kept {
        std::uint64_t cycle;
        std::uint32_t where;
        std::uint64_t number; ///< in the order of observation
        What what;

        auto order() const { return std::tuple(cycle, what.index(), where, number); }
        bool operator<(const Kept &other) const { return order() < other.order(); }
    };
    void keep(std::uint64_t cycle, std::uint32_t where, const What &what);

    std::size_t most_;
    HopNames names_;
    std::uint64_t told_ = 0;
    std::vector<Kept> kept_; ///< with `most_`, a heap with the latest event on top
};

} // namespace inlet
