// LFC's interface (Bhoedjang's thesis, 001, Table 3.1) over Active Messages: packets of up to 1 KB,
// reliable and in order between a pair of processes, broadcast and multicast along trees, and
// fetch-and-add. This implementation, "Amc", is not in the thesis: handlers and the main program do
// the work of the thesis's network interface (docs/lfc.md lists the differences).
//
// A process is a node. All calls are from main, or from an upcall; upcalls run on main.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

enum {
    LFC_PACKET = 1024, ///< bytes of data in a packet, at most
    LFC_GROUPS = 16,   ///< groups, at most
};

typedef enum {
    LFC_UPCALL_UNICAST = 0,
    LFC_UPCALL_MCAST = 1, ///< the packet came by lfc_bcast_launch or lfc_mcast_launch
} lfc_upcall_flags_t;

/// The client's function. LFC calls it on main once for each packet that arrives: in lfc_poll for
/// at most one; in calls that wait, if `upcalls_allowed` is not 0 or the client has interrupts
/// enabled. 0: LFC takes the packet back. Else the client keeps it and calls lfc_packet_free later.
int lfc_upcall(unsigned src, void *packet, unsigned size, lfc_upcall_flags_t flags);

typedef struct {
    unsigned window;       ///< packets that a process may have on their way to another one; all
                           ///< processes have the same; 1 to 16
    unsigned packets;      ///< receive packets of this process that the client may keep
    unsigned send_packets; ///< packets that can wait to be sent
    unsigned children;     ///< of a tree node: 2 (heap order) or 1 (chain)
} lfc_config_t;

/// The thesis's window for this number of processes, W = min(8, 128 / P), but at least 4: with
/// fewer, each packet costs a message that returns its credit.
lfc_config_t lfc_defaults(void);

/// Collective; the first call of every process. A null configuration means lfc_defaults().
void lfc_init(const lfc_config_t *config);
/// Collective: when it returns, all packets of all processes have been delivered.
void lfc_exit(void);

unsigned lfc_my_proc(void);
unsigned lfc_nr_procs(void);

/// A packet to fill and to launch once. Waits for a free one.
void *lfc_send_alloc(int upcalls_allowed);

/// Packets that lfc_send_alloc gives without waiting; it counts to `most`. Not in the thesis.
unsigned lfc_send_room(unsigned most);

/// Sends the first `size` bytes of a packet, which then belongs to LFC. Without a credit for its
/// destination, LFC queues it and sends it in a later call.
void lfc_ucast_launch(unsigned dest, void *packet, unsigned size, int upcalls_allowed);
/// To all processes except this one.
void lfc_bcast_launch(void *packet, unsigned size, int upcalls_allowed);
/// To the members of a group except this one.
void lfc_mcast_launch(int group, void *packet, unsigned size, int upcalls_allowed);

/// Collective among all processes, before any packet is sent: all create the same groups in the
/// same order. Groups must not overlap, and a program that uses them must not broadcast (001 4.2.6,
/// A.2).
int lfc_group_create(const unsigned *members, unsigned count);

/// Processes arrivals; calls lfc_upcall for at most one packet.
void lfc_poll(void);

/// As lfc_poll, but waits for an arrival first: for a client that waits for an upcall. Not in the
/// thesis: a loop of lfc_poll has the same effect, and costs more.
void lfc_wait(void);

/// Enabled: upcalls may run at any time on main, outside LFC's calls and malloc, where messages
/// interrupt, and in every call of LFC elsewhere. Nests; the initial state is one disable.
void lfc_intr_disable(void);
void lfc_intr_enable(void);

/// Returns a packet that an upcall kept.
void lfc_packet_free(void *packet);

/// Adds one to the variable of process `var` and returns its previous value; it starts at 0.
unsigned lfc_fetch_and_add(unsigned var, int upcalls_allowed);

/// Events since the start, or the last reset (001 3.1.6).
typedef struct {
    unsigned sent;      ///< packets that this process launched, once for each child in a tree
    unsigned forwarded; ///< packets of other processes, once for each child; 0 where interfaces do
    unsigned delivered; ///< upcalls
    unsigned blocked;   ///< packets launched without a credit
    unsigned credits;   ///< messages with credits only
} lfc_stats_t;
void lfc_stats_reset(void);
lfc_stats_t lfc_stats_collect(void);
void lfc_stats_print(void);

#ifdef __cplusplus
}
#endif
