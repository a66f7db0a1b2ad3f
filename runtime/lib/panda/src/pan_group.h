// The broadcast module (001 6.4, 6.6.5): totally-ordered broadcast. Messages are delivered to their
// groups in the order of their numbers. GSB takes its numbers from LFC's counter; process 0 assigns
// the numbers of PB and BB. Included by the build with threads (pan_internal.h).

/// Messages that wait for smaller numbers: one line for GSB, one for PB and BB together.
static struct line {
    uint32_t next;           ///< the number of the next message to deliver
    struct pan_msg *waiting; ///< sorted by number
} lines[2];

static uint32_t given; ///< process 0: the next number for PB and BB
static uint32_t count; ///< of this process's broadcasts by BB

/// The number that process 0 has assigned to a message of BB.
struct announcement {
    struct announcement *next;
    uint32_t count, number;
    uint16_t origin;
};
static struct pan_msg *without_number;       ///< messages whose announcement has not arrived
static struct announcement *without_message; ///< announcements whose message has not arrived

static void put_in_line(struct pan_msg *m, uint32_t number) {
    struct line *const line = &lines[m->sap->protocol != PAN_GSB];
    m->number = number;
    struct pan_msg **at = &line->waiting;
    while (*at && (int32_t)((*at)->number - number) < 0) at = &(*at)->next;
    m->next = *at;
    *at = m;
    while (line->waiting && line->waiting->number == line->next) {
        struct pan_msg *const first = line->waiting;
        line->waiting = first->next;
        ++line->next;
        deliver(first);
    }
}

// --- process 0: numbers and relays ---------------------------------------------------------------

/// A packet that process 0 broadcasts: a packet of a message by PB, or an announcement.
struct relay {
    struct relay *next;
    unsigned source, size; ///< size 0 means an announcement
    uint32_t data[];
};
static struct relay *relays, **relays_end = &relays;
static int relaying;

/// A message by PB that process 0 has not completely broadcast.
struct under_way {
    struct under_way *next;
    unsigned source, left;
    uint8_t stream, group, out;
};
static struct under_way *under_way;
/// One bit for each stream number in use for relays; process 0's own broadcasts have other numbers.
static uint32_t relay_streams;

static struct relay *relay_new(unsigned source, unsigned size, unsigned bytes) {
    struct relay *const r = get(sizeof *r + bytes);
    *r = (struct relay){0, source, size};
    *relays_end = r;
    relays_end = &r->next;
    ++__pan_pending;
    return r;
}

static void to_sequencer(unsigned source, void *packet, unsigned size, int copy) {
    memcpy(relay_new(source, size, size)->data, packet, size);
    if (!copy) lfc_packet_free(packet);
}

static void announce(uint16_t origin, uint32_t its_count, uint32_t number) {
    struct bcast_header *const h = (void *)relay_new(0, 0, sizeof *h)->data;
    *h = (struct bcast_header){
        .sap = sap_numbers, .origin = origin, .size = its_count, .number = number};
}

enum { streams_of_relays = 0x80 }; ///< distinguishes them from process 0's own broadcasts

/// Replaces the header of a packet by the header with which process 0 broadcasts it.
static void renew_header(struct relay *r) {
    struct bcast_header *const h = (struct bcast_header *)r->data;
    struct under_way **at = &under_way;
    while (*at && ((*at)->source != r->source || (*at)->stream != h->stream)) at = &(*at)->next;
    struct under_way *u = *at;
    unsigned data = r->size - next_header;
    if (!u) {
        if (!~relay_streams) xnet_fail("panda: 32 messages by PB are under way at process 0");
        u = get(sizeof *u);
        const uint8_t out = (uint8_t)__builtin_ctz(~relay_streams);
        *u = (struct under_way){under_way, r->source, h->size, h->stream, (uint8_t)h->number, out};
        under_way = u;
        at = &under_way;
        relay_streams |= 1u << out;
        h->kind = numbered;
        h->number = given++;
        data = r->size - (unsigned)sizeof *h - (h->proto + 3u & ~3u);
    }
    h->sap = u->group;
    h->stream = u->out | streams_of_relays;
    u->left -= data;
    if (u->left) return;
    relay_streams &= ~(1u << u->out);
    *at = u->next;
    free(u);
}

