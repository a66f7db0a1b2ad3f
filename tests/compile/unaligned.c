// Unaligned loads and stores of all widths: packed structures, memcpy, and pointers into the middle
// of a buffer.
#include "show.h"

struct __attribute__((packed)) record {
    uint8_t kind;
    uint16_t length;
    uint32_t id;
    uint64_t stamp;
    double value;
    int32_t table[3];
};
typedef uint32_t loose __attribute__((aligned(1)));

__attribute__((noinline)) static uint32_t sum(const struct record *r) {
    return r->kind + r->length + r->id + (uint32_t)(r->stamp >> 20) + (uint32_t)r->value +
           (uint32_t)r->table[1];
}

int main(void) {
    unsigned char buffer[80];
    for (int offset = 0; offset < 8; ++offset) {
        memset(buffer, 0xEE, sizeof buffer);
        struct record *r = (struct record *)(buffer + offset);
        r->kind = 7;
        r->length = (uint16_t)(1000 + offset);
        r->id = 0xDEADBEEF;
        r->stamp = 0x0123456789ABCDEF;
        r->value = 1234.5;
        for (int i = 0; i < 3; ++i) r->table[i] = -i * 100000;
        show_hex("sum", sum(r));
        show64("stamp", r->stamp);
        show_double("value", r->value);
        uint32_t word;
        memcpy(&word, (const unsigned char *)&r->id, 4);
        show_hex("id", word);
        loose *l = (loose *)(buffer + offset + 40);
        *l = 0x01020304;
        *l = *l * 3 + (uint32_t)offset;
        show_hex("loose", *l);
        uint32_t before = 0;
        for (int i = 0; i < offset; ++i) before += buffer[i];
        printf("%u %u\n", (unsigned)before, buffer[offset + 44]);
    }
    return 0;
}
