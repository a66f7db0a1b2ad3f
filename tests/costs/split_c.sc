// nodes: 2
// same: splitc.cost
// Split-C as a language: processor 0 works on memory of processor 1, and on its own ("here"). Rows that
// splitc.cost has too take the same there, but for the registers of a double.
#include "cost.h"

#include <split-c/split-c.h>

static int an_int, a_local_int;
static double a_double, a_local_double;
static int A[PROCS]::[4], B[2 * PROCS]::;

COST(read_int, (int *global p), COST_USE(*p))
COST(read_double, (double *global p), a_local_double = *p)
COST(write_int, (int *global p, int value), *p = value)
COST(write_double, (double *global p, double value), *p = value)
COST(get_int, (int *to, int *global p), *to := *p)
COST(get_int_sync, (int *to, int *global p), *to := *p; sync())
COST(put_int, (int *global p, int value), *p := value)
COST(put_int_sync, (int *global p, int value), *p := value; sync())
COST(store_int, (int *global p, int value), *p :- value)
COST(store_double, (double *global p, double value), *p :- value)
COST(read_int_here, (int *global p), COST_USE(*p))
COST(write_int_here, (int *global p, int value), *p = value)
COST(get_int_here, (int *to, int *global p), *to := *p)
COST(put_int_here, (int *global p, int value), *p := value)
COST(store_int_here, (int *global p, int value), *p :- value)
COST(spread_next, (int *spread p), p = p + 1; COST_USE(toproc(p)); COST_USE(tolocal(p)))
COST(block_read, (int i, int j), COST_USE(A[i][j]))
COST(block_read_here, (int i, int j), COST_USE(A[i][j]))
COST(spread_read, (int i), COST_USE(B[i]))
COST(spread_read_beyond, (int i), COST_USE(B[i]))

splitc_main()
{
    if (MYPROC != 0) return 0;
    cost_read_int(toglobal(1, &an_int));
    cost_read_double(toglobal(1, &a_double));
    cost_write_int(toglobal(1, &an_int), 1);
    cost_write_double(toglobal(1, &a_double), 1);
    cost_get_int(&a_local_int, toglobal(1, &an_int));
    cost_get_int_sync(&a_local_int, toglobal(1, &an_int));
    cost_put_int(toglobal(1, &an_int), 1);
    cost_put_int_sync(toglobal(1, &an_int), 1);
    cost_store_int(toglobal(1, &an_int), 1);
    cost_store_double(toglobal(1, &a_double), 1);
    cost_read_int_here(toglobal(0, &an_int));
    cost_write_int_here(toglobal(0, &an_int), 1);
    cost_get_int_here(&a_local_int, toglobal(0, &an_int));
    cost_put_int_here(toglobal(0, &an_int), 1);
    cost_store_int_here(toglobal(0, &an_int), 1);
    cost_spread_next(tospread(0, &an_int));
    cost_block_read(1, 2);
    cost_block_read_here(0, 2);
    cost_spread_read(1);
    cost_spread_read_beyond(3);
}
