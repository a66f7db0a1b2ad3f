// Faults of a program on one node, by number: faults.txt has the message of each on every machine.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Keeps calls of different cases apart, so that each has its line.
#define END                                                                                        \
    __asm__ volatile("" : : "i"(__LINE__));                                                        \
    break
#define APART __attribute__((noinline))

static volatile int zero, one = 1;

APART static int deep(int n) {
    volatile char some[200];
    some[n & 127] = (char)n;
    return deep(n + 1) + some[n & 63];
}
APART static int shallow(int n) { return n ? shallow(n - 1) + one : 0; }
APART static int wide(int n) {
    volatile char much[100000];
    much[n] = 1;
    return n ? wide(n - 1) + much[n] : 0;
}
APART static int huge(void) {
    volatile char all[40 << 20];
    all[0] = 1;
    return all[one];
}
APART static int code(void) { return one; }

#ifdef __powerpc__ // all ones are an instruction
#define NO_INSTRUCTION 0
#else
#define NO_INSTRUCTION 0xFFFFFFFF
#endif
static char *volatile kept;
static volatile unsigned data[16] __attribute__((aligned(16)));
static void (*volatile function)(void);
static void call(void *address) {
    function = (void (*)(void))address;
    function();
}

int main(int argc, char **argv) {
    const int which = argc > 1 ? atoi(argv[1]) : 0;
    volatile char *p;
    for (int i = 0; i < 16; ++i) data[i] = NO_INSTRUCTION;
    switch (which) {
    case 1: *(volatile int *)4 = 1; END;
    case 2: printf("%d\n", *(volatile int *)4); END;
    case 3: *(volatile int *)0x7FFFFFF0 = 1; END;
    case 4: printf("%d\n", *(volatile short *)0xDEADBEE0); END;
    case 5: call(0); END;
    case 6: call((void *)0x7FFFFFF0); END;
    case 7: call((void *)data); END;
    case 8:
        *(volatile unsigned *)(size_t)code = NO_INSTRUCTION;
        printf("%d\n", code());
        END;
#if defined(__i386__)
    case 9: __asm__ volatile(".byte 0x0f, 0xff, 0xff, 0xff"); END;
#elif defined(__powerpc__)
    case 9: __asm__ volatile(".long 0"); END;
#else
    case 9: __asm__ volatile(".long 0xffffffff"); END;
#endif
    case 10: printf("%d\n", one / zero); END;
    case 11: printf("%u\n", (unsigned)one / (unsigned)zero); END;
    case 12: printf("%d\n", (-2147483647 - one) / (zero - 1) < 0); END;
    case 13:
        p = malloc(64);
        *(volatile int *)(p + 1) = 5;
        printf("%d\n", *(volatile int *)(p + 1));
        END;
    case 14:
        p = malloc(64);
        *(volatile double *)(p + 4) = 5;
        printf("%g\n", *(volatile double *)(p + 4));
        END;
    case 15: call((void *)((size_t)code + 2)); END;
    case 16: printf("%d\n", deep(1)); END;
    case 17: printf("%d\n", shallow(10000000)); END;
    case 18: printf("%d\n", wide(1000)); END;
    case 19: printf("%d\n", huge()); END;
    case 20:
        p = malloc(100);
        p[8 << 20] = 1;
        END;
    case 21:
        do kept = malloc(1 << 20);
        while (kept);
        puts("no memory left");
        END;
    case 22:
        kept = malloc(10);
        free(kept);
        free(kept);
        END;
    case 23: free((void *)(data + 1)); END;
    case 24: abort();
    case 25: assert(zero == 1); END;
    case 26: __builtin_trap();
    case 27: printf("%d\n", (int)write(9, "x", 1)); END;
    case 28:
        fclose(stdout);
        fprintf(stderr, "%d\n", puts("closed"));
        END;
    case 29: exit(300);
    case 30:
        for (;;) ++one;
    case 31:
        while (!zero) {
        }
        END;
    case 32: memset((void *)(size_t)0x20, 0, 100); END;
    case 33: printf("%s\n", (char *)(size_t)(8 + zero)); END;
    }
    puts("end");
}
