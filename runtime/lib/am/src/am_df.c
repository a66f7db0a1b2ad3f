#include <am.h>
#include <fail.h>

enum { count = 6 };

union real {
    double value;
    uint32_t words[2];
};

static void call(const uint32_t *words, int n) {
    const union real a2 = {.words = {words[4], words[5]}};
    (void)n;
    ((am_handler_df_t)words[0])((int)words[1], (int)words[2], (int)words[3], a2.value);
}

#define CHECK(what, dest)                                                                          \
    if ((unsigned)(dest) >= (unsigned)am_procs())                                                  \
    xnet_fail_no_node(__builtin_return_address(0), what, dest, am_procs())

static void pack(uint32_t *words, am_handler_df_t handler, int a0, int a1, double a2) {
    const union real real = {.value = a2};
    words[0] = (uint32_t)handler;
    words[1] = (uint32_t)am_my_proc();
    words[2] = (uint32_t)a0;
    words[3] = (uint32_t)a1;
    words[4] = real.words[0];
    words[5] = real.words[1];
}

void am_request_df(int dest, am_handler_df_t handler, int a0, int a1, double a2) {
    CHECK("am_request_df", dest);
    uint32_t words[count];
    pack(words, handler, a0, a1, a2);
    am_block_request(dest, call, words, count);
}

void am_reply_df(int dest, am_handler_df_t handler, int a0, int a1, double a2) {
    CHECK("am_reply_df", dest);
    uint32_t words[count];
    pack(words, handler, a0, a1, a2);
    am_block_reply(dest, call, words, count);
}
