// Registers of the windows in which CMAM sends, polls and dispatches. A tag handler runs in the
// window of whoever found the message: it may use Rtmp, %l6, %l7 and the outs, and leaves by %o7.
// clang-format off
#define Rni1st %l0  /* address for the first word of a message */
#define Rnibase %l1 /* NI_BASE: tag handlers find it here */
#define Rtmp %l2
#define Rstat2 %l3 /* status of the right network */
#define Rstat %l4  /* status of the left one */
#define Rjtab %l5  /* table of tag handlers */

#define MINFRAME 96
#define TAG_MASK (0xf << NI_TAB_SHIFT)

// Dispatches every message that has arrived on one network (000 Figure 4-22, lines 4 to 11). On
// entry `stat` has the status of the first message, and Rjtab the address of the handler table. 91
// is a local label.
#define DISPATCH(stat, status_offset)                            \
        srl     stat, NI_DR_REC_TAG_P - NI_TAB_SHIFT, stat;      \
91:     and     stat, TAG_MASK, stat;                            \
        jmpl    Rjtab + stat, %o7;                               \
        nop;                                                     \
        ld      [Rnibase + status_offset], stat;                 \
        andcc   stat, 1 << NI_REC_OK_P, %g0;                     \
        bne,a   91b;                                             \
        srl     stat, NI_DR_REC_TAG_P - NI_TAB_SHIFT, stat
// clang-format on
