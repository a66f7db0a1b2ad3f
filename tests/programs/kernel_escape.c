// run: --nodes 1
// flags: -T t1-kernel.ld
// expect: kernel: fetch from 0x00f00000: message from node 0 dropped
// expect: kernel: fetch from 0x00f00000: message from node 0 dropped
// expect: kernel: coprocessor unusable: program ended
// status: 139
// A program that makes the kernel take it for the handler of a dropped message, with its own
// address in LPEPC, is in user mode afterwards nevertheless.
#include <kernel.h>
#include <xnet.h>

int main(void) {
    XNET_UNTIL_SENT(xnet_send1(0, __kernel_base, 0));
    while (kernel_refused() == 0) {
    }
    __asm__ volatile(".set push\n\t.set noreorder\n\t"
                     "la $2, 1f\n\t"
                     "ctc2 $2, $20\n\t" // LPEPC
                     "cfc2 $3, $19\n\t"
                     "lui $10, 0x10\n\t" // LPEE
                     "xor $3, $3, $10\n\t"
                     "ctc2 $3, $19\n\t"
                     "la $2, __kernel_base\n\t"
                     "jr $2\n\t"
                     "nop\n"
                     "1:\tmfc0 $2, $12\n\t"
                     ".set pop"
                     :
                     :
                     : "$2", "$3", "$10", "memory");
    return 0;
}
