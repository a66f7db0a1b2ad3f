// A stream from the first node to the last: no message is lost, none arrives twice, and where there
// are several paths some messages pass others (von Eicken 4.3.2.3).
#include "ni.h"

#include <stdio.h>

enum { messages = 400 };
static unsigned char seen[messages];

int main(void) {
    const uint32_t me = NI(self), nodes = NI(partition);
    if (me + 1 == nodes) {
        uint32_t passed = 0, wrong = 0, highest = 0;
        for (uint32_t n = 0; n < messages; ++n) {
            uint32_t s;
            while (!((s = NI(left + status)) & rec_ok)) {
            }
            const uint32_t number = NI(left + receive);
            if (tag_of(s) != number % 8 || words_of(s) != 1 || number >= messages || seen[number]++)
                ++wrong;
            if (number < highest) ++passed;
            if (number > highest) highest = number;
        }
        printf("%u wrong, %s\n", wrong, passed ? "some were passed" : "none was passed");
    } else if (me == 0) {
        for (uint32_t n = 0; n < messages; ++n) do {
                NI(first(left, n % 8, 1)) = nodes - 1;
                NI(left + send_word) = n;
            } while (!(NI(left + status) & send_ok));
    } else { // makes it use several paths
        for (uint32_t n = 0; n < messages / 4; ++n) {
            while (!try_send_2(right, (me ^ 5) % nodes, 1, me, n))
                while (NI(right + status) & rec_ok) (void)NI_DOUBLE(right + receive);
            while (NI(right + status) & rec_ok) (void)NI_DOUBLE(right + receive);
        }
    }
    enter_barrier();
    while (!barrier_complete())
        while (NI(right + status) & rec_ok) (void)NI_DOUBLE(right + receive);
    return 0;
}
