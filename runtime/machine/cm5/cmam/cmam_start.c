// Copies tag handlers into their tables when the program starts (000 4.3.5.3): text that is written
// at run time.
#include "cmam.h"

#include <string.h>

#define ENTRY (1 << NI_TAB_SHIFT)

extern char CMAM_left_htab[16 * ENTRY], CMAM_right_htab[16 * ENTRY];

#define HANDLER(name) extern const char name[], name##_end[]
HANDLER(CMAM_handle_req);
HANDLER(CMAM_handle_rep);
HANDLER(CMAM_handle_req_from);
HANDLER(CMAM_handle_rep_from);
HANDLER(CMAM_handle_xfer_req);
HANDLER(CMAM_handle_xfer_rep);
HANDLER(CMAM_handle_bytes_req);
HANDLER(CMAM_handle_bytes_rep);
HANDLER(CMAM_handle_kernel);

static void put(char *table, int tag, const char *handler, const char *end) {
    memcpy(table + tag * ENTRY, handler, (size_t)(end - handler));
    // The processor has no other way to announce modified text (SPARC V8, B.32).
    for (int at = 0; at < end - handler; at += 8)
        __asm__ volatile("flush %0" : : "r"(table + tag * ENTRY + at) : "memory");
}

#define PUT(side, tag, name) put(CMAM_##side##_htab, tag, name, name##_end)

void CMAM_start(void) {
    PUT(left, NI_TAG_CMAM, CMAM_handle_req);
    PUT(right, NI_TAG_CMAM, CMAM_handle_rep);
    PUT(left, NI_TAG_XFER, CMAM_handle_xfer_req);
    PUT(right, NI_TAG_XFER, CMAM_handle_xfer_rep);
    PUT(left, NI_TAG_BYTES, CMAM_handle_bytes_req);
    PUT(right, NI_TAG_BYTES, CMAM_handle_bytes_rep);
    PUT(left, NI_TAG_AM, CMAM_handle_req_from);
    PUT(right, NI_TAG_AM, CMAM_handle_rep_from);
    for (int tag = NI_TAG_KERNEL; tag < 16; ++tag) {
        PUT(left, tag, CMAM_handle_kernel);
        PUT(right, tag, CMAM_handle_kernel);
    }
}
