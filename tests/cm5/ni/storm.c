// Every node asks others at random and answers them on the other network, retries dropped messages,
// and checks that each question is answered once.
#include "ni.h"

#include <stdio.h>
#include <stdlib.h>

static uint32_t questions, answered, wrong, state;
static unsigned char seen[4096];

static uint32_t next_random(void) { return state = state * 1664525 + 1013904223; }
static void take_answers(void) {
    while (NI(right + status) & rec_ok) {
        const uint64_t got = NI_DOUBLE(right + receive);
        const uint32_t number = (uint32_t)got;
        if ((got >> 32) != (number ^ NI(self)) || number >= questions || seen[number]++) ++wrong;
        ++answered;
    }
}
static void serve(void) {
    take_answers();
    while (NI(left + status) & rec_ok) {
        const uint64_t got = NI_DOUBLE(left + receive);
        const uint32_t from = got >> 32, number = (uint32_t)got;
        // While a node cannot answer it takes answers only (von Eicken 4.3.2.1).
        while (!try_send_2(right, from, 2, number ^ from, number)) take_answers();
    }
}

int main(int argc, char **argv) {
    const uint32_t me = NI(self), nodes = NI(partition);
    questions = argc > 1 ? (uint32_t)atoi(argv[1]) : 20;
    state = me * 2654435761u + 1;
    for (uint32_t i = 0; i < questions; ++i) {
        const uint32_t to = (next_random() >> 8) % nodes;
        while (!try_send_2(left, to, 1, me, i)) serve();
        if (i % 3 == 0) serve();
    }
    while (answered < questions) serve();
    enter_barrier();
    while (!barrier_complete()) serve();
    if (wrong || answered != questions) printf("%u wrong, %u answered\n", wrong, answered);
    if (me == 0) printf("all %u questions are answered once\n", questions);
    return wrong != 0;
}
