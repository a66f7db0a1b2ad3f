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

/* The sends by their words; `name` has the form, v the vector register's number. */
#define XNET_STUB_POINTER(p) ((uint32_t)(uintptr_t)(p))
#define XNET_STUB_SEND(name, count, ...) ((int)xnet_stub(name, count, __VA_ARGS__))

#define __builtin_xnet_send0(d, h) XNET_STUB_SEND("send0", 2, d, XNET_STUB_POINTER(h))
#define __builtin_xnet_send1(d, h, a) XNET_STUB_SEND("send1", 3, d, XNET_STUB_POINTER(h), a)
#define __builtin_xnet_send2(d, h, a, b) XNET_STUB_SEND("send2", 4, d, XNET_STUB_POINTER(h), a, b)
#define __builtin_xnet_send3(d, h, a, b, c)                                                        \
    XNET_STUB_SEND("send3", 5, d, XNET_STUB_POINTER(h), a, b, c)
#define __builtin_xnet_send4(d, h, a, b, c, e)                                                     \
    XNET_STUB_SEND("send4", 6, d, XNET_STUB_POINTER(h), a, b, c, e)
#define __builtin_xnet_send5(d, h, a, b, c, e, f)                                                  \
    XNET_STUB_SEND("send5", 7, d, XNET_STUB_POINTER(h), a, b, c, e, f)
#define __builtin_xnet_send0h(d, h) XNET_STUB_SEND("send0h", 2, d, XNET_STUB_POINTER(h))
#define __builtin_xnet_send1h(d, h, a) XNET_STUB_SEND("send1h", 3, d, XNET_STUB_POINTER(h), a)
#define __builtin_xnet_send2h(d, h, a, b) XNET_STUB_SEND("send2h", 4, d, XNET_STUB_POINTER(h), a, b)
#define __builtin_xnet_send3h(d, h, a, b, c)                                                       \
    XNET_STUB_SEND("send3h", 5, d, XNET_STUB_POINTER(h), a, b, c)
#define __builtin_xnet_send4h(d, h, a, b, c, e)                                                    \
    XNET_STUB_SEND("send4h", 6, d, XNET_STUB_POINTER(h), a, b, c, e)
#define __builtin_xnet_send5h(d, h, a, b, c, e, f)                                                 \
    XNET_STUB_SEND("send5h", 7, d, XNET_STUB_POINTER(h), a, b, c, e, f)
#define __builtin_xnet_send0v(d, h, v)                                                             \
    XNET_STUB_SEND("send0v", 3, d, XNET_STUB_POINTER(h), (uint32_t)(v))
#define __builtin_xnet_send1v(d, h, v, a)                                                          \
    XNET_STUB_SEND("send1v", 4, d, XNET_STUB_POINTER(h), (uint32_t)(v), a)
#define __builtin_xnet_send2v(d, h, v, a, b)                                                       \
    XNET_STUB_SEND("send2v", 5, d, XNET_STUB_POINTER(h), (uint32_t)(v), a, b)
#define __builtin_xnet_send3v(d, h, v, a, b, c)                                                    \
    XNET_STUB_SEND("send3v", 6, d, XNET_STUB_POINTER(h), (uint32_t)(v), a, b, c)
#define __builtin_xnet_send4v(d, h, v, a, b, c, e)                                                 \
    XNET_STUB_SEND("send4v", 7, d, XNET_STUB_POINTER(h), (uint32_t)(v), a, b, c, e)
#define __builtin_xnet_send5v(d, h, v, a, b, c, e, f)                                              \
    XNET_STUB_SEND("send5v", 8, d, XNET_STUB_POINTER(h), (uint32_t)(v), a, b, c, e, f)
#define __builtin_xnet_send0hv(d, h, v)                                                            \
    XNET_STUB_SEND("send0hv", 3, d, XNET_STUB_POINTER(h), (uint32_t)(v))
#define __builtin_xnet_send1hv(d, h, v, a)                                                         \
    XNET_STUB_SEND("send1hv", 4, d, XNET_STUB_POINTER(h), (uint32_t)(v), a)
#define __builtin_xnet_send2hv(d, h, v, a, b)                                                      \
    XNET_STUB_SEND("send2hv", 5, d, XNET_STUB_POINTER(h), (uint32_t)(v), a, b)
#define __builtin_xnet_send3hv(d, h, v, a, b, c)                                                   \
    XNET_STUB_SEND("send3hv", 6, d, XNET_STUB_POINTER(h), (uint32_t)(v), a, b, c)
#define __builtin_xnet_send4hv(d, h, v, a, b, c, e)                                                \
    XNET_STUB_SEND("send4hv", 7, d, XNET_STUB_POINTER(h), (uint32_t)(v), a, b, c, e)
#define __builtin_xnet_send5hv(d, h, v, a, b, c, e, f)                                             \
    XNET_STUB_SEND("send5hv", 8, d, XNET_STUB_POINTER(h), (uint32_t)(v), a, b, c, e, f)
#define __builtin_xnet_mcst0(d, h) XNET_STUB_SEND("mcst0", 2, d, XNET_STUB_POINTER(h))
#define __builtin_xnet_mcst1(d, h, a) XNET_STUB_SEND("mcst1", 3, d, XNET_STUB_POINTER(h), a)
#define __builtin_xnet_mcst2(d, h, a, b) XNET_STUB_SEND("mcst2", 4, d, XNET_STUB_POINTER(h), a, b)
#define __builtin_xnet_mcst3(d, h, a, b, c)                                                        \
    XNET_STUB_SEND("mcst3", 5, d, XNET_STUB_POINTER(h), a, b, c)
