#include "analysis/polls.h"

#include "analysis/event_names.h"
#include "ni/interface_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>
#include <vector>

namespace inlet {

namespace {

const char *poll_name(Poll poll) { return poll_names[static_cast<std::size_t>(poll)]; }

} // namespace

PollWords poll_words(const events::Polled &poll) {
    static constexpr const char *priorities[] = {"none", "low", "high", "both"};
    const bool looks = poll.how == Poll::looks;
    return {poll_name(poll.how), priorities[poll.finds & 3],
            looks ? priorities[poll.finds >> 2 & 3] : ""};
}

std::string poll_text(const events::Polled &poll) {
    static constexpr const char *messages[] = {"no message", "a low message", "a high message",
                                               "a low and a high message"};
    static constexpr const char *rooms[] = {"no room", "room for low", "room for high",
                                            "room for both"};
    std::string text = fmt::format("{}: {}", poll_name(poll.how), messages[poll.finds & 3]);
    if (poll.how == Poll::looks) text += fmt::format(", {}", rooms[poll.finds >> 2 & 3]);
    return text;
}

void Polls::Counts::add(const Counts &other) {
    polls += other.polls;
    low += other.low;
    high += other.high;
    nothing += other.nothing;
    no_low_room += other.no_low_room;
    no_high_room += other.no_high_room;
}

void Polls::event(const MessageEvent &event) {
    const auto *poll = event.as<events::Polled>();
    if (!poll) return;
    const bool looks = poll->how == Poll::looks;
    const auto has = [&](std::uint32_t bits) { return (poll->finds & bits) != 0; };
    places_[{event.pc, poll->how}].add({1, has(found::low_message), has(found::high_message),
                                        !has(found::message), looks && !has(found::low_room),
                                        looks && !has(found::high_room)});
}

Table Polls::table(const Image &names, std::size_t most) const {
    using Column = Table::Column;
    Table table{.name = "polls", .title = "Polls, by number"};
    table.columns = {{"polls"},
                     {"low_message"},
                     {"high_message"},
                     {"no_message"},
                     {"no_low_room", true},
                     {"no_high_room", true},
                     Column::text("poll"),
                     Column::text("pc"),
                     Column::text("place")};
    std::vector<std::pair<Place, Counts>> order(places_.begin(), places_.end());
    std::stable_sort(order.begin(), order.end(),
                     [](const auto &a, const auto &b) { return a.second.polls > b.second.polls; });
    std::map<Poll, Counts> all;
    Counts rest;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const auto &[place, counts] = order[i];
        all[place.how].add(counts);
        if (most != 0 && i >= most) {
            rest.add(counts);
            continue;
        }
        table.rows.push_back({counts.polls, counts.low, counts.high, counts.nothing,
                              counts.no_low_room, counts.no_high_room, poll_name(place.how),
                              fmt::format("{:08x}", place.pc), names.place(place.pc)});
    }
    table.left_out = order.size() - table.rows.size();
    if (rest.polls != 0)
        table.notes.push_back(fmt::format("{} more with {} polls together.",
                                          order.size() - table.rows.size(), rest.polls));
    for (const auto &[poll, counts] : all) {
        const char *how = poll == Poll::opens                   ? "open the event mask"
                          : !called_by_software(names.contexts) ? "look (CFC2 of nistat)"
                                                                : interface_text(names).look();
        table.notes.push_back(
            fmt::format("{} {}, {} of them found no message{}.", counts.polls, how, counts.nothing,
                        poll == Poll::looks && !called_by_software(names.contexts)
                            ? "; am_hold and am_release look only to read the event mask"
                            : ""));
    }
    if (all.empty()) table.notes.emplace_back("The trace has none.");
    return table;
}

} // namespace inlet
