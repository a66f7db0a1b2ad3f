// A parser of expressions by recursive descent, which builds a tree and evaluates it by functions
// found in a table: calls, returns, short blocks.
enum { turns = 33000, most = 256 };

static const char *const sources[] = {
    "1+2*3-(4-5)*6",
    "((((7))))*((8)+(9))-x*x",
    "(a+b)*(a-b)+x/(1+y)",
    "x*x*x+3*x*x*y+3*x*y*y+y*y*y",
    "-(-(-(1)))+-2*-3",
    "a<b?x+1:y-1",
    "(a<b?(b<x?x:b):a)*(y%7)+100/(3+a)",
    "10-9-8-7-6-5-4-3-2-1",
    "a*(b+(x*(y+(a*(b+(x*(y+1)))))))",
    "1<2?3<2?4:5:6",
};

enum what {
    number,
    variable,
    negative,
    add,
    subtract,
    multiply,
    divide,
    modulo,
    less,
    choose,
    whats
};
struct node {
    enum what what;
    int value;
    const struct node *child[3];
};

static struct node nodes[most];
static int used;
static const char *at;
static int variables[26];

static const struct node *make(enum what what, int value, const struct node *a,
                               const struct node *b, const struct node *c) {
    struct node *n = &nodes[used++];
    n->what = what;
    n->value = value;
    n->child[0] = a, n->child[1] = b, n->child[2] = c;
    return n;
}

static const struct node *expression(void);

static const struct node *primary(void) {
    if (*at == '(') {
        ++at;
        const struct node *n = expression();
        ++at;
        return n;
    }
    if (*at == '-') {
        ++at;
        return make(negative, 0, primary(), 0, 0);
    }
    if (*at >= 'a' && *at <= 'z') return make(variable, *at++ - 'a', 0, 0, 0);
    int value = 0;
    while (*at >= '0' && *at <= '9') value = value * 10 + *at++ - '0';
    return make(number, value, 0, 0, 0);
}

static const struct node *term(void) {
    const struct node *n = primary();
    for (;;) switch (*at) {
        case '*':
            ++at;
            n = make(multiply, 0, n, primary(), 0);
            break;
        case '/':
            ++at;
            n = make(divide, 0, n, primary(), 0);
            break;
        case '%':
            ++at;
            n = make(modulo, 0, n, primary(), 0);
            break;
        default: return n;
        }
}

static const struct node *sum(void) {
    const struct node *n = term();
    while (*at == '+' || *at == '-') {
        const enum what what = *at++ == '+' ? add : subtract;
        n = make(what, 0, n, term(), 0);
    }
    return n;
}

static const struct node *expression(void) {
    const struct node *n = sum();
    if (*at == '<') {
        ++at;
        n = make(less, 0, n, sum(), 0);
    }
    if (*at != '?') return n;
    ++at;
    const struct node *yes = expression();
    ++at;
    return make(choose, 0, n, yes, expression());
}

static int value(const struct node *n);
static int of_number(const struct node *n) { return n->value; }
static int of_variable(const struct node *n) { return variables[n->value]; }
static int of_negative(const struct node *n) { return -value(n->child[0]); }
static int of_add(const struct node *n) { return value(n->child[0]) + value(n->child[1]); }
static int of_subtract(const struct node *n) { return value(n->child[0]) - value(n->child[1]); }
static int of_multiply(const struct node *n) {
    return (int)((unsigned)value(n->child[0]) * (unsigned)value(n->child[1]));
}
static int of_divide(const struct node *n) {
    const int by = value(n->child[1]);
    return by > 0 ? value(n->child[0]) / by : 0;
}
static int of_modulo(const struct node *n) {
    const int by = value(n->child[1]);
    return by > 0 ? value(n->child[0]) % by : 0;
}
static int of_less(const struct node *n) { return value(n->child[0]) < value(n->child[1]); }
static int of_choose(const struct node *n) { return value(n->child[value(n->child[0]) ? 1 : 2]); }

static int (*const of[whats])(const struct node *) = {
    of_number,   of_variable, of_negative, of_add,  of_subtract,
    of_multiply, of_divide,   of_modulo,   of_less, of_choose};
static int value(const struct node *n) { return of[n->what](n); }

int main(void) {
    unsigned result = 0;
    for (int turn = 0; turn < turns; ++turn)
        for (unsigned i = 0; i < sizeof sources / sizeof *sources; ++i) {
            used = 0;
            at = sources[i];
            const struct node *tree = expression();
            if (*at) return 1;
            for (int again = 0; again < 4; ++again) {
                variables[0] = (int)i, variables[1] = turn & 15, variables['x' - 'a'] = again + 5;
                variables['y' - 'a'] = (turn >> 2) & 7;
                const int v = value(tree);
                if (i == 0 && v != 13) return 2;
                result = result * 3 + (unsigned)v;
            }
        }
    return (int)(result & 63) + 64;
}
