// Words of a text counted in a hash table: bytes, calls of string functions, pointers.
#include <string.h>

enum { buckets = 64, most = 64 };

static const char text[] =
    "the nodes of the machine send messages and each message names a handler that runs on the node "
    "it reaches and the handler may send a message to the node that the message came from and so "
    "on until no node has a message to send and every node has left the program with a status of "
    "its own";

struct word {
    struct word *next;
    int count;
    char letters[16];
};

static struct word words[most], *table[buckets];
static int used;

static void add(const char *begin, unsigned length) {
    char letters[16];
    unsigned hash = 5381;
    memcpy(letters, begin, length);
    letters[length] = 0;
    for (const char *c = letters; *c; ++c) hash = hash * 33 + (unsigned char)*c;
    struct word **place = &table[hash % buckets];
    while (*place && strcmp((*place)->letters, letters)) place = &(*place)->next;
    if (!*place) {
        *place = &words[used++];
        strcpy((*place)->letters, letters);
    }
    ++(*place)->count;
}

int main(void) {
    for (int turn = 0; turn < 12000; ++turn)
        for (const char *at = text; *at;) {
            const char *end = strchr(at, ' ');
            if (!end) end = at + strlen(at);
            add(at, (unsigned)(end - at));
            at = *end ? end + 1 : end;
        }
    return (used * 3 + words[4].count) & 127;
}
