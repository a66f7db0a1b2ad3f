// Flow control (001 6.3): credits limit the packets that one process may send to another one.
// Included by the build with threads (pan_internal.h).

enum { window = 32 }; ///< largest number of packets to one process that it has not consumed

struct pan_peer {
    unsigned credits;           ///< packets that may be sent to this peer
    unsigned owed;              ///< credits to return: its packets that were consumed here
    unsigned waiting;           ///< threads that wait for more data of a message from it
    int due;                    ///< whether the owed credits have to be sent now
    uint32_t streams;           ///< one bit for each stream number in use
    struct pan_thread *senders; ///< threads that wait for credits
    struct pan_msg *messages;   ///< messages from it that are not completely consumed
};
static struct pan_peer *peers;

static int credits_due;

static void owe_to(unsigned source) {
    struct pan_peer *const p = &peers[source];
    if (++p->owed < window / 2 || p->due) return;
    p->due = 1;
    ++credits_due;
    ++__pan_pending;
}

static unsigned take_owed(unsigned dest) {
    struct pan_peer *const p = &peers[dest];
    const unsigned owed = p->owed;
    p->owed = 0;
    if (p->due) {
        p->due = 0;
        --credits_due;
        --__pan_pending;
    }
    return owed;
}

static void flush_credits(void) {
    for (unsigned p = 0; credits_due && p < procs; ++p) {
        if (!peers[p].due) continue;
        struct first_header *const h = lfc_send_alloc(1);
        *h = (struct first_header){.sap = sap_credits, .credits = (uint16_t)take_owed(p)};
        lfc_ucast_launch(p, h, next_header, 1);
    }
}

static void credits_come(unsigned source, unsigned credits) {
    struct pan_peer *const p = &peers[source];
    p->credits += credits;
    while (p->senders) {
        struct pan_thread *const t = p->senders;
        p->senders = t->next;
        __pan_ready(t);
    }
}
