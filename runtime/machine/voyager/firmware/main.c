// The firmware of a service processor: one OnePoll over all its queues (004 3.6), and what has to
// be done for what it finds. While it finds nothing, the processor is asleep.
#include "firmware.h"

#include <voyager_queues.h>

enum { all_queues = 63, early_events = 64 };

unsigned basic_entries, this_site;
static uint32_t read[sp_pairs]; ///< Basic messages
/// Events that have been taken early.
static struct nes_message early[early_events];
static unsigned first_early, end_early;

void take_early(void) {
    if (end_early - first_early == early_events) return;
    const struct nes_message event = nes_take(NES_EXPRESS_RECEIVE + NES_EVENTS * NES_PAGE);
    if (!(event.first & NES_VALID)) return;
    if (NES_KIND(event.first) == NES_IS_EVENT &&
        take_pointer(event.first & NES_ABOUT, event.second))
        return;
    early[end_early++ % early_events] = event;
}
static struct nes_message next_message(void) {
    if (first_early != end_early) return early[first_early++ % early_events];
    // If nothing of the miss queue can be taken, the sP does not look at it, so that it sleeps.
    const unsigned set = all_queues & ~(can_take_missed() ? 0 : 1u << (NES_MISS - NES_SP_EXPRESS));
    return nes_take(NES_ONE_POLL + (set << 3));
}

static void take(unsigned queue) {
    const unsigned place = queue - NES_SP_BASIC;
    volatile uint32_t *const entry = nes_entry(sp_pairs, place, 1, basic_entries, read[place]);
    const uint32_t header = entry[0];
    const unsigned words = NES_WORDS(header);
    take_basic(NES_BASIC_SOURCE(header), entry + 1, words);
    for (unsigned at = 0; at <= words; at += NES_LINE / 4) nes_flush(entry + at);
    nes_store(nes_pointer(queue, NES_RX_CONSUMER), ++read[place]);
}

void firmware_main(void) {
    basic_entries = nes_load(NES_BASIC_ENTRIES);
    this_site = nes_load(NES_SITE);
    start_miss();
    start_queues();
    start_dma();
    for (;;) {
        const struct nes_message found = next_message();
        if (found.first & NES_VALID) {
            const unsigned kind = NES_KIND(found.first), queue = NES_QUEUE(found.first);
            if (kind == NES_IS_DMA)
                take_dma_event(found.second);
            else if (kind == NES_IS_EVENT)
                take_event(found.first & NES_ABOUT, found.second);
            else if (kind == NES_IS_EXPRESS)
                take_ready(NES_SOURCE(found.first), found.second);
            else if (kind == NES_FOUND && queue == NES_MISS)
                take_missed();
            else if (kind == NES_FOUND)
                take(queue);
        }
        continue_dma();
        continue_queues();
        refill_queues();
    }
}
