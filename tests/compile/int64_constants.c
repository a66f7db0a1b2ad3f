// Division and remainder by constants: multiplication by a reciprocal, 32 and 64 bits wide.
#include "show.h"

#define BY(n)                                                                                      \
    do {                                                                                           \
        sum = mix(sum, (uint32_t)(u / (n##u)));                                                    \
        sum = mix(sum, (uint32_t)(u % (n##u)));                                                    \
        sum = mix(sum, (uint32_t)(s / (n)));                                                       \
        sum = mix(sum, (uint32_t)(s % (n)));                                                       \
        sum = mix(sum, (uint32_t)(wide / (n##u)));                                                 \
        sum = mix(sum, (uint32_t)((wide / (n##u)) >> 32));                                         \
        sum = mix(sum, (uint32_t)((int64_t)wide % (n)));                                           \
    } while (0)

int main(void) {
    uint32_t state = 2463534242u;
    for (int round = 0; round < 40; ++round) {
        const uint32_t u = round < 4 ? (uint32_t)round * 0x7FFFFFFFu : next_random(&state);
        const int32_t s = (int32_t)u;
        const uint64_t wide = ((uint64_t)next_random(&state) << 32) | u;
        uint32_t sum = 0;
        BY(1);
        BY(2);
        BY(3);
        BY(5);
        BY(6);
        BY(7);
        BY(9);
        BY(10);
        BY(16);
        BY(25);
        BY(100);
        BY(125);
        BY(641);
        BY(1000);
        BY(65536);
        BY(1000000007);
        BY(2147483647);
        show_hex("sum", sum);
    }
    return 0;
}
