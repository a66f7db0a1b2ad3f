// sentences: A.1-1 A.4-3 A.4-5 A.5-5 A.5-7 A.6.SENDn-8 A.6.SENDnH-8 A.6.SENDn.V-8 A.6.SENDnH.V-8
// sentences: A.8.MCSTn-9 A.8.MCSTn.V-9 A.8.MCSTnH-9 A.8.MCSTnH.V-9
// run: --nodes 1
// with: parts/exceptions.S
// With CU2 clear every instruction of the interface causes a coprocessor unusable exception, and
// has no other effect.
#include "conform.h"
#include "exceptions.h"

static volatile int handled;
static XNET_HANDLER void count(void) { ++handled; }

/// Executes one instruction while coprocessor 2 is not usable.
#define UNUSABLE(id, instruction)                                                                  \
    do {                                                                                           \
        const uint32_t status_ = cop0_read(COP0_STATUS);                                           \
        uint32_t result_ = 77;                                                                     \
        cop0_write(COP0_STATUS, status_ & ~COP0_STATUS_CU2);                                       \
        __asm__ volatile(".set push\n\t.set noreorder\n\tnop\n\tnop\n\t" instruction               \
                         "\n\tnop\n1:\t.set pop"                                                   \
                         : "+r"(result_)                                                           \
                         : "r"((void *)count), "r"(me), "r"(0)                                     \
                         : "memory");                                                              \
        cop0_write(COP0_STATUS, status_);                                                          \
        const int code_ = exception_code();                                                        \
        EXPECT(id, code_, COP0_CPU);                                                               \
        EXPECT(id, COP0_CAUSE_COPROCESSOR(exceptions.cause), 2);                                   \
        EXPECT(id, result_, 77);                                                                   \
        EXPECT("A.1-1", code_, COP0_CPU);                                                          \
    } while (0)

int main(void) {
    const uint32_t me = xnet_get_niid();
    cop0_set_vector(exception_entry);
    xnet_set_timec(0x12345678);
    UNUSABLE("A.4-3", "cfc2 %0, $7");
    UNUSABLE("A.4-5", "ctc2 %3, $7");
    UNUSABLE("A.5-5", "bc2t 1f");
    UNUSABLE("A.5-7", "bc2f 1f");
    UNUSABLE("A.6.SENDn-8", "send0 %1, %2");
    UNUSABLE("A.6.SENDn-8", "send5 %1, %2");
    UNUSABLE("A.6.SENDnH-8", "send0h %1, %2");
    UNUSABLE("A.6.SENDnH-8", "send5h %1, %2");
    UNUSABLE("A.6.SENDn.V-8", "send5.v %1, %2, $vr4");
    UNUSABLE("A.6.SENDnH.V-8", "send0h.v %1, %2, $vr4");
    UNUSABLE("A.8.MCSTn-9", "mcst0 %1, %2");
    UNUSABLE("A.8.MCSTn.V-9", "mcst5.v %1, %2, $vr4");
    UNUSABLE("A.8.MCSTnH-9", "mcst5h %1, %2");
    UNUSABLE("A.8.MCSTnH.V-9", "mcst0h.v %1, %2, $vr4");
    pass(200);
    EXPECT("A.4-5", xnet_get_timec(), 0x12345678);
    EXPECT("A.6.SENDn-8", handled, 0);
    EXPECT("A.6.SENDnH-8", handled, 0);
    // With CU2: no exception.
    XNET_UNTIL_SENT(xnet_send0(me, count));
    pass(100);
    EXPECT("A.1-1", handled, 1);
    EXPECT("A.1-1", exception_code(), -1);
    return conform_end();
}
