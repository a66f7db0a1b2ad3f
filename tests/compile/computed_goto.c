// flags: -Wno-gnu-label-as-value -Wno-pedantic
//
// Labels as values: an interpreter that jumps from instruction to instruction, and a table of label
// differences.
#include "show.h"

enum { PUSH, ADD, MUL, SUB, DUP, SWAP, JNZ, DEC, PRINT, HALT };

static int run(const int *code) {
    static const void *const labels[] = {&&push, &&add, &&mul, &&sub,   &&dup,
                                         &&swap, &&jnz, &&dec, &&print, &&halt};
    int stack[16], *top = stack, executed = 0;
    const int *at = code;
#define NEXT                                                                                       \
    do {                                                                                           \
        ++executed;                                                                                \
        goto *labels[*at++];                                                                       \
    } while (0)
    NEXT;
push:
    *top++ = *at++;
    NEXT;
add:
    --top, top[-1] += *top;
    NEXT;
mul:
    --top, top[-1] *= *top;
    NEXT;
sub:
    --top, top[-1] -= *top;
    NEXT;
dup:
    *top = top[-1], ++top;
    NEXT;
swap : {
    const int t = top[-1];
    top[-1] = top[-2], top[-2] = t;
    NEXT;
}
jnz:
    at = top[-1] ? code + *at : at + 1;
    NEXT;
dec:
    --top[-1];
    NEXT;
print:
    printf("%d ", top[-1]);
    NEXT;
halt:
    printf("\n");
    return executed;
}

static int classify(int n) {
    static const int offsets[] = {&&zero - &&zero, &&one - &&zero, &&many - &&zero};
    goto *(&&zero + offsets[n > 1 ? 2 : n]);
zero:
    return 100;
one:
    return 200;
many:
    return 300 + n;
}

int main(void) {
    // 1 10 loop: swap over mul swap dec jnz loop
    const int factorial[] = {PUSH, 1,    PUSH, 10,  DUP,  PUSH, 0,     ADD, PRINT,
                             SWAP, PUSH, 3,    MUL, SWAP, SUB,  PRINT, HALT};
    printf("%d\n", run(factorial));
    const int count[] = {PUSH, 9, PRINT, DEC, JNZ, 2, HALT};
    printf("%d\n", run(count));
    for (int i = 0; i < 5; ++i) printf("%d ", classify(OPAQUE(int, i)));
    printf("\n");
    return 0;
}
