// Consecutive messages of five words: the outgoing FIFO has room for one, and drops messages that
// do not fit; the status reports this, and software writes all words again (von Eicken 4.3.1).
#include "ni.h"

#include <stdio.h>

enum { messages = 100 };

int main(void) {
    const uint32_t me = NI(self);
    if (me == 0) {
        uint32_t dropped = 0;
        for (uint32_t n = 0; n < messages; ++n)
            for (;; ++dropped) {
                NI_DOUBLE(first(left, 7, 5)) = (uint64_t)1 << 32 | n;
                NI_DOUBLE(left + send_word) = (uint64_t)(n + 1) << 32 | (n + 2);
                NI_DOUBLE(left + send_word) = (uint64_t)(n + 3) << 32 | (n + 4);
                if (NI(left + status) & send_ok) break;
            }
        enter_barrier();
        while (!barrier_complete()) {
        }
        printf("%s\n", dropped ? "some were dropped and written again" : "none was dropped");
    } else {
        uint32_t wrong = 0;
        for (uint32_t n = 0; n < messages; ++n) {
            uint32_t s;
            while (!((s = NI(left + status)) & rec_ok)) {
            }
            wrong += tag_of(s) != 7 || words_of(s) != 5;
            wrong += NI_DOUBLE(left + receive) != ((uint64_t)n << 32 | (n + 1));
            wrong += NI(left + receive) != n + 2;
            wrong += words_of(NI(left + status)) != 2;
            wrong += NI_DOUBLE(left + receive) != ((uint64_t)(n + 3) << 32 | (n + 4));
        }
        printf("%u messages, %u wrong\n", messages, wrong);
        enter_barrier();
    }
    return 0;
}
