// Blocks on machines whose messages have vectors: T1, and those with network instructions.
#include <am_core_vectors.h>

static void block(void *handler) { // an AM handler
    uint32_t words[AM_BLOCK_WORDS];
    const unsigned count = xnet_store_vector(words);
    ((am_block_handler_t)handler)(words, (int)count);
}

void am_block_request(int dest, am_block_handler_t handler, const uint32_t *words, int count) {
    const unsigned kept = xnet_get_vlr();
    xnet_set_vlr((unsigned)count);
    xnet_lwv(1, words);
    am_vector_request_1_(dest, AM_ENTRY(block), (uint32_t)handler);
    xnet_set_vlr(kept);
}

void am_block_reply(int dest, am_block_handler_t handler, const uint32_t *words, int count) {
    const unsigned kept = xnet_get_vlr();
    xnet_set_vlr((unsigned)count);
    xnet_lwv(1, words);
    am_vector_reply_1_(dest, AM_ENTRY(block), (uint32_t)handler);
    xnet_set_vlr(kept);
}
