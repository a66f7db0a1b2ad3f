#include <am.h>
#include <fail.h>
#include <string.h>

static __attribute__((noinline, cold)) _Noreturn void wrong(void *caller, const char *what,
                                                            int dest, int bytes) {
    if (bytes < 0) xnet_fail_at(caller, "%s: %d bytes", what, bytes);
    xnet_fail_no_node(caller, what, dest, am_procs());
}
#define CHECK(what, dest, bytes)                                                                   \
    if ((unsigned)(dest) >= (unsigned)am_procs() || (bytes) < 0)                                   \
    wrong(__builtin_return_address(0), what, dest, bytes)

static void *entry(am_handler_mem_t handler) { return handler ? AM_BULK_ENTRY(handler) : 0; }

static void store(int dest, const void *from, void *to, int bytes, am_handler_mem_t handler,
                  void *arg) {
    if (dest != am_my_proc()) {
        am_bulk_request(dest, to, from, (unsigned)bytes, entry(handler), arg);
        return;
    }
    memmove(to, from, (size_t)bytes); // they may overlap
    if (handler) am_short_request_3_from(dest, AM_ENTRY(handler), to, bytes, arg);
}

void am_store(int dest, const void *lva, void *rva, int nbytes, am_handler_mem_t handler,
              void *arg) {
    CHECK("am_store", dest, nbytes);
    store(dest, lva, rva, nbytes, handler, arg);
}

void am_store_async(int dest, const void *lva, void *rva, int nbytes, am_handler_mem_t handler,
                    void *arg, am_handler_mem_t endfunc, void *endarg) {
    CHECK("am_store_async", dest, nbytes);
#ifdef AM_BULK_ASYNC
    if (dest != am_my_proc()) {
        am_bulk_request_async(dest, rva, lva, (unsigned)nbytes, entry(handler), (unsigned)arg,
                              endfunc, endarg);
        return;
    }
#endif
    store(dest, lva, rva, nbytes, handler, arg);
    if (endfunc) endfunc(dest, (void *)lva, nbytes, endarg);
}

void am_get(int dest, const void *rva, void *lva, int nbytes, am_handler_mem_t handler, void *arg) {
    CHECK("am_get", dest, nbytes);
    if (dest != am_my_proc()) {
        am_bulk_get(dest, lva, rva, (unsigned)nbytes, entry(handler), arg);
        return;
    }
    memmove(lva, rva, (size_t)nbytes);
    if (handler) am_short_reply_3_from(dest, AM_ENTRY(handler), lva, nbytes, arg);
}
