// A parser of JSON into a pool of nodes, a printer, and errors with their place.
#include "show.h"

struct value {
    enum { NOTHING, BOOLEAN, NUMBER, STRING, ARRAY, OBJECT } kind;
    int number;
    const char *text;
    int length;
    struct value *first, *next;
    const char *name;
    int name_length;
};
static struct value pool[100];
static int used;
static const char *start, *at, *error;

static struct value *parse(void);
static void skip(void) {
    while (*at == ' ' || *at == '\n') ++at;
}
static int take(char c) {
    skip();
    return *at == c ? (++at, 1) : 0;
}
static struct value *fail(const char *why) {
    if (!error) error = why;
    return 0;
}
static int word(const char *w) {
    const size_t n = strlen(w);
    if (strncmp(at, w, n)) return 0;
    at += n;
    return 1;
}
static int string(const char **text, int *length) {
    if (!take('"')) return 0;
    *text = at;
    while (*at && *at != '"') at += *at == '\\' && at[1] ? 2 : 1;
    *length = (int)(at - *text);
    if (!*at) return 0;
    ++at;
    return 1;
}
static struct value *members(struct value *v, char end) {
    struct value **last = &v->first;
    if (take(end)) return v;
    do {
        const char *name = 0;
        int length = 0;
        if (v->kind == OBJECT && (!string(&name, &length) || !take(':')))
            return fail("name expected");
        struct value *m = parse();
        if (!m) return 0;
        m->name = name, m->name_length = length;
        *last = m, last = &m->next;
    } while (take(','));
    return take(end) ? v : fail("end expected");
}
static struct value *parse(void) {
    if (used == 100) return fail("too many");
    struct value *v = &pool[used++];
    memset(v, 0, sizeof *v);
    skip();
    if (take('[')) return v->kind = ARRAY, members(v, ']');
    if (take('{')) return v->kind = OBJECT, members(v, '}');
    if (*at == '"')
        return v->kind = STRING, string(&v->text, &v->length) ? v : fail("string without end");
    if (word("true")) return v->kind = BOOLEAN, v->number = 1, v;
    if (word("false")) return v->kind = BOOLEAN, v;
    if (word("null")) return v;
    const int minus = *at == '-';
    at += minus;
    if (*at < '0' || *at > '9') return fail("value expected");
    v->kind = NUMBER;
    while (*at >= '0' && *at <= '9') v->number = v->number * 10 + *at++ - '0';
    if (minus) v->number = -v->number;
    return v;
}
static void print(const struct value *v) {
    switch (v->kind) {
    case NOTHING: printf("null"); break;
    case BOOLEAN: printf(v->number ? "true" : "false"); break;
    case NUMBER: printf("%d", v->number); break;
    case STRING:
        for (int i = -1; i <= v->length; ++i)
            printf("%c", i < 0 || i == v->length ? '"' : v->text[i]);
        break;
    default:
        printf(v->kind == ARRAY ? "[" : "{");
        for (const struct value *m = v->first; m; m = m->next) {
            for (int i = 0; i < m->name_length; ++i) printf("%c", m->name[i]);
            if (m->name) printf("=");
            print(m);
            if (m->next) printf(",");
        }
        printf(v->kind == ARRAY ? "]" : "}");
    }
}

int main(void) {
    const char *texts[] = {"{\"a\": [1, -22, {\"b\": null}], \"text\": \"x\\\"y\", \"t\": true}",
                           "[[[[]]], {}, [false, 123456789]]",
                           "[1, 2",
                           "{\"a\" 1}",
                           "[1, ?]",
                           "\"open",
                           "  42  "};
    for (int i = 0; i < 7; ++i) {
        start = at = texts[i], error = 0, used = 0;
        const struct value *v = parse();
        if (v)
            print(v), printf(" (%d values)\n", used);
        else
            printf("%s at %d\n", error, (int)(at - start));
    }
    return 0;
}
