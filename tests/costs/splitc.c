// nodes: 2
// bulk: yes
// also: network.hop_latency=3 network.hop_latency=4 network.hop_latency=5
// target: read_int: total - net - r_net <= 45
// target: bulk_store_4096: busy >= 90
// target: bulk_store_65536: busy >= 90
// <splitc.h>: processor 0 works on memory of processor 1, and on its own ("here").
#include "cost.h"

#include <splitc.h>

typedef struct {
    int row, column;
    double value;
} entry;
SPLITC_TYPE(entry);

static int an_int, a_local_int;
static char a_char;
static double a_double, a_local_double;
static entry an_entry, a_local_entry;
static char data[65536] __attribute__((aligned(64))), landing[65536] __attribute__((aligned(64)));

COST(read_char, (global(char) p), COST_USE(read(p)))
COST(read_int, (global(int) p), COST_USE(read(p)))
COST(read_double, (global(double) p), a_local_double = read(p))
COST(read_struct_16, (global(entry) p), a_local_entry = read(p))
COST(write_int, (global(int) p, int value), write(p, value))
COST(write_double, (global(double) p, double value), write(p, value))
COST(get_int, (int *to, global(int) p), get(to, p))
COST(get_int_sync, (int *to, global(int) p), get(to, p); sync())
COST(put_int, (global(int) p, int value), put(p, value))
COST(put_int_sync, (global(int) p, int value), put(p, value); sync())
COST(store_int, (global(int) p, int value), store(p, value))
COST(store_double, (global(double) p, double value), store(p, value))
COST(sync_nothing, (void), sync())
COST(store_sync_nothing, (void), store_sync(0))
COST(read_int_here, (global(int) p), COST_USE(read(p)))
COST(write_int_here, (global(int) p, int value), write(p, value))
COST(get_int_here, (int *to, global(int) p), get(to, p))
COST(put_int_here, (global(int) p, int value), put(p, value))
COST(store_int_here, (global(int) p, int value), store(p, value))
COST(spread_next, (spread(int) p), p = ptr_add(p, 1); COST_USE(p.proc); COST_USE(p.addr))

#define BULK(bytes)                                                                                \
    COST(bulk_read_##bytes, (global(char) p), bulk_read(data, p, bytes))                           \
    COST(bulk_write_##bytes, (global(char) p), bulk_write(p, data, bytes))                         \
    COST(bulk_get_##bytes, (global(char) p), bulk_get(data, p, bytes); sync())                     \
    COST(bulk_put_##bytes, (global(char) p), bulk_put(p, data, bytes); sync())                     \
    COST(bulk_store_##bytes, (global(char) p), bulk_store(p, data, bytes))
BULK(4)
BULK(16)
BULK(128)
BULK(1024)
BULK(4096)
BULK(65536)

int splitc_main(int argc, char **argv) {
    (void)argc, (void)argv;
    if (MYPROC != 0) return 0;
    cost_read_char(toglobal(1, &a_char));
    cost_read_int(toglobal(1, &an_int));
    cost_read_double(toglobal(1, &a_double));
    cost_read_struct_16(toglobal(1, &an_entry));
    cost_write_int(toglobal(1, &an_int), 1);
    cost_write_double(toglobal(1, &a_double), 1);
    cost_get_int(&a_local_int, toglobal(1, &an_int));
    cost_get_int_sync(&a_local_int, toglobal(1, &an_int));
    cost_put_int(toglobal(1, &an_int), 1);
    cost_put_int_sync(toglobal(1, &an_int), 1);
    cost_store_int(toglobal(1, &an_int), 1);
    cost_store_double(toglobal(1, &a_double), 1);
    cost_sync_nothing();
    cost_store_sync_nothing();
    cost_read_int_here(toglobal(0, &an_int));
    cost_write_int_here(toglobal(0, &an_int), 1);
    cost_get_int_here(&a_local_int, toglobal(0, &an_int));
    cost_put_int_here(toglobal(0, &an_int), 1);
    cost_store_int_here(toglobal(0, &an_int), 1);
    cost_spread_next(tospread(0, &an_int));
#define DO_BULK(bytes)                                                                             \
    cost_bulk_read_##bytes(toglobal(1, landing)), cost_bulk_write_##bytes(toglobal(1, landing));   \
    cost_bulk_get_##bytes(toglobal(1, landing)), cost_bulk_put_##bytes(toglobal(1, landing));      \
    cost_bulk_store_##bytes(toglobal(1, landing))
    DO_BULK(4);
    DO_BULK(16);
    DO_BULK(128);
    DO_BULK(1024);
    DO_BULK(4096);
    DO_BULK(65536);
    return 0;
}
