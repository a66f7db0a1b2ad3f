// Settings and counts of LFC (<lfc.h>) that only the implementation on a Myrinet has.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Set before lfc_init, alike on all processes.
extern unsigned lfc_interrupt_delay; ///< INTD of 001 4.4 in units of 0.5 us; 140
extern int lfc_recovery;             ///< the protocol RECOV (001 4.3): 1; 0: MCAST (4.2)

/// Of the implementations that retransmit (001 8.2), in units of 0.5 us:
extern unsigned lfc_retransmit_delay; ///< after which a packet that is not acknowledged is sent
                                      ///< again; 4000, HrxHmc: 40000, four times TGRAN
extern unsigned lfc_ack_delay;        ///< after which a packet is acknowledged at the latest; 400
extern unsigned lfc_clock_period;     ///< HrxHmc: TGRAN of 001 8.2.5; 10000

/// Counts of this process since the start, 0 where nothing is retransmitted.
typedef struct {
    unsigned corrupt;       ///< packets with a wrong checksum, dropped
    unsigned refused;       ///< dropped, since the interface had no buffer
    unsigned duplicates;    ///< received before
    unsigned gaps;          ///< dropped, since one before them was missing
    unsigned resent;        ///< sent again
    unsigned acks;          ///< packets that only acknowledge
    unsigned half_acks;     ///< of them: half a window had come
    unsigned late_acks;     ///< of them: by the timer
    unsigned nacks;         ///< requests to send refused packets again
    unsigned clock_signals; ///< interrupts of the host by the interface's clock
} lfc_retransmissions_t;
lfc_retransmissions_t lfc_retransmissions(void);

/// Counts of this process's network interface since the start (001 5.3.2).
typedef struct {
    unsigned recoveries;    ///< that began here
    unsigned channel_sends; ///< packets that left here over a deadlock recovery channel
} lfc_recoveries_t;
lfc_recoveries_t lfc_recoveries(void);

#ifdef __cplusplus
}
#endif
