// For programs that use Active Messages and no LFC of their own.
#include <fail.h>
#include <lfc.h>

int lfc_upcall(unsigned src, void *packet, unsigned size, lfc_upcall_flags_t flags) {
    (void)packet, (void)size, (void)flags;
    xnet_fail("a packet of LFC from process %u: the program does not define lfc_upcall", src);
}
