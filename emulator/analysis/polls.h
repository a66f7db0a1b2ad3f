// Where a program polls, and what that finds: the table "polls" of a report.
#pragma once

#include "inlet/image.h"
#include "inlet/observer.h"
#include "inlet/table.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace inlet {

/// Of a poll: "looks" or "opens"; what it finds, and for which priorities it sees room: "none",
/// "low", "high", "both" (no room where it opens, which does not see that).
struct PollWords {
    const char *poll, *finds, *room;
};
PollWords poll_words(const MessageEvent &event);

/// "looks: a low message, room for both", "opens: no message".
std::string poll_text(const MessageEvent &event);

class Polls final : public Observer {
  public:
    Wants wants() const override { return {.instructions = false, .hops = false}; }
    void event(const MessageEvent &event) override;

    /// The places where most is asked first; 0: all of them.
    Table table(const Image &names, std::size_t most) const;

  private:
    struct Place {
        std::uint32_t pc;
        Poll how;
        auto operator<=>(const Place &) const = default;
    };
    struct Counts {
        std::uint64_t polls = 0, low = 0, high = 0, nothing = 0; ///< messages that they found
        std::uint64_t no_low_room = 0, no_high_room = 0;         ///< looks

        void add(const Counts &other);
    };
    std::map<Place, Counts> places_;
};

} // namespace inlet
