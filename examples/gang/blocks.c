// Bulk transfers of <am.h>: every node stores numbered blocks at two others and gets blocks of a
// third. All bytes are checked. A vector register and vlr are used beside, and must stay.
#include "programs.h"

#include <am.h>
#include <stdio.h>
#include <xnet.h>

enum { ways = 2, rounds = 12, block = 400, most_offset = 3, length = 32 };

static unsigned char arriving[ways][block + most_offset], own[block + most_offset], got[block];
static volatile unsigned stored[ways], wrong;
static volatile int came;
static volatile unsigned finished, finished_wrong, finished_stored;

static unsigned char byte_of(unsigned source, unsigned number, unsigned i) {
    return (unsigned char)(source * 31 + number * 7 + i + (i >> 5));
}

static unsigned differ(const unsigned char *bytes, unsigned count, unsigned source,
                       unsigned number) {
    unsigned differences = 0;
    for (unsigned i = 0; i < count; ++i) differences += bytes[i] != byte_of(source, number, i);
    return differences;
}

/// Block number `number` of `source` is there, and none after it.
static void blocks_stored(int source, void *address, int bytes, void *number) {
    const unsigned way = (unsigned char *)address < arriving[1] ? 0 : 1;
    wrong += (unsigned)number != stored[way];
    wrong += differ(address, (unsigned)bytes, (unsigned)source, (unsigned)number) != 0;
    ++stored[way];
}

static void blocks_got(int source, void *address, int bytes, void *number) {
    wrong += differ(address, (unsigned)bytes, (unsigned)source, (unsigned)number) != 0;
    ++came;
}

static void blocks_finished(int source, int errors, int blocks) {
    (void)source;
    finished_wrong += (unsigned)errors;
    finished_stored += (unsigned)blocks;
    ++finished;
}

void blocks_main(void) {
    const unsigned self = (unsigned)am_my_proc(), nodes = (unsigned)am_procs();
    const unsigned to[ways] = {(self + 1) % nodes, (self + nodes / 2 + 1) % nodes};
    const unsigned from = (self + nodes - 1) % nodes;
    unsigned kept[length], now[length];
    for (unsigned i = 0; i < length; ++i) kept[i] = self * 1000 + i;
    xnet_lwv(9, kept);
    xnet_set_vlr(17);
    for (unsigned i = 0; i < block; ++i) own[most_offset + i] = byte_of(self, rounds, i);
    for (unsigned number = 0; number < rounds; ++number) {
        unsigned char bytes[block];
        const unsigned count = block - number * 13, offset = number % (most_offset + 1);
        for (unsigned i = 0; i < block; ++i) bytes[i] = byte_of(self, number, i);
        for (unsigned way = 0; way < ways; ++way)
            am_store((int)to[way], bytes, arriving[way] + offset, (int)count, blocks_stored,
                     (void *)number);
        am_get((int)from, own + most_offset, got, (int)count, blocks_got, (void *)rounds);
        am_wait(&came, 1);
    }
    while (stored[0] + stored[1] < ways * rounds) {
    }
    wrong += xnet_get_vlr() != 17;
    xnet_set_vlr(length);
    xnet_swv(9, now);
    for (unsigned i = 0; i < length; ++i) wrong += now[i] != kept[i];
    am_request_2(0, blocks_finished, (int)wrong, (int)(stored[0] + stored[1]));
    while (self == 0 && finished < nodes) {
    }
}

void blocks_print(void) {
    printf("blocks: %u stored on %d nodes, %u wrong\n", finished_stored, am_procs(),
           finished_wrong);
}
