// DMA between StarT-Voyager's sites: the engines without firmware.
#include "archive/archive.h"
#include "nes_sites.h"

#include <gtest/gtest.h>
#include <random>

namespace inlet::voyager {
namespace {

struct Transfer {
    std::uint32_t from, to, source, target, bytes, slot;
};

void begin(Sites &sites, const Transfer &t) {
    sites.store(t.to, sP, control + dma_slots + 4 * t.slot, t.bytes);
    sites.store(t.from, sP, control + dma_source, t.source);
    sites.store(t.from, sP, control + dma_target, t.target);
    sites.store(t.from, sP, control + dma_where, t.to << 8 | t.slot);
    sites.store(t.from, sP, control + dma_start, t.bytes);
}

/// The next entry of the sP's events queue; 0: there is none.
std::uint64_t event(Sites &sites, std::uint32_t site) {
    return sites.load(site, sP, poll_of(1u << (events - job_queues)), 8);
}
constexpr std::uint64_t event_of(std::uint32_t data) {
    return std::uint64_t{valid | high_priority |
                         static_cast<std::uint32_t>(Kind::dma) << kind_shift |
                         events << queue_shift}
               << 32 |
           data;
}

void fill(Sites &sites, std::mt19937 &random) {
    for (Sites::Memory &memory : sites.memories)
        for (std::uint8_t &byte : memory) byte = static_cast<std::uint8_t>(random());
}

/// Every alignment of source and target against each other and against lines and packets, to
/// another site and to the own one. Nothing else changes.
TEST(NesDma, MovesAnyBytesToAnyPlace) {
    std::mt19937 random(1); // NOLINT: the same every time
    Sites sites(2);
    open(sites);
    fill(sites, random);
    for (std::uint32_t i = 0; i < 400; ++i) {
        const std::uint32_t bytes =
            i < 200 ? 1 + i : 1 + static_cast<std::uint32_t>(random()) % 3000;
        const std::uint32_t half = Sites::memory_bytes / 2;
        const Transfer t{.from = 0,
                         .to = i % 3 ? 1u : 0u,
                         .source = static_cast<std::uint32_t>(random()) % (half - bytes),
                         .target = half + static_cast<std::uint32_t>(random()) % (half - bytes),
                         .bytes = bytes,
                         .slot = i % dma_slot_count};
        Sites::Memory wanted = sites.memories[t.to];
        std::copy_n(sites.memories[0].begin() + t.source, bytes, wanted.begin() + t.target);
        begin(sites, t);
        sites.settle();
        ASSERT_TRUE(sites.failures.empty());
        ASSERT_EQ(sites.memories[t.to], wanted) << i;
        ASSERT_EQ(event(sites, 0), event_of(t.slot << 1 | 1));
        ASSERT_EQ(event(sites, t.to), event_of(t.slot << 1));
        ASSERT_EQ(event(sites, 0) | event(sites, 1), 0u);
    }
}

/// The source may change when it has been read: the receiver gets what it was.
TEST(NesDma, TellsWhenTheSourceHasBeenRead) {
    std::mt19937 random(2); // NOLINT: the same every time
    Sites sites(2);
    open(sites);
    fill(sites, random);
    const Sites::Memory before = sites.memories[0];
    begin(sites, {.from = 0, .to = 1, .source = 5, .target = 77, .bytes = 1000, .slot = 3});
    while (event(sites, 0) != event_of(3 << 1 | 1)) {
    }
    EXPECT_NE(sites.load(1, sP, control + dma_slots + 12), 0u); // it has not arrived
    std::ranges::fill(sites.memories[0], std::uint8_t{0});
    sites.settle();
    EXPECT_TRUE(
        std::equal(before.begin() + 5, before.begin() + 1005, sites.memories[1].begin() + 77));
}

/// Two senders into one memory, and messages between; half of the runs continue from a saved state.
TEST(NesDma, TransfersShareTheNetwork) {
    for (const bool saved : {false, true}) {
        std::mt19937 random(3); // NOLINT: the same every time
        Sites sites(4);
        open(sites);
        fill(sites, random);
        std::vector<Sites::Memory> wanted = sites.memories;
        for (std::uint32_t n = 0; n < 3; ++n) {
            const Transfer t{.from = n,
                             .to = 3,
                             .source = 100 * n + 3,
                             .target = 5000 * n + 7 * n,
                             .bytes = 4000 + n,
                             .slot = n};
            std::copy_n(wanted[n].begin() + t.source, t.bytes, wanted[3].begin() + t.target);
            begin(sites, t);
        }
        Program basic;
        send(sites, 0, low_basic, basic, 3, count_from(1, 22));
        if (saved) {
            sites.to(sites.now + 3000);
            for (Nes &one : sites.nes) {
                Archive out;
                one.archive(out);
                const std::vector<std::uint8_t> bytes = out.take();
                Archive in(bytes);
                one.archive(in);
            }
        }
        sites.settle();
        EXPECT_EQ(sites.memories, wanted);
        EXPECT_EQ(sites.nes[3].unread(low_basic), 1u);
        EXPECT_EQ(sites.nes[3].unread(events), 3u);
        EXPECT_TRUE(sites.failures.empty());
        EXPECT_EQ(sites.counts.sent, sites.counts.received);
    }
}

/// DMA is limited by Arctic, whose links move 150 MB/s, headers included (004 5.3).
TEST(NesDma, IsLimitedByTheNetwork) {
    Sites sites(2);
    open(sites);
    const std::uint64_t begun = sites.now;
    begin(sites, {.from = 0, .to = 1, .source = 0, .target = 0, .bytes = 8192, .slot = 0});
    sites.settle();
    const double rate = 8192.0 * 140 / static_cast<double>(sites.now - begun);
    EXPECT_GT(rate, 95); // of 109 MB/s: 64 of 88 bytes, less the way of the first one
    EXPECT_LT(rate, 109.1);
}

TEST(NesDma, ErrorsHaveTheirMessages) {
    const auto why = [](const Transfer &t, std::uint32_t armed) {
        Sites sites(2);
        open(sites);
        begin(sites, t);
        sites.store(t.to, sP, control + dma_slots + 4 * t.slot, armed);
        sites.settle();
        return sites.failures.empty() ? "" : sites.failures.front().why;
    };
    const Transfer good{.from = 0, .to = 1, .source = 0, .target = 0, .bytes = 64, .slot = 0};
    EXPECT_EQ(why(good, 64), "");
    EXPECT_EQ(why(good, 63), "a DMA packet came for a slot without a transfer");
    Transfer bad = good;
    bad.source = Sites::memory_bytes - 63;
    EXPECT_EQ(why(bad, 64), "a DMA transfer leaves the program's mapped memory");
    bad = good;
    bad.target = Sites::memory_bytes - 63;
    EXPECT_EQ(why(bad, 64), "a DMA transfer leaves the program's mapped memory");
    bad = good;
    bad.bytes = 0;
    EXPECT_EQ(why(bad, 64),
              "the DMA engine sends one transfer at a time, to a site and a slot that exist");
}

} // namespace
} // namespace inlet::voyager
