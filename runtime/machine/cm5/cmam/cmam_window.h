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

// Calls the handlers of all arrivals on one network until none is left; the first one's status is
// in `stat`, the table's address in Rjtab (000 Figure 4-22, lines 4 to 11). 91 is a local label of
// the assembler.
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
