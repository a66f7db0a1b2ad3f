// Instructions that compilers rarely generate: several registers at once, strings, reservations,
// fields of CR, carries, rounding modes.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t words[8]
    __attribute__((aligned(8))) = {0x01020304, 0x05060708, 0x090a0b0c, 0x0d0e0f10};

static void multiple(void) {
    uint32_t to[4] = {0};
    register uint32_t *r8 __asm__("r8") = words, *r9 __asm__("r9") = to; // r31 may be the frame's
    __asm__ volatile("mr 10, 31\n\tlmw 28, 0(%0)\n\tstmw 28, 0(%1)\n\tmr 31, 10"
                     :
                     : "b"(r8), "b"(r9)
                     : "10", "28", "29", "30", "memory");
    printf("lmw, stmw: %08x %08x %08x %08x\n", to[0], to[1], to[2], to[3]);
    unsigned char bytes[16] = {0};
    __asm__ volatile("lswi 5, %0, 7\n\tstswi 5, %1, 6"
                     :
                     : "b"((char *)words + 1), "b"(bytes + 3)
                     : "5", "6", "memory");
    for (int i = 0; i < 16; ++i) printf("%02x", bytes[i]);
    puts("");
    uint32_t xer = 5;
    memset(bytes, 0, sizeof bytes);
    // The assembler lacks them: lswx 5, 0, 9; stswx 5, 0, 10.
    register void *from __asm__("r9") = words, *to_bytes __asm__("r10") = bytes;
    __asm__ volatile("mtxer %0\n\t.long 0x7CA04C2A\n\t.long 0x7CA0552A"
                     :
                     : "r"(xer), "r"(from), "r"(to_bytes)
                     : "5", "6", "xer", "memory");
    for (int i = 0; i < 16; ++i) printf("%02x", bytes[i]);
    puts("");
}

static void reserve(void) {
    static volatile uint32_t cell = 41;
    uint32_t was, again;
    __asm__ volatile("1:\tlwarx %0, 0, %2\n\taddi %1, %0, 1\n\tstwcx. %1, 0, %2\n\tbne- 1b"
                     : "=&r"(was), "=&r"(again)
                     : "r"(&cell)
                     : "cr0", "memory");
    printf("lwarx: %u, then %u\n", was, cell);
    __asm__ volatile("stwcx. %1, 0, %2\n\tmfcr %0"
                     : "=r"(again)
                     : "r"(7), "r"(&cell)
                     : "cr0", "memory");
    printf("stwcx. without a reservation: cr0 %x, cell %u\n", again >> 28, cell);
}

static void conditions(void) {
    uint32_t cr;
    __asm__ volatile(
        "mtcrf 0xff, %1\n\tcrand 0, 5, 10\n\tcrorc 31, 0, 1\n\tcrnor 4, 4, 4\n\tmcrf 5, "
        "1\n\tcrxor 8, 8, 8\n\tcreqv 9, 9, 9\n\tmfcr %0"
        : "=r"(cr)
        : "r"(0x5a3c96f0)
        : "cr0", "cr1", "cr2", "cr3", "cr4", "cr5", "cr6", "cr7");
    printf("cr: %08x\n", cr);
}

static void carries(void) {
    uint32_t a, b, c, xer;
    __asm__ volatile("addic %0, %4, -1\n\tsubfe %1, %0, %4\n\taddze %2, %4\n\tmfxer %3"
                     : "=&r"(a), "=&r"(b), "=&r"(c), "=r"(xer)
                     : "r"(5)
                     : "xer");
    printf("addic %x, subfe %x, addze %x, xer %08x\n", a, b, c, xer);
    __asm__ volatile("addo. %0, %2, %3\n\t.long 0x7F000400\n\tmfcr %1"
                     : "=&r"(a), "=r"(b)
                     : "r"(0x7fffffff), "r"(1)
                     : "cr0", "cr6", "xer");
    printf("addo. %08x, cr0 %x, cr6 %x\n", a, b >> 28, b >> 4 & 15);
    __asm__ volatile("sraw %0, %2, %3\n\tmfxer %1" : "=&r"(a), "=r"(xer) : "r"(-5), "r"(1) : "xer");
    printf("sraw %08x, xer %08x\n", a, xer);
}

static void rounding(void) {
    const double one = 1, three = 3;
    double third;
    for (unsigned mode = 0; mode < 4; ++mode) {
        const union {
            uint64_t bits;
            double value;
        } control = {mode};
        union {
            double value;
            uint64_t bits;
        } result;
        __asm__ volatile("mtfsf 1, %1\n\tfdiv %0, %2, %3\n\tmtfsfi 7, 0"
                         : "=&f"(third)
                         : "f"(control.value), "f"(one), "f"(three));
        result.value = third;
        printf("1 / 3 in mode %u: %08x%08x\n", mode, (unsigned)(result.bits >> 32),
               (unsigned)result.bits);
    }
}

static void fused(void) {
    const volatile double x = 1 + 0x1p-30, y = -1 - 0x1p-29;
    const volatile float s = 1 + 0x1p-12f, t = -1 - 0x1p-11f;
    printf("fused: %a %a\n", __builtin_fma(x, x, y), (double)__builtin_fmaf(s, s, t));
    double selected;
    __asm__("fsel %0, %1, %2, %3" : "=f"(selected) : "f"(-0.0), "f"(1.5), "f"(2.5));
    printf("fsel: %g\n", selected);
}

int main(void) {
    multiple();
    reserve();
    conditions();
    carries();
    rounding();
    fused();
}
