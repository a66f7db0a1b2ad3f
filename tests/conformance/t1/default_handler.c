// sentences: A.2.5-19 A.2.5-20 A.2.11-2 A.2.13-4 A.2.13-5 A.9.1-13
// run: --nodes 1
// ame chooses between the handler in the message and dmh, at both priorities; the address in the
// message may then be a tag. With vectors and without.
#include "conform.h"

static volatile uint32_t named, defaulted, tag, level, word;

static XNET_HANDLER void by_name(uint32_t a) {
    ++named;
    word = a;
    level = xnet_get_nistat() & CONFORM_LEVELS;
}
static XNET_HANDLER void by_default(uint32_t a) {
    ++defaulted;
    word = a;
    tag = xnet_get_inh();
    level = xnet_get_nistat() & CONFORM_LEVELS;
}

int main(void) {
    const uint32_t me = xnet_get_niid();
    // From 0xFFFF0000 on they are reserved (3.9).
    static const uint32_t tags[] = {0, 4, 0xFFFEFFFC, 0x80000000, 0x7FFFFFF0};
    xnet_set_dmh((uint32_t)by_default);
    for (int ame = 0; ame < 2; ++ame)
        for (int form = 0; form < 4; ++form)
            for (unsigned i = 0; i <= sizeof tags / sizeof *tags; ++i) {
                // The last one is the handler's real address, the only one for use with ame set.
                const uint32_t handler =
                    i < sizeof tags / sizeof *tags ? tags[i] : (uint32_t)by_name;
                if (ame && handler != (uint32_t)by_name) continue;
                named = defaulted = 0;
                const uint32_t status = xnet_get_nistat() & ~XNET_NISTAT_AME;
                xnet_set_nistat(ame ? status | XNET_NISTAT_AME : status);
                const int high = form & 1;
                if (form == 0) XNET_UNTIL_SENT(xnet_send1(me, (void *)handler, 5 + i));
                if (form == 1) XNET_UNTIL_SENT(xnet_send1h(me, (void *)handler, 5 + i));
                if (form == 2) XNET_UNTIL_SENT(xnet_send1v(me, (void *)handler, 4, 5 + i));
                if (form == 3) XNET_UNTIL_SENT(xnet_send1hv(me, (void *)handler, 4, 5 + i));
                pass(200);
                EXPECT("A.9.1-13", named, ame);
                EXPECT("A.9.1-13", defaulted, !ame);
                EXPECT("A.9.1-13", word, 5 + i);
                EXPECT("A.9.1-13", level, high ? XNET_NISTAT_LPEE : XNET_NISTAT_EE);
                if (ame) EXPECT("A.2.5-19", named, 1);
                if (ame) continue;
                EXPECT("A.2.5-20", defaulted, 1);
                EXPECT("A.2.11-2", defaulted, 1);
                EXPECT("A.2.13-4", tag, handler);
                EXPECT("A.2.13-5", tag, handler);
            }
    return conform_end();
}
