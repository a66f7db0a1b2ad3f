// What firmware does to its site by StarT-Voyager's endpoint: refills of full queues, copies out of
// and into the program's memory. And that programs see the addresses of the model.
#include "nes_sites.h"
#include "voyager_queues.h"

#include <gtest/gtest.h>

namespace inlet::voyager {
namespace {

TEST(NesHeader, OfProgramsHasTheModelsAddresses) {
    EXPECT_EQ(NES_BASIC, first_basic);
    EXPECT_EQ(NES_SP_EXPRESS, sp_express);
    EXPECT_EQ(NES_SP_BASIC, sp_basic);
    EXPECT_EQ(NES_MISS, miss);
    EXPECT_EQ(NES_EVENTS, events);
    EXPECT_EQ(NES_OTHER, other_processor);
    EXPECT_EQ(NES_EXPRESS_OF_SP, express_of_sp);
    EXPECT_EQ(NES_BASIC_OF_SP, basic_of_sp);
    EXPECT_EQ(NES_WINDOW, window);
    EXPECT_EQ(NES_POINTERS + 3 * NES_PAGE + NES_RX_FREE, page_of(pointers, 3) + rx_free);
    EXPECT_EQ(NES_TX_PRODUCER, tx_producer);
    EXPECT_EQ(NES_TX_CONSUMER, tx_consumer);
    EXPECT_EQ(NES_RX_PRODUCER, rx_producer);
    EXPECT_EQ(NES_RX_CONSUMER, rx_consumer);
    EXPECT_EQ(NES_SITE, about + about_site);
    EXPECT_EQ(NES_SITES, about + about_sites);
    EXPECT_EQ(NES_EXPRESS_ENTRIES, about + about_express_entries);
    EXPECT_EQ(NES_BASIC_ENTRIES, about + about_basic_entries);
    EXPECT_EQ(NES_MISS_ENTRIES, about + about_miss_entries);
    EXPECT_EQ(NES_EXPRESS_RECEIVE, express_receive);
    EXPECT_EQ(NES_ONE_POLL, one_poll);
    EXPECT_EQ(nes_express(1, 5, 7), express_to(1, 5, 7));
    EXPECT_EQ(NES_SERVICED, serviced);
    EXPECT_EQ(NES_TAG_ON(9u, 3u), 9u << tx_pool_shift | 3u << tx_lines_shift);
    EXPECT_EQ(NES_POOL_LINES, scratch_entries * entry_bytes / NesConfig::line_bytes);
    EXPECT_EQ(NES_LINES(2u << lines_shift), 2u);
    EXPECT_EQ(NES_VALID, valid);
    EXPECT_EQ(NES_HIGH, high_priority);
    EXPECT_EQ(NES_FOUND, static_cast<int>(Kind::found));
    EXPECT_EQ(NES_IS_EVENT, static_cast<int>(Kind::event));
    EXPECT_EQ(NES_KIND(1u << kind_shift), 1u);
    EXPECT_EQ(NES_QUEUE(9u << queue_shift), 9u);
    EXPECT_EQ(NES_SOURCE(9u << source_shift), 9u);
    EXPECT_EQ(NES_BASIC_SOURCE(9u << basic_source_shift), 9u);
    EXPECT_EQ(NES_BASIC_MESSAGE, basic_message);
    EXPECT_EQ(NES_ENTRY, entry_bytes);
    EXPECT_EQ(NES_LINE, NesConfig::line_bytes);
    EXPECT_EQ(NES_LEAST_WORDS, NesConfig::least_words);
    EXPECT_EQ(NES_MOST_WORDS, NesConfig::most_words);
    EXPECT_EQ(NES_TAGS, control + tags);
    EXPECT_EQ(NES_TAGS_IF_NONE, control + tags_if_none);
    EXPECT_EQ(NES_TABLES, control + tables);
    EXPECT_EQ(NES_RECLAIMS, control + reclaims);
    EXPECT_EQ(NES_REFILL, control + refill);
    EXPECT_EQ(NES_BUS_ADDRESS, control + bus_address);
    EXPECT_EQ(NES_BUS_COPY, control + bus_copy);
    EXPECT_EQ(NES_BUS_BUSY, control + bus_busy);
    EXPECT_EQ(NES_BUS_WRITES, bus_writes);
    EXPECT_EQ(NES_DMA_SOURCE, control + dma_source);
    EXPECT_EQ(NES_DMA_TARGET, control + dma_target);
    EXPECT_EQ(NES_DMA_WHERE, control + dma_where);
    EXPECT_EQ(NES_DMA_START, control + dma_start);
    EXPECT_EQ(NES_DMA_SLOTS, control + dma_slots);
    EXPECT_EQ(NES_IS_DMA, static_cast<int>(Kind::dma));
    // Firmware copies entries, which a ring in memory must have as many of.
    EXPECT_EQ(sizeof(nes_queue_memory::received) / NES_RING, entry_bytes);
    EXPECT_GE(NES_RING, 16);
    EXPECT_EQ(NES_ABOUT, (1 << (source_shift + 10)) - 1);
    // The place of an entry, of both processors and directions.
    const NesConfig config = test::nes_numbers();
    const auto at = [](volatile std::uint32_t *entry) {
        return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(entry)) - window;
    };
    EXPECT_EQ(at(nes_pool(16)), pool(config, aP));
    EXPECT_EQ(at(nes_tagged(3, 16, 21)), tagged(config, 3, 21));
    EXPECT_EQ(at(nes_entry(8, 1, 0, 16, 21)), buffer(config, high_basic, false, 21));
    EXPECT_EQ(at(nes_entry(8, 1, 1, 16, 21)), buffer(config, high_basic, true, 21));
    EXPECT_EQ(at(nes_entry(2, 1, 1, 16, 3)), buffer(config, sp_basic + 1, true, 3));
}

std::uint32_t load(Sites &sites, unsigned core, std::uint32_t address) {
    return static_cast<std::uint32_t>(sites.load(1, core, address));
}

/// Firmware moves the first message of site 1's miss queue into a queue of the aP.
void refill_first(Sites &sites, Program &missed, unsigned queue) {
    sites.store(1, sP, control + refill,
                queue << refill_shift | buffer(sites.config, miss, true, missed.consumer));
    sites.settle();
    sites.store(1, sP, page_of(pointers, miss) + rx_consumer, ++missed.consumer);
}

/// 004 4.3: the sP moves messages that came to a full queue.
TEST(NesRefill, KeepsTheOrderOfAFullQueue) {
    Sites sites(2);
    open(sites);
    Program sender, receiver, missed;
    std::uint32_t sent = 0, got = 0;
    const auto send_one = [&] {
        send(sites, 0, low_basic, sender, 1, count_from(100 * sent++, 5));
        sites.settle();
    };
    const auto receive_one = [&] {
        EXPECT_EQ(receive(sites, 1, low_basic, receiver), [&] {
            Words words = count_from(100 * got, 5);
            words.insert(words.begin(), valid | basic_message | 100u << basic_source_shift | 5);
            return words;
        }()) << got;
        ++got;
    };
    while (sent < sites.config.basic_entries + 3) send_one();
    EXPECT_EQ(load(sites, sP, page_of(pointers, low_basic) + rx_free), 0u);
    EXPECT_EQ(sites.nes[1].unread(miss), 3u);
    // Not while a message is outside.
    sites.store(1, sP, control + tags_if_none + 4 * low_basic, valid | low_basic);
    sites.settle();
    EXPECT_EQ(load(sites, sP, control + tags + 4 * low_basic), 0u);
    receive_one();
    receive_one();
    sites.settle();
    EXPECT_EQ(load(sites, sP, page_of(pointers, low_basic) + rx_free), 2u);
    send_one(); // behind those in the miss queue
    refill_first(sites, missed, low_basic);
    refill_first(sites, missed, low_basic);
    receive_one();
    receive_one();
    refill_first(sites, missed, low_basic);
    refill_first(sites, missed, low_basic);
    sites.store(1, sP, control + tags_if_none + 4 * low_basic, valid | low_basic);
    sites.settle();
    EXPECT_EQ(load(sites, sP, control + tags + 4 * low_basic), valid | low_basic);
    while (got < sent) receive_one();
    send_one();
    receive_one();
    EXPECT_TRUE(sites.failures.empty());
}

TEST(NesRefill, OfAnExpressMessageAndOfWhatIsWrong) {
    Sites sites(2);
    open(sites);
    sites.store(1, sP, control + tags + 4 * low_express, 0);
    sites.settle();
    sites.store(0, aP, express_to(low_express, 1, 21), 77);
    sites.settle();
    Program missed;
    // A queue of the other kind, of the sP, an offset within an entry.
    const std::uint32_t entry = buffer(sites.config, miss, true, 0);
    for (const std::uint32_t wrong : {low_basic << refill_shift | entry,
                                      sp_express << refill_shift | entry, entry + 4, 0xFFFF80u}) {
        sites.failures.clear();
        sites.store(1, sP, control + refill, wrong);
        sites.settle();
        ASSERT_EQ(sites.failures.size(), 1u);
        EXPECT_EQ(sites.failures[0].value, wrong);
        EXPECT_EQ(sites.failures[0].core, sP);
    }
    refill_first(sites, missed, low_express);
    const std::uint64_t message = sites.load(1, aP, page_of(express_receive, low_express), 8);
    EXPECT_EQ(message >> 32, valid | low_express << queue_shift | 100u << source_shift | 21u);
    EXPECT_EQ(message & 0xFFFFFFFF, 77u);
}

/// 004 4.3: a message for a queue that is not resident ends in the program's memory. Observers are
/// told that it has arrived and been taken, and the endpoint no longer holds it.
TEST(NesBusCopy, OfAMissedMessageIsToldOnce) {
    struct Kinds final : Observer {
        void event(const MessageEvent &event) override { kinds.push_back(event.kind()); }
        std::vector<EventKind> kinds;
    } seen;
    Sites sites(2);
    open(sites);
    sites.store(1, sP, control + tags + 4 * low_basic, 0);
    sites.settle();
    Program sender;
    send(sites, 0, low_basic, sender, 1, count_from(5, 7));
    sites.settle();
    ASSERT_EQ(sites.nes[1].unread(miss), 1u);
    EXPECT_EQ(sites.nes[1].held().size(), 1u); // firmware keeps it
    sites.counts.watcher = &seen;
    const auto copy = [&](std::uint32_t offset) {
        sites.store(1, sP, control + bus_address, 256);
        sites.store(1, sP, control + bus_copy, bus_writes | 2u << bus_lines_shift | offset);
        sites.settle();
    };
    copy(scratch(sites.config)); // another line of the SRAM
    EXPECT_TRUE(seen.kinds.empty());
    copy(buffer(sites.config, miss, true, 0));
    EXPECT_EQ(std::ranges::count(seen.kinds, EventKind::arrive), 1);
    EXPECT_EQ(seen.kinds.back(), EventKind::stage); // taken
    EXPECT_TRUE(sites.nes[1].held().empty());
    seen.kinds.clear();
    copy(buffer(sites.config, miss, true, 0)); // again
    EXPECT_TRUE(seen.kinds.empty());
}

/// 004 2: the sP starts operations on the aP's bus.
TEST(NesBusCopy, MovesLinesBetweenTheProgramsMemoryAndTheSram) {
    Sites sites(1);
    open(sites);
    Sites::Memory &memory = sites.memories[0];
    for (std::size_t i = 0; i < memory.size(); ++i)
        memory[i] = static_cast<std::uint8_t>(3 * i + i / 256);
    const std::uint32_t offset = scratch(sites.config);
    const auto copy = [&](std::uint32_t address, std::uint32_t lines, std::uint32_t flags) {
        sites.store(0, sP, control + bus_address, address);
        sites.store(0, sP, control + bus_copy, flags | lines << bus_lines_shift | offset);
        const std::uint64_t begun = sites.now;
        while (sites.load(0, sP, control + bus_busy)) {
        }
        return sites.now - begun;
    };
    const std::uint64_t two = copy(64, 2, 0);
    EXPECT_EQ(sites.load(0, sP, window + offset + 32), 0x20232629u); // 3 * 96 and so on
    EXPECT_GE(two, std::uint64_t{2} * sites.config.burst * sites.config.ratio);
    copy(512, 2, bus_writes);
    EXPECT_TRUE(std::equal(memory.begin() + 64, memory.begin() + 128, memory.begin() + 512));
    EXPECT_NE(memory[64], memory[576]);
    EXPECT_TRUE(sites.failures.empty());
    copy(Sites::memory_bytes, 1, 0); // no memory
    copy(4, 1, 0);
    copy(0, 0, 0);
    EXPECT_EQ(sites.failures.size(), 3u);
}

} // namespace
} // namespace inlet::voyager
