// sentences: A.6-1 A.6.SENDn-1 A.6.SENDn-9 A.6.SENDn.V-1 A.6.SENDn.V-9 A.6.SENDnH-1 A.6.SENDnH-9
// sentences: A.6.SENDnH.V-1 A.6.SENDnH.V-9 A.8.MCSTn-1 A.8.MCSTn-10 A.8.MCSTn.V-1 A.8.MCSTn.V-10
// sentences: A.8.MCSTnH-1 A.8.MCSTnH-10 A.8.MCSTnH.V-1 A.8.MCSTnH.V-10
// run: --nodes 4
// with: parts/exceptions.S parts/forms.S parts/levels.S
// Both networks are full of messages that node 0 sends to itself and does not take. A refused SEND
// clears nicond and changes no register of any kind. One with a bad handler address is an exception
// here as well.
#include "conform.h"
#include "exceptions.h"
#include "forms.h"

void exchange(uint32_t levels, const uint32_t *in, uint32_t *out);

static const char *const refusal[forms] = {"A.6.SENDn-1",    "A.6.SENDn.V-1", "A.6.SENDnH-1",
                                           "A.6.SENDnH.V-1", "A.8.MCSTn-1",   "A.8.MCSTn.V-1",
                                           "A.8.MCSTnH-1",   "A.8.MCSTnH.V-1"};
static const char *const address[forms] = {"A.6.SENDn-9",    "A.6.SENDn.V-9",  "A.6.SENDnH-9",
                                           "A.6.SENDnH.V-9", "A.8.MCSTn-10",   "A.8.MCSTn.V-10",
                                           "A.8.MCSTnH-10",  "A.8.MCSTnH.V-10"};
#define KEPT(name) name##_kept,
static void (*const sends[forms])(void *, uint32_t) = {FORMS(KEPT)};

static volatile uint32_t handled, low_accepted, high_accepted;
static XNET_HANDLER void count(void) { ++handled; }

static void fill(uint32_t me) {
    do {
        while (xnet_send0(me, count)) ++low_accepted;
        while (xnet_send0h(me, count)) ++high_accepted;
        pass(5000);
    } while (xnet_get_nistat() & (XNET_NISTAT_LPA | XNET_NISTAT_HPA));
}

/// The interface's state except Count and nistat; the registers of the event sets and vectors.
struct state {
    uint32_t interface[9], low[7], high[7];
    int vectors[2][32];
};
static void read_state(struct state *state) {
    static const uint32_t zero[7];
    static uint32_t zeros[7];
    const uint32_t interface[] = {xnet_cfc2(6),  xnet_cfc2(7),  xnet_cfc2(18),
                                  xnet_cfc2(20), xnet_cfc2(21), xnet_cfc2(22),
                                  xnet_cfc2(23), xnet_cfc2(24), xnet_cfc2(26)};
    for (int i = 0; i < 9; ++i) state->interface[i] = interface[i];
    exchange(XNET_NISTAT_EE, zero, state->low);
    exchange(XNET_NISTAT_EE, state->low, zeros);
    exchange(0, zero, state->high);
    exchange(0, state->high, zeros);
    xnet_swv(1, state->vectors[0]);
    xnet_swv(4, state->vectors[1]);
}

static void refused(uint32_t form, uint32_t me) {
    const char *const id = refusal[form];
    static struct state before, after;
    for (uint32_t nicond = 0; nicond < 2; ++nicond) {
        read_state(&before);
        xnet_set_nistat((xnet_get_nistat() & ~XNET_NISTAT_NICOND) |
                        (nicond ? XNET_NISTAT_NICOND : 0));
        const uint32_t status = xnet_get_nistat();
        sends[form](count, me);
        EXPECT(id, forms_status, status & ~XNET_NISTAT_NICOND);
        read_state(&after);
        EXPECT(id, memcmp(&before, &after, sizeof before), 0);
        for (uint32_t i = 0; i < 32; ++i)
            if (i != 10 && i != 11 && i != 26) EXPECT(id, forms_seen[i], 0x01010101 * i);
        EXPECT(id, forms_seen[10], count);
        EXPECT(id, forms_seen[11], me);
        EXPECT(id, forms_seen[32], 0x48484848);
        EXPECT(id, forms_seen[33], 0x4c4c4c4c);
        EXPECT(id, exception_code(), -1);
    }
}

static void misaligned(uint32_t form, uint32_t me) {
    for (uint32_t bits = 1; bits < 4; ++bits)
        for (uint32_t nicond = 0; nicond < 2; ++nicond) {
            const uint32_t handler = (uint32_t)count + bits;
            xnet_set_nistat((xnet_get_nistat() & ~XNET_NISTAT_NICOND) |
                            (nicond ? XNET_NISTAT_NICOND : 0));
            sends[form]((void *)handler, me);
            EXPECT(address[form], exception_code(), COP0_C2E);
            EXPECT("A.6-1", exceptions.address, handler);
            EXPECT(address[form], forms_status & XNET_NISTAT_NICOND,
                   nicond ? XNET_NISTAT_NICOND : 0);
        }
}

int main(void) {
    const uint32_t me = xnet_get_niid();
    if (me != 0) return 0;
    static int data[2][32];
    for (int i = 0; i < 32; ++i) data[0][i] = 100 + i, data[1][i] = 200 + i;
    cop0_set_vector(exception_entry);
    xnet_lwv(1, data[0]);
    xnet_lwv(4, data[1]);
    set_mask(0);
    fill(me);
    for (uint32_t form = 0; form < forms; ++form) {
        refused(form, me);
        misaligned(form, me);
    }
    // No refused message arrives.
    set_mask(XNET_NISTAT_HPMM | XNET_NISTAT_LPMM);
    pass(5000);
    for (uint32_t form = 0; form < forms; ++form)
        EXPECT(refusal[form], handled, low_accepted + high_accepted);
    return conform_end();
}
