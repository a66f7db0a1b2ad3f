// run: --nodes 3
// flags: -g
// expect-error: node 2, cycle
// expect-error: handler_message.c:15): load from an unmapped address 0x00000004
// expect-error: in a low handler, of message 1:3 from node 1
// The report names the message of a handler, which identifies its sender.
#include <am.h>

struct item {
    int first, second;
};
static int sum;
static void add(int src, int address) {
    (void)src;
    sum += ((volatile struct item *)address)->second;
}

int main(void) {
    static struct item item;
    if (am_my_proc() != 1) {
        while (sum < 1) am_poll();
        return 0;
    }
    am_request_1(0, add, (int)&item);
    am_request_1(2, add, (int)&item);
    am_request_1(2, add, 0);
    while (sum < 1) am_poll();
}
