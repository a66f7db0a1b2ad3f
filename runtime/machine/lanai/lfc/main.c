/* LFC's control program for a Lanai: one translation unit, since calls are expensive there (a call
 * takes four instructions, and no register is preserved). */
#define LFC_FUNCTION static inline __attribute__((always_inline))
#define LFC_TELL_DROPPED(word) lanai_store(LANAI_DROPPED, word)
#include "control.c"
#include "protocol.c"

/* The host library that this control program works with (lfc.c), and its name in 001 8. */
#if LFC_RETRANSMITS == LFC_HOST
#define LFC_LIBRARY "hrx"
#elif LFC_FORWARDS == LFC_HOST
#define LFC_LIBRARY "hmc"
#else
#define LFC_LIBRARY "imc"
#endif
#ifdef LFC_NAME
__asm__(".section .note.inlet, \"\", @progbits\n.ascii \"inlet-lfc=" LFC_LIBRARY " name=" LFC_NAME
        "\"\n.byte 0\n.text");
#endif

volatile struct lfc_shared lfc_shared LANAI_SHARE;
struct lfc_control lfc_control;

#if LFC_RETRANSMITS != LFC_NOBODY
static const char count_names[] __attribute__((aligned(4))) = LFC_COUNT_NAMES;
const struct lfc_exported_counts __inlet_counts = {count_names,
                                                   (const uint32_t *)&lfc_control.ni.counts};
#elif LFC_FORWARDS == LFC_INTERFACE
static const char count_names[] __attribute__((aligned(4))) = "recoveries channel_sends";
const struct lfc_exported_counts __inlet_counts = {count_names, &lfc_control.ni.recoveries};
#endif

/* For inlet's reports on runs that stand still. */
#define NODES &lfc_control.ni.nodes, 0, sizeof lfc_control.ni.nodes | LFC_QUEUE_NODES
#define OF_PEER(field) &lfc_control.ni.peer[0].field, sizeof(struct lfc_peer)
static const char queue_names[] __attribute__((aligned(4))) =
#if LFC_RETRANSMITS == LFC_NOBODY
    "- credits_used_up_for_node "
#elif LFC_RETRANSMITS == LFC_INTERFACE
    "- free_receive_buffers not_acknowledged_by_node window_used_up_for_node "
    "refused_packets_of_node "
#else
    "free_receive_buffers "
#endif
    "waits_for_a_buffer_of_the_host";
static const struct lfc_exported_queue queues[] = {
#if LFC_RETRANSMITS == LFC_NOBODY
    {NODES},
    {OF_PEER(blocked.first), 2 | LFC_QUEUE_HEAD | LFC_QUEUE_OF_NODES},
#elif LFC_RETRANSMITS == LFC_INTERFACE
    {NODES},
    {&lfc_control.free_count, 0, 4},
    {OF_PEER(outstanding), 2 | LFC_QUEUE_OF_NODES},
    {OF_PEER(blocked.first), 2 | LFC_QUEUE_HEAD | LFC_QUEUE_OF_NODES},
    {OF_PEER(refused), 1 | LFC_QUEUE_OF_NODES},
#else
    {&lfc_control.free_count, 0, 4},
#endif
    {&lfc_control.waits, 0, 4 | LFC_QUEUE_FLAG},
};
const struct lfc_exported_queues __inlet_queues = {queue_names, queues};

/* For `inlet run --check-lfc` (emulator/ni/myrinet/lfc_check.h). */
#define PLACE(field) &field, 0, sizeof(field)
#define FIELD(field) PLACE(lfc_control.field)
#define ELEMENT(array, field)                                                                      \
    &lfc_control.array[0] field, sizeof lfc_control.array[0], sizeof(lfc_control.array[0] field)
#define NUMBER(number) 0, number, 1
static const char state_names[] __attribute__((aligned(4))) =
    "first_receive armed free_receives next_receive buffers"
#if LFC_RETRANSMITS == LFC_NOBODY
    " me nodes window sends send_credits free_credits src tree refs received next dest channel tag "
    "descriptors"
#if LFC_FORWARDS == LFC_INTERFACE
    " acks next_channel tree_parent tree_channels trees"
#endif
#else
    " me nodes window free_count deliveries delivering next_delivery"
