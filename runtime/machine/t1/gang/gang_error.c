// The gang kernel's messages about errors of a program. It uses no library functions: the program
// may have been stopped inside one.
#include "gang_kernel.h"

#include <host.h>
#include <kernel_errors.h>

struct text {
    char bytes[160];
    unsigned used;
};

static void put(struct text *t, const char *text) {
    while (*text && t->used < sizeof t->bytes) t->bytes[t->used++] = *text++;
}

static void put_address(struct text *t, unsigned address) {
    char digits[] = "0x00000000";
    for (unsigned i = 9; i > 1; --i, address >>= 4) digits[i] = "0123456789abcdef"[address & 15];
    put(t, digits);
}

void __gang_say_error(const char *program, unsigned cause, unsigned pc) {
    const unsigned value = cop0_read(COP0_BADVADDR);
    struct text t;
    t.used = 0;
    put(&t, "gang kernel: program ");
    put(&t, program);
    put(&t, ": ");
    put(&t, kernel_error(cause, pc == value));
    if (kernel_error_has_value(cause)) put_address(&t, value);
    put(&t, ", by the instruction at ");
    put_address(&t, pc);
    put(&t, ": program ended on all nodes\n");
    __host_write(t.bytes, t.used);
}
