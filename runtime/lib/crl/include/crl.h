// CRL 1.0's interface (Johnson, Kaashoek, Wallach 1995) on LFC (Bhoedjang's thesis, 001, 7.3):
// regions of memory that all processes share, cached where they are used, sequentially consistent
// between the start and the end of an operation.
//
//     rid_t rid = rgn_create(sizeof(int));         // here; its number goes to the others
//     int *x = rgn_map(rid);
//     rgn_start_write(x); ++*x; rgn_end_write(x);
//
// A process answers other processes only in its calls of CRL. An error ends the run with a message.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// A region's name: its home in the upper half.
typedef unsigned rid_t;

/// Collective; the first call. `unused` is CRL's: 0 or a string.
void crl_init(char *unused);
/// Collective; the last call.
void crl_exit(void);
#define crl_self_addr crl_self_addr_()
#define crl_num_nodes crl_num_nodes_()
unsigned crl_self_addr_(void);
unsigned crl_num_nodes_(void);

/// A new region of this process, all bytes 0. rgn_delete: by its home, when no process maps it.
rid_t rgn_create(unsigned size);
void rgn_delete(rid_t rid);

/// The address of a region in this process's memory, from the first rgn_map to the last rgn_unmap.
void *rgn_map(rid_t rid);
void rgn_unmap(void *region);

/// Between start and end, the process may read the region, or read and write it. Several processes
/// may read, one may write. A start waits. Reads nest.
void rgn_start_read(void *region);
void rgn_end_read(void *region);
void rgn_start_write(void *region);
void rgn_end_write(void *region);

rid_t rgn_rid(const void *region);
unsigned rgn_size(const void *region);
/// Releases this process's copy: written bytes go to the home.
void rgn_flush(void *region);

/// Collective.
void rgn_barrier(void);
/// One process sends, all others receive, all `bytes` bytes.
void rgn_bcast_send(int bytes, void *buffer);
void rgn_bcast_recv(int bytes, void *buffer);
/// Reduces one number from each process; every process gets the result.
double rgn_reduce_dadd(double value);
double rgn_reduce_dmin(double value);
double rgn_reduce_dmax(double value);

/// What this process has done since crl_init.
typedef struct {
    unsigned long reads, writes;             ///< operations
    unsigned long read_misses, write_misses; ///< of these, with messages, at home too
    unsigned long messages;                  ///< requests, invalidations, answers
} crl_stats_t;
crl_stats_t crl_stats(void);

#ifdef __cplusplus
}
#endif
