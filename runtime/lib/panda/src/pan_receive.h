// Packets become messages (001 6.3). Data stay in LFC's packets until they are consumed, unless too
// many packets are in use. Included by both builds (pan_internal.h).

static void free_packet(void *packet) {
    lfc_packet_free(packet);
    --kept;
}

/// Appends the data of a packet to a message. `credit`: the sender has used a credit for the
/// packet; `foreign`: the packet's memory does not belong to LFC.
static void add_piece(struct pan_msg *m, void *packet, unsigned char *data, unsigned bytes,
                      int credit, int foreign) {
    if (!bytes) {
        if (!foreign) lfc_packet_free(packet);
        if (credit) owe(m);
        return;
    }
    const int others = must_copy(m);
    if (credit && others) {
        owe(m);
        credit = 0;
    }
    // Data are copied when three quarters of LFC's packets hold unconsumed data. If all packets
    // held such data, the packet for which a call waits could not arrive (001 7.4.1).
    const int copy = foreign || others || kept >= keep_at_most;
    struct piece *p = get(sizeof *p + (copy ? bytes : 0));
    *p = (struct piece){.data = data, .bytes = bytes, .packet = copy ? 0 : packet};
#if PAN_MT
    p->credit = credit;
#endif
    if (copy) {
        p->data = memcpy(p + 1, data, bytes);
        if (!foreign) lfc_packet_free(packet);
    } else {
        ++kept;
    }
    *m->last = p;
    m->last = &p->next;
    m->come += bytes;
    more_has_come(m);
}

static void drop_first(struct pan_msg *m) {
    struct piece *p = m->first;
    m->first = p->next;
    if (!m->first) m->last = &m->first;
#if PAN_MT
    if (p->credit) owe(m);
#endif
    if (p->packet) free_packet(p->packet);
    free(p);
}

/// Consumes up to `size` bytes and copies them to `to` unless it is null.
static int consume(struct pan_msg *m, unsigned char *to, unsigned size PAN_CALL_PARAMETERS) {
    check_call(0 PAN_CALL_ARGUMENTS);
    enter();
    const unsigned left = m->size - m->consumed, all = size < left ? size : left;
    for (unsigned wanted = all; wanted;) {
        while (!m->first) wait_for_more(m PAN_CALL_ARGUMENTS);
        struct piece *p = m->first;
        const unsigned n = p->bytes < wanted ? p->bytes : wanted;
        if (to) to = (unsigned char *)memcpy(to, p->data, n) + n;
        p->data += n;
        p->bytes -= n;
        m->consumed += n;
        wanted -= n;
        if (!p->bytes) drop_first(m);
    }
    if (m->consumed == m->size) {
        forget(m);
        free(m);
    }
    leave();
    return (int)all;
}

int pan_msg_consume(pan_msg_p m, void *buffer, unsigned size) {
    return consume(m, buffer, size PAN_CALL("pan_msg_consume"));
}
int pan_msg_skip(pan_msg_p m, unsigned size) {
    return consume(m, 0, size PAN_CALL("pan_msg_skip"));
}
void pan_msg_discard(pan_msg_p m) {
    consume(m, 0, m->size - m->consumed PAN_CALL("pan_msg_discard"));
}
unsigned pan_msg_size(pan_msg_p m) { return m->size; }
unsigned pan_msg_left(pan_msg_p m) { return m->size - m->consumed; }
