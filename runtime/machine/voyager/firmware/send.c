// Basic messages of the sP.
#include "firmware.h"

static struct sender { uint32_t producer, consumer; } basic[priorities];

int has_basic_room(unsigned priority) {
    struct sender *const to = &basic[priority];
    if (to->producer - to->consumer < basic_entries) return 1;
    to->consumer = nes_load(nes_pointer(NES_SP_BASIC + priority, NES_TX_CONSUMER));
    return to->producer - to->consumer < basic_entries;
}

volatile uint32_t *next_basic(unsigned priority) {
    return nes_entry(sp_pairs, priority, 0, basic_entries, basic[priority].producer);
}

void launch_basic(unsigned priority, unsigned words) {
    volatile uint32_t *const entry = next_basic(priority);
    for (unsigned at = 0; at <= words; at += NES_LINE / 4) nes_clean(entry + at);
    nes_sync();
    nes_store(nes_pointer(NES_SP_BASIC + priority, NES_TX_PRODUCER), ++basic[priority].producer);
}

uint32_t basic_launched(unsigned priority) { return basic[priority].producer; }

int basic_are_read(unsigned priority, uint32_t launched) {
    const uint32_t read = nes_load(nes_pointer(NES_SP_BASIC + priority, NES_TX_CONSUMER));
    return (int32_t)(read - launched) >= 0;
}
