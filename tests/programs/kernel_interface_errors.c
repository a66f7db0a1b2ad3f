// run: --nodes 9
// flags: -T t1-kernel.ld
// status: 139
// expect-part: kernel: HRET where no handler can be left, at 0x
// expect-part: kernel: SEND or MCST to 0x00000063: program ended
// expect-part: kernel: handler address 0xffff0004: program ended
// expect-part: kernel: network interface register, or value for one, 0x00000021: program ended
// expect-part: kernel: network interface register, or value for one, 0x0000000a: program ended
// expect-part: kernel: network interface register, or value for one, 0x0000000b: program ended
// expect-part: kernel: SEND or MCST to 0x00000004: program ended
// expect-part: answers 9
// Errors of the network interface are exceptions for the kernel (3.7): it ends the program of that
// node and no other. All nodes continue to answer, as after exit.
#include <am.h>
#include <kernel.h>
#include <stdio.h>
#include <xnet.h>

static volatile int answers;

static void answer(int src) {
    (void)src;
    ++answers;
}
static void ask(int src) { am_reply_0(src, answer); }

static XNET_HANDLER void nothing(void) {}

static void err(int which) {
    switch (which) {
    case 1: __asm__ volatile("hret"); break;
    case 2: (void)xnet_send0(99, (void *)nothing); break;
    case 3: (void)xnet_send0(0, (void *)0xFFFF0004); break;
    case 4: xnet_set_vlr(33); break;
    case 5: __asm__ volatile("cfc2 $2, $10" ::: "$2"); break;
    case 6: __asm__ volatile("ctc2 $0, $11"); break;
    case 7: __asm__ volatile(".set push; .set noreorder; b 1f; hret; 1: .set pop"); break;
    case 8: (void)xnet_mcst0(4, (void *)nothing); break; // in another row and another column
    default: return;
    }
    printf("not reached\n");
}

int main(void) {
    const int me = am_my_proc();
    err(me);
    for (int to = 0; to < am_procs(); ++to) am_request_0(to, ask);
    am_wait(&answers, am_procs());
    printf("answers %d\n", am_procs());
    return 0;
}
