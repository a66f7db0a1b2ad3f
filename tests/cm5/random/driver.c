// Calls each of generate's random programs with many initial states and prints a checksum for each.
//
//   driver [STARTS [PROGRAM]]: for one program, prints each initial state's checksum
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    field_words = 128,
    words = 256,
    fsr_word = 127,
    dumped_fsr_word = 128 + 26 + 2,
    number_word = 254
};

extern void (*const programs[])(unsigned *data);
extern const int program_count;

static unsigned state;
static unsigned next(void) { // xorshift32, no multiplication: a V7 has none
    state ^= state << 13, state ^= state >> 17, state ^= state << 5;
    return state;
}

/// A word with typical values: arbitrary, small, near a limit, or half of a floating-point
/// number.
static unsigned word(void) {
    static const unsigned edges[] = {0,          1,          0xFFFFFFFF, 0x7FFFFFFF,
                                     0x80000000, 0x3F800000, 0xBF800000, 0x7F800000,
                                     0xFF800000, 0x7FC00000, 0x00800000, 0x00000001,
                                     0x7F7FFFFF, 0x3FF00000, 0x7FF00000, 0x40490FDB};
    const unsigned kind = next() >> 5 & 7;
    if (kind < 2) return edges[next() >> 7 & 15];
    if (kind < 4) return 0x3F000000 + (next() & 0x01FFFFFF);
    if (kind == 4) return 0x40000000 + (next() & 0x003FFFFF);
    if (kind == 5) return next() & 63;
    return next();
}

static unsigned run(int program, int start) {
    static unsigned data[words] __attribute__((aligned(8)));
    state = 0x9E3779B9u ^ ((unsigned)start << 16 | (unsigned)program);
    for (int i = 0; i < 8; ++i) next();
    for (int i = 0; i < field_words; ++i) data[i] = word();
    memset(data + field_words, 0, sizeof data - sizeof *data * field_words);
    data[fsr_word] = next() & 0xC0000000; // the rounding mode; no traps
    data[number_word] = 0x3FF00000;
    programs[program](data);
    data[dumped_fsr_word] &=
        0xC0000FE0; // rounding, fcc and accrued exceptions; the implementation defines the rest
    unsigned sum = 0;
    for (int i = 0; i < words; ++i) sum = (sum << 7 | sum >> 25) + data[i];
    return sum;
}

int main(int argc, char **argv) {
    const int starts = argc > 1 ? atoi(argv[1]) : 100, only = argc > 2 ? atoi(argv[2]) : -1;
    for (int p = 0; p < program_count; ++p) {
        if (only >= 0 && p != only) continue;
        unsigned sum = 0;
        for (int s = 0; s < starts; ++s) {
            const unsigned one = run(p, s);
            if (only >= 0) printf("start %d: %08x\n", s, one);
            sum = (sum << 5 | sum >> 27) ^ one;
        }
        printf("program %d: %08x\n", p, sum);
    }
    return 0;
}
