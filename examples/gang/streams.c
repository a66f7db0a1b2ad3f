// Every node sends numbered messages to three others, low and high, as fast as the network takes
// them. The receivers check that they come in order, and answer.
#include "programs.h"

#include <stdio.h>
#include <xnet.h>

enum { streams = 3, length = 200, most_nodes = 2048 };

static volatile unsigned next_low[most_nodes][streams], next_high[most_nodes][streams];
static volatile unsigned wrong, answers, finished, finished_wrong, finished_answers;

/// Stream `stream` of `source` has its `number`th message, with words that must belong together.
XNET_HANDLER void streams_high(unsigned source, unsigned stream, unsigned number, unsigned a,
                               unsigned b) {
    wrong += number != next_high[source][stream]++ || a != number * 3 || b != (source ^ number);
}

XNET_HANDLER void streams_answer(unsigned stream) {
    wrong += stream >= streams;
    ++answers;
}

XNET_LOW_HANDLER void streams_low(unsigned source, unsigned stream, unsigned number, unsigned a,
                                  unsigned b) {
    wrong += number != next_low[source][stream]++ || a != number * 7 || b != (source ^ number);
    XNET_UNTIL_SENT(xnet_send1h(source, (void *)streams_answer, stream));
}

XNET_HANDLER void streams_finished(unsigned errors, unsigned came) {
    finished_wrong += errors;
    finished_answers += came;
    ++finished;
}

void streams_main(void) {
    const unsigned self = (unsigned)xnet_node(), nodes = (unsigned)xnet_nodes();
    const unsigned to[streams] = {(self + 1) % nodes, (self + nodes / 2) % nodes, nodes - 1 - self};
    for (unsigned number = 0; number < length; ++number)
        for (unsigned s = 0; s < streams; ++s) {
            XNET_UNTIL_SENT(
                xnet_send5(to[s], (void *)streams_low, self, s, number, number * 7, self ^ number));
            XNET_UNTIL_SENT(xnet_send5h(to[s], (void *)streams_high, self, s, number, number * 3,
                                        self ^ number));
        }
    while (answers < streams * length) {
    }
    XNET_UNTIL_SENT(xnet_send2(0, (void *)streams_finished, wrong, answers));
    while (self == 0 && finished < nodes) {
    }
}

void streams_print(void) {
    const unsigned nodes = (unsigned)xnet_nodes();
    printf("streams: %u messages on %u nodes, %u answers, %u wrong or out of order\n",
           2 * streams * length * nodes, nodes, finished_answers, finished_wrong);
}
