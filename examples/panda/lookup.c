// run: --nodes 4
// Bhoedjang's thesis (001), Figure 6.7: a distributed hash table. An update changes two words, so a
// lock protects each entry, and the handler of a lookup takes it too. Where a local thread holds
// the lock, the handler waits as a thread of its own, and the holder goes on (Figure 6.10).
#include <am_core.h>
#include <pan_mt.h>
#include <stdio.h>

enum { entries = 8, updates = 200, lookups = 100 };

static struct entry {
    pan_mutex_p lock;
    volatile int key, value; // value is always 7 * key
} table[entries];
static int lookup_service;

static unsigned hash(int key) { return (unsigned)key % entries; }

static void handle_lookup(pan_msg_p request, void *proto, pan_call_p call, unsigned src) {
    const int key = *(int *)proto;
    struct entry *e = &table[hash(key)];
    (void)src;
    pan_msg_discard(request);
    int val = -1;
    pan_mutex_lock(e->lock);
    if (e->key == key) val = e->value;
    pan_mutex_unlock(e->lock);
    pan_rpc_reply(call, 0, 0, &val, sizeof val);
}

/// On machines that poll, lookups come in am_poll, which may be called with a lock held.
static void compute(int turns) {
    for (volatile int work = 0; work < turns; ++work) am_poll();
}

/// Local updates: computes between the two words, as an evaluation would.
static void update(void *arg) {
    (void)arg;
    for (int i = 0; i < updates; ++i) {
        struct entry *e = &table[i % entries];
        pan_mutex_lock(e->lock);
        e->key = i;
        compute(300);
        e->value = 7 * i;
        pan_mutex_unlock(e->lock);
    }
}

int main(void) {
    pan_init();
    lookup_service = pan_rpc_register(handle_lookup);
    for (int i = 0; i < entries; ++i) table[i].lock = pan_mutex_create();
    if (pan_my_pid() == 0) { // has the table
        pan_thread_p worker = pan_thread_create(update, 0, 0, 0);
        pan_thread_join(worker);
        const unsigned waited = pan_thread_stats().left;
        printf("%s\n", waited ? "handlers have waited for locks" : "no handler has waited");
    } else {
        int torn = 0;
        for (int i = 0; i < lookups; ++i) {
            const int key = (int)(i * 3 + pan_my_pid()) % updates; // not in step with the updates
            pan_msg_p reply = pan_rpc(0, lookup_service, 0, 0, &key, sizeof key);
            const int val = *(int *)pan_msg_proto(reply);
            pan_msg_discard(reply);
            compute(400 + i * 37 % 200); // a search does more than lookups
            torn += val != -1 && val != 7 * key;
        }
        printf("process %u: %d values are torn\n", pan_my_pid(), torn);
    }
    pan_end();
}
