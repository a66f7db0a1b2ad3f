#include <am.h>
#include <fail.h>

void am_check_(unsigned needed, const char *what) {
    if ((xnet_cfc2(XNET_NI_NISTAT) & needed) != needed)
        xnet_fail_at(__builtin_return_address(0), "%s", what);
}
