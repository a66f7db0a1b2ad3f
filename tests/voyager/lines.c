// What a program must do by hand with the cached memory of the endpoint (004 3.1, 3.2). Argument:
// the step that is left out, or "reclaim": a queue whose lines the endpoint cleans and flushes. On
// two nodes; node 1 says which words it got.
#include <am.h>
#include <stdio.h>
#include <string.h>
#include <voyager_nes.h>

enum { pairs = 8, laps = 2, words = 22, express = 4, busy = 2 };

static int is(int argc, char **argv, const char *step) {
    return argc > 1 && strcmp(argv[1], step) == 0;
}

int main(int argc, char **argv) {
    const int reclaim = is(argc, argv, "reclaim");
    const int no_clean = is(argc, argv, "clean"), no_flush = reclaim || is(argc, argv, "flush"),
              no_sync = is(argc, argv, "sync");
    // Not the runtime's; the sixth and seventh are under Reclaim.
    const unsigned place = reclaim ? 6 : 4, queue = NES_BASIC + place;
    const uint32_t entries = nes_load(NES_BASIC_ENTRIES);
    int wrong = 0;
    for (uint32_t i = 0; i < laps * entries; ++i) {
        if (am_my_proc() == 0) {
            volatile uint32_t *const e = nes_entry(pairs, place, 0, entries, i);
            // The first lap fetches the lines; a store that misses would wait for the bus.
            e[0] = 1 << 8 | words;
            for (unsigned k = 1; k <= words; ++k) e[k] = i * 100 + k;
            // They keep the bus busy, so that the lines wait.
            for (unsigned k = 0; k < busy; ++k) nes_store(nes_express(express, 1, 0), k);
            for (unsigned at = 0; !reclaim && at <= words; at += NES_LINE / 4)
                if (at == 0 || !no_clean) nes_clean(e + at);
            if (!no_sync) nes_sync();
            nes_store(nes_pointer(queue, NES_TX_PRODUCER), i + 1);
            while (nes_load(nes_pointer(queue, NES_TX_CONSUMER)) != i + 1) {
            }
        } else {
            volatile uint32_t *const e = nes_entry(pairs, place, 1, entries, i);
            while (nes_load(nes_pointer(queue, NES_RX_PRODUCER)) == i) {
            }
            for (unsigned k = 0; k < busy; ++k)
                while (!(nes_take(NES_EXPRESS_RECEIVE + express * NES_PAGE).first & NES_VALID)) {
                }
            for (unsigned k = 1; k <= words; ++k) wrong += e[k] != i * 100 + k;
            for (unsigned at = 0; !no_flush && at <= words; at += NES_LINE / 4) nes_flush(e + at);
            nes_store(nes_pointer(queue, NES_RX_CONSUMER), i + 1);
        }
    }
    if (am_my_proc() == 1) printf("%s\n", wrong ? "old words" : "all words are right");
    return 0;
}
