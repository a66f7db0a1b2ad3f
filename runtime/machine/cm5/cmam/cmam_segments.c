// Segments of this node (000 4.3.3.2, "Communication segments"). An identifier is the number in the
// upper 8 bits and the alignment of the base in the lower 3, to which senders add an offset.
#include "cmam.h"

#include <stdint.h>

enum { segments = 256 };

struct CMAM_segment {
    char *base;            ///< down to a multiple of 8
    int left;              ///< bytes still to come
    CMAM_segment_end *end; ///< null: free
    void *info;
};

// The handler of a tag loads the address of the table in one instruction.
__attribute__((aligned(4096))) struct CMAM_segment CMAM_segments[segments];
static unsigned char alignment[segments]; ///< bytes from `base` to the caller's address

int CMAM_open_segment(void *base, int bytes, CMAM_segment_end *end, void *info) {
    const uintptr_t address = (uintptr_t)base;
    for (int number = segments; number-- > 0;) {
        struct CMAM_segment *s = &CMAM_segments[number];
        if (s->end) continue;
        *s = (struct CMAM_segment){(char *)(address & ~7ul), bytes, end, info};
        alignment[number] = address & 7;
        return (int)((unsigned)number << 24 | (address & 7));
    }
    return -1;
}

/// A segment has all its bytes.
void CMAM_segment_ends(struct CMAM_segment *s) {
    const int more = s->end(s->info, s->base + alignment[s - CMAM_segments]);
    s->left = more;
    if (!more) s->end = 0;
}

static void take(struct CMAM_segment *s, int bytes) {
    s->left -= bytes;
    if (s->left <= 0) CMAM_segment_ends(s);
}

void CMAM_shorten_segment(int segment, int bytes) {
    take(&CMAM_segments[(unsigned)segment >> 24], bytes);
}

void CMAM_set_segment_info(int segment, void *info) {
    CMAM_segments[(unsigned)segment >> 24].info = info;
}

void CMAM_close_segment(int segment) { CMAM_segments[(unsigned)segment >> 24].end = 0; }

/// `count` bytes, at most 8, the first one the uppermost of `high`. Called by a tag handler.
void CMAM_segment_bytes(unsigned where, int count, unsigned high, unsigned low) {
    struct CMAM_segment *s = &CMAM_segments[where >> 24];
    char *to = s->base + (where & 0xffffff);
    uint64_t bytes = (uint64_t)high << 32 | low;
    for (int i = 0; i < count; ++i, bytes <<= 8) to[i] = (char)(bytes >> 56);
    take(s, count);
}
