// The firmware of a service processor: one OnePoll over all its queues (004 3.6), and what has to
// be done for what it finds. While it finds nothing, the processor is asleep.
#include "firmware.h"

enum { pairs = 2, all_queues = 63 };

unsigned basic_entries, this_site;
static uint32_t read[pairs]; ///< Basic messages

static void take(unsigned queue) {
    const unsigned place = queue - NES_SP_BASIC;
    volatile uint32_t *const entry = nes_entry(pairs, place, 1, basic_entries, read[place]);
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
    start_dma();
    for (;;) {
        // The miss queue comes last: if nothing of it can be taken, it hides no other.
        const struct nes_message found = nes_take(NES_ONE_POLL + (all_queues << 3));
        if (found.first & NES_VALID) {
            const unsigned kind = NES_KIND(found.first), queue = NES_QUEUE(found.first);
            if (kind == NES_IS_DMA)
                take_dma_event(found.second);
            else if (kind == NES_IS_EXPRESS)
                take_ready(NES_SOURCE(found.first), found.second);
            else if (kind == NES_FOUND && queue == NES_MISS)
                take_missed();
            else if (kind == NES_FOUND)
                take(queue);
        }
        continue_dma();
        refill_queues();
    }
}
