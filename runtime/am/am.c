#include <am.h>
#include <stdio.h>
#include <stdlib.h>

void am_check_(unsigned needed, const char *what) {
    if ((xnet_cfc2(XNET_NI_NISTAT) & needed) == needed) return;
    printf("node %d: %s\n", am_my_proc(), what);
    abort();
}
