/* xnet_isa.h with stand-ins for the compiler's builtins, so that a host compiler can compile it and
 * a test can see what it calls. */
#ifndef XNET_STUBS_H
#define XNET_STUBS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Records the call: the builtin's name and `count` words. Returns what the test set. */
uint32_t xnet_stub(const char *name, unsigned count, ...);
/* Records hret and throws; does not return. */
void xnet_stub_hret(void) __attribute__((noreturn));

#ifdef __cplusplus
}
#endif

#define __builtin_xnet_send0(d, h) ((int)xnet_stub("send0", 2, d, (uint32_t)(uintptr_t)(h)))
#define __builtin_xnet_send1(d, h, a) ((int)xnet_stub("send1", 3, d, (uint32_t)(uintptr_t)(h), a))
#define __builtin_xnet_send2(d, h, a, b)                                                           \
    ((int)xnet_stub("send2", 4, d, (uint32_t)(uintptr_t)(h), a, b))
#define __builtin_xnet_send3(d, h, a, b, c)                                                        \
    ((int)xnet_stub("send3", 5, d, (uint32_t)(uintptr_t)(h), a, b, c))
#define __builtin_xnet_send4(d, h, a, b, c, e)                                                     \
    ((int)xnet_stub("send4", 6, d, (uint32_t)(uintptr_t)(h), a, b, c, e))
#define __builtin_xnet_send5(d, h, a, b, c, e, f)                                                  \
    ((int)xnet_stub("send5", 7, d, (uint32_t)(uintptr_t)(h), a, b, c, e, f))
#define __builtin_xnet_send0h(d, h) ((int)xnet_stub("send0h", 2, d, (uint32_t)(uintptr_t)(h)))
#define __builtin_xnet_send1h(d, h, a) ((int)xnet_stub("send1h", 3, d, (uint32_t)(uintptr_t)(h), a))
#define __builtin_xnet_send2h(d, h, a, b)                                                          \
    ((int)xnet_stub("send2h", 4, d, (uint32_t)(uintptr_t)(h), a, b))
#define __builtin_xnet_send3h(d, h, a, b, c)                                                       \
    ((int)xnet_stub("send3h", 5, d, (uint32_t)(uintptr_t)(h), a, b, c))
#define __builtin_xnet_send4h(d, h, a, b, c, e)                                                    \
    ((int)xnet_stub("send4h", 6, d, (uint32_t)(uintptr_t)(h), a, b, c, e))
#define __builtin_xnet_send5h(d, h, a, b, c, e, f)                                                 \
    ((int)xnet_stub("send5h", 7, d, (uint32_t)(uintptr_t)(h), a, b, c, e, f))
#define __builtin_xnet_hret() xnet_stub_hret()
#define __builtin_xnet_cfc2(nir) xnet_stub("cfc2", 1, (uint32_t)(nir))
#define __builtin_xnet_ctc2(nir, value)                                                            \
    ((void)xnet_stub("ctc2", 2, (uint32_t)(nir), (uint32_t)(value)))
#define __builtin_xnet_nicond() ((int)xnet_stub("nicond", 0))

#include "xnet_isa.h"

#endif
