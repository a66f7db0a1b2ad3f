// Firmware of a reader's own: a counter on every service processor (docs/voyager.md, "Firmware of
// your own").
//
//     voyager-clang -O2 -nostdlib -T firmware.ld counter_firmware.c -lvoyager -o counter.elf
//     inlet run --machine voyager --firmware counter.elf remote_counter.elf
//
// An Express message to the sP adds its word to the counter; the answer is what the counter was.
#include <voyager_nes.h>

enum { low = 0, high = 1, both = 1 << low | 1 << high };

void firmware_main(void) {
    const uint32_t entries = nes_load(NES_EXPRESS_ENTRIES);
    uint32_t counter = 0, sent = 0, taken = 0;
    for (;;) {
        // One load looks into both Express queues of the sP. While it finds nothing, the sP is
        // asleep.
        const struct nes_message message = nes_take(NES_ONE_POLL + (both << 3));
        if (!(message.first & NES_VALID)) continue;
        // Room for the answer: our copy of the consumer's pointer is read again when it says full.
        while (sent - taken >= entries)
            taken = nes_load(nes_pointer(NES_SP_EXPRESS + high, NES_TX_CONSUMER));
        ++sent;
        // The source is the aP of a site; the answer has the tag of the question.
        const unsigned answer_to = NES_OTHER + NES_SOURCE(message.first);
        nes_store(nes_express(high, answer_to, NES_TAG(message.first)), counter);
        counter += message.second;
    }
}
