/* xnet_isa.h is C99: this file is compiled with all warnings as errors. */
#include "xnet_stubs.h"

uint32_t guest_use_from_c(void *handler);

uint32_t guest_use_from_c(void *handler) {
    xnet_set_nistat(xnet_get_nistat() | XNET_NISTAT_HPMM);
    if (!xnet_send1h(3, handler, xnet_get_niid() & XNET_NIID_ID)) return 0;
    return xnet_nicond() ? xnet_get_count() : 1;
}
