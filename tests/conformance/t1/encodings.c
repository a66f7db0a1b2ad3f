// sentences: A.3-1 A.3-2 A.3-3 A.3-4 A.3-5 A.3-6 A.6.SENDn-5 A.6.SENDn.V-5 A.6.SENDnH-5
// sentences: A.6.SENDnH.V-5 A.8.MCSTn-5 A.8.MCSTn.V-5 A.8.MCSTnH-5 A.8.MCSTnH.V-5
// run: --nodes 2
// with: parts/exceptions.S
// Instructions as words: the fields of the appendix's diagrams, each with several values, and n
// above 5, which is an illegal instruction.
#include "conform.h"
#include "exceptions.h"

#define COP2 (022u << 26)
/// Figure 15.
#define SEND(n, rt, rd, vd, function)                                                              \
    (COP2 | 2u << 24 | (n) << 21 | (rt) << 16 | (rd) << 11 | (vd) << 6 | (function))

static volatile uint32_t handled, first, status;
static int vector[32];
static XNET_HANDLER void keep(uint32_t word) {
    ++handled;
    first = word;
    status = xnet_get_nistat();
    xnet_store_vector(vector);
}

/// Memory for instructions, called as a function.
static uint32_t code[16] __attribute__((aligned(16)));

/// Executes `word` with $4 = 0x1234, $2 = keep, $3 = this node; $2 is the result.
static uint32_t execute(uint32_t word) {
    uint32_t *at = code;
    *at++ = word;
    *at++ = 0;
    *at++ = 0x03E00008; // jr $31
    *at++ = 0;
    register uint32_t result __asm__("$2") = (uint32_t)keep;
    register uint32_t node __asm__("$3") = xnet_get_niid();
    register uint32_t word0 __asm__("$4") = 0x1234;
    register uint32_t *target __asm__("$25") = code;
    __asm__ volatile(".set push\n\t.set noreorder\n\tjalr %3\n\tnop\n\t.set pop"
                     : "+r"(result), "+r"(node), "+r"(word0), "+r"(target)
                     :
                     : "$31", "memory");
    return result;
}

/// Executes a branch over one instruction that sets $2 to 1: returns whether it is taken.
static int jumps(uint32_t branch) {
    uint32_t *at = code;
    *at++ = 0x24020000; // li $2, 0
    *at++ = branch | 3; // to the jr
    *at++ = 0;
    *at++ = 0x24020001; // li $2, 1
    *at++ = 0;
    *at++ = 0x03E00008; // jr $31
    *at++ = 0;
    return !((uint32_t(*)(void))code)();
}

/// Executes a SEND of $14, the handler, and $15, this node, and lets the message arrive.
static void send_from_others(uint32_t word) {
    code[0] = word;
    code[1] = 0;
    code[2] = 0x03E00008; // jr $31
    code[3] = 0;
    register uint32_t *target __asm__("$25") = code;
    register uint32_t handler __asm__("$14") = (uint32_t)keep;
    register uint32_t node __asm__("$15") = xnet_get_niid();
    __asm__ volatile(".set push\n\t.set noreorder\n\tjalr %0\n\tnop\n\t.set pop"
                     : "+r"(target), "+r"(handler), "+r"(node)
                     :
                     : "$31", "memory");
    pass(200);
}

static void illegal(const char *id, uint32_t function) {
    for (uint32_t n = 6; n < 8; ++n) {
        execute(SEND(n, 2u, 3u, 0u, function));
        EXPECT(id, exception_code(), COP0_RI);
    }
}

