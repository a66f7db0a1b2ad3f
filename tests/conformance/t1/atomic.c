// sentences: A.6.SENDn-7 A.6.SENDnH-7 A.6.SENDn.V-7 A.6.SENDnH.V-7 A.8.MCSTn-8 A.8.MCSTn.V-8
// sentences: A.8.MCSTnH-8 A.8.MCSTnH.V-8
// run: --nodes 4
// with: parts/atomic.S
// A timelet at every cycle around a SEND and in it: it comes before or after, the message leaves
// once, with its words, and the condition flag is the SEND's. A multicast to the node itself
// travels around the ring.
#include "conform.h"

typedef uint32_t send_function(void *handler, uint32_t node, uint32_t cycles);
send_function send5, send5h, send5v, send5hv, mcst5, mcst5h, mcst5v, mcst5hv;
extern char send5_at[], send5h_at[], send5v_at[], send5hv_at[];
extern char mcst5_at[], mcst5h_at[], mcst5v_at[], mcst5hv_at[];

static volatile uint32_t at, ticks, came, sum;

static XNET_HANDLER void on_timelet(void) {
    at = xnet_get_lpepc();
    ++ticks;
}
static XNET_HANDLER void take(uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e) {
    sum = a + 2 * b + 3 * c + 4 * d + 5 * e;
    ++came;
}

static void sweep(const char *id, send_function *send, uint32_t where) {
    uint32_t before = 0, behind = 0;
    for (uint32_t cycles = 5; cycles < 50; ++cycles) {
        ticks = came = at = sum = 0;
        xnet_set_timec(xnet_get_count() - 1000);
        set_mask(XNET_NISTAT_TM);
        const uint32_t status = send(take, xnet_get_niid(), cycles);
        set_mask(XNET_NISTAT_HPMM | XNET_NISTAT_LPMM);
        pass(200);
        EXPECT(id, ticks, 1);
        EXPECT(id, came, 1);
        EXPECT(id, sum, 0x1111 * (1 + 4 + 9 + 16 + 25));
        EXPECT(id, status & XNET_NISTAT_NICOND, XNET_NISTAT_NICOND);
        before += at == where;
        behind += at == where + 4;
        if (cycles == 30) EXPECT(id, at, where); // the SEND is the 30th
        if (cycles == 31) EXPECT(id, at, where + 4);
    }
    EXPECT(id, before, 1);
    HOLDS(id, behind > 1); // it takes several cycles, and all of these events come after it
}

int main(void) {
    if (xnet_get_niid() != 0) return 0;
    xnet_set_timeh((uint32_t)on_timelet);
    sweep("A.6.SENDn-7", send5, (uint32_t)send5_at);
    sweep("A.6.SENDnH-7", send5h, (uint32_t)send5h_at);
    sweep("A.6.SENDn.V-7", send5v, (uint32_t)send5v_at);
    sweep("A.6.SENDnH.V-7", send5hv, (uint32_t)send5hv_at);
    sweep("A.8.MCSTn-8", mcst5, (uint32_t)mcst5_at);
    sweep("A.8.MCSTnH-8", mcst5h, (uint32_t)mcst5h_at);
    sweep("A.8.MCSTn.V-8", mcst5v, (uint32_t)mcst5v_at);
    sweep("A.8.MCSTnH.V-8", mcst5hv, (uint32_t)mcst5hv_at);
    return conform_end();
}
