#include <am.h>
#include <fail.h>
#include <string.h>

static __attribute__((noinline, cold)) _Noreturn void wrong(void *caller, const char *what,
                                                            int dest, int bytes) {
    if (bytes < 0) xnet_fail_at(caller, "%s: %d bytes", what, bytes);
    xnet_fail_at(caller, "%s: there is no node %d", what, dest);
}
#define CHECK(what, dest, bytes)                                                                   \
    if ((unsigned)(dest) >= (unsigned)am_procs() || (bytes) < 0)                                   \
    wrong(__builtin_return_address(0), what, dest, bytes)

/// The data goes first and messages stay in order, so the handler's message is the last to come.
static void store(int dest, const void *from, void *to, int bytes, am_handler_mem_t handler,
                  void *arg) {
    if (dest == am_my_proc())
        memmove(to, from, (size_t)bytes); // they may overlap
    else
        am_bulk_request(dest, to, from, (unsigned)bytes);
    if (handler) am_short_request_4(dest, AM_ENTRY(handler), am_my_proc(), to, bytes, arg);
}

void am_store(int dest, const void *lva, void *rva, int nbytes, am_handler_mem_t handler,
              void *arg) {
    CHECK("am_store", dest, nbytes);
    store(dest, lva, rva, nbytes, handler, arg);
}

void am_store_async(int dest, const void *lva, void *rva, int nbytes, am_handler_mem_t handler,
                    void *arg, am_handler_mem_t endfunc, void *endarg) {
    CHECK("am_store_async", dest, nbytes);
    store(dest, lva, rva, nbytes, handler, arg);
    if (endfunc) endfunc(dest, (void *)lva, nbytes, endarg);
}

// Requests and replies of a pair of nodes stay in order: this one's comes behind the data.
static void get_end(int src, am_handler_mem_t handler, void *to, int bytes, void *arg) {
    am_short_reply_4(src, AM_ENTRY(handler), am_my_proc(), to, bytes, arg);
}

// Both in one, where it is not much: the length stands above the source.
enum { node_bits = 16, at_once = 512 };
static void get_all(int src_and_bytes, void *from, void *to, am_handler_mem_t handler, void *arg) {
    const int src = src_and_bytes & ((1 << node_bits) - 1), bytes = src_and_bytes >> node_bits;
    am_bulk_reply(src, to, from, (unsigned)bytes);
    am_short_reply_4(src, AM_ENTRY(handler), am_my_proc(), to, bytes, arg);
}

void am_get(int dest, const void *rva, void *lva, int nbytes, am_handler_mem_t handler, void *arg) {
    CHECK("am_get", dest, nbytes);
    const int me = am_my_proc();
    if (dest == me) {
        memmove(lva, rva, (size_t)nbytes);
        if (handler) am_short_reply_4(me, AM_ENTRY(handler), me, lva, nbytes, arg);
    } else if (nbytes <= at_once && handler) {
        am_short_request_5(dest, AM_ENTRY(get_all), me | nbytes << node_bits, rva, lva, handler,
                           arg);
    } else {
        am_bulk_get(dest, lva, rva, (unsigned)nbytes);
        if (handler) am_short_request_5(dest, AM_ENTRY(get_end), me, handler, lva, nbytes, arg);
    }
}
