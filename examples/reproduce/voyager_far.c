// Nine hops: nodes 0 and 31 (voyager_measure.h).
#include "voyager_measure.h"

int main(void) {
    me = (unsigned)am_my_proc();
    entries = nes_load(NES_BASIC_ENTRIES);
    peer = me ? 0 : 31;
    if (me == 0 || me == 31) latencies("far");
    return 0;
}
