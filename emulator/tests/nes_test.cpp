// StarT-Voyager's network endpoint without processors: Basic and Express messages, OnePoll,
// Reclaim, translation, tags, the miss queue and the bus.
#include "archive/archive.h"
#include "nes_sites.h"
#include "ni/voyager/port.h"

#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>
#include <utility>

namespace inlet::voyager {
namespace {

constexpr std::uint32_t all_queues = 0xFFFF;

TEST(NesExpress, CarriesThirtySevenBitsAndIsEmptyOtherwise) {
    Sites sites(2);
    open(sites);
    EXPECT_EQ(sites.load(1, aP, page_of(express_receive, high_express), 8), 0u);
    sites.store(0, aP, express_to(high_express, 1, 21), 0xCAFE0001);
    sites.store(0, aP, express_to(high_express, 1, 22), 0xCAFE0002);
    sites.settle();
    const std::uint64_t first = sites.load(1, aP, page_of(express_receive, high_express), 8);
    EXPECT_EQ(first >> 32,
              valid | high_priority | high_express << queue_shift | 100u << source_shift | 21u);
    EXPECT_EQ(first & 0xFFFFFFFF, 0xCAFE0001u);
    // Two loads of 4 bytes instead (004 3.3).
    EXPECT_EQ(sites.load(1, aP, page_of(express_receive, high_express)) & tag_mask, 22u);
    EXPECT_EQ(sites.load(1, aP, page_of(express_receive, high_express) + 4), 0xCAFE0002u);
    EXPECT_EQ(sites.load(1, aP, page_of(express_receive, high_express)), 0u);
    // The Empty message is what system code says.
    sites.store(1, sP, control + empty_first, 0x77);
    sites.store(1, sP, control + empty_second, 0x88);
    sites.settle();
    EXPECT_EQ(sites.load(1, aP, poll_of(all_queues), 8), 0x77ull << 32 | 0x88);
    EXPECT_EQ(sites.counts.sent, 2u);
    EXPECT_EQ(sites.counts.received, 2u);
}

TEST(NesBasic, CarriesFourToTwentyTwoWords) {
    Sites sites(2);
    open(sites);
    Program sender, receiver;
    for (std::uint32_t words = 4; words <= 22; ++words) {
        send(sites, 0, low_basic, sender, 1, count_from(words * 100, words));
        sites.settle();
        EXPECT_EQ(sites.load(1, aP, page_of(pointers, low_basic) + rx_producer), words - 3);
        const Words got = receive(sites, 1, low_basic, receiver);
        EXPECT_EQ(got[0], valid | basic_message | 100u << basic_source_shift | words);
        EXPECT_EQ(Words(got.begin() + 1, got.end()), count_from(words * 100, words));
    }
    EXPECT_EQ(sites.load(0, aP, page_of(pointers, low_basic) + tx_consumer), 19u);
    EXPECT_TRUE(sites.failures.empty());
}

/// Sends two laps of the queue with the same care; returns whether all messages were right.
bool laps(Care care, bool reclaim) {
    Sites sites(2);
    open(sites);
    for (Nes &one : sites.nes) one.reclaim(low_basic, reclaim);
    Program sender, receiver;
    bool right = true;
    for (std::uint32_t i = 0; i < 2 * sites.config.basic_entries; ++i) {
        send(sites, 0, low_basic, sender, 1, count_from(1000 * i, 22), care);
        sites.settle();
        if (!sites.failures.empty()) return false;
        const Words got = receive(sites, 1, low_basic, receiver, care);
        right = right && Words(got.begin() + 1, got.end()) == count_from(1000 * i, 22);
        sites.settle();
    }
    return right;
}

/// A message is where its lines are (004 3.1, 3.2): a line that was not cleaned stays in the cache
/// of the sender, one that was not flushed in that of the receiver. Reclaim does both.
TEST(NesLines, ForgottenCleanFlushAndSyncShow) {
    EXPECT_TRUE(laps({}, false));
    EXPECT_FALSE(laps({.clean = false}, false));
    EXPECT_FALSE(laps({.flush = false}, false));
    // The launch passes the last line, if the bus is not free for the first one.
    EXPECT_FALSE(laps({.sync = false, .busy = true}, false));
    EXPECT_TRUE(laps({.busy = true}, false));
    EXPECT_TRUE(laps({.clean = false, .sync = false, .flush = false}, true));
}

/// The address of a Tag-On message's store.
std::uint32_t tag_on(unsigned queue, std::uint32_t to, std::uint32_t tag, std::uint32_t first,
                     std::uint32_t lines) {
    return express_to(queue, to, tag) | first << tx_pool_shift | lines << tx_lines_shift;
}
void compose(Sites &sites, std::uint32_t n, std::uint32_t first, std::uint32_t lines,
             std::uint32_t word, bool clean = true) {
    const std::uint32_t at = window + pool(sites.config, aP) + first * NesConfig::line_bytes;
    for (std::uint32_t i = 0; i < 8 * lines; ++i) sites.store(n, aP, at + 4 * i, word + i);
    for (std::uint32_t i = 0; clean && i < lines; ++i)
        sites.line(n, aP, at + i * NesConfig::line_bytes, LineOperation::clean);
    sites.sync(n, aP);
}
/// Loads the lines of a queue's Tag-On message, and frees them.
Words tagged_words(Sites &sites, std::uint32_t n, unsigned queue, std::uint32_t &count,
                   std::uint32_t lines) {
    const std::uint32_t at = window + tagged(sites.config, queue, count);
    Words all;
    for (std::uint32_t i = 0; i < 8 * lines; ++i)
        all.push_back(static_cast<std::uint32_t>(sites.load(n, aP, at + 4 * i)));
    for (std::uint32_t i = 0; i < lines; ++i)
        sites.line(n, aP, at + i * NesConfig::line_bytes, LineOperation::flush);
    sites.store(n, aP, page_of(pointers, queue) + rx_consumer, ++count);
    sites.settle();
    return all;
}

/// 004 3.5: an Express message and 1 to 3 lines, which come to a place of their own. The data of a
/// multicast cross the sender's bus once.
TEST(NesTagOn, CarriesAWordAndUpToThreeLines) {
    Sites sites(3);
    open(sites);
    std::uint32_t count[3] = {};
    for (std::uint32_t i = 0; i < 2 * sites.config.basic_entries; ++i) {
        const std::uint32_t lines = 1 + i % 3, first = i % 100;
        compose(sites, 0, first, lines, 1000 * i);
        for (const std::uint32_t to : {1u, 2u})
            sites.store(0, aP, tag_on(low_express, to, i % 32, first, lines), i);
        sites.settle();
        for (const std::uint32_t to : {1u, 2u}) {
            const std::uint64_t message =
                sites.load(to, aP, page_of(express_receive, low_express), 8);
            ASSERT_EQ(message, std::uint64_t{valid | low_express << queue_shift |
                                             lines << lines_shift | 100u << source_shift | i % 32}
                                       << 32 |
                                   i);
            ASSERT_EQ(sites.load(to, aP, page_of(pointers, low_express) + rx_producer), i + 1);
            ASSERT_EQ(tagged_words(sites, to, low_express, count[to], lines),
                      count_from(1000 * i, 8 * lines));
        }
    }
    EXPECT_TRUE(sites.failures.empty());
    // A forgotten `clean` shows.
    compose(sites, 0, 0, 1, 7, false);
    sites.store(0, aP, tag_on(low_express, 1, 0, 0, 1), 0);
    sites.settle();
    EXPECT_NE(tagged_words(sites, 1, low_express, count[1], 1), count_from(7, 8));
}

/// 004 3.6: the best message, of high priority first; a Basic queue with its pointers; or Empty.
TEST(NesOnePoll, ReturnsTheBestMessageOfTheSet) {
    Sites sites(2);
    open(sites);
    Program low, high, got;
    send(sites, 0, low_basic, low, 1, count_from(1, 4));
    send(sites, 0, high_basic, high, 1, count_from(2, 4));
    sites.store(0, aP, express_to(low_express, 1, 1), 10);
    sites.store(0, aP, express_to(high_express, 1, 2), 11);
    sites.settle();
    const auto poll = [&](std::uint32_t set) { return sites.load(1, aP, poll_of(set), 8); };
    EXPECT_EQ(poll(1u << 2 | 1u << 10), 0u);
    EXPECT_EQ(poll(all_queues) & 0xFFFFFFFF, 11u);
    const std::uint64_t found = poll(all_queues);
    EXPECT_EQ(found >> 32, valid | high_priority |
                               static_cast<std::uint32_t>(Kind::found) << kind_shift |
                               high_basic << queue_shift);
    EXPECT_EQ(found & 0xFFFFFFFF, 1u << 16);
    EXPECT_EQ(poll(all_queues), found); // until the program has read it
    EXPECT_EQ(receive(sites, 1, high_basic, got)[1], 2u);
    EXPECT_EQ(poll(all_queues) & 0xFFFFFFFF, 10u); // Express has lower numbers
    EXPECT_EQ(poll(all_queues) >> (32 + queue_shift) & 31, low_basic);
    EXPECT_EQ(poll(all_queues & ~(1u << low_basic)), 0u);
}

/// 004 4.3: a message for no resident queue, or a full one, goes to the sP's miss queue.
TEST(NesMiss, TakesWhatHasNoResidentQueueOrAFullOne) {
    Sites sites(2);
    open(sites);
    Program sender, missed;
    sites.nes[0].map(low_basic, 40, table_entry(1, 300, 7));
    send(sites, 0, low_basic, sender, 40, count_from(50, 5));
    sites.nes[0].map(low_express, 41, table_entry(1, low_basic, 7)); // of the other kind
    sites.store(0, aP, express_to(low_express, 41, 9), 60);
    sites.settle();
    EXPECT_EQ(
        receive(sites, 1, miss, missed),
        (Words{valid | basic_message | 7u << basic_source_shift | 5, 300, 50, 51, 52, 53, 54}));
    EXPECT_EQ(receive(sites, 1, miss, missed),
              (Words{valid | 7u << basic_source_shift | 1, low_basic | 9u << miss_tag_shift, 60}));
    // A full queue loses its tag: no message passes those that were diverted.
    const std::uint32_t entries = sites.config.express_entries;
    for (std::uint32_t i = 0; i < entries + 1; ++i) {
        sites.store(0, aP, express_to(low_express, 1, 0), i);
        sites.settle();
    }
    EXPECT_EQ(sites.load(1, sP, control + tags + 4 * low_express), 0u);
    EXPECT_EQ(sites.load(1, aP, page_of(express_receive, low_express), 8) & 0xFFFFFFFF, 0u);
    sites.store(0, aP, express_to(low_express, 1, 0), entries + 1);
    sites.settle();
    EXPECT_EQ(sites.nes[1].unread(miss), 2u);
    EXPECT_EQ(receive(sites, 1, miss, missed)[2], entries);
    EXPECT_EQ(receive(sites, 1, miss, missed)[2], entries + 1);
    sites.store(1, sP, control + tags + 4 * low_express, low_express | valid);
    sites.settle();
    sites.store(0, aP, express_to(low_express, 1, 0), entries + 2);
    sites.settle();
    EXPECT_EQ(sites.nes[1].unread(low_express), entries);
    EXPECT_EQ(sites.nes[1].unread(miss), 0u);
}

/// A quarter of the miss queue is for high priority; a full one blocks the network, and nothing is
/// lost.
TEST(NesMiss, LeavesPlacesToHighPriority) {
    NesConfig numbers = test::nes_numbers();
    numbers.miss_entries = 8;
    Sites sites(2, numbers);
    open(sites);
    sites.nes[0].map(low_express, 50, table_entry(1, 400, 0));
    sites.nes[0].map(high_express, 50, table_entry(1, 401, 0));
    for (std::uint32_t i = 0; i < 12; ++i) sites.store(0, aP, express_to(low_express, 50, 0), i);
    sites.to(sites.now + 20000);
    EXPECT_EQ(sites.nes[1].unread(miss), 6u);
    sites.store(0, aP, express_to(high_express, 50, 0), 100);
    sites.to(sites.now + 20000);
    EXPECT_EQ(sites.nes[1].unread(miss), 7u);
    Program missed;
    std::vector<std::uint32_t> got;
    while (got.size() < 13) {
        got.push_back(receive(sites, 1, miss, missed)[2]);
        sites.to(sites.now + 5000);
    }
    EXPECT_EQ(got, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 100, 6, 7, 8, 9, 10, 11}));
}

