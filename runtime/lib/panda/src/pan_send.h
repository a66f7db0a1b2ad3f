// Messages become packets (001 6.3). The header and the parts are copied directly into LFC's
// packets. Included by both builds (pan_internal.h).

/// Sends all packets of a message. One function with scalar arguments contains the loop over the
/// parts: with a structure or a function for the loop, the compiler keeps more values in memory.
static void send_packets(int dest, pan_sap_p sap, pan_iovec_p parts, int veclen, const void *proto,
                         int proto_size, enum order order, uint32_t number PAN_CALL_PARAMETERS) {
    struct outgoing out = {.dest = dest,
                           .sap = sap,
                           .proto = proto,
                           .proto_size = proto_size,
                           .order = order,
                           .number = number};
    struct outgoing *const o = &out;
    begin_message(o PAN_CALL_ARGUMENTS);
    unsigned left = 0, at = 0; // bytes not yet copied into a packet, and the position in the part
    for (int i = 0; i < veclen; ++i) left += parts[i].len;
    int part = 0;
    for (int first = 1; first || left; first = 0) {
        unsigned char *packet = begin_packet(o, first PAN_CALL_ARGUMENTS);
        unsigned used = next_header;
        if (first)
            used = put_first_header(packet, o, left);
        else
            put_next_header(packet, o);
        while (left && used < LFC_PACKET) {
            if (at == parts[part].len) {
                ++part, at = 0;
                continue;
            }
            unsigned n = parts[part].len - at;
            if (n > LFC_PACKET - used) n = LFC_PACKET - used;
            memcpy(packet + used, (const char *)parts[part].data + at, n);
            used += n, at += n, left -= n;
        }
        end_packet(o, packet, used, !left);
    }
}

static void check_header(int proto_size, int most PAN_CALL_PARAMETERS) {
    if (proto_size < 0 || proto_size > most) {
#if PAN_MT
        xnet_fail_at(caller, "%s: a header of %d bytes, at most %d are possible", what, proto_size,
                     most);
#else
        xnet_fail("panda: a header of %d bytes, at most %d are possible", proto_size, most);
#endif
    }
}

static void send(int dest, pan_sap_p sap, pan_iovec_p parts, int veclen, const void *proto,
                 int proto_size PAN_CALL_PARAMETERS) {
    check_header(proto_size, header_limit(sap) PAN_CALL_ARGUMENTS);
    send_packets(dest, sap, parts, veclen, proto, proto_size, unordered, 0 PAN_CALL_ARGUMENTS);
    end_message();
}

PAN_INLINE int process(unsigned dest PAN_CALL_PARAMETERS) {
#if PAN_MT // in the other build LFC checks this
    if (dest >= procs) xnet_fail_at(caller, "%s: there is no process %u", what, dest);
#endif
    return (int)dest;
}

void pan_unicast(unsigned dest, pan_sap_p sap, pan_iovec_p parts, int veclen, const void *proto,
                 int proto_size) {
    send(process(dest PAN_CALL("pan_unicast")), sap, parts, veclen, proto,
         proto_size PAN_CALL("pan_unicast"));
}

void pan_multicast(pan_pset_p dests, pan_sap_p sap, pan_iovec_p parts, int veclen,
                   const void *proto, int proto_size) {
    if (!dests->members) {
        send(-1, sap, parts, veclen, proto, proto_size PAN_CALL("pan_multicast"));
        return;
    }
    // Each member gets a unicast, because sets may overlap and LFC's groups must not.
    for (unsigned i = 0; i < dests->count; ++i)
        if (dests->members[i] != lfc_my_proc())
            send(process(dests->members[i] PAN_CALL("pan_multicast")), sap, parts, veclen, proto,
                 proto_size PAN_CALL("pan_multicast"));
}
