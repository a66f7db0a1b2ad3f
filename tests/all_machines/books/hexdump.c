// The bytes of a file, sixteen a line, as od and hexdump -C show them.
#include <ctype.h>
#include <stdio.h>

int main(void) {
    unsigned char line[16];
    unsigned at = 0;
    size_t n;
    FILE *in = fopen("bytes.bin", "rb");
    if (!in) return 1;
    while ((n = fread(line, 1, sizeof line, in)) > 0) {
        printf("%08x ", at);
        for (size_t i = 0; i < sizeof line; ++i)
            if (i < n)
                printf(" %02x", line[i]);
            else
                printf("   ");
        printf("  |");
        for (size_t i = 0; i < n; ++i) putchar(isprint(line[i]) ? line[i] : '.');
        printf("|\n");
        at += (unsigned)n;
    }
    printf("%08x\n", at);
    fclose(in);
}