static void relay(void *arg) {
    (void)arg;
    enter();
    while (relays) {
        struct relay *const r = relays;
        relays = r->next;
        --__pan_pending;
        if (!relays) relays_end = &relays;
        unsigned size = sizeof(struct bcast_header);
        if (r->size) {
            size = r->size;
            renew_header(r);
            accept_packet(self, r->data, size, 1, 1);
            owe_to(r->source);
        }
        void *const packet = lfc_send_alloc(1);
        memcpy(packet, r->data, size);
        lfc_bcast_launch(packet, size, 1);
        free(r);
    }
    relaying = 0;
    flush_credits();
}

static int relay_take(void (**f)(void *), void **arg) {
    if (!relays || relaying) return 0;
    relaying = 1;
    *f = relay;
    *arg = 0;
    return 1;
}

// --- messages ------------------------------------------------------------------------------------

static void order_message(struct pan_msg *m, enum order order, uint32_t number) {
    if (order == numbered) {
        put_in_line(m, number);
        return;
    }
    if (!self) {
        const uint32_t mine = given++;
        announce((uint16_t)m->src, number, mine);
        put_in_line(m, mine);
        return;
    }
    for (struct announcement **at = &without_message; *at; at = &(*at)->next) {
        struct announcement *const a = *at;
        if (a->origin != m->src || a->count != number) continue;
        *at = a->next;
        put_in_line(m, a->number);
        free(a);
        return;
    }
    m->number = number; // the sender's count, until the announcement arrives
    m->next = without_number;
    without_number = m;
}

static void announcement_came(const void *packet) {
    const struct bcast_header *const h = packet;
    for (struct pan_msg **at = &without_number; *at; at = &(*at)->next) {
        struct pan_msg *const m = *at;
        if (m->src != h->origin || m->number != h->size) continue;
        *at = m->next;
        put_in_line(m, h->number);
        return;
    }
    struct announcement *const a = get(sizeof *a);
    *a = (struct announcement){without_message, h->size, h->number, h->origin};
    without_message = a;
}

// --- groups --------------------------------------------------------------------------------------

pan_group_p pan_group_create(pan_handler_t *handler) {
    return sap_new(sap_group, handler, __builtin_return_address(0));
}
void pan_group_protocol(pan_group_p group, pan_protocol_t protocol) { group->protocol = protocol; }

void pan_group_send(pan_group_p group, pan_iovec_p parts, int veclen, const void *proto,
                    int proto_size) {
    const char *const what = "pan_group_send";
    void *const caller = __builtin_return_address(0);
    check_header(proto_size, PAN_PROTO, what, caller);
    __pan_check_free(what, caller);
    int dest = -1;
    pan_sap_p sap = group;
    enum order order = numbered;
    uint32_t number;
    // A sender that has a number gets the highest priority: if a thread that computes delayed it,
    // all messages with higher numbers would wait.
    struct pan_thread *const me = __pan_current;
    enter();
    __pan_set_sender(me, 1);
    if (group->protocol == PAN_GSB) {
        number = lfc_fetch_and_add(0, 1);
    } else if (!self) {
        number = given++;
    } else if (group->protocol == PAN_PB) {
        dest = 0;
        sap = &saps[sap_sequencer];
        order = unordered; // renew_header sets the order and the number on process 0
        number = group->number;
    } else {
        order = by_count;
        number = count++;
    }
    __pan_busy = 0; // instead of leave(): send_packets begins the next section immediately
    send_packets(dest, sap, parts, veclen, proto, proto_size, order, number, what, caller);
    enter();
    __pan_set_sender(me, 0);
    leave();
}

void pan_group_send_unordered(pan_group_p group, pan_iovec_p parts, int veclen, const void *proto,
                              int proto_size) {
    void *const caller = __builtin_return_address(0);
    send(-1, group, parts, veclen, proto, proto_size, "pan_group_send_unordered", caller);
    send((int)self, group, parts, veclen, proto, proto_size, "pan_group_send_unordered", caller);
}
