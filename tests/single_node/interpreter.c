// A small machine with a stack, by a table of labels and by a switch; and a Brainf*** interpreter.
#include "check.h"

enum { PUSH, ADD, SUB, MUL, DUP, SWAP, JNZ, PRINT, CALL, RET, STOP };

static const int factorial[] = {
    PUSH,  10,             // 0: n
    CALL,  6,              // 2
    PRINT, STOP,           // 4
    DUP,                   // 6: f(n)
    JNZ,   13,             // 7
    SUB,                   // 9: drops the 0, as 0 - 0 of two
    PUSH,  1,    RET,      // 10
    DUP,   PUSH, 1,   SUB, // 13: n, n - 1
    CALL,  6,    MUL, RET, // 17
};

static int by_labels(const int *code, int *steps) {
    static const void *const labels[] = {&&push, &&add,   &&sub,  &&mul, &&dup, &&swap,
                                         &&jnz,  &&print, &&call, &&ret, &&stop};
    int stack[64] = {0}, back[32], *sp = stack, *rp = back;
    const int *pc = code;
#define NEXT                                                                                       \
    do {                                                                                           \
        ++*steps;                                                                                  \
        goto *labels[*pc++];                                                                       \
    } while (0)
    NEXT;
push:
    *++sp = *pc++;
    NEXT;
add:
    --sp;
    *sp += sp[1];
    NEXT;
sub:
    --sp;
    *sp -= sp[1];
    NEXT;
mul:
    --sp;
    *sp *= sp[1];
    NEXT;
dup:
    ++sp;
    *sp = sp[-1];
    NEXT;
swap : {
    const int t = *sp;
    *sp = sp[-1];
    sp[-1] = t;
}
    NEXT;
jnz:
    pc = *sp-- ? code + *pc : pc + 1;
    NEXT;
print:
    printf("%d\n", *sp);
    NEXT;
call:
    *rp++ = (int)(pc + 1 - code);
    pc = code + *pc;
    NEXT;
ret:
    pc = code + *--rp;
    NEXT;
stop:
    return *sp;
}

static int by_switch(const int *code, int *steps) {
    int stack[64] = {0}, back[32], sp = 0, rp = 0, pc = 0;
    for (;;) {
        ++*steps;
        switch (code[pc++]) {
        case PUSH: stack[++sp] = code[pc++]; break;
        case ADD: --sp, stack[sp] += stack[sp + 1]; break;
        case SUB: --sp, stack[sp] -= stack[sp + 1]; break;
        case MUL: --sp, stack[sp] *= stack[sp + 1]; break;
        case DUP: ++sp, stack[sp] = stack[sp - 1]; break;
        case SWAP: {
            const int t = stack[sp];
            stack[sp] = stack[sp - 1], stack[sp - 1] = t;
            break;
        }
        case JNZ: pc = stack[sp--] ? code[pc] : pc + 1; break;
        case PRINT: printf("%d\n", stack[sp]); break;
        case CALL: back[rp++] = pc + 1, pc = code[pc]; break;
        case RET: pc = back[--rp]; break;
        default: return stack[sp];
        }
    }
}

static unsigned brain(const char *program, const char *input) {
    static unsigned char tape[256];
    unsigned char *at = tape;
    unsigned steps = 0;
    memset(tape, 0, sizeof tape);
    for (const char *pc = program; *pc; ++pc, ++steps) {
        int open = 0;
        switch (*pc) {
        case '>': ++at; break;
        case '<': --at; break;
        case '+': ++*at; break;
        case '-': --*at; break;
        case '.': putchar(*at); break;
        case ',': *at = (unsigned char)*input, input += *input != 0; break;
        case '[':
            if (!*at) do
                    open += (*pc == '[') - (*pc == ']'), ++pc;
                while (open);
            if (open == 0 && !*at) --pc;
            break;
        case ']':
            if (*at) do
                    open += (*pc == ']') - (*pc == '['), --pc;
                while (open);
            if (*at) ++pc;
            break;
        }
    }
    return steps;
}

int main(void) {
    int a = 0, b = 0;
    const int x = by_labels(factorial, &a), y = by_switch(factorial, &b);
    printf("%d %d %d %d\n", x, y, a, b);
    printf("%u\n", brain("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>."
                         "<-.<.+++.------.--------.>>+.>++.",
                         ""));
    printf("\n%u\n", brain(",[>,]<[.<]", "stressed"));
    return x == y ? 0 : 1;
}
