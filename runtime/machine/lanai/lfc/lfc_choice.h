/* Which implementation of LFC is compiled (001 Table 8.1): who retransmits packets, and who
 * forwards multicast packets. The control program is compiled with both definitions, the host's
 * library with those that change it; without any they are those of NrxImc, the default of 001. */
#ifndef LFC_CHOICE_H
#define LFC_CHOICE_H

/* LFC_RETRANSMITS */
#define LFC_NOBODY 0    /* Nrx: the network is taken for reliable; packets need credits */
#define LFC_INTERFACE 1 /* Irx, Imc */
#define LFC_HOST 2      /* Hrx, Hmc */

#ifndef LFC_RETRANSMITS
#define LFC_RETRANSMITS LFC_NOBODY
#endif
/* LFC_FORWARDS: LFC_INTERFACE or LFC_HOST */
#ifndef LFC_FORWARDS
#define LFC_FORWARDS LFC_INTERFACE
#endif

#if LFC_RETRANSMITS == LFC_HOST && LFC_FORWARDS == LFC_INTERFACE
#error HrxImc is not implemented: to forward a packet, an interface needs a sequence number for each \
child, and these numbers are in the host. They would have to be kept twice, consistently (001 8.3.1)
#endif

#endif
