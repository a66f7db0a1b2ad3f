// Addresses and formats of StarT-Voyager's network endpoint. 004 describes them in words, and its
// Figure 3 with the formats is lost in our copy: these are ours.
#pragma once

#include "inlet/nes_config.h"

#include <cstdint>

namespace inlet::voyager {

// Cores of a site: the application processor and the service processor.
inline constexpr unsigned aP = 0, sP = 1, cores = 2;

// Queues, transmit and receive. Odd ones have high priority. 0 to 15 are the hardware queues of
// jobs (004 4.3), the aP's; the others are the sP's own (004 2).
inline constexpr unsigned first_basic = NesConfig::express_queues,
                          job_queues = first_basic + NesConfig::basic_queues;
inline constexpr unsigned sp_express = job_queues, sp_basic = sp_express + 2;
/// Receive queues only: messages for no resident queue or a full one (004 4.3); stores of the aP
/// into the sP Serviced Space (004 2), whose entries are Express messages of kind `event`.
inline constexpr unsigned miss = sp_basic + 2, events = miss + 1;
inline constexpr unsigned queues = events + 1;

constexpr unsigned owner(unsigned queue) { return queue < job_queues ? aP : sP; }
constexpr unsigned priority(unsigned queue) { return queue & 1; }
constexpr bool is_basic(unsigned queue) {
    return (queue >= first_basic && queue < job_queues) || (queue >= sp_basic && queue <= miss);
}
constexpr bool transmits(unsigned queue) { return queue < miss; }

// Logical queues: 512 of jobs (004 4.1), which software binds to hardware queues, and the sP's.
inline constexpr std::uint32_t logical_queues = 512;
/// The logical name of an sP's queue.
constexpr std::uint32_t logical_of(unsigned queue) { return logical_queues + queue - sp_express; }

/// Logical destinations of a transmit queue: entries of its Destination Table (004 4.1).
inline constexpr unsigned destinations = 64;

/// How a machine sets up the destination tables: destination n is the queue of the same kind and
/// priority in the same processor of site n; destination n + other_processor is that queue in the
/// other processor of site n. Sources are numbered in the same way: other_processor + n is the sP
/// of site n.
inline constexpr std::uint32_t other_processor = 32;
/// The first of the two Basic queues with Reclaim (004 3.2: Reclaim is a property of a queue).
inline constexpr unsigned reclaimed_basic = first_basic + 6;
/// The queues of the aP that receive low-priority messages of sPs. The next ones receive those of
/// high priority.
inline constexpr unsigned express_of_sp = 2, basic_of_sp = first_basic + 2;

// Address regions. Both cores have the same ones; `owner` decides which queues answer.
inline constexpr std::uint32_t first_address = 0xA0000000, device_bytes = 0x40000000;
inline constexpr std::uint32_t window = 0xA0000000; ///< Basic buffers, cached: SRAM of the core
inline constexpr std::uint32_t pointers = 0xA8000000;
inline constexpr std::uint32_t express_receive = 0xA9000000;
inline constexpr std::uint32_t one_poll = 0xAA000000;
inline constexpr std::uint32_t express_transmit = 0xB0000000;
inline constexpr std::uint32_t serviced = 0xC0000000; ///< the aP stores, the sP gets an event
inline constexpr std::uint32_t control = 0xD0000000;  ///< the sP's only
inline constexpr std::uint32_t region_bytes = 0x01000000, express_bytes = 0x10000000;
inline constexpr std::uint32_t page = 0x1000; ///< of `pointers` and `express_receive`, a queue

/// Of a page of `pointers`. They count messages modulo 2^32; the place is the lowest bits.
enum Pointer : std::uint32_t {
    tx_producer = 0,  ///< load, store (Basic)
    tx_consumer = 4,  ///< load
    rx_producer = 8,  ///< load; of an Express queue: lines of Tag-On messages
    rx_consumer = 12, ///< load, store; likewise
    rx_free = 16,     ///< load by the sP: free places in a receive queue of the aP
};

/// The page of `pointers` after those of the queues. Its words, which can only be loaded, describe
/// the site.
inline constexpr std::uint32_t about = pointers + 31 * page;
inline constexpr std::uint32_t about_site = 0, about_sites = 4, about_express_entries = 8,
                               about_basic_entries = 12, about_miss_entries = 16;

// A store of 4 bytes to `express_transmit` sends its value: queue (its number among the core's
// Express queues), destination and five bits of tag are in the address (004 3.3).
// With 1 to 3 lines it is a Tag-On message (004 3.5): these lines of the core's SRAM, from a line
// of its pool on, go along.
inline constexpr unsigned tx_queue_shift = 25, tx_destination_shift = 8, tx_tag_shift = 3;
inline constexpr unsigned tx_lines_shift = 14, tx_pool_shift = 16;
inline constexpr std::uint32_t tx_lines_mask = 3, tx_pool_mask = (1u << 9) - 1;

// A load of 8 bytes from `express_receive` or `one_poll` takes a message of two words; one of 4
// bytes takes it, too, and returns the first word; the second word is at + 4 afterwards (004 3.3).
// `one_poll`: bits 3 to 18 of the address are the set of the core's queues, from its first one on.
inline constexpr unsigned poll_shift = 3;
inline constexpr std::uint32_t poll_mask = (1u << 16) - 1;

enum class Kind : std::uint8_t {
    express,
    found, ///< OnePoll: data is producer << 16 | consumer of a Basic queue (004 3.6)
    event, ///< source and tag: bits 2 to 16 of the offset in the Serviced Space
    dma,   ///< to the sP: a DMA transfer; data: slot << 1, and 1 if the source has been read
};
inline constexpr std::uint32_t valid = 1u << 31, high_priority = 1u << 30;
inline constexpr unsigned kind_shift = 28, queue_shift = 23, source_shift = 5;
inline constexpr unsigned lines_shift = 15; ///< Tag-On: lines that came along
inline constexpr std::uint32_t source_mask = (1u << 10) - 1, tag_mask = 31;

// A Basic message is an entry of 128 bytes in the window: a header word and 4 to 22 words. Header
// to send: words, logical destination; received: words, source identifier, priority, `valid`.
// An entry of the miss queue has a second word, the logical queue and the tag, before the message;
// its `basic_message` says which kind it is.
inline constexpr std::uint32_t entry_bytes = 128;
inline constexpr unsigned destination_shift = 8, basic_source_shift = 8;
inline constexpr std::uint32_t words_mask = 31, basic_message = 1u << 29;
inline constexpr unsigned miss_tag_shift = 16, miss_lines_shift = 24;

/// Where the entry of a Basic queue is in the SRAM of its owner.
constexpr std::uint32_t buffer(const NesConfig &config, unsigned queue, bool receive,
                               std::uint32_t count) {
    const std::uint32_t first = queue < sp_basic ? first_basic : sp_basic;
    const std::uint32_t pairs = queue < sp_basic ? NesConfig::basic_queues : 2;
    if (queue == miss)
        return (2 * pairs * config.basic_entries + (count & (config.miss_entries - 1))) *
               entry_bytes;
    const std::uint32_t place = receive * pairs + queue - first;
    return (place * config.basic_entries + (count & (config.basic_entries - 1))) * entry_bytes;
}
/// Entries in the sP's SRAM after those of its queues, for messages that firmware composes. In the
/// aP's SRAM, after those of its Basic queues, programs have as many: the pool of Tag-On messages.
inline constexpr std::uint32_t scratch_entries = 32;
constexpr std::uint32_t scratch(const NesConfig &config) {
    return (4 * config.basic_entries + config.miss_entries) * entry_bytes;
}
constexpr std::uint32_t pool(const NesConfig &config, unsigned core) {
    return core == aP ? 2 * NesConfig::basic_queues * config.basic_entries * entry_bytes
                      : scratch(config);
}
/// Where lines that have come to an Express queue are: each queue has as many entries as a Basic
/// queue. The program frees them by the consumer pointer (004 3.5).
constexpr std::uint32_t tagged(const NesConfig &config, unsigned queue, std::uint32_t count) {
    const unsigned core = owner(queue), place = core == aP ? queue : queue - sp_express;
    return pool(config, core) +
           (scratch_entries + place * config.basic_entries + (count & (config.basic_entries - 1))) *
               entry_bytes;
}
constexpr std::uint32_t sram_bytes(const NesConfig &config, unsigned core) {
    const std::uint32_t express = core == aP ? NesConfig::express_queues : 2;
    return pool(config, core) + (scratch_entries + express * config.basic_entries) * entry_bytes;
}

// Registers of `control`, 4 bytes each.
inline constexpr std::uint32_t tags = 0;          ///< a queue of jobs: its logical queue | valid
inline constexpr std::uint32_t tables = 0x1000;   ///< queue * destinations + destination
inline constexpr std::uint32_t reclaims = 0x4000, ///< bit n: NES Reclaim for queue n
    empty_first = 0x4004, empty_second = 0x4008;  ///< the Empty message (004 3.3)
/// A store to tags_if_none + 4 * n sets queue n's tag only if the miss queue is empty and no
/// message is on its way there. So no message overtakes those in the miss queue.
inline constexpr std::uint32_t tags_if_none = 0x100;
/// A store puts a message into a receive queue of the aP, which must have a free place. The upper 8
/// bits are the queue's number; the lower bits are the offset of the message in the sP's SRAM, in
/// the format of the miss queue's entries.
inline constexpr std::uint32_t refill = 0x400C;
inline constexpr unsigned refill_shift = 24;
/// Operations of the sP on the aP's bus. A store to bus_copy copies lines between the sP's SRAM and
/// the aP's memory at bus_address. The lower 24 bits are the offset in SRAM, the next 7 the number
/// of lines, and the highest bit is set if memory is written. There is one operation at a time;
/// bus_busy is 0 when it has ended.
inline constexpr std::uint32_t bus_address = 0x4010, bus_copy = 0x4014, bus_busy = 0x4018;
inline constexpr unsigned bus_lines_shift = 24;
inline constexpr std::uint32_t bus_lines_mask = 127, bus_writes = 1u << 31;
/// DMA (004 3.4). The sending sP names the addresses in both aPs' memories, the site << 8 | slot of
/// the receiver, and stores the number of bytes, which starts the engine; it loads 1 while the
/// engine works. The receiving sP has stored the number of bytes for its slot before. Both get
/// entries of kind `dma` in the events queue: when the source has been read, and when all bytes are
/// in place.
inline constexpr std::uint32_t dma_source = 0x4020, dma_target = 0x4024, dma_where = 0x4028,
                               dma_start = 0x402C, dma_slots = 0x4100;
inline constexpr unsigned dma_slot_count = 32;
/// A DMA packet: slot << 16 | bytes, address in the aP's memory, two words without use, data.
inline constexpr std::uint32_t dma_header = 16, dma_data = 64;
inline constexpr std::uint32_t control_bytes = 0x5000;
/// Of a table's entry, beside `valid`.
inline constexpr unsigned site_shift = 20, table_queue_shift = 10;
inline constexpr std::uint32_t site_mask = 31, table_mask = (1u << 10) - 1;

constexpr std::uint32_t table_entry(std::uint32_t site, std::uint32_t logical,
                                    std::uint32_t source) {
    return valid | site << site_shift | logical << table_queue_shift | source;
}

} // namespace inlet::voyager
