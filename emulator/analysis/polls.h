// Polls by place and result: the table "polls" of a report.
#pragma once

#include "inlet/image.h"
#include "inlet/observer.h"
#include "inlet/table.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace inlet {

/// A poll in words. `poll`: "looks" or "opens". `finds`: priorities of the messages found. `room`:
/// priorities with room to send; empty for "opens", which does not read it. Priorities are "none",
/// "low", "high" and "both".
struct PollWords {
    const char *poll, *finds, *room;
};
PollWords poll_words(const events::Polled &poll);

/// "looks: a low message, room for both", "opens: no message".
std::string poll_text(const events::Polled &poll);

class Polls final : public Observer {
  public:
    Wants wants() const override { return {.instructions = false, .hops = false}; }
    void event(const MessageEvent &event) override;

    /// The `most` places with the most polls, in descending order; 0: all.
    Table table(const Image &names, std::size_t most) const;

  private:
    struct Place {
        std::uint32_t pc;
        Poll how;
        auto operator<=>(const Place &) const = default;
    };
    struct Counts {
        std::uint64_t polls = 0, low = 0, high = 0, nothing = 0; ///< polls by result
        std::uint64_t no_low_room = 0, no_high_room = 0;         ///< looks without room

        void add(const Counts &other);
    };
    std::map<Place, Counts> places_;
};

} // namespace inlet
