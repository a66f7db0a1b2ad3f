// An interpreter of a stack machine's bytecode, by a switch and by a table of functions. Its
// programs are a recursion, sums of divisors and a sort of an array.
typedef unsigned char byte;
enum { PUSH, LOAD, STORE, ADD, SUB, MOD, LESS, JUMP, UNLESS, CALL, RETURN, GET, PUT, HALT, COUNT };

static byte code[256];
static int length;

static void emit(int op) { code[length++] = (byte)op; }
static void emit1(int op, int x) { emit(op), emit(x); }
static void emit2(int op, int x) { emit1(op, x & 255), emit(x >> 8); }
static int ahead(int op) { // its target comes later
    emit2(op, 0);
    return length;
}
static void here(int from) { code[from - 2] = (byte)length, code[from - 1] = (byte)(length >> 8); }
static void add_to(int local, int value) {
    emit1(LOAD, local);
    emit2(PUSH, value);
    emit(ADD);
    emit1(STORE, local);
}

static int stack[1000], array[256];

static int word_at(const byte *pc) { return (short)(pc[0] | pc[1] << 8); }

static int run(int start) {
    int *sp = stack + 8, *frame = stack;
    const byte *pc = code + start;
    for (;;) switch (*pc++) {
        case PUSH: *sp++ = word_at(pc), pc += 2; break;
        case LOAD: *sp++ = frame[*pc++]; break;
        case STORE: frame[*pc++] = *--sp; break;
        case ADD: --sp, sp[-1] += *sp; break;
        case SUB: --sp, sp[-1] -= *sp; break;
        case MOD: --sp, sp[-1] %= *sp; break;
        case LESS: --sp, sp[-1] = sp[-1] < *sp; break;
        case JUMP: pc = code + word_at(pc); break;
        case UNLESS: pc = *--sp ? pc + 2 : code + word_at(pc); break;
        case CALL: // its argument is local 0
            sp[0] = (int)(pc + 2 - code), sp[1] = (int)(frame - stack);
            frame = sp - 1;
            pc = code + word_at(pc), sp += 2;
            break;
        case RETURN: {
            int *const to = frame;
            pc = code + to[1], frame = stack + to[2];
            *to = sp[-1];
            sp = to + 1;
            break;
        }
        case GET: sp[-1] = array[sp[-1] & 255]; break;
        case PUT: sp -= 2, array[*sp & 255] = sp[1]; break;
        default: return sp[-1];
        }
}

static struct {
    int *sp, *frame;
    const byte *pc;
} m;
static void do_push(void) { *m.sp++ = word_at(m.pc), m.pc += 2; }
static void do_load(void) { *m.sp++ = m.frame[*m.pc++]; }
static void do_store(void) { m.frame[*m.pc++] = *--m.sp; }
static void do_add(void) { --m.sp, m.sp[-1] += *m.sp; }
static void do_sub(void) { --m.sp, m.sp[-1] -= *m.sp; }
static void do_mod(void) { --m.sp, m.sp[-1] %= *m.sp; }
static void do_less(void) { --m.sp, m.sp[-1] = m.sp[-1] < *m.sp; }
static void do_jump(void) { m.pc = code + word_at(m.pc); }
static void do_unless(void) { m.pc = *--m.sp ? m.pc + 2 : code + word_at(m.pc); }
static void do_call(void) {
    m.sp[0] = (int)(m.pc + 2 - code), m.sp[1] = (int)(m.frame - stack);
    m.frame = m.sp - 1;
    m.pc = code + word_at(m.pc), m.sp += 2;
}
static void do_return(void) {
    int *const to = m.frame;
    m.pc = code + to[1], m.frame = stack + to[2];
    *to = m.sp[-1];
    m.sp = to + 1;
}
static void do_get(void) { m.sp[-1] = array[m.sp[-1] & 255]; }
static void do_put(void) { m.sp -= 2, array[*m.sp & 255] = m.sp[1]; }

static int run_by_table(int start) {
    static void (*const does[COUNT])(void) = {do_push,   do_load, do_store, do_add,    do_sub,
                                              do_mod,    do_less, do_jump,  do_unless, do_call,
                                              do_return, do_get,  do_put};
    m.sp = stack + 8, m.frame = stack, m.pc = code + start;
    while (*m.pc != HALT) does[*m.pc++]();
    return m.sp[-1];
}

