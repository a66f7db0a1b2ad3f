// Packets by the adapter alone, in memory that no hardware keeps coherent (003 2.1): node 0 sends
// numbers, node 1 sends each back. Without a flush the adapter, or the program, sees what was there
// before:
//   FORGET_SEND     node 0 writes each packet twice and flushes only the first time
//   FORGET_RECEIVE  node 1 does not give a line back that it has read
#include <am.h>
#include <sp2_port.h>
#include <stdio.h>

enum { packets = 40, send_entries = 128, type = 1 };

static unsigned sent, received, entries, before;

static void send_one(unsigned dest, unsigned number, int forget) {
    volatile uint32_t *const at = sp2_send_entry(0, sent % send_entries);
    at[0] = dest << 23 | dest << 16 | type << 8;
    if (forget) {
        at[1] = 1000 + number;
        sp2_flush(at);
        sp2_sync();
    }
    at[1] = number;
    if (!forget) sp2_flush(at);
    sp2_sync();
    sp2_ring(0, sent++ % send_entries, 8);
}

static unsigned receive_one(unsigned expected, int forget) {
    volatile uint32_t *const at = sp2_receive_entry(0, received % entries);
    while (!at[0]) sp2_flush(at);
    unsigned number = at[1];
    if (expected > entries && number == expected - entries) { // the previous packet
        ++before;
        while ((number = at[1]) != expected) sp2_flush(at);
    }
    if (!forget) {
        at[0] = 0;
        sp2_flush(at);
        sp2_sync();
    }
    ++received;
    sp2_pop(0, 1);
    return number;
}

#ifdef FORGET_SEND
#define forget_send 1
#else
#define forget_send 0
#endif
#ifdef FORGET_RECEIVE
#define forget_receive 1
#else
#define forget_receive 0
#endif

int main(void) {
    unsigned right = 0;
    entries = sp2_register(SP2_ENTRIES);
    for (unsigned i = 1; i <= packets; ++i)
        if (am_my_proc() == 0) {
            send_one(1, i, forget_send);
            receive_one(0, 0);
        } else {
            const unsigned number = receive_one(i, forget_receive);
            right += number == i;
            before += number == 1000 + i;
            send_one(0, number, 0);
        }
    // The program's end takes messages: no old packet may be left to it.
    for (unsigned i = 0; i < entries; ++i) {
        volatile uint32_t *const at = sp2_receive_entry(0, i);
        at[0] = 0;
        sp2_flush(at);
    }
    sp2_sync();
    if (am_my_proc() == 1) printf("%u packets right, %u as they were before\n", right, before);
    return 0;
}
