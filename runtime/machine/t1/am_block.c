// Blocks on machines whose messages have vectors: T1, cm5-xnet and sp2-xnet.
#include <am_core.h>
#include <xnet.h>

static void block(void *handler) { // an AM handler
    uint32_t words[AM_BLOCK_WORDS];
    const unsigned count = xnet_store_vector(words);
    ((am_block_handler_t)handler)(words, (int)count);
}

void am_block_request(int dest, am_block_handler_t handler, const uint32_t *words, int count) {
    const unsigned kept = xnet_get_vlr();
    xnet_set_vlr((unsigned)count);
    xnet_lwv(1, words);
    while (!xnet_send1v(dest, AM_ENTRY(block), 1, (uint32_t)handler))
        if (__xnet_holds) am_serve_(AM_LOW_ | AM_HIGH_);
    xnet_set_vlr(kept);
}

void am_block_reply(int dest, am_block_handler_t handler, const uint32_t *words, int count) {
    const unsigned kept = xnet_get_vlr();
    xnet_set_vlr((unsigned)count);
    xnet_lwv(1, words);
    while (!xnet_send1hv(dest, AM_ENTRY(block), 1, (uint32_t)handler))
        if (__xnet_holds) am_serve_(AM_HIGH_);
    xnet_set_vlr(kept);
}