/// f(n) = n < 2 ? n : f(n - 1) + f(n - 2), of n.
static int recursion(int n) {
    emit2(PUSH, n);
    const int calls = ahead(CALL);
    emit(HALT);
    here(calls);
    const int f = length;
    emit1(LOAD, 0);
    emit2(PUSH, 2);
    emit(LESS);
    const int more = ahead(UNLESS);
    emit1(LOAD, 0);
    emit(RETURN);
    here(more);
    for (int i = 1; i <= 2; ++i) {
        emit1(LOAD, 0);
        emit2(PUSH, i);
        emit(SUB);
        emit2(CALL, f);
    }
    emit(ADD);
    emit(RETURN);
    return f - 7;
}
/// The sum of the divisors of all numbers below n: local 0 is the number, 1 the divisor, 2 the sum.
static int divisors(int n) {
    const int start = length;
    emit2(PUSH, 0), emit1(STORE, 2);
    emit2(PUSH, 1), emit1(STORE, 0);
    const int outer = length;
    emit1(LOAD, 0), emit2(PUSH, n), emit(LESS);
    const int end = ahead(UNLESS);
    emit2(PUSH, 1), emit1(STORE, 1);
    const int inner = length;
    emit1(LOAD, 1), emit1(LOAD, 0), emit(LESS);
    const int done = ahead(UNLESS);
    emit1(LOAD, 0), emit1(LOAD, 1), emit(MOD);
    const int divides = ahead(UNLESS);
    const int next = length;
    add_to(1, 1);
    emit2(JUMP, inner);
    here(divides);
    emit1(LOAD, 2), emit1(LOAD, 1), emit(ADD), emit1(STORE, 2);
    emit2(JUMP, next);
    here(done);
    add_to(0, 1);
    emit2(JUMP, outer);
    here(end);
    emit1(LOAD, 2);
    emit(HALT);
    return start;
}
/// A sort of the array's first n elements by exchange: local 0 is i, 1 is j, 2 is a[j].
static int sort(int n) {
    const int start = length;
    emit2(PUSH, n), emit1(STORE, 0);
    const int outer = length;
    emit2(PUSH, 1), emit1(LOAD, 0), emit(LESS);
    const int end = ahead(UNLESS);
    emit2(PUSH, 1), emit1(STORE, 1);
    const int inner = length;
    emit1(LOAD, 1), emit1(LOAD, 0), emit(LESS);
    const int done = ahead(UNLESS);
    emit1(LOAD, 1), emit(GET), emit1(STORE, 2);
    emit1(LOAD, 2), emit1(LOAD, 1), emit2(PUSH, 1), emit(SUB), emit(GET), emit(LESS);
    const int right = ahead(UNLESS);
    emit1(LOAD, 1), emit1(LOAD, 1), emit2(PUSH, 1), emit(SUB), emit(GET), emit(PUT);
    emit1(LOAD, 1), emit2(PUSH, 1), emit(SUB), emit1(LOAD, 2), emit(PUT);
    here(right);
    add_to(1, 1);
    emit2(JUMP, inner);
    here(done);
    add_to(0, -1);
    emit2(JUMP, outer);
    here(end);
    emit2(PUSH, 0);
    emit(HALT);
    return start;
}

int main(void) {
    const int f = recursion(23), d = divisors(400), s = sort(200);
    unsigned x = 1, sum = 0;
    for (int turn = 0; turn < 8; ++turn) {
        int (*const go)(int) = turn & 1 ? run_by_table : run;
        if (go(f) != 28657) return 1;
        sum = sum * 3 + (unsigned)go(d);
        for (int i = 0; i < 200; ++i) array[i] = (int)((x = x * 1664525 + 1013904223) >> 12);
        go(s);
        for (int i = 1; i < 200; ++i)
            if (array[i - 1] > array[i]) return 2;
        sum += (unsigned)array[turn * 20];
    }
    return (int)((sum ^ sum >> 9) & 63) + 64;
}