/// 004 2, 4.3: stores into the sP Serviced Space are events of the sP; they wait while its queue is
/// full.
TEST(NesServiced, StoresReachTheOtherProcessor) {
    Sites sites(1);
    const std::uint32_t count = sites.config.express_entries + 3;
    for (std::uint32_t i = 0; i < count; ++i) {
        sites.access(0, aP, {serviced + 4 * i, 4, true, i + 70});
        sites.to(sites.now + 40);
    }
    const std::uint32_t set = 1u << (events - job_queues);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint64_t got = sites.load(0, sP, poll_of(set), 8);
        EXPECT_EQ(got >> 32, valid | high_priority |
                                 static_cast<std::uint32_t>(Kind::event) << kind_shift |
                                 events << queue_shift | i);
        EXPECT_EQ(got & 0xFFFFFFFF, i + 70);
        sites.to(sites.now + 100);
    }
    sites.settle();
    EXPECT_EQ(sites.load(0, sP, poll_of(set), 8), 0u);
}

TEST(NesErrors, EachHasItsMessage) {
    Sites sites(2);
    open(sites);
    const auto error = [&](unsigned core, const Access &one) { return sites.error(0, core, one); };
    const std::uint32_t express = express_to(low_express, 1, 0);
    EXPECT_EQ(error(aP, {express, 8, true}), Error::size);
    EXPECT_EQ(error(aP, {express, 2, true}), Error::size);
    EXPECT_EQ(error(aP, {express, 1, true}), Error::size);
    const std::uint32_t pool_lines = scratch_entries * entry_bytes / NesConfig::line_bytes;
    EXPECT_EQ(error(aP, {tag_on(low_express, 1, 0, pool_lines - 2, 3), 4, true}), Error::tag_on);
    EXPECT_EQ(error(aP, {tag_on(low_express, 1, 0, 1, 0), 4, true}), Error::tag_on);
    EXPECT_EQ(error(aP, {express, 4, false}), Error::load_transmit);
    EXPECT_EQ(error(aP, {express + 2, 4, true}), Error::unaligned);
    EXPECT_EQ(error(aP, {poll_of(1), 4, true}), Error::store_receive);
    EXPECT_EQ(error(aP, {page_of(pointers, sp_basic), 4}), Error::other_core);
    EXPECT_EQ(error(sP, {page_of(pointers, low_basic), 4}), Error::other_core);
    EXPECT_EQ(error(aP, {page_of(pointers, low_basic) + tx_consumer, 4, true}), Error::no_register);
    EXPECT_EQ(error(aP, {control + reclaims, 4}), Error::other_core);
    EXPECT_EQ(error(aP, {serviced, 4}), Error::serviced_load);
    EXPECT_EQ(error(sP, {express_to(sp_express + 2, 0, 0), 4, true}), Error::no_register);
    for (std::uint32_t i = 0; i < sites.config.express_entries; ++i)
        EXPECT_EQ(error(aP, {express, 4, true}), Error{});
    EXPECT_EQ(error(aP, {express, 4, true}), Error::express_full);
    sites.settle();

    const auto failure = [&](auto act) {
        sites.failures.clear();
        act();
        sites.settle();
        return sites.failures.size() == 1 ? sites.failures.front()
                                          : Sites::Failure{9, FaultKind::none, 0, ""};
    };
    Program sender;
    EXPECT_EQ(failure([&] { sites.store(0, aP, express_to(low_express, 2, 0), 0); }).kind,
              FaultKind::bad_destination);
    EXPECT_EQ(failure([&] { send(sites, 0, low_basic, sender, 1, count_from(0, 3)); }).value, 3u);
    EXPECT_EQ(failure([&] { send(sites, 0, low_basic, sender, 1, count_from(0, 23)); }).value, 23u);
    EXPECT_EQ(failure([&] {
                  sites.store(0, aP, page_of(pointers, low_basic) + tx_producer,
                              sender.producer + sites.config.basic_entries + 1);
              }).why,
              "the producer pointer must not pass free entries, nor go back");
    EXPECT_EQ(
        failure([&] { sites.store(0, aP, page_of(pointers, low_basic) + rx_consumer, 1); }).why,
        "the consumer pointer must not pass the producer, nor go back");
    EXPECT_EQ(failure([&] { sites.store(0, sP, control + tags, valid | 512); }).core, sP);
    EXPECT_EQ(failure([&] { sites.store(0, sP, control + refill, 8u << refill_shift | 4); }).why,
              "a refill needs an aligned entry in the sP's SRAM, and a queue of the aP of its kind "
              "with a free place");
    EXPECT_EQ(failure([&] { sites.store(0, sP, control + bus_copy, 0); }).why,
              "a bus operation copies 1 to 127 aligned lines between the sP's SRAM and mapped "
              "memory of the aP, one at a time");
}

