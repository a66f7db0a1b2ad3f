/* Hrx (relay.h). protocol.c includes this file. */

LFC_FUNCTION void lfc_start(struct lfc_ni *ni, uint16_t me, uint16_t nodes, uint16_t window,
                            uint8_t recover) {
    static const struct lfc_ni empty;
    (void)me, (void)nodes, (void)window, (void)recover;
    *ni = empty;
    ni->deliveries.first = LFC_NONE;
    ni->sending = ni->delivering = LFC_NONE;
}

/* Every packet goes to the host, acknowledgements too. */
LFC_FUNCTION enum lfc_arrival lfc_received(struct lfc_ni *ni, uint16_t b,
                                           const struct lfc_header *header, int can_deliver) {
    ni->buffer[b].size = header->size;
    if (can_deliver && ni->deliveries.first == LFC_NONE) {
        ni->delivering = b;
        return LFC_DELIVER;
    }
    deliver(ni, b);
    return LFC_QUEUED;
}

LFC_FUNCTION void lfc_forward(struct lfc_ni *ni, uint16_t b, const struct lfc_header *header) {
    (void)ni, (void)b, (void)header;
}

LFC_FUNCTION uint16_t lfc_sent(struct lfc_ni *ni) {
    ni->sending = LFC_NONE;
    return LFC_NONE; /* the host frees its buffers when they are acknowledged */
}

LFC_FUNCTION uint16_t lfc_delivered(struct lfc_ni *ni) {
    uint16_t b = ni->delivering;
    ni->delivering = LFC_NONE;
    ++ni->delivered;
    return b;
}

LFC_FUNCTION int lfc_clock_strikes(struct lfc_ni *ni, uint32_t timers, uint32_t looked) {
    uint32_t before = ni->last_looked;
    ni->last_looked = looked;
    return timers != 0 && looked == before;
}
