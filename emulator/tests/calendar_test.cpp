// The mesh's calendar and slots against a simple implementation.
#include "net/calendar.h"
#include "net/slots.h"

#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>

namespace inlet::net {
namespace {

TEST(Calendar, GivesPlacesInTheOrderOfDateAndNumber) {
    for (const std::uint32_t places : {1u, 64u, 65u, 300u, 4096u, 4097u, 65536u}) {
        Calendar calendar(places);
        std::map<std::uint32_t, std::uint64_t> dates;
        std::set<std::pair<std::uint64_t, std::uint32_t>> order;
        std::mt19937 random(places);
        std::uint64_t today = 0;
        for (int turn = 0; turn < 20000; ++turn) {
            if (random() % 2) {
                // Mostly near, some at the limit of near, some far.
                const std::uint64_t away[] = {random() % 8, 254 + random() % 4, random() % 5000};
                const std::uint32_t place = random() % places;
                const std::uint64_t date = today + away[random() % 3];
                calendar.lower(place, date);
                if (!dates.count(place) || dates[place] > date) {
                    if (dates.count(place)) order.erase({dates[place], place});
                    dates[place] = date;
                    order.insert({date, place});
                }
            } else if (!order.empty() && random() % 4) {
                const auto [date, place] = *order.begin();
                ASSERT_EQ(calendar.pop(), place);
                today = date;
                order.erase(order.begin());
                dates.erase(place);
            } else {
                today += random() % 400;
                if (!order.empty()) today = std::min(today, order.begin()->first);
                calendar.pass(today);
            }
            ASSERT_EQ(calendar.next(), order.empty() ? Calendar::never : order.begin()->first);
        }
    }
}

TEST(Slots, AreFilledInTheOrderInWhichTheyBecomeFree) {
    for (const std::uint32_t buffer : {1u, 2u, 3u, 7u}) {
        Slots slots(buffer);
        std::multiset<std::uint64_t> times; // among the slots that become free
        for (std::uint32_t i = 0; i < buffer; ++i) times.insert(0);
        std::mt19937 random(buffer);
        std::uint64_t now = 0, last = 0;
        for (int turn = 0; turn < 2000; ++turn, now += random() % 3) {
            if (random() % 2 && times.size() < buffer) {
                last = std::max(last, now + random() % 10);
                slots.release(last);
                times.insert(last);
            } else if (!times.empty() && *times.begin() <= now) {
                slots.fill();
                times.erase(times.begin());
            }
            ASSERT_EQ(slots.free_at(), times.empty() ? Slots::never : *times.begin());
            ASSERT_EQ(slots.free(now), std::distance(times.begin(), times.upper_bound(now)));
        }
    }
}

} // namespace
} // namespace inlet::net
