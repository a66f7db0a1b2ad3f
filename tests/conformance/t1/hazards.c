// sentences: A.5-2 A.10-6 A.10-7 A.10-8 A.10-9
// run: --nodes 1
// machine: hazards="exposed"
// With each distance kept, and with one instruction less: then the old value is seen.
#include "conform.h"

// Each returns what the instruction sees that is `after` instructions behind CFC2, CTC2 or SEND.
extern uint32_t cfc2_after_1(uint32_t old), cfc2_after_2(uint32_t old);     // of dmh
extern uint32_t ctc2_after_2(uint32_t value), ctc2_after_3(uint32_t value); // into dmh
extern uint32_t send_after_1(void *handler), send_after_2(void *handler);   // nicond
extern uint32_t write_after_2(uint32_t nistat), write_after_3(uint32_t nistat);
extern void handler(void);

__asm__(".text\n.set push\n.set noreorder\n"
        "cfc2_after_1: move $2, $4\n cfc2 $2, $23\n move $3, $2\n jr $31\n move $2, $3\n"
        "cfc2_after_2: move $2, $4\n cfc2 $2, $23\n nop\n move $3, $2\n jr $31\n move $2, $3\n"
        "ctc2_after_2: ctc2 $4, $23\n nop\n cfc2 $2, $23\n nop\n jr $31\n nop\n"
        "ctc2_after_3: ctc2 $4, $23\n nop\n nop\n cfc2 $2, $23\n nop\n jr $31\n nop\n"
        "send_after_1: cfc2 $3, $22\n li $2, 1\n send0 $4, $3\n bc2t 1f\n nop\n li $2, 0\n"
        "1: jr $31\n nop\n"
        "send_after_2: cfc2 $3, $22\n li $2, 1\n send0 $4, $3\n nop\n bc2t 1f\n nop\n li $2, 0\n"
        "1: jr $31\n nop\n"
        "write_after_2: li $2, 1\n ctc2 $4, $19\n nop\n bc2t 1f\n nop\n li $2, 0\n"
        "1: jr $31\n nop\n"
        "write_after_3: li $2, 1\n ctc2 $4, $19\n nop\n nop\n bc2t 1f\n nop\n li $2, 0\n"
        "1: jr $31\n nop\n"
        "handler: hret\n"
        ".set pop\n");

int main(void) {
    xnet_set_dmh(5);
    EXPECT("A.10-6", cfc2_after_1(9), 9);
    EXPECT("A.10-6", cfc2_after_2(9), 5);
    EXPECT("A.10-7", ctc2_after_2(6), 5);
    EXPECT("A.10-7", ctc2_after_3(7), 7);

    const uint32_t clear = xnet_get_nistat() & ~XNET_NISTAT_NICOND;
    xnet_set_nistat(clear);
    EXPECT("A.10-8", send_after_1((void *)handler), 0);
    EXPECT("A.5-2", send_after_1((void *)handler), 1); // the value of the previous one
    xnet_set_nistat(clear);
    EXPECT("A.10-8", send_after_2((void *)handler), 1);
    xnet_set_nistat(clear);
    EXPECT("A.5-2", send_after_2((void *)handler), 1);

    xnet_set_nistat(clear);
    EXPECT("A.10-9", write_after_2(clear | XNET_NISTAT_NICOND), 0);
    EXPECT("A.10-9", write_after_2(clear), 1);
    EXPECT("A.10-9", write_after_3(clear | XNET_NISTAT_NICOND), 1);
    EXPECT("A.10-9", write_after_3(clear), 0);
    return conform_end();
}