int main(void) {
    if (xnet_get_niid() != 0) return 0; // it receives copies of multicasts
    cop0_set_vector(exception_entry);
    // COP2 CF rt nirs, COP2 CT rt nirs.
    xnet_set_timec(0xABCDEF01);
    EXPECT("A.3-1", execute(COP2 | 2u << 21 | 2u << 16 | 7u << 11), 0xABCDEF01);
    execute(COP2 | 6u << 21 | 4u << 16 | 7u << 11);
    EXPECT("A.3-1", xnet_get_timec(), 0x1234);
    // COP2 BC F/T offset.
    const uint32_t bc2f = COP2 | 8u << 21, bc2t = bc2f | 1u << 16;
    for (uint32_t set = 0; set < 2; ++set) {
        xnet_set_nistat((xnet_get_nistat() & ~XNET_NISTAT_NICOND) | (set ? XNET_NISTAT_NICOND : 0));
        EXPECT("A.3-1", jumps(bc2t), set);
        EXPECT("A.3-1", jumps(bc2f), !set);
    }
    // SEND1 $2, $3 at both priorities.
    execute(SEND(1u, 2u, 3u, 0u, 040u));
    pass(100);
    EXPECT("A.3-3", handled, 1);
    EXPECT("A.3-3", first, 0x1234);
    execute(SEND(1u, 2u, 3u, 0u, 042u));
    pass(100);
    EXPECT("A.3-3", handled, 2);
    EXPECT("A.3-3", exception_code(), -1);
    // Each n, priority, vector and multicast; rt and rd are other registers than above; each vd. A
    // multicast to the node itself travels around the ring of the two nodes.
    for (uint32_t form = 0; form < 8; ++form)
        for (uint32_t n = 0; n <= 5; ++n) {
            handled = 0;
            send_from_others(SEND(n, 14u, 15u, form & 1 ? 4u : 0u, 040u | form));
            EXPECT("A.3-3", handled, 1);
            EXPECT("A.3-4", handled, 1);
            EXPECT("A.3-3", (status & XNET_NISTAT_SLEN) >> XNET_NISTAT_SLEN_SHIFT, n);
            EXPECT("A.3-6", !!(status & XNET_NISTAT_PRI), form >> 1 & 1);
            EXPECT("A.3-6", !!(status & XNET_NISTAT_MCST), form >> 2);
            EXPECT("A.3-6", (status & XNET_NISTAT_VLEN) >> XNET_NISTAT_VLEN_SHIFT,
                   form & 1 ? 32 : 0);
        }
    static int data[32];
    for (uint32_t vd = 2; vd < 32; ++vd) {
        for (int i = 0; i < 32; ++i) data[i] = (int)(vd * 100) + i;
        // lw.v, for each register once.
        code[0] = 0xC8800000 | vd << 16; // lw.v $vr<vd>, 0($4)
        code[1] = 0x03E00008;
        code[2] = 0;
        ((void (*)(int *))code)(data);
    }
    xnet_set_vlr(3);
    for (uint32_t vd = 2; vd < 32; ++vd)
        for (uint32_t high = 0; high < 2; ++high) {
            handled = 0;
            vector[0] = vector[1] = vector[2] = vector[3] = 0;
            send_from_others(SEND(0u, 14u, 15u, vd, 041u | high << 1));
            EXPECT("A.3-5", handled, 1);
            EXPECT("A.3-5", (status & XNET_NISTAT_VLEN) >> XNET_NISTAT_VLEN_SHIFT, 3);
            EXPECT("A.3-5", vector[0], vd * 100);
            EXPECT("A.3-5", vector[2], vd * 100 + 2);
            EXPECT("A.3-5", vector[3], 0); // vlr, and no other register
        }
    xnet_set_vlr(32);
    handled = 2;
    EXPECT("A.3-3", exception_code(), -1);
    // HRET: normal code has nothing to leave, so a handler consists of it alone.
    static const uint32_t hret_only[] = {COP2 | 1u << 25 | 034u};
    EXPECT("A.3-2", hret_only[0], 0x4A00001C);
    code[0] = hret_only[0];
    XNET_UNTIL_SENT(xnet_send0(xnet_get_niid(), code));
    pass(100);
    EXPECT("A.3-2", xnet_get_nistat() & (CONFORM_LEVELS | XNET_NISTAT_LPMP), CONFORM_LEVELS);
    EXPECT("A.3-2", exception_code(), -1);

    illegal("A.6.SENDn-5", 040);
    illegal("A.6.SENDn.V-5", 041);
    illegal("A.6.SENDnH-5", 042);
    illegal("A.6.SENDnH.V-5", 043);
    illegal("A.8.MCSTn-5", 044);
    illegal("A.8.MCSTn.V-5", 045);
    illegal("A.8.MCSTnH-5", 046);
    illegal("A.8.MCSTnH.V-5", 047);
    pass(100);
    EXPECT("A.6.SENDn-5", handled, 2);
    EXPECT("A.6.SENDnH-5", handled, 2);
    return conform_end();
}
