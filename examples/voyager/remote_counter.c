// Every node adds to the counter of node 0's service processor, whose firmware is
// counter_firmware.c.
#include <am.h>
#include <stdio.h>
#include <voyager_nes.h>

enum { queue = 2, times = 20 }; // an Express queue that the runtime does not use

int main(void) {
    uint32_t last = 0;
    int in_order = 1;
    for (unsigned i = 0; i < times; ++i) {
        nes_store(nes_express(queue, NES_OTHER + 0, i), (unsigned)am_my_proc() + 1);
        struct nes_message answer;
        do // high priority: the queue behind NES_EXPRESS_OF_SP
            answer = nes_take(NES_EXPRESS_RECEIVE + (NES_EXPRESS_OF_SP + 1) * NES_PAGE);
        while (!(answer.first & NES_VALID));
        in_order &= NES_TAG(answer.first) == i && (i == 0 || answer.second > last);
        last = answer.second;
    }
    printf("%s\n", in_order ? "every answer came, in order" : "an answer is wrong");
    return !in_order;
}