#define __builtin_xnet_mcst4(d, h, a, b, c, e)                                                     \
    XNET_STUB_SEND("mcst4", 6, d, XNET_STUB_POINTER(h), a, b, c, e)
#define __builtin_xnet_mcst5(d, h, a, b, c, e, f)                                                  \
    XNET_STUB_SEND("mcst5", 7, d, XNET_STUB_POINTER(h), a, b, c, e, f)
#define __builtin_xnet_mcst0h(d, h) XNET_STUB_SEND("mcst0h", 2, d, XNET_STUB_POINTER(h))
#define __builtin_xnet_mcst1h(d, h, a) XNET_STUB_SEND("mcst1h", 3, d, XNET_STUB_POINTER(h), a)
#define __builtin_xnet_mcst2h(d, h, a, b) XNET_STUB_SEND("mcst2h", 4, d, XNET_STUB_POINTER(h), a, b)
#define __builtin_xnet_mcst3h(d, h, a, b, c)                                                       \
    XNET_STUB_SEND("mcst3h", 5, d, XNET_STUB_POINTER(h), a, b, c)
#define __builtin_xnet_mcst4h(d, h, a, b, c, e)                                                    \
    XNET_STUB_SEND("mcst4h", 6, d, XNET_STUB_POINTER(h), a, b, c, e)
#define __builtin_xnet_mcst5h(d, h, a, b, c, e, f)                                                 \
    XNET_STUB_SEND("mcst5h", 7, d, XNET_STUB_POINTER(h), a, b, c, e, f)
#define __builtin_xnet_mcst0v(d, h, v)                                                             \
    XNET_STUB_SEND("mcst0v", 3, d, XNET_STUB_POINTER(h), (uint32_t)(v))
#define __builtin_xnet_mcst1v(d, h, v, a)                                                          \
    XNET_STUB_SEND("mcst1v", 4, d, XNET_STUB_POINTER(h), (uint32_t)(v), a)
#define __builtin_xnet_mcst2v(d, h, v, a, b)                                                       \
    XNET_STUB_SEND("mcst2v", 5, d, XNET_STUB_POINTER(h), (uint32_t)(v), a, b)
#define __builtin_xnet_mcst3v(d, h, v, a, b, c)                                                    \
    XNET_STUB_SEND("mcst3v", 6, d, XNET_STUB_POINTER(h), (uint32_t)(v), a, b, c)
#define __builtin_xnet_mcst4v(d, h, v, a, b, c, e)                                                 \
    XNET_STUB_SEND("mcst4v", 7, d, XNET_STUB_POINTER(h), (uint32_t)(v), a, b, c, e)
#define __builtin_xnet_mcst5v(d, h, v, a, b, c, e, f)                                              \
    XNET_STUB_SEND("mcst5v", 8, d, XNET_STUB_POINTER(h), (uint32_t)(v), a, b, c, e, f)
#define __builtin_xnet_mcst0hv(d, h, v)                                                            \
    XNET_STUB_SEND("mcst0hv", 3, d, XNET_STUB_POINTER(h), (uint32_t)(v))
#define __builtin_xnet_mcst1hv(d, h, v, a)                                                         \
    XNET_STUB_SEND("mcst1hv", 4, d, XNET_STUB_POINTER(h), (uint32_t)(v), a)
#define __builtin_xnet_mcst2hv(d, h, v, a, b)                                                      \
    XNET_STUB_SEND("mcst2hv", 5, d, XNET_STUB_POINTER(h), (uint32_t)(v), a, b)
#define __builtin_xnet_mcst3hv(d, h, v, a, b, c)                                                   \
    XNET_STUB_SEND("mcst3hv", 6, d, XNET_STUB_POINTER(h), (uint32_t)(v), a, b, c)
#define __builtin_xnet_mcst4hv(d, h, v, a, b, c, e)                                                \
    XNET_STUB_SEND("mcst4hv", 7, d, XNET_STUB_POINTER(h), (uint32_t)(v), a, b, c, e)
#define __builtin_xnet_mcst5hv(d, h, v, a, b, c, e, f)                                             \
    XNET_STUB_SEND("mcst5hv", 8, d, XNET_STUB_POINTER(h), (uint32_t)(v), a, b, c, e, f)
#define __builtin_xnet_lwv(v, from)                                                                \
    ((void)xnet_stub("lwv", 2, (uint32_t)(v), XNET_STUB_POINTER(from)))
#define __builtin_xnet_swv(v, to) ((void)xnet_stub("swv", 2, (uint32_t)(v), XNET_STUB_POINTER(to)))
#define __builtin_xnet_hret() xnet_stub_hret()
#define __builtin_xnet_cfc2(nir) xnet_stub("cfc2", 1, (uint32_t)(nir))
#define __builtin_xnet_ctc2(nir, value)                                                            \
    ((void)xnet_stub("ctc2", 2, (uint32_t)(nir), (uint32_t)(value)))
#define __builtin_xnet_nicond() ((int)xnet_stub("nicond", 0))

#include "xnet_isa.h"

#endif