/// The events queue is full, so a store to the Serviced Space is retried until firmware takes one.
TEST(NesErrors, FirmwareMustTakeEvents) {
    Sites sites(2);
    open(sites);
    const auto full = [&] {
        for (std::uint32_t i = 0; i <= sites.config.express_entries; ++i)
            sites.store(0, aP, serviced, i);
    };
    full();
    sites.to(sites.now + (1 << 20) - 20000);
    EXPECT_TRUE(sites.failures.empty());
    for (std::uint32_t i = 0; i <= sites.config.express_entries; ++i)
        EXPECT_EQ(sites.load(0, sP, poll_of(1u << (events - job_queues)), 8) & 0xFFFFFFFF, i);
    sites.settle();
    EXPECT_TRUE(sites.failures.empty());

    const std::uint64_t begun = sites.now;
    full();
    sites.settle();
    ASSERT_EQ(sites.failures.size(), 1u);
    EXPECT_EQ(sites.failures[0].core, sP);
    EXPECT_EQ(sites.failures[0].why,
              "firmware has not taken an event for 2^20 cycles, and the events queue is full");
    EXPECT_GE(sites.now, begun + (1 << 20));
    EXPECT_LT(sites.now, begun + (1 << 20) + 1000);
}

/// A load that finds nothing is quiet, unless its bus is in use.
TEST(NesPort, IsQuietWhileNothingIsThere) {
    Sites sites(2);
    open(sites);
    const std::vector<std::uint32_t> no_tags;
    Port port(sites.nes[1], aP, no_tags);
    EXPECT_TRUE(port.is_quiet(sites.now, poll_of(all_queues)));
    EXPECT_TRUE(port.is_quiet(sites.now, page_of(express_receive, low_express)));
    EXPECT_TRUE(port.is_quiet(sites.now, page_of(pointers, low_basic) + rx_producer));
    EXPECT_EQ(port.next_message(), Nes::never);
    sites.store(0, aP, express_to(low_express, 1, 3), 5);
    sites.settle();
    EXPECT_FALSE(port.is_quiet(sites.now, poll_of(all_queues)));
    EXPECT_TRUE(port.is_quiet(sites.now, poll_of(1u << 2)));
    EXPECT_LE(port.next_message(), sites.now);
    const Answer answer = port.access(sites.now, {poll_of(all_queues), 8});
    EXPECT_EQ(answer.value & 0xFFFFFFFF, 5u);
    EXPECT_FALSE(port.is_quiet(sites.now, poll_of(1u << 2))); // its bus is in use
    sites.settle();
    EXPECT_FALSE(port.is_quiet(sites.now, poll_of(all_queues))); // + 4 still has a word
    sites.load(1, aP, poll_of(all_queues));
    EXPECT_TRUE(port.is_quiet(sites.now, poll_of(all_queues)));
    EXPECT_EQ(port.fault_kind(static_cast<std::uint64_t>(Error::unaligned)), FaultKind::unaligned);
    EXPECT_EQ(port.fault_kind(static_cast<std::uint64_t>(Error::size)), FaultKind::unmapped);
}

