// Arithmetic expressions: recursive descent with precedence, variables, and code for a stack
// machine that is then run.
#include "show.h"

enum { NUMBER = 256, LOAD, NEGATE };
static int code[200], codes, variables[26];
static const char *at;

static void emit(int c) { code[codes++] = c; }
static int level(char c) {
    return c == '|'                           ? 1
           : c == '&'                         ? 2
           : c == '<' || c == '>'             ? 3
           : c == '+' || c == '-'             ? 4
           : c == '*' || c == '/' || c == '%' ? 5
                                              : 0;
}
static void expression(int lowest);
static void primary(void) {
    while (*at == ' ') ++at;
    if (*at == '(') {
        ++at;
        expression(1);
        ++at;
    } else if (*at == '-') {
        ++at;
        primary();
        emit(NEGATE);
    } else if (*at >= 'a') {
        emit(LOAD);
        emit(*at++ - 'a');
    } else {
        int v = 0;
        while (*at >= '0' && *at <= '9') v = v * 10 + *at++ - '0';
        emit(NUMBER);
        emit(v);
    }
    while (*at == ' ') ++at;
}
static void expression(int lowest) {
    primary();
    for (int l; (l = level(*at)) >= lowest && l;) {
        const char sign = *at++;
        expression(l + 1);
        emit(sign);
    }
}
static int run(void) {
    int stack[32], *top = stack;
    for (int i = 0; i < codes; ++i) {
        const int c = code[i];
        if (c == NUMBER)
            *top++ = code[++i];
        else if (c == LOAD)
            *top++ = variables[code[++i]];
        else if (c == NEGATE)
            top[-1] = -top[-1];
        else {
            const int b = *--top, a = top[-1];
            switch (c) {
            case '+': top[-1] = a + b; break;
            case '-': top[-1] = a - b; break;
            case '*': top[-1] = a * b; break;
            case '/': top[-1] = b ? a / b : -1; break;
            case '%': top[-1] = b ? a % b : -1; break;
            case '<': top[-1] = a < b; break;
            case '>': top[-1] = a > b; break;
            case '&': top[-1] = a & b; break;
            case '|': top[-1] = a | b; break;
            }
        }
    }
    return top[-1];
}

int main(void) {
    static const char *const texts[] = {
        "1 + 2 * 3",     "(1 + 2) * 3",   "10 - 4 - 3",
        "100 / 7 % 5",   "-a * -(b - 7)", "a < b & b > 2 | 8",
        "x / 0 + y % 3", "((((5))))",     "a * b + c * d - e / f * 2 - -1"};
    for (int i = 0; i < 26; ++i) variables[i] = i * i + 1;
    for (int i = 0; i < 9; ++i) {
        at = texts[i], codes = 0;
        expression(1);
        uint32_t sum = 0;
        for (int k = 0; k < codes; ++k) sum = mix(sum, (uint32_t)code[k]);
        printf("%s = %d (%d words, %08x)\n", texts[i], run(), codes, (unsigned)sum);
    }
    return 0;
}