#endif
#if LFC_RETRANSMITS == LFC_INTERFACE
    " freed sends sending next number buffer state following later next_number outstanding "
    "unacknowledged "
    "blocked expected ackable held acked timed wanted refused later_peer refusals retransmissions "
    "late_acks src refs unsent received packet_number descriptors"
#endif
    ;
static const struct lfc_exported_queue state[] = {
    {FIELD(first_receive)},
    {FIELD(armed)},
    {FIELD(free_receives)},
    {ELEMENT(receive_next, )},
    {NUMBER(LFC_BUFFERS)},
#if LFC_RETRANSMITS == LFC_NOBODY
    {FIELD(ni.me)},
    {FIELD(ni.nodes)},
    {FIELD(ni.window)},
    {FIELD(ni.sends.first)},
    {ELEMENT(ni.peer, .send_credits)},
    {ELEMENT(ni.peer, .free_credits)},
    {ELEMENT(ni.buffer, .src)},
    {ELEMENT(ni.buffer, .tree)},
    {ELEMENT(ni.buffer, .refs)},
    {ELEMENT(ni.buffer, .received)},
    {ELEMENT(ni.descriptor, .next)},
    {ELEMENT(ni.descriptor, .dest)},
    {ELEMENT(ni.descriptor, .channel)},
    {ELEMENT(ni.descriptor, .tag)},
    {NUMBER(LFC_DESCRIPTORS)},
#if LFC_FORWARDS == LFC_INTERFACE
    {ELEMENT(ni.peer, .acks)},
    {ELEMENT(ni.peer, .next_channel)},
    {ELEMENT(ni.tree, .parent)},
    {ELEMENT(ni.tree, .channels.first)},
    {NUMBER(LFC_TREES)},
#endif
#else
    {PLACE(lfc_shared.me)},       {PLACE(lfc_shared.nodes)},
    {PLACE(lfc_shared.window)},   {FIELD(free_count)},
    {FIELD(ni.deliveries.first)}, {FIELD(ni.delivering)},
    {ELEMENT(ni.buffer, .next)},
#endif
#if LFC_RETRANSMITS == LFC_INTERFACE
    {FIELD(ni.freed)},
    {FIELD(ni.sends.first)},
    {FIELD(ni.sending)},
    {ELEMENT(ni.descriptor, .next)},
    {ELEMENT(ni.descriptor, .number)},
    {ELEMENT(ni.descriptor, .buffer)},
    {ELEMENT(ni.descriptor, .state)},
    {ELEMENT(ni.descriptor, .following)},
    {ELEMENT(ni.descriptor, .later)},
    {ELEMENT(ni.peer, .next_number)},
    {ELEMENT(ni.peer, .outstanding)},
    {ELEMENT(ni.peer, .unacknowledged.first)},
    {ELEMENT(ni.peer, .blocked.first)},
    {ELEMENT(ni.peer, .expected)},
    {ELEMENT(ni.peer, .ackable)},
    {ELEMENT(ni.peer, .held)},
    {ELEMENT(ni.peer, .acked)},
    {ELEMENT(ni.peer, .timed)},
    {ELEMENT(ni.peer, .wanted)},
    {ELEMENT(ni.peer, .refused)},
    {ELEMENT(ni.peer, .later)},
    {FIELD(ni.refusals)},
    {FIELD(ni.retransmissions.first)},
    {FIELD(ni.late_acks.first)},
    {ELEMENT(ni.buffer, .src)},
    {ELEMENT(ni.buffer, .refs)},
    {ELEMENT(ni.buffer, .unsent)},
    {ELEMENT(ni.buffer, .received)},
    {ELEMENT(ni.buffer, .number)},
    {NUMBER(LFC_DESCRIPTORS)},
#endif
};
const struct lfc_exported_queues __inlet_state = {state_names, state};

int main(void) {
    struct lfc_control *c = &lfc_control;
    volatile struct lfc_shared *shared = &lfc_shared;
    lfc_control_start(c, shared);
    for (;;) {
        /* Two registers have these addresses. Without this the compiler computes the addresses of
         * all fields before the loop, and keeps them on the stack. */
        __asm__ volatile("" : "+r"(c), "+r"(shared));
        lfc_control_turn(c, shared);
    }
}
