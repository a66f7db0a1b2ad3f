// Every node sends to the next one and takes nothing, until no place is left: queue, firmware's
// memory, miss queue, network, and the senders' queues.
#include <am.h>
#include <voyager_queues.h>

static struct nes_queue_memory memory;
static struct nes_queue queue;

int main(void) {
    const uint32_t words[NES_LEAST_WORDS] = {0};
    nes_queue_open(&queue, 12, &memory);
    for (;;)
        while (!nes_queue_send(&queue, (unsigned)(am_my_proc() + 1) % (unsigned)am_procs(), words,
                               NES_LEAST_WORDS)) {
        }
}
