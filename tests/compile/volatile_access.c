// volatile: every access happens, once, in order, at its width.
#include "show.h"

static volatile uint32_t registers[4];
static volatile struct {
    uint8_t a;
    uint16_t b;
    uint64_t c;
} device;

static int reads;
static volatile uint32_t *at(int n) {
    ++reads;
    return &registers[n];
}

int main(void) {
    *at(0) = 5;
    *at(0) += 3;
    *at(1) = *at(0) * *at(0);
    ++*at(1);
    (void)*at(2);
    *at(3) = *at(1) ? *at(0) : *at(2);
    printf("%u %u %u %u, %d\n", (unsigned)registers[0], (unsigned)registers[1],
           (unsigned)registers[2], (unsigned)registers[3], reads);
    for (int i = 0; i < 300; ++i) {
        device.a++;
        device.b = (uint16_t)(device.b + device.a);
        device.c += (uint64_t)device.b << 20;
    }
    printf("%u %u\n", device.a, device.b);
    show64("c", device.c);
    volatile int n = 0;
    while (n < 10) n = n + 1;
    const volatile int seven = 7;
    printf("%d %d\n", n, seven * n);
    volatile char text[8] = "abc";
    for (int i = 0; text[i]; ++i) text[i] = (char)(text[i] - 32);
    printf("%c%c%c\n", text[0], text[1], text[2]);
    return 0;
}