/// A bus that knows nothing of the future: each cycle it looks whether its operation has ended, and
/// whether the first one that waits can begin.
class SlowBus {
  public:
    void ask(std::uint64_t now, std::uint32_t cycles, std::uint32_t id, bool uncached) {
        auto place = waiting_.end();
        // It passes what has not begun, back to the last uncached one.
        if (uncached)
            while (place != waiting_.begin() && !(place - 1)->uncached) --place;
        waiting_.insert(place, {id, cycles, now, uncached});
        begin(now);
    }
    void again(std::uint64_t now, std::uint32_t pause, std::uint32_t cycles, std::uint32_t id) {
        waiting_.insert(waiting_.begin(), {id, cycles, now + pause, false});
    }
    /// The operation that ends in this cycle, or 0.
    std::uint32_t end(std::uint64_t now) {
        if (!runs_ || until_ > now) return 0;
        return std::exchange(runs_, 0);
    }
    void begin(std::uint64_t now) {
        if (runs_ || waiting_.empty() || waiting_.front().from > now) return;
        runs_ = waiting_.front().id;
        until_ = now + waiting_.front().cycles;
        waiting_.pop_front();
    }
    bool idle() const { return !runs_ && waiting_.empty(); }

  private:
    struct Asked {
        std::uint32_t id, cycles;
        std::uint64_t from;
        bool uncached;
    };
    std::deque<Asked> waiting_;
    std::uint32_t runs_ = 0;
    std::uint64_t until_ = 0;
};

