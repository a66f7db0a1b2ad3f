// <xnet.h> on both machines with x86 nodes: sends of 0 to 5 words at both levels, handlers that
// take narrow words and leave early, the condition as a value.
#include <stdio.h>
#include <xnet.h>

static volatile uint32_t sums[6], low, high, narrow;

static XNET_LOW_HANDLER void none(void) { ++low; }
static XNET_LOW_HANDLER void one(uint32_t a) { sums[1] += a; }
static XNET_LOW_HANDLER void two(uint32_t a, uint32_t b) { sums[2] += a + 2 * b; }
static XNET_LOW_HANDLER void three(uint32_t a, uint32_t b, uint32_t c) {
    sums[3] += a + 2 * b + 3 * c;
}
static XNET_LOW_HANDLER void four(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    sums[4] += a + 2 * b + 3 * c + 4 * d;
}
static XNET_LOW_HANDLER void five(uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e) {
    sums[5] += a + 2 * b + 3 * c + 4 * d + 5 * e;
}
static XNET_HIGH_HANDLER void back(uint32_t a) { high += a; }
static XNET_LOW_HANDLER void asks(uint32_t from) {
    XNET_UNTIL_SENT(xnet_send1h(from, back, 1));
    ++low;
}
/// Takes the part of its word that the type holds, and leaves early.
static XNET_LOW_HANDLER void small(unsigned char a, _Bool b) {
    narrow += a + b;
    if (a == 0x34) xnet_hret();
    narrow += 1000;
}

int main(void) {
    const uint32_t other = 1 - (uint32_t)xnet_node();
    int outcomes = 0;
    for (uint32_t i = 1; i <= 50; ++i) {
        XNET_UNTIL_SENT(xnet_send0(other, none));
        XNET_UNTIL_SENT(xnet_send1(other, one, i));
        XNET_UNTIL_SENT(xnet_send2(other, two, i, 1));
        XNET_UNTIL_SENT(xnet_send3(other, three, i, 1, 2));
        XNET_UNTIL_SENT(xnet_send4(other, four, i, 1, 2, 3));
        XNET_UNTIL_SENT(xnet_send5(other, five, i, 1, 2, 3, 4));
        XNET_UNTIL_SENT(xnet_send1(other, asks, (uint32_t)xnet_node()));
        int sent;
        do {
            sent = xnet_send2(other, small, 0x1234, 3);
            outcomes += sent == xnet_nicond();
        } while (sent != 1);
    }
    while (low != 100 || high != 50 || narrow != 50 * (0x34 + 1)) {
    }
    printf("%u %u %u %u %u, %s\n", sums[1], sums[2], sums[3], sums[4], sums[5],
           outcomes >= 50 ? "right" : "wrong");
    return 0;
}
