// sentences: 3.7-1
// run: --nodes 2
// machine: network.receive_packets=1 network.injection_packets=2 network.router_packets=1
// A message of the kernel waits behind those of the user: node 1 takes nothing, node 0 fills the
// network in user mode, and in kernel mode it cannot send either, at the same priority. When node 1
// takes messages, the kernel's comes last.
#include "conform.h"

#include <cop0.h>

enum { opens = 100000 };

static volatile uint32_t user_came, kernel_came, behind;

static XNET_HANDLER void on_user(void) { ++user_came; }
static XNET_HANDLER void on_kernel(uint32_t sent) {
    behind = user_came == sent;
    ++kernel_came;
}

static void set_mode(uint32_t user) {
    const uint32_t status = cop0_read(COP0_STATUS) & ~(uint32_t)COP0_STATUS_KUC;
    cop0_write(COP0_STATUS, status | COP0_STATUS_CU0 | (user ? COP0_STATUS_KUC : 0));
}

int main(void) {
    if (xnet_node() == 1) {
        set_mask(0);
        while (xnet_get_count() < opens) {
        }
        set_mask(XNET_NISTAT_LPMM);
        while (!kernel_came) {
        }
        EXPECT("3.7-1", behind, 1);
        return conform_end();
    }
    set_mode(1);
    uint32_t sent = 0, refused = 0;
    while (refused < 100) // in a row
        if (xnet_send0(1, on_user))
            ++sent, refused = 0;
        else
            ++refused;
    set_mode(0);
    uint32_t kernel_sent = 0;
    while (xnet_get_count() < opens / 2) kernel_sent += xnet_send1(1, on_kernel, sent) != 0;
    EXPECT("3.7-1", kernel_sent, 0);
    XNET_UNTIL_SENT(xnet_send1(1, on_kernel, sent));
    return conform_end();
}
