// 64-bit shifts by every distance, constant and not, and rotates made of them.
#include "show.h"

static uint64_t rotate(uint64_t v, unsigned by) { return (v << (by & 63)) | (v >> (-by & 63)); }

int main(void) {
    const uint64_t v = OPAQUE(uint64_t, 0x89ABCDEF01234567);
    for (unsigned by = 0; by < 64; ++by) {
        printf("%2u ", by);
        const uint64_t left = v << by, right = v >> by, arithmetic = (uint64_t)((int64_t)v >> by);
        printf("%08x%08x %08x%08x %08x%08x ", (unsigned)(left >> 32), (unsigned)left,
               (unsigned)(right >> 32), (unsigned)right, (unsigned)(arithmetic >> 32),
               (unsigned)arithmetic);
        show64("rotate", rotate(v, by));
    }
    show64("left 1", v << 1);
    show64("left 31", v << 31);
    show64("left 32", v << 32);
    show64("left 33", v << 33);
    show64("right 32", v >> 32);
    show64("right 63", (uint64_t)((int64_t)v >> 63));
    return 0;
}
