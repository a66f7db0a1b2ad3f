// sentences: A.6-2 A.7-7 A.9.1-12 A.6.SENDn-2 A.6.SENDn-3 A.6.SENDn-4 A.6.SENDn-6
// sentences: A.6.SENDn.V-2 A.6.SENDn.V-3 A.6.SENDn.V-4 A.6.SENDn.V-6
// sentences: A.6.SENDnH-2 A.6.SENDnH-3 A.6.SENDnH-4 A.6.SENDnH-6
// sentences: A.6.SENDnH.V-2 A.6.SENDnH.V-3 A.6.SENDnH.V-4 A.6.SENDnH.V-6
// sentences: A.8.MCSTn-2 A.8.MCSTn-3 A.8.MCSTn-4 A.8.MCSTn-7
// sentences: A.8.MCSTn.V-2 A.8.MCSTn.V-3 A.8.MCSTn.V-4 A.8.MCSTn.V-7
// sentences: A.8.MCSTnH-2 A.8.MCSTnH-3 A.8.MCSTnH-4 A.8.MCSTnH-7
// sentences: A.8.MCSTnH.V-2 A.8.MCSTnH.V-3 A.8.MCSTnH.V-4 A.8.MCSTnH.V-7
// run: --nodes 4
// with: parts/forms.S
// Each of the eight SENDs in a handler of a low and of a high message, in kernel and in user mode:
// it sends the registers of its level, and the next handler runs in the mode of the sender. A
// multicast to the node itself travels around the ring.
#include "conform.h"
#include "forms.h"

#include <cop0.h>

static int data[32], own[32], vector[32];
static volatile uint32_t words[5], status, inh, mode_in, came;

static inline uint32_t mode(void) { return !!(cop0_read(COP0_STATUS) & COP0_STATUS_KUC); }
/// CU0 is set, so that a user program may read it.
static void set_mode(uint32_t user) {
    const uint32_t now = cop0_read(COP0_STATUS) & ~(uint32_t)COP0_STATUS_KUC;
    cop0_write(COP0_STATUS, now | COP0_STATUS_CU0 | (user ? COP0_STATUS_KUC : 0));
}

static XNET_HANDLER void got(uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e) {
    if (xnet_get_niid() != 0) return; // a copy of a multicast
    mode_in = mode();
    words[0] = a, words[1] = b, words[2] = c, words[3] = d, words[4] = e;
    status = xnet_get_nistat();
    inh = xnet_get_inh();
    xnet_store_vector(vector);
    ++came;
}

static void attempt(uint32_t form, uint32_t from_high, uint32_t user) {
#define IN_HANDLER(name) name##_in_handler,
    static void (*const triggers[forms])(void) = {FORMS(IN_HANDLER)};
    static const char *const ids[forms][4] = {
        {"A.6.SENDn-2", "A.6.SENDn-3", "A.6.SENDn-4", "A.6.SENDn-6"},
        {"A.6.SENDn.V-2", "A.6.SENDn.V-3", "A.6.SENDn.V-4", "A.6.SENDn.V-6"},
        {"A.6.SENDnH-2", "A.6.SENDnH-3", "A.6.SENDnH-4", "A.6.SENDnH-6"},
        {"A.6.SENDnH.V-2", "A.6.SENDnH.V-3", "A.6.SENDnH.V-4", "A.6.SENDnH.V-6"},
        {"A.8.MCSTn-2", "A.8.MCSTn-3", "A.8.MCSTn-4", "A.8.MCSTn-7"},
        {"A.8.MCSTn.V-2", "A.8.MCSTn.V-3", "A.8.MCSTn.V-4", "A.8.MCSTn.V-7"},
        {"A.8.MCSTnH-2", "A.8.MCSTnH-3", "A.8.MCSTnH-4", "A.8.MCSTnH-7"},
        {"A.8.MCSTnH.V-2", "A.8.MCSTnH.V-3", "A.8.MCSTnH.V-4", "A.8.MCSTnH.V-7"}};
    const char *const *const id = ids[form];
    const uint32_t me = xnet_get_niid();
    came = forms_status = status = 0;
    for (int i = 0; i < 32; ++i) vector[i] = 0;
    set_mask(0);
    set_mode(user);
    if (from_high)
        XNET_UNTIL_SENT(xnet_send2hv(me, triggers[form], 4, (uint32_t)got, me));
    else
        XNET_UNTIL_SENT(xnet_send2v(me, triggers[form], 4, (uint32_t)got, me));
    set_mode(!user); // the interrupted code runs in the other mode
    pass(300);
    set_mask(XNET_NISTAT_HPMM | XNET_NISTAT_LPMM);
    pass(600);
    const uint32_t back = mode();
    set_mode(0);

    EXPECT(id[0], forms_status & XNET_NISTAT_NICOND, XNET_NISTAT_NICOND);
    EXPECT(id[0], came, 1);
    EXPECT(id[1], inh, got);
    EXPECT("A.6-2", mode_in, user);
    EXPECT("A.9.1-12", mode_in, user);
    EXPECT("A.7-7", back, !user);
    EXPECT(id[3], !!(status & XNET_NISTAT_PRI), form_high(form));
    EXPECT(id[1], !!(status & XNET_NISTAT_MCST), form_multicast(form));
    EXPECT(id[2], (status & XNET_NISTAT_SLEN) >> XNET_NISTAT_SLEN_SHIFT, 5);
    const uint32_t length = form_vector(form) ? 32 : 0;
    EXPECT(id[2], (status & XNET_NISTAT_VLEN) >> XNET_NISTAT_VLEN_SHIFT, length);
    for (uint32_t i = 0; i < 5; ++i) EXPECT(id[2], words[i], 0x11111111 * (i + 1));
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < length; ++i) wrong += vector[i] != data[i];
    EXPECT(id[2], wrong, 0);
}

int main(void) {
    if (xnet_get_niid() != 0) return 0;
    for (int i = 0; i < 32; ++i) data[i] = 1000 + i, own[i] = 5000 - i;
    xnet_lwv(1, own); // normal code's $vr1
    xnet_lwv(4, data);
    for (uint32_t form = 0; form < forms; ++form)
        for (uint32_t bits = 0; bits < 4; ++bits) attempt(form, bits & 1, bits >> 1);
    return conform_end();
}
