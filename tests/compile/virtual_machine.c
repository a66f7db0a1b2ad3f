// An interpreter of a small register machine with memory, calls and a stack, running three
// programs.
#include "show.h"

enum op { LI, MOV, ADD, SUB, MUL, DIV, LD, ST, JMP, JZ, JLT, CALL, RET, OUT, END };
struct instruction {
    uint8_t op, a, b, c;
    int32_t k;
};

static int32_t memory[64];
static int run(const struct instruction *code) {
    int32_t r[8] = {0};
    int stack[16], sp = 0, pc = 0, steps = 0;
    for (;;) {
        const struct instruction i = code[pc++];
        ++steps;
        switch ((enum op)i.op) {
        case LI: r[i.a] = i.k; break;
        case MOV: r[i.a] = r[i.b]; break;
        case ADD: r[i.a] = r[i.b] + r[i.c] + i.k; break;
        case SUB: r[i.a] = r[i.b] - r[i.c]; break;
        case MUL: r[i.a] = (int32_t)((uint32_t)r[i.b] * (uint32_t)r[i.c]); break;
        case DIV: r[i.a] = r[i.c] ? r[i.b] / r[i.c] : 0; break;
        case LD: r[i.a] = memory[(r[i.b] + i.k) & 63]; break;
        case ST: memory[(r[i.b] + i.k) & 63] = r[i.a]; break;
        case JMP: pc = i.k; break;
        case JZ:
            if (!r[i.a]) pc = i.k;
            break;
        case JLT:
            if (r[i.a] < r[i.b]) pc = i.k;
            break;
        case CALL: stack[sp++] = pc, pc = i.k; break;
        case RET: pc = stack[--sp]; break;
        case OUT: printf("%d ", (int)r[i.a]); break;
        case END: printf("\n"); return steps;
        }
    }
}

int main(void) {
    const struct instruction squares[] = {{LI, 0, 0, 0, 0},  {LI, 1, 0, 0, 12}, {MUL, 2, 0, 0, 0},
                                          {ST, 2, 0, 0, 0},  {OUT, 2, 0, 0, 0}, {ADD, 0, 0, 7, 1},
                                          {JLT, 0, 1, 0, 2}, {END, 0, 0, 0, 0}};
    const struct instruction sum[] = {{LI, 0, 0, 0, 0},  {LI, 3, 0, 0, 12}, {LD, 1, 0, 0, 0},
                                      {ADD, 2, 2, 1, 0}, {ADD, 0, 0, 7, 1}, {JLT, 0, 3, 0, 2},
                                      {OUT, 2, 0, 0, 0}, {DIV, 2, 2, 3, 0}, {OUT, 2, 0, 0, 0},
                                      {END, 0, 0, 0, 0}};
    // gcd(r0, r1) by a subroutine of subtractions.
    const struct instruction gcd[] = {{LI, 0, 0, 0, 1071}, {LI, 1, 0, 0, 462}, {CALL, 0, 0, 0, 5},
                                      {OUT, 0, 0, 0, 0},   {END, 0, 0, 0, 0},  {SUB, 2, 0, 1, 0},
                                      {JZ, 2, 0, 0, 12},   {JLT, 0, 1, 0, 10}, {MOV, 0, 2, 0, 0},
                                      {JMP, 0, 0, 0, 5},   {SUB, 1, 1, 0, 0},  {JMP, 0, 0, 0, 5},
                                      {RET, 0, 0, 0, 0}};
    const struct instruction *const programs[] = {squares, sum, gcd};
    for (int i = 0; i < 3; ++i) printf("%d steps\n", run(programs[i]));
    return 0;
}
