// One process of the model of crl_model.cpp: runtime/lib/crl/src/crl.c with its own state. Each
// file that includes this defines PROCESS(name), which gives its functions distinct names.
#define lfc_upcall PROCESS(lfc_upcall)
#define lfc_init PROCESS(lfc_init)
#define lfc_exit PROCESS(lfc_exit)
#define lfc_my_proc PROCESS(lfc_my_proc)
#define lfc_nr_procs PROCESS(lfc_nr_procs)
#define lfc_send_alloc PROCESS(lfc_send_alloc)
#define lfc_ucast_launch PROCESS(lfc_ucast_launch)
#define lfc_bcast_launch PROCESS(lfc_bcast_launch)
#define lfc_poll PROCESS(lfc_poll)
#define lfc_wait PROCESS(lfc_wait)
#define lfc_intr_disable PROCESS(lfc_intr_disable)
#define lfc_intr_enable PROCESS(lfc_intr_enable)
#define crl_self_addr_ PROCESS(crl_self_addr_)
#define crl_num_nodes_ PROCESS(crl_num_nodes_)
#define crl_stats PROCESS(crl_stats)
#define crl_init PROCESS(crl_init)
#define crl_exit PROCESS(crl_exit)
#define rgn_create PROCESS(rgn_create)
#define rgn_delete PROCESS(rgn_delete)
#define rgn_map PROCESS(rgn_map)
#define rgn_unmap PROCESS(rgn_unmap)
#define rgn_start_read PROCESS(rgn_start_read)
#define rgn_end_read PROCESS(rgn_end_read)
#define rgn_start_write PROCESS(rgn_start_write)
#define rgn_end_write PROCESS(rgn_end_write)
#define rgn_rid PROCESS(rgn_rid)
#define rgn_size PROCESS(rgn_size)
#define rgn_flush PROCESS(rgn_flush)
#define rgn_barrier PROCESS(rgn_barrier)
#define rgn_bcast_send PROCESS(rgn_bcast_send)
#define rgn_bcast_recv PROCESS(rgn_bcast_recv)
#define rgn_reduce_dadd PROCESS(rgn_reduce_dadd)
#define rgn_reduce_dmin PROCESS(rgn_reduce_dmin)
#define rgn_reduce_dmax PROCESS(rgn_reduce_dmax)

#include <stdlib.h>
// Memory that a run of the model allocates is freed at its end.
void *model_get(size_t bytes);
#define malloc(bytes) model_get(bytes)
#define calloc(n, bytes) model_get((n) * (bytes))
#define free(what) ((void)(what))

#include "../../runtime/lib/crl/src/crl.c"
#include "crl_model.h"

void lfc_init(const lfc_config_t *config) { (void)config; }
void lfc_exit(void) {}
unsigned lfc_my_proc(void) { return self; }
unsigned lfc_nr_procs(void) { return procs; }
void *lfc_send_alloc(int upcalls_allowed) {
    (void)upcalls_allowed;
    return model_get(LFC_PACKET);
}
void lfc_ucast_launch(unsigned dest, void *packet, unsigned size, int upcalls_allowed) {
    (void)upcalls_allowed;
    model_send(self, dest, packet, size);
}
void lfc_bcast_launch(void *packet, unsigned size, int upcalls_allowed) {
    (void)packet, (void)size, (void)upcalls_allowed;
    abort();
}
void lfc_poll(void) { model_poll(self); }
void lfc_wait(void) { model_poll(self); }
void lfc_intr_disable(void) {}
void lfc_intr_enable(void) {}

static void begin(unsigned process, unsigned processes) {
    memset(table, 0, sizeof table);
    memset(&stats, 0, sizeof stats);
    self = process;
    procs = processes;
    created = 0;
    asked_size.done = 0;
}
static int take_packet(unsigned from, void *packet, unsigned size) {
    return lfc_upcall(from, packet, size, LFC_UPCALL_UNICAST);
}

const struct process PROCESS(process) = {
    begin,        take_packet,     rgn_create,    rgn_map,   rgn_start_read,
    rgn_end_read, rgn_start_write, rgn_end_write, rgn_flush,
};
