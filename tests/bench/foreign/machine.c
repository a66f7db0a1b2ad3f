// An interpreter of a small machine's code, one switch: jumps through a table after every few
// instructions. The code counts primes, and mixes the results.
enum { turns = 330 };
enum {
    STOP,
    SET,
    COPY,
    ADD,
    SUB,
    MUL,
    XOR,
    AND,
    SHIFT,
    LOAD,
    STORE,
    JUMP,
    IF_LESS,
    IF_ZERO,
    INC,
    DEC,
    PUSH,
    POP,
    CALL,
    RETURN,
    NEGATE,
    NOT,
    SWAP,
    REMAINDER
};
struct code {
    unsigned char what, to, a, b;
    int value;
};

// Registers: 0 the limit, 1 the number, 2 a divisor, 3 scratch, 4 the count, 5 the mixture.
static const struct code program[] = {
    {SET, 0, 0, 0, 1000},    {SET, 1, 0, 0, 2},      {SET, 4, 0, 0, 0},      {CALL, 0, 0, 0, 9},
    {IF_ZERO, 0, 3, 0, 6},   {INC, 4, 0, 0, 0},      {INC, 1, 0, 0, 0},      {IF_LESS, 0, 1, 0, 3},
    {STOP, 0, 0, 0, 0},      {SET, 2, 0, 0, 2}, // 9: register 3 becomes whether register 1 is prime
    {COPY, 3, 2, 0, 0},      {MUL, 3, 3, 2, 0},      {IF_LESS, 0, 1, 3, 20}, {COPY, 3, 1, 0, 0},
    {REMAINDER, 3, 3, 2, 0}, {IF_ZERO, 0, 3, 0, 22}, {XOR, 5, 5, 3, 0},      {INC, 2, 0, 0, 0},
    {JUMP, 0, 0, 0, 10},     {STOP, 0, 0, 0, 0},     {SET, 3, 0, 0, 1},      {JUMP, 0, 0, 0, 23},
    {SET, 3, 0, 0, 0}, // 22
    {PUSH, 0, 3, 0, 0},      {AND, 6, 1, 5, 0},      {SHIFT, 5, 5, 0, 1},    {SUB, 5, 5, 6, 0},
    {STORE, 0, 1, 5, 0},     {LOAD, 6, 2, 0, 0},     {ADD, 5, 5, 6, 0},      {NEGATE, 5, 5, 0, 0},
    {NOT, 6, 5, 0, 0},       {SWAP, 5, 6, 0, 0},     {DEC, 5, 0, 0, 0},      {POP, 3, 0, 0, 0},
    {RETURN, 0, 0, 0, 0},
};

static int r[8], memory[256], stack[64];

static void run(const struct code *code) {
    int at = 0, top = 0;
    for (;;) {
        const struct code *c = &code[at++];
        switch (c->what) {
        case STOP: return;
        case SET: r[c->to] = c->value; break;
        case COPY: r[c->to] = r[c->a]; break;
        case ADD: r[c->to] = r[c->a] + r[c->b]; break;
        case SUB: r[c->to] = (int)((unsigned)r[c->a] - (unsigned)r[c->b]); break;
        case MUL: r[c->to] = (int)((unsigned)r[c->a] * (unsigned)r[c->b]); break;
        case XOR: r[c->to] = r[c->a] ^ r[c->b]; break;
        case AND: r[c->to] = r[c->a] & r[c->b]; break;
        case SHIFT: r[c->to] = (int)((unsigned)r[c->a] << c->value); break;
        case LOAD: r[c->to] = memory[r[c->a] & 255]; break;
        case STORE: memory[r[c->a] & 255] = r[c->b]; break;
        case JUMP: at = c->value; break;
        case IF_LESS:
            if (r[c->a] < r[c->b]) at = c->value;
            break;
        case IF_ZERO:
            if (r[c->a] == 0) at = c->value;
            break;
        case INC: r[c->to] = (int)((unsigned)r[c->to] + 1); break;
        case DEC: r[c->to] = (int)((unsigned)r[c->to] - 1); break;
        case PUSH: stack[top++] = r[c->a]; break;
        case POP: r[c->to] = stack[--top]; break;
        case CALL:
            stack[top++] = at;
            at = c->value;
            break;
        case RETURN: at = stack[--top]; break;
        case NEGATE: r[c->to] = (int)(0u - (unsigned)r[c->a]); break;
        case NOT: r[c->to] = ~r[c->a]; break;
        case SWAP: {
            const int old = r[c->to];
            r[c->to] = r[c->a];
            r[c->a] = old;
            break;
        }
        case REMAINDER: {
            int left = r[c->a];
            const int by = r[c->b];
            int step = by;
            while (step <= left >> 1) step <<= 1;
            for (; step >= by; step >>= 1)
                if (left >= step) left -= step;
            r[c->to] = left;
            break;
        }
        }
    }
}

int main(void) {
    for (int turn = 0; turn < turns; ++turn) {
        r[5] = turn;
        run(program);
        if (r[4] != 168) return 1; // the primes below 1000
    }
    return (r[5] & 63) + 64;
}
