// Hand-written assembly: likely branches, slots, branches that link, traps that are not taken, HI
// and LO, tables of jumps.
#include "check.h"

// clang-format off
#define ASM(text, ...) __asm__ volatile(".set push\n\t.set noreorder\n\t.set noat\n" text "\n\t.set pop" __VA_ARGS__)

/// The parts that a branch and its likely form execute: 1 the slot, 2 the code that is skipped.
#define LIKELY(name, branch)                                                                       \
    static uint32_t name(int a, int b) {                                                           \
        uint32_t way = 0;                                                                          \
        ASM("\t" branch "l %1, %2, 1f\n\taddiu %0, %0, 1\n\taddiu %0, %0, 2\n1:\tsll %0, %0, 4\n"  \
            "\t" branch " %1, %2, 2f\n\taddiu %0, %0, 1\n\taddiu %0, %0, 2\n2:",                   \
            : "+r"(way) : "r"(a), "r"(b));                                                         \
        return way;                                                                                \
    }
#define LIKELY_ZERO(name, branch)                                                                  \
    static uint32_t name(int a, int b) {                                                           \
        uint32_t way = (uint32_t)b & 1;                                                            \
        ASM("\t" branch "l %1, 1f\n\taddiu %0, %0, 1\n\taddiu %0, %0, 2\n1:\tsll %0, %0, 4\n"      \
            "\t" branch " %1, 2f\n\taddiu %0, %0, 1\n\taddiu %0, %0, 2\n2:",                       \
            : "+r"(way) : "r"(a));                                                                 \
        return way;                                                                                \
    }
LIKELY(equal, "beq") LIKELY(not_equal, "bne")
LIKELY_ZERO(less, "bltz") LIKELY_ZERO(at_least, "bgez") LIKELY_ZERO(at_most, "blez") LIKELY_ZERO(more, "bgtz")

/// The slot changes an operand of its branch.
static uint32_t slots(int a) {
    uint32_t r;
    ASM("\tmove %0, %1\n\tbgtz %0, 1f\n\taddiu %0, %0, -5\n\taddiu %0, %0, 100\n"
        "1:\tbltzal %0, 2f\n\tsubu %0, $0, %0\n\taddiu %0, %0, 1000\n2:\tbgezall %0, 3f\n\txori %0, %0, 1\n3:",
        : "=&r"(r) : "r"(a) : "$31");
    return r;
}

/// A jump through a table; its slot computes.
static uint32_t table(uint32_t n) {
    uint32_t r = n;
    ASM("\tbal 1f\n\tsll $1, %0, 3\n1:\taddu $1, $1, $31\n\taddiu $1, $1, 16\n\tjr $1\n\taddiu %0, %0, 7\n"
        "\tb 2f\n\taddiu %0, %0, 100\n\tb 2f\n\tsll %0, %0, 3\n\tb 2f\n\tnor %0, %0, $0\n\tb 2f\n\tsubu %0, $0, %0\n2:",
        : "+r"(r) : : "$1", "$31");
    return r;
}

static uint32_t traps(int a, int b) { // a < b, b != 8, none is taken
    uint32_t passed = 0;
    ASM("\tteq %1, %2\n\taddiu %0, %0, 1\n\ttge %1, %2\n\taddiu %0, %0, 1\n\ttlt %2, %1\n\taddiu %0, %0, 1\n"
        "\ttltu %1, %1\n\ttgeu $0, %2, 5\n\ttne %2, %2\n\taddiu %0, %0, 1\n"
        "\tteqi %2, 8\n\ttnei $0, 0\n\ttgei %1, 32767\n\ttlti %2, -32768\n\ttgeiu $0, 1\n\ttltiu %2, 0\n\taddiu %0, %0, 1",
        : "+r"(passed) : "r"(a), "r"(b));
    return passed;
}

static uint32_t high_low(int a, int b) {
    uint32_t r, t;
    ASM("\tmult %2, %3\n\tmfhi %0\n\tmflo %1\n\txor %0, %0, %1\n\tmultu %2, %3\n\tmfhi %1\n\taddu %0, %0, %1\n"
        "\tmthi %2\n\tmtlo %3\n\tmfhi %1\n\tsubu %0, %0, %1\n\tmflo %1\n\txor %0, %0, %1\n"
        "\tdiv $0, %2, %3\n\tmflo %1\n\taddu %0, %0, %1\n\tmfhi %1\n\txor %0, %0, %1\n"
        "\tdivu $0, %2, %3\n\tmflo %1\n\taddu %0, %0, %1\n\tmfhi %1\n\txor %0, %0, %1",
        : "=&r"(r), "=&r"(t) : "r"(a), "r"(b) : "hi", "lo");
    return r;
}

/// A loop that a likely branch closes, its slot loading ahead.
static uint32_t sum_of(const uint32_t *v, uint32_t n) {
    uint32_t s = 0, word;
    ASM("\tlw %1, 0(%2)\n1:\taddiu %3, %3, -1\n\taddiu %2, %2, 4\n\taddu %0, %0, %1\n\tbnezl %3, 1b\n\tlw %1, 0(%2)",
        : "+r"(s), "=&r"(word), "+r"(v), "+r"(n) : : "memory");
    return s;
}

#if __mips_isa_rev >= 1
static uint32_t of_mips32(uint32_t a, uint32_t b) {
    uint32_t r, t;
    ASM("\tmul %0, %2, %3\n\tclz %1, %2\n\txor %0, %0, %1\n\tclo %1, %3\n\taddu %0, %0, %1\n"
        "\tmthi $0\n\tmtlo %0\n\tmadd %2, %3\n\tmsubu %3, %3\n\tmaddu %2, %2\n\tmsub %0, %3\n\tmfhi %1\n\txor %0, %0, %1\n"
        "\tmflo %1\n\taddu %0, %0, %1\n\tmovz %0, %2, %3\n\tmovn %0, %1, $0\n\tpref 4, 32(%1)\n\tssnop\n\tsync 0x10",
        : "=&r"(r), "=&r"(t) : "r"(a), "r"(b) : "hi", "lo");
    return r;
}
#endif
// clang-format on

int main(void) {
    const int values[] = {0, 1, -1, 7, 5, -5, 100, -100, 0x7FFFFFFF, -0x7FFFFFFF - 1};
    enum { count = sizeof values / sizeof *values };
    for (int i = 0; i < count; ++i) {
        const int a = values[i], b = values[(i * 3 + 1) % count];
        printf("%02x %02x %02x %02x %02x %02x ", equal(a, b), equal(a, a), not_equal(a, b),
               not_equal(a, a), less(a, b), at_least(a, b));
        printf("%02x %02x %d %08x", at_most(a, b), more(a, b), (int)slots(a),
               b ? high_low(a, b) : 0);
#if __mips_isa_rev >= 1
        printf(" %08x", of_mips32((uint32_t)a, (uint32_t)b));
#endif
        printf("\n");
    }
    for (uint32_t n = 0; n < 4; ++n) printf("%08x ", table(n));
    const uint32_t numbers[] = {1, 20, 300, 4000, 50000, 600000, 0};
    printf("%u %u\n", traps(3, 9), sum_of(numbers, 6));
    return (int)table(2) & 63;
}
