#include <am.h>
#include <string.h>

enum { count = 6 };

static void call(const uint32_t *words, int n) {
    double a2;
    (void)n;
    memcpy(&a2, words + 4, sizeof a2);
    ((am_handler_df_t)words[0])((int)words[1], (int)words[2], (int)words[3], a2);
}

static void pack(uint32_t *words, am_handler_df_t handler, int a0, int a1, double a2) {
    words[0] = (uint32_t)handler;
    words[1] = (uint32_t)am_my_proc();
    words[2] = (uint32_t)a0;
    words[3] = (uint32_t)a1;
    memcpy(words + 4, &a2, sizeof a2);
}

void am_request_df(int dest, am_handler_df_t handler, int a0, int a1, double a2) {
    uint32_t words[count];
    pack(words, handler, a0, a1, a2);
    am_block_request(dest, call, words, count);
}

void am_reply_df(int dest, am_handler_df_t handler, int a0, int a1, double a2) {
    uint32_t words[count];
    pack(words, handler, a0, a1, a2);
    am_block_reply(dest, call, words, count);
}