TEST(NesBus, DoesWhatABusDoesCycleByCycle) {
    std::mt19937 random(4711);
    const auto below = [&](std::uint32_t end) {
        return static_cast<std::uint32_t>(random() % end);
    };
    for (int run = 0; run < 50; ++run) {
        Bus bus;
        SlowBus slow;
        const std::uint32_t often = 2 + below(20);
        std::uint32_t asked = 0, ended = 0;
        for (std::uint64_t now = 0; asked < 400 || !slow.idle(); ++now) {
            ASSERT_LT(now, 100'000u);
            while (const std::uint32_t id = slow.end(now)) {
                ASSERT_EQ(bus.next(), now);
                const Bus::Operation done = bus.take_first();
                ASSERT_EQ(done.address, id);
                ++ended;
                // As of a line that is dirty: the processor writes it first.
                if (done.effect == Bus::Effect::snoop && below(2)) {
                    const std::uint32_t pause = 1 + below(4);
                    slow.again(now, pause, static_cast<std::uint32_t>(done.end - done.begin), id);
                    bus.again(now, pause, done);
                }
                slow.begin(now);
            }
            slow.begin(now);
            ASSERT_GT(bus.next(), now);
            ASSERT_EQ(bus.idle(), slow.idle());
            for (; asked < 400 && below(often) == 0; ++asked) {
                constexpr std::array effects = {Bus::Effect::store, Bus::Effect::take,
                                                Bus::Effect::line,  Bus::Effect::none,
                                                Bus::Effect::snoop, Bus::Effect::copy};
                const Bus::Effect effect = effects[below(effects.size())];
                const std::uint32_t cycles = 1 + below(30);
                const Bus::Operation one{.effect = effect, .address = asked + 1};
                slow.ask(now, cycles, asked + 1, one.uncached());
                bus.add(now, cycles, one);
            }
        }
        EXPECT_GE(ended, asked);
    }
}

/// 004 3.1: a line is 6 bus cycles of 4 processor cycles, eight uncached words 24.
TEST(NesBus, CostsWhatThePaperSays) {
    Sites sites(1);
    open(sites);
    const NesConfig &c = sites.config;
    const std::uint64_t begin = sites.now;
    for (std::uint32_t i = 0; i < 8; ++i)
        sites.access(0, aP, {express_to(low_express, 0, 0), 4, true, i});
    EXPECT_EQ(sites.nes[0].barrier(aP, begin), 24u * c.ratio);
    sites.settle();
    const std::uint32_t at = send_entry(sites, low_basic, 0);
    EXPECT_EQ(sites.access(0, aP, {at, 4, true, 1}).cycles, (c.burst + c.read) * c.ratio);
    sites.settle();
    EXPECT_EQ(sites.access(0, aP, {at, 4, true, 1}).cycles, 0u);
    const Answer clean =
        sites.access(0, aP, {.address = at, .bytes = 1, .line = LineOperation::clean});
    EXPECT_EQ(clean.cycles, c.line_operation - 1);
    EXPECT_EQ(sites.nes[0].barrier(aP, sites.now), c.burst * c.ratio);
    // An uncached access that comes while the line is transferred waits for its end only.
    EXPECT_EQ(sites.access(0, aP, {poll_of(1), 8}).cycles, (c.burst + c.single + c.read) * c.ratio);
}

/// Random programs on four sites against what messages are: every one once, to the queue that the
/// table names, with its words, in order of a transmit queue and a receive queue; OnePoll's choice
/// and Empty, whenever nothing moves.
class Storm {
  public:
    Storm(std::uint32_t seed, bool saved) : random_(seed), saved_(saved) {
        open(sites_);
        for (std::uint32_t n = 0; n < count; ++n)
            for (unsigned queue = 0; queue < job_queues; ++queue)
                sites_.nes[n].reclaim(queue, below(2));
    }
    void run() {
        for (unsigned round = 0; round < 6; ++round) {
            for (unsigned step = 0; step < 150; ++step) act(below(count));
            if (saved_) save();
            sites_.settle();
            for (std::uint32_t n = 0; n < count; ++n)
                while (poll(n, true)) sites_.settle();
        }
        ASSERT_TRUE(sites_.failures.empty()) << sites_.failures.front().why;
        for (const auto &[way, left] : expected_) EXPECT_TRUE(left.empty());
        EXPECT_EQ(sites_.counts.sent, sent_);
        EXPECT_EQ(sites_.counts.received, sent_);
        EXPECT_GT(sent_, 100u);
    }

  private:
    static constexpr std::uint32_t count = 4;
    struct Sent {
        std::uint32_t tag = 0;
        Words words;
        bool operator==(const Sent &) const = default;
    };
    struct Way {
        std::uint32_t from, to, queue;
        auto operator<=>(const Way &) const = default;
    };

    std::uint32_t below(std::uint32_t limit) { return random_() % limit; }
    std::uint32_t pointer(std::uint32_t n, unsigned queue, std::uint32_t at) {
        return static_cast<std::uint32_t>(sites_.load(n, aP, page_of(pointers, queue) + at));
    }
    bool full(std::uint32_t n, unsigned queue, std::uint32_t producer) {
        return producer - pointer(n, queue, tx_consumer) >= sites_.config.basic_entries;
    }
    /// No more than its queue holds, so that none goes to the miss queue.
    bool fits(std::uint32_t to, unsigned queue) {
        std::size_t under_way = 0;
        for (std::uint32_t from = 0; from < count; ++from)
            under_way += expected_[{from, to, queue}].size();
        return under_way < sites_.config.basic_entries / 2;
    }
    void act(std::uint32_t n) {
        const unsigned queue = below(4) + (below(2) ? first_basic : 0);
        const std::uint32_t to = below(count);
        switch (below(4)) {
        case 0: sites_.to(sites_.now + below(200)); return;
        case 1: poll(n, false); return;
        default: break;
        }
        if (!fits(to, queue)) return;
        Sent message{.tag = below(32), .words = count_from(random_(), 4 + below(19))};
        if (is_basic(queue)) {
            Program &program = programs_[n][queue];
            if (full(n, queue, program.producer)) return;
            message.tag = 0;
            send(sites_, n, queue, program, to, message.words,
                 below(2) ? Care{} : Care{.clean = !reclaims(n, queue), .sync = true});
        } else {
            message.words.resize(1);
            // With stores on the bus, the producer is answered later.
            if (full(n, queue, pointer(n, queue, tx_producer))) return;
            sites_.store(n, aP, express_to(queue, to, message.tag), message.words[0]);
        }
        ++sent_;
        expected_[{n, to, queue}].push_back(message);
    }
    bool reclaims(std::uint32_t n, unsigned queue) {
        return sites_.load(n, sP, control + voyager::reclaims) >> queue & 1;
    }
    /// The queue that OnePoll must choose when nothing moves; `queues`: Empty.
    unsigned best(std::uint32_t n) const {
        unsigned found = queues;
        for (const unsigned high : {1u, 0u})
            for (unsigned queue = 0; queue < job_queues && found == queues; ++queue)
                for (const auto &[way, left] : expected_)
                    if (way.to == n && way.queue == queue && priority(queue) == high &&
                        !left.empty())
                        found = queue;
        return found;
    }
    /// Takes a message. False: there was none.
    bool poll(std::uint32_t n, bool settled) {
        const std::uint64_t got = sites_.load(n, aP, poll_of(all_queues), 8);
        const auto first = static_cast<std::uint32_t>(got >> 32);
        const unsigned queue = first & valid ? first >> queue_shift & 31 : queues;
        if (settled) {
            EXPECT_EQ(queue, best(n));
        }
        if (queue == queues) return false;
        Sent message{.tag = first & tag_mask, .words = {static_cast<std::uint32_t>(got)}};
        std::uint32_t source = first >> source_shift & source_mask;
        if (is_basic(queue)) {
            Program &program = programs_[n][queue];
            EXPECT_EQ(got & 0xFFFF, program.consumer & 0xFFFF);
            EXPECT_NE(got >> 16 & 0xFFFF, program.consumer & 0xFFFF);
            message.words = receive(sites_, n, queue, program, {.flush = !reclaims(n, queue)});
            source = message.words[0] >> basic_source_shift & source_mask;
            message.tag = 0;
            message.words.erase(message.words.begin());
        }
        auto &left = expected_[{source - 100, n, queue}];
        EXPECT_FALSE(left.empty());
        if (left.empty()) return false;
        EXPECT_EQ(message.tag, left.front().tag);
        EXPECT_EQ(message.words, left.front().words)
            << "queue " << queue << " from " << source - 100 << ", Reclaim "
            << reclaims(source - 100, queue) << " to " << reclaims(n, queue);
        left.pop_front();
        return true;
    }
    /// Every endpoint and the network continue from what they have saved.
    void save() {
        Archive out;
        sites_.network.archive(out);
        for (Nes &one : sites_.nes) one.archive(out);
        const std::vector<std::uint8_t> bytes = out.take();
        Archive in(bytes);
        net::ArcticNetwork &network = sites_.network;
        network.archive(in);
        for (std::uint32_t n = 0; n < count; ++n) {
            Nes fresh(sites_.config, network, n);
            fresh.archive(in);
            sites_.nes[n] = std::move(fresh);
        }
        in.finish();
        Archive again;
        network.archive(again);
        for (Nes &one : sites_.nes) one.archive(again);
        EXPECT_EQ(again.take(), bytes);
    }

    std::mt19937 random_;
    bool saved_;
    Sites sites_{count};
    std::array<std::array<Program, job_queues>, count> programs_{};
    std::map<Way, std::deque<Sent>> expected_;
    std::uint32_t sent_ = 0;
};

TEST(NesStorm, DeliversEveryMessageOnceAndInOrder) {
    for (std::uint32_t seed = 1; seed <= 8; ++seed) {
        SCOPED_TRACE(seed);
        Storm(seed, seed % 2).run();
        if (testing::Test::HasFailure()) return;
    }
}

} // namespace
} // namespace inlet::voyager
